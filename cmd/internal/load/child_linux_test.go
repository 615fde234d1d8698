package load

import (
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// A server and what it starts stay on one core.
func TestConfine(t *testing.T) {
	theirs, _, ok := cores()
	if !ok {
		t.Log("there is only one core")
	}
	pid, says := working(t)
	if word := says(); word != "one" { // the shell is about to have a child, or has it
		t.Fatalf("it says %q", word)
	}
	if err := confine(pid); err != nil {
		t.Fatal(err)
	}
	if word := says(); word != "two" {
		t.Fatalf("it says %q", word)
	}
	stays := func(pid int, _ stat) error {
		var where unix.CPUSet
		if err := unix.SchedGetaffinity(pid, &where); err != nil {
			return err
		}
		if ok && where != theirs {
			t.Errorf("process %d may use %d cores", pid, where.Count())
		}
		return nil
	}
	if err := stays(pid, stat{}); err != nil {
		t.Error(err)
	}
	if err := eachChild(pid, stays); err != nil {
		t.Error(err)
	}
}

// Ctrl-C, which a terminal sends to all of a group, does not reach the programs under test: they are stopped in their turn.
func TestChildrenHaveTheirOwnGroup(t *testing.T) {
	child := exec.CommandContext(t.Context(), "sleep", "60")
	if err := launch(child); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = child.Wait() }() // it says that it was killed
	defer func() { _ = child.Process.Kill() }()
	group, err := unix.Getpgid(child.Process.Pid)
	if err != nil || group != child.Process.Pid {
		t.Errorf("it is of group %d, %v", group, err)
	}
}
