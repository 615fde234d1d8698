package load

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// launch starts a program on the core of the programs under test, when there are two, and sees to it
// that it does not outlive this process.
func launch(command *exec.Cmd) error {
	command.SysProcAttr = &syscall.SysProcAttr{
		Pdeathsig: syscall.SIGKILL,
		Setpgid:   true, // Ctrl-C is for this process, which stops the child when it is through
	}
	theirs, ours, ok := cores()
	if !ok {
		return command.Start()
	}
	// A child inherits the cores of the thread that starts it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.SchedSetaffinity(0, &theirs); err != nil {
		return err
	}
	return errors.Join(command.Start(), unix.SchedSetaffinity(0, &ours))
}

// confine moves a server, with the processes it has and those it will start, to the core of the
// programs under test.
func confine(pid int) error {
	theirs, _, ok := cores()
	if !ok {
		return nil
	}
	move := func(pid int, _ stat) error {
		if err := unix.SchedSetaffinity(pid, &theirs); err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("confine a process: %w", err)
		}
		return nil
	}
	if err := move(pid, stat{}); err != nil { // first: what it starts from now on stays there, too
		return err
	}
	for range passes { // a child that was just being made when the first pass came by still had all cores
		if err := eachChild(pid, move); err != nil {
			return err
		}
	}
	return nil
}

// passes is how often the children of a process are gone through.
const passes = 3

// cores parts the cores of this machine between the programs under test, which get one
// together, and the driver; false when there is only one.
func cores() (theirs, ours unix.CPUSet, ok bool) {
	if unix.SchedGetaffinity(os.Getpid(), &ours) != nil {
		return theirs, ours, false
	}
	if parted.theirs.Count() > 0 {
		return parted.theirs, parted.ours, true
	}
	if ours.Count() < 2 {
		return theirs, ours, false
	}
	first := 0
	for !ours.IsSet(first) {
		first++
	}
	theirs.Set(first)
	ours.Clear(first)
	return theirs, ours, true
}

// parted is how the cores were divided by separate.
var parted struct{ theirs, ours unix.CPUSet }

// separate keeps this process off the core of the programs it starts.  It is called once, early:
// threads inherit the cores of the thread that makes them.
func separate() error {
	theirs, ours, ok := cores()
	if !ok {
		return nil
	}
	parted.theirs, parted.ours = theirs, ours
	runtime.GOMAXPROCS(ours.Count())
	for range 2 { // a thread that is made meanwhile is found by the second pass
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, task := range tasks {
			id, err := strconv.Atoi(task.Name())
			if err != nil {
				return err
			}
			if err := unix.SchedSetaffinity(id, &ours); err != nil && !errors.Is(err, unix.ESRCH) {
				return err
			}
		}
	}
	return nil
}
