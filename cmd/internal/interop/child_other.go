//go:build !linux

package interop

import "syscall"

// bound does nothing here: a process that dies leaves the server behind.
func bound() *syscall.SysProcAttr { return nil }
