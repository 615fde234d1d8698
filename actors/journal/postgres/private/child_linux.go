package private

import (
	"os"
	"syscall"
)

// attributes make a server that is told to stop at once when this process dies.  SIGQUIT and not
// SIGKILL: the server takes its own children along.
func attributes(owner *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: owner, Pdeathsig: syscall.SIGQUIT, Setpgid: true}
}

// roomyMemory is a folder in memory with room for servers, "" for none or where TMPDIR names another place.
func roomyMemory() string {
	const folder, room = "/dev/shm", 4 << 30
	var all syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(folder, &all) != nil || all.Bavail*uint64(all.Bsize) < room {
		return ""
	}
	if syscall.Access(folder, 0o2) != nil { // may write
		return ""
	}
	return folder
}
