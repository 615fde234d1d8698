package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is a verb running as a program of its own.
type process struct {
	t       testing.TB
	command *exec.Cmd
	address string // where it listens
	admin   string // of serve
	cluster string // of serve in a cluster
	read    chan struct{}

	mu   sync.Mutex
	logs bytes.Buffer
}

// start runs a verb with an environment of its own and waits until it listens.
func start(t testing.TB, env map[string]string, verb string) *process {
	t.Helper()
	return startProgram(t, "atende", env, verb)
}

// startProgram does so with a program that is not this test's own.
func startProgram(t testing.TB, program string, env map[string]string, args ...string) *process {
	t.Helper()
	p := &process{t: t, command: exec.Command(program, args...), read: make(chan struct{})}
	p.command.Env = variables(t, env)
	p.command.Dir = t.TempDir()
	p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // no orphans when the test dies
	errors, err := p.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	listens := make(chan struct{})
	go p.follow(errors, listens)
	select {
	case <-listens:
	case <-p.read:
		t.Fatalf("%s did not start:\n%s", args, p.log())
	case <-time.After(patience):
		t.Fatalf("%s does not listen:\n%s", args, p.log())
	}
	return p
}

// variables is an environment for a process, with a home of its own.
func variables(t testing.TB, env map[string]string) []string {
	list := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	return list
}

// follow keeps the log, and takes the addresses from the line that says where the process listens.
func (p *process) follow(errors io.Reader, listens chan<- struct{}) {
	defer close(p.read)
	for scanner := bufio.NewScanner(errors); scanner.Scan(); {
		p.mu.Lock()
		p.logs.Write(scanner.Bytes())
		p.logs.WriteByte('\n')
		p.mu.Unlock()
		var line struct{ Msg, Address, Admin, Cluster string }
		if json.Unmarshal(scanner.Bytes(), &line) == nil && strings.HasSuffix(line.Msg, " listens") && p.address == "" {
			p.address, p.admin, p.cluster = line.Address, line.Admin, line.Cluster
			close(listens)
		}
	}
}

// log is what the process logged so far.
func (p *process) log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.logs.String()
}

// logOf waits until a text stands in what the program wrote so far, and returns all of it: a line comes through a pipe, and
// may be later than what it tells of.
func (p *process) logOf(text string) string {
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if log := p.log(); strings.Contains(log, text) || time.Now().After(deadline) {
			return log
		}
	}
}

func (p *process) url() string { return "http://" + p.address }

// stop asks the process to end and wants exit code 0.
func (p *process) stop() {
	if p.command.ProcessState != nil {
		return
	}
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Error(err)
	}
	timer := time.AfterFunc(patience, func() { _ = p.command.Process.Kill() })
	defer timer.Stop()
	<-p.read
	if err := p.command.Wait(); err != nil {
		p.t.Errorf("%v; its log:\n%s", err, p.log())
	}
}

// kill ends the process like a power failure.
func (p *process) kill() {
	if err := p.command.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	<-p.read
	_ = p.command.Wait() // it says that it was killed
}
