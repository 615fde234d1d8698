package interop

import "syscall"

// bound ends the server with this process, however that ends.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
