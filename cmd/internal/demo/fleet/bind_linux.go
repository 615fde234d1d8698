package fleet

import (
	"os/exec"
	"syscall"
)

// bind makes the kernel kill the process when ours ends, however it does, and keeps the terminal's
// Ctrl-C from it: nodes are stopped in an order.
func bind(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
