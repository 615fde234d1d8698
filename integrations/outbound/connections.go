package outbound

import "syscall"

const (
	// mostConnections to one party are as many as turns can run at once.
	mostConnections = 16_384
	// fewestConnections are for a system that does not say what it allows.
	fewestConnections = 128
)

// maxConnections bounds the connections to one party by half of the files that the process may have
// open, so that webhooks and the journal always find one.  Calls beyond it wait for a connection.
func maxConnections() int {
	var files syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files) != nil {
		return fewestConnections
	}
	return int(min(max(files.Cur/2, fewestConnections), mostConnections))
}
