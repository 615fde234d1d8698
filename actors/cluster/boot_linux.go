package cluster

import (
	"time"

	"golang.org/x/sys/unix"
)

// sinceBoot is the time since the machine started, its sleep included.
func sinceBoot() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) != nil {
		return 0 // a kernel before 2.6.39: the wall clock still shows sleep
	}
	return time.Duration(t.Nano())
}
