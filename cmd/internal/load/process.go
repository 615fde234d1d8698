package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// stat is what /proc tells of a process.
type stat struct {
	parent int
	cpu    time.Duration // of the process
	waited time.Duration // of those it started and waited for after their end
	rss    uint64        // bytes
}

// clockTicks is how many units of CPU time /proc counts a second; Linux has one value for programs.
const clockTicks = 100

func readStat(pid int) (stat, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}, fmt.Errorf("the program under test: %w", err)
	}
	_, after, _ := strings.Cut(string(text), ") ") // behind the name, which may hold anything
	fields := strings.Fields(after)
	if len(fields) < 22 {
		return stat{}, fmt.Errorf("/proc/%d/stat is not as expected", pid)
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(fields[field], 10, 64) // the kernel writes numbers
		return n
	}
	ticks := func(n int64) time.Duration { return time.Duration(n) * time.Second / clockTicks }
	return stat{
		parent: int(number(1)), cpu: ticks(number(11) + number(12)), waited: ticks(number(13) + number(14)),
		rss: uint64(number(21)) * uint64(os.Getpagesize()),
	}, nil
}

// familyCPU is the CPU time of a server and of the processes it started, the living and the ended:
// PostgreSQL has one for each connection.
func familyCPU(pid int) (time.Duration, error) {
	sum := time.Duration(0)
	err := eachChild(pid, func(_ int, s stat) error {
		sum += s.cpu
		return nil
	})
	if err != nil {
		return 0, err
	}
	own, err := readStat(pid)
	return sum + own.cpu + own.waited, err
}

// eachChild visits the processes that a process started and that have not ended.
func eachChild(pid int, visit func(child int, s stat) error) error {
	names, err := os.ReadDir("/proc")
	if err != nil {
		return fmt.Errorf("the processes of the program under test: %w", err)
	}
	for _, name := range names {
		child, err := strconv.Atoi(name.Name())
		if err != nil {
			continue // no process
		}
		s, err := readStat(child)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // it ended meanwhile
		}
		if err == nil && s.parent == pid {
			err = visit(child, s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
