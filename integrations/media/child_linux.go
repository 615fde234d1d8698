package media

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// canBound says that a child can be bounded here.
const canBound = true

// program is this one, even if its file was replaced.
const program = "/proc/self/exe"

// bound is how a child is started: it does not outlive us.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// niceness of a child: webhooks come first.
const niceness = 10

// confine takes from a child what it does not need: memory, time, files.
func confine() error {
	used, err := addressSpace()
	if err != nil {
		return err
	}
	for what, most := range map[int]uint64{
		syscall.RLIMIT_AS:    used + childMemory,
		syscall.RLIMIT_CPU:   uint64(readTime / time.Second),
		syscall.RLIMIT_FSIZE: 0,
		syscall.RLIMIT_CORE:  0,
	} {
		if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	// What is nicer than that already stays so: an ordinary user may not take it back.
	if priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0); err != nil || 20-priority >= niceness {
		return err
	}
	return syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
}

// addressSpace is what this process has, in bytes; most of it is reserved by the runtime and not used.
func addressSpace() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var pages uint64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return 0, err
	}
	return pages * uint64(os.Getpagesize()), nil
}
