package load

import (
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
