package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Child is a program under test: a process of its own that logs JSON and says where it listens.
type Child struct {
	URL      string // of its webhook
	AdminURL string // of its operators' pages, "" if it has none
	PID      int

	command *exec.Cmd
	ended   chan struct{} // its log has come to an end
	mu      sync.Mutex
	last    []string // lines of its log
}

// Command is how to start a Child.
type Command struct {
	Program string
	Args    []string
	// Env is all it gets beside PATH, HOME and what tunes a Go program (GOGC, GOMEMLIMIT, GODEBUG).
	Env map[string]string
	Dir string // working directory; "": that of this process
}

const (
	startLimit = 2 * time.Minute
	// stopLimit is above the 28 s that an agent takes to drain at most.
	stopLimit = 40 * time.Second
	keptLines = 20
)

// StartChild starts a program on the core of the programs under test, and waits until it listens.
func StartChild(ctx context.Context, c Command) (*Child, error) {
	command := exec.CommandContext(context.WithoutCancel(ctx), c.Program, c.Args...) // it is stopped by a signal that lets it drain
	command.Dir = c.Dir
	command.Env = environment(c.Env)
	logs, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := launch(command); err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Program, err)
	}
	child := &Child{command: command, PID: command.Process.Pid, ended: make(chan struct{})}
	listens := make(chan struct{})
	go child.follow(logs, listens)
	limit, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	select {
	case <-listens:
		return child, nil
	case <-child.ended:
	case <-limit.Done():
	}
	child.Kill()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, fmt.Errorf("%s does not listen:\n%s", strings.Join(command.Args, " "), child.Log())
}

// environment is what a child sees.
func environment(given map[string]string) []string {
	env := []string{"GOMAXPROCS=1"}
	for _, name := range []string{"PATH", "HOME", "GOGC", "GOMEMLIMIT", "GODEBUG"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	for name, value := range given {
		env = append(env, name+"="+value)
	}
	return env
}

// follow reads the log to its end and takes the addresses from the first line that has them.
func (c *Child) follow(logs io.Reader, listens chan<- struct{}) {
	defer close(c.ended)
	for scanner := bufio.NewScanner(logs); scanner.Scan(); {
		c.keep(scanner.Text())
		var line struct{ Msg, Address, Admin string }
		if c.URL != "" || json.Unmarshal(scanner.Bytes(), &line) != nil || !strings.HasSuffix(line.Msg, " listens") {
			continue
		}
		c.URL = "http://" + line.Address
		if line.Admin != "" {
			c.AdminURL = "http://" + line.Admin
		}
		close(listens)
	}
	_, _ = io.Copy(io.Discard, logs) // behind a line that was too long
}

func (c *Child) keep(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.last) == keptLines {
		c.last = c.last[1:]
	}
	c.last = append(c.last, line)
}

// Log is the end of its log.
func (c *Child) Log() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.last, "\n")
}

// Probe looks into it.
func (c *Child) Probe() Probe { return Probe{AdminURL: c.AdminURL, PID: c.PID} }

// Stop asks it to drain and waits; one that takes too long is killed.  The error is its exit code.
func (c *Child) Stop() error {
	if err := c.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	timer := time.AfterFunc(stopLimit, func() { _ = c.command.Process.Kill() })
	defer timer.Stop()
	<-c.ended
	if err := c.command.Wait(); err != nil {
		return fmt.Errorf("%w; the end of its log:\n%s", err, c.Log())
	}
	return nil
}

// Kill ends it like a power failure, and waits until it is gone.
func (c *Child) Kill() {
	_ = c.command.Process.Kill() // it may be gone already
	<-c.ended
	_ = c.command.Wait() // it says that it was killed
}
