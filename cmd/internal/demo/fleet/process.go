package fleet

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// startLimit bounds the start of a node, on a busy machine, too; the first one makes the tables.
	startLimit = 2 * time.Minute
	// keptLines is how much of its log a node is remembered by when it fails.
	keptLines = 12
	// maxLine bounds a line of a log.
	maxLine = 64 << 10
)

// Command is how to start a node.
type Command struct {
	Name    string // of the node, for the log
	Program string
	Args    []string
	// Env is all it gets beside PATH, HOME and what tunes a Go program.  It has to log JSON at level
	// info, and the line that ends in " listens" says with address and admin where it is.
	Env map[string]string
	// Log gets its errors, with its name, and where it takes lines of level info its warnings, too:
	// nodes that lose each other, as is meant here, have much to say.
	Log *slog.Logger
}

// State is what a process is doing, as its starter knows.
type State string

// The states of a process.
const (
	Starting State = "starting" // does not listen yet
	Running  State = "running"
	Frozen   State = "frozen"   // stopped by a signal, and to be woken by another
	Stopping State = "stopping" // was asked to drain
	Gone     State = "gone"     // ended, however it did
)

// ErrState is in the error of a wish that the process is in no state for.
var ErrState = errors.New("the process is in another state")

// Process is one node.  Its methods may be called from any goroutine.
type Process struct {
	Name     string
	URL      string // of the public listener, http://HOST:PORT
	AdminURL string // of the operators' listener, likewise
	PID      int

	command *exec.Cmd
	ended   chan struct{} // closed when it was waited for
	log     *slog.Logger

	mu    sync.Mutex
	state State
	err   error // how it ended
	last  []string
}

// Start runs a node and waits until it listens.  The error holds the end of its log.
func Start(ctx context.Context, c Command) (*Process, error) {
	command := exec.CommandContext(context.WithoutCancel(ctx), c.Program, c.Args...) // it is stopped by a signal that lets it drain
	command.Env = environment(c.Env)
	logs, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	bind(command)
	p := &Process{
		Name: c.Name, command: command, state: Running,
		ended: make(chan struct{}), log: c.Log.With("node", c.Name),
	}
	started, listens := make(chan error), make(chan struct{})
	go p.run(logs, started, listens)
	if err := <-started; err != nil {
		return nil, fmt.Errorf("node %s: %w", c.Name, err)
	}
	p.PID = command.Process.Pid
	limited, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	select {
	case <-listens:
		return p, nil
	case <-p.ended:
	case <-limited.Done():
		p.Kill()
	}
	return nil, fmt.Errorf("node %s does not listen:\n%s", c.Name, p.lastLines())
}

// environment is what a node sees of ours.
func environment(given map[string]string) []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "GOGC", "GOMEMLIMIT", "GODEBUG", "GOCOVERDIR"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	for name, value := range given {
		env = append(env, name+"="+value)
	}
	return env
}

// run starts the process and stays with it to its end.  The kernel takes the end of the thread that
// started a process for the end of its parent, so this goroutine keeps its thread.
func (p *Process) run(logs io.Reader, started chan<- error, listens chan<- struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.command.Start()
	started <- err
	if err == nil {
		p.follow(logs, listens)
	}
}

// follow reads the log to its end, which is the end of the process, and waits for that.
func (p *Process) follow(logs io.Reader, listens chan<- struct{}) {
	scanner := bufio.NewScanner(logs)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		if p.note(scanner.Bytes()) && p.URL == "" {
			p.locate(scanner.Bytes())
			close(listens)
		}
	}
	_, _ = io.Copy(io.Discard, logs) // behind a line that was too long
	err := p.command.Wait()
	p.mu.Lock()
	p.state, p.err = Gone, err
	p.mu.Unlock()
	close(p.ended)
}

// note keeps a line and shows it when it is important; true for the one that says where it listens.
func (p *Process) note(line []byte) (listens bool) {
	p.mu.Lock()
	if len(p.last) == keptLines {
		p.last = p.last[1:]
	}
	p.last = append(p.last, string(line))
	p.mu.Unlock()
	var fields map[string]any
	if json.Unmarshal(line, &fields) != nil {
		p.log.Warn("the node wrote", "line", string(line)) // a panic, perhaps
		return false
	}
	said, _ := fields["msg"].(string)
	var level slog.Level
	if text, _ := fields["level"].(string); level.UnmarshalText([]byte(text)) == nil && p.matters(level) {
		var rest []any
		for name, value := range fields {
			if name != "msg" && name != "level" && name != "time" && name != "node" {
				rest = append(rest, slog.Any(name, value))
			}
		}
		p.log.Log(context.Background(), level, said, rest...)
	}
	return strings.HasSuffix(said, " listens")
}

// matters reports whether a line of that level is shown.
func (p *Process) matters(level slog.Level) bool {
	if p.log.Enabled(context.Background(), slog.LevelInfo) {
		return level >= slog.LevelWarn
	}
	return level >= slog.LevelError
}

// locate takes the addresses.
func (p *Process) locate(line []byte) {
	var where struct{ Address, Admin string }
	if json.Unmarshal(line, &where) == nil {
		p.URL, p.AdminURL = "http://"+where.Address, "http://"+where.Admin
	}
}

func (p *Process) lastLines() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.last, "\n")
}

// State is what the process is doing.
func (p *Process) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state
}

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Err is how the process ended, with the end of its log; nil for exit code 0.  Valid once Ended is
// closed.
func (p *Process) Err() error {
	p.mu.Lock()
	err := p.err
	p.mu.Unlock()
	if err == nil {
		return nil
	}
	return fmt.Errorf("node %s: %w; the end of its log:\n%s", p.Name, err, p.lastLines())
}

// turn sends a signal to a process that is in one of the states, which is then in another.  ErrState
// when it is in none of them.
func (p *Process) turn(signal syscall.Signal, to State, from ...State) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, state := range from {
		if p.state != state {
			continue
		}
		if err := p.command.Process.Signal(signal); err != nil {
			return err
		}
		p.state = to
		return nil
	}
	return fmt.Errorf("node %s: %w: %s", p.Name, ErrState, p.state)
}

// Freeze stops the process in the middle of whatever it does, as a machine that hangs does.
func (p *Process) Freeze() error { return p.turn(syscall.SIGSTOP, Frozen, Running) }

// Thaw lets a frozen process go on.
func (p *Process) Thaw() error { return p.turn(syscall.SIGCONT, Running, Frozen) }

// Drain asks the process to finish what it has in hand and to end.  A frozen one is woken for it.
func (p *Process) Drain() error {
	err := p.turn(syscall.SIGTERM, Stopping, Running, Frozen)
	if err != nil {
		return err
	}
	// It means nothing to one that runs, and one that is quick is gone by now.
	if err = p.command.Process.Signal(syscall.SIGCONT); errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Stop drains the process, waits until it has ended, and says how.  When ctx ends before, the process
// is killed.
func (p *Process) Stop(ctx context.Context) error {
	if err := p.Drain(); err != nil && !errors.Is(err, ErrState) && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-p.ended:
		return p.Err()
	case <-ctx.Done():
		p.Kill()
		return fmt.Errorf("node %s was killed: %w", p.Name, ctx.Err())
	}
}

// Kill ends the process like a power failure, and waits until it is gone.
func (p *Process) Kill() {
	_ = p.command.Process.Kill() // it may be gone already
	<-p.ended
}
