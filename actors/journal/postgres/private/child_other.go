//go:build !linux

package private

import "syscall"

// attributes keep the server out of our process group: an interrupt at the terminal is ours to
// handle.  It outlives a kill -9; the next start in the same folder ends it.
func attributes(owner *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: owner, Setpgid: true}
}

// roomyMemory is no folder: only Linux has one that is in memory.
func roomyMemory() string { return "" }
