package private

import "syscall"

// attributes make a server that is told to stop at once when this process dies.  SIGQUIT and not
// SIGKILL: the server takes its own children along.
func attributes(owner *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: owner, Pdeathsig: syscall.SIGQUIT, Setpgid: true}
}
