package load

import (
	"bufio"
	"io"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
)

// working starts a shell that lets one child work and end, says so, lets another work, says so, and
// then waits for a word before both end.
func working(t *testing.T) (pid int, says func() string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Log("the processes of a server are counted on Linux alone")
		return 0, nil
	}
	const work = `i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done`
	command := exec.Command("sh", "-c", `(`+work+`); echo one; (`+work+`; echo two; read word)`)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = io.WriteString(in, "go\n") // if it is gone, Wait says how
		if err := command.Wait(); err != nil {
			t.Error(err)
		}
	})
	lines := bufio.NewScanner(out)
	return command.Process.Pid, func() string {
		lines.Scan()
		return lines.Text()
	}
}

// The CPU of a server is that of all processes it has and had.
func TestFamilyCPU(t *testing.T) {
	pid, says := working(t)
	if pid == 0 {
		return
	}
	if word := says(); word != "one" {
		t.Fatalf("it says %q", word)
	}
	ended, err := familyCPU(pid)
	if err != nil {
		t.Fatal(err)
	}
	own, err := readStat(pid)
	if err != nil || own.waited == 0 || ended < own.waited {
		t.Errorf("%v: %v in all, %v of a child that ended", err, ended, own.waited)
	}
	if word := says(); word != "two" {
		t.Fatalf("it says %q", word)
	}
	living, err := familyCPU(pid)
	if err != nil || living < ended+own.waited/4 {
		t.Errorf("%v: %v in all, %v before a second child worked as long", err, living, ended)
	}
	children := 0
	err = eachChild(pid, func(_ int, s stat) error {
		children++
		if s.cpu == 0 || s.parent != pid {
			t.Errorf("child %+v", s)
		}
		return nil
	})
	if err != nil || children != 1 {
		t.Errorf("%v: %d children live, want 1", err, children)
	}
	if _, err := familyCPU(1 << 30); err == nil {
		t.Error("a process that is not there has used nothing")
	}
}
