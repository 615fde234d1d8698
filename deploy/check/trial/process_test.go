package trial

import (
	"bytes"
	"errors"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long anything in here may take.
const patience = 90 * time.Second

// process is a program that runs until the test ends.
type process struct {
	t       *testing.T
	name    string
	command *exec.Cmd
	ended   chan struct{}
	err     error // of its end

	mu  sync.Mutex
	log bytes.Buffer
}

// launch starts a program and keeps what it says.
func launch(t *testing.T, name string, command *exec.Cmd) *process {
	t.Helper()
	p := &process{t: t, name: name, command: command, ended: make(chan struct{})}
	command.Stdout, command.Stderr = p, p
	if command.SysProcAttr == nil {
		command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	}
	if err := command.Start(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	go func() {
		p.err = command.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill() // it has ended where the test stopped it
		<-p.ended
		if t.Failed() {
			t.Logf("%s said:\n%s", name, p.said())
		}
	})
	return p
}

// Write keeps what the program says.
func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.Write(text)
}

func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// until tries every 50 ms until try succeeds; what it waits for is in another process.
func until(t *testing.T, what string, watched *process, try func() error) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		err := try()
		if err == nil {
			return
		}
		if watched != nil {
			select {
			case <-watched.ended:
				t.Fatalf("%s: %s ended: %v", what, watched.name, watched.err)
			default:
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: %v", what, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// stop asks the program to end and returns its exit code.
func (p *process) stop() int {
	p.t.Helper()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.t.Fatalf("%s does not stop", p.name)
	}
	var failed *exec.ExitError
	if errors.As(p.err, &failed) {
		return failed.ExitCode()
	}
	return 0
}
