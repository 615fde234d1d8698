// Package fleet runs nodes as processes of their own, so that they can be killed, frozen and woken
// like machines, and makes sure that none outlives the process that started them.
package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// MaxNodes is how many nodes a fleet has at most, the ended ones included.
const MaxNodes = 9

// Errors of wishes that cannot be granted.
var (
	// ErrFull: there are MaxNodes already.
	ErrFull = errors.New("there are as many nodes as there may be")
	// ErrNoNode: no node has this name.
	ErrNoNode = errors.New("no node has this name")
)

// Config says how the nodes of a fleet are started.
type Config struct {
	// Command is how to start the node of a name; it is asked anew at every start.
	Command func(name string) (Command, error)
	// Changed is called after a node listens or has ended; it must not call the fleet's methods other
	// than Nodes.
	Changed func()
	// Told gets what happened to a node: it is ready, it ended, it could not be started.
	Told func(name string, what Happening, err error)
}

// Happening is something that became of a node by itself or by a wish.
type Happening string

// What can happen to a node.
const (
	Listens Happening = "listens" // it can be asked
	Left    Happening = "left"    // it ended as it was asked to
	Died    Happening = "died"    // it ended in another way
	Failed  Happening = "failed"  // it could not be started
)

// Node is one of the fleet, at one moment.
type Node struct {
	Name     string
	State    State
	URL      string // "" before it listens
	AdminURL string
	PID      int
}

// Fleet is a number of nodes.  Its methods may be called from any goroutine.
type Fleet struct {
	cfg  Config
	ctx  context.Context // of starts; ends with Close
	stop context.CancelFunc
	work sync.WaitGroup // starts and stops under way, and one for each process

	mu     sync.Mutex
	closed bool
	nodes  []*member // by name
}

// member is a name with its process, if it has one.
type member struct {
	name    string
	process *Process // nil before the first start is through
	state   State    // while there is no process that could say it
}

// New makes a fleet without nodes.
func New(cfg Config) *Fleet {
	ctx, stop := context.WithCancel(context.Background())
	return &Fleet{cfg: cfg, ctx: ctx, stop: stop}
}

// Nodes lists all nodes that there are and were.
func (f *Fleet) Nodes() []Node {
	f.mu.Lock()
	defer f.mu.Unlock()
	nodes := make([]Node, 0, len(f.nodes))
	for _, m := range f.nodes {
		nodes = append(nodes, m.now())
	}
	return nodes
}

// now is the member at this moment.
func (m *member) now() Node {
	if m.state == Starting || m.process == nil {
		return Node{Name: m.name, State: m.state}
	}
	p := m.process
	return Node{Name: m.name, State: p.State(), URL: p.URL, AdminURL: p.AdminURL, PID: p.PID}
}

// Add begins to start another node and returns its name.  ErrFull when there are too many.
func (f *Fleet) Add() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.nodes) >= MaxNodes || f.closed {
		return "", ErrFull
	}
	m := &member{name: fmt.Sprintf("n%d", len(f.nodes)+1), state: Starting}
	f.nodes = append(f.nodes, m)
	f.work.Go(func() { f.start(m) })
	return m.name, nil
}

// Restart begins to start a node again that has ended.  ErrNoNode, ErrState.
func (f *Fleet) Restart(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.find(name)
	switch {
	case m == nil || f.closed:
		return ErrNoNode
	case m.now().State != Gone:
		return fmt.Errorf("node %s: %w: %s", name, ErrState, m.now().State)
	}
	m.state = Starting
	f.work.Go(func() { f.start(m) })
	return nil
}

// find is the member of a name, nil without one; f.mu is held.
func (f *Fleet) find(name string) *member {
	i := slices.IndexFunc(f.nodes, func(m *member) bool { return m.name == name })
	if i < 0 {
		return nil
	}
	return f.nodes[i]
}

// start starts the process of a member and stays with it until it has ended.
func (f *Fleet) start(m *member) {
	command, err := f.cfg.Command(m.name)
	var process *Process
	if err == nil {
		process, err = Start(f.ctx, command)
	}
	f.mu.Lock()
	m.state = Gone
	if err == nil {
		m.process, m.state = process, Running
	}
	closed := f.closed
	f.mu.Unlock()
	if err != nil {
		f.tell(m.name, Failed, err)
		return
	}
	if closed {
		process.Kill() // Close did not see it
	} else {
		f.tell(m.name, Listens, nil)
	}
	<-process.Ended()
	if err := process.Err(); err != nil {
		f.tell(m.name, Died, err)
	} else {
		f.tell(m.name, Left, nil)
	}
}

func (f *Fleet) tell(name string, what Happening, err error) {
	f.cfg.Changed()
	f.cfg.Told(name, what, err)
}

// process is that of a name.  ErrNoNode, and ErrState before it listens.
func (f *Fleet) process(name string) (*Process, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.find(name)
	switch {
	case m == nil:
		return nil, ErrNoNode
	case m.state == Starting || m.process == nil:
		return nil, fmt.Errorf("node %s: %w: %s", name, ErrState, m.state)
	}
	return m.process, nil
}

// Kill ends a node like a power failure.  ErrNoNode, ErrState.
func (f *Fleet) Kill(name string) error {
	p, err := f.process(name)
	if err == nil && p.State() == Gone {
		err = fmt.Errorf("node %s: %w: %s", name, ErrState, Gone)
	}
	if err == nil {
		p.Kill()
	}
	return err
}

// Freeze stops a node in the middle of whatever it does.  ErrNoNode, ErrState.
func (f *Fleet) Freeze(name string) error {
	p, err := f.process(name)
	if err == nil {
		err = p.Freeze()
	}
	return err
}

// Thaw lets a frozen node go on.  ErrNoNode, ErrState.
func (f *Fleet) Thaw(name string) error {
	p, err := f.process(name)
	if err == nil {
		err = p.Thaw()
	}
	return err
}

// Stop asks a node to drain and end, and does not wait for it.  ErrNoNode, ErrState.
func (f *Fleet) Stop(name string) error {
	p, err := f.process(name)
	if err == nil {
		err = p.Drain()
	}
	return err
}

// Close drains all nodes side by side, at most until ctx ends, and then kills.  It returns when none
// is left; the error says which ones did not end well.
func (f *Fleet) Close(ctx context.Context) error {
	f.stop()
	f.mu.Lock()
	f.closed = true
	nodes := slices.Clone(f.nodes)
	f.mu.Unlock()
	var (
		stops    sync.WaitGroup
		mu       sync.Mutex
		problems []error
	)
	for _, m := range nodes {
		p, err := f.process(m.name)
		if err != nil || p.State() == Gone { // how it ended was told
			continue
		}
		stops.Go(func() {
			if err := p.Stop(ctx); err != nil {
				mu.Lock()
				problems = append(problems, err)
				mu.Unlock()
			}
		})
	}
	stops.Wait()
	f.work.Wait()
	return errors.Join(problems...)
}
