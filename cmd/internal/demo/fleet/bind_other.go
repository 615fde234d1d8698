//go:build !linux

package fleet

import (
	"os/exec"
	"syscall"
)

// bind keeps the terminal's Ctrl-C from the process: nodes are stopped in an order.  Only Linux ends
// a process with the one that started it.
func bind(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
