package sim

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// switchboard is the network between the nodes: one-way lines that lose, delay and double what they carry.
type switchboard struct {
	w  *world
	mu sync.Mutex
	// listeners by address; those of the dead stay until somebody takes their place.
	listeners map[string]*listener
	calls     map[string]int // by caller and address
}

func newSwitchboard(w *world) *switchboard {
	return &switchboard{w: w, listeners: map[string]*listener{}, calls: map[string]int{}}
}

// listen makes a process reachable.
func (s *switchboard) listen(n *node, address string) net.Listener {
	l := &listener{node: n, address: nowhereNear(address), lines: make(chan *line, 64), closed: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners[address] = l
	return l
}

// dial connects a process with whoever has an address.
func (s *switchboard) dial(ctx context.Context, n *node, address string) (net.Conn, error) {
	s.mu.Lock()
	l := s.listeners[address]
	key := n.slot.name + " to " + address
	count := s.calls[key]
	s.calls[key]++
	s.mu.Unlock()
	n.awake()
	dice := s.w.dice.roll(count, "line", key)
	switch lost := chance(dice, s.w.hints().lost); {
	case !n.alive():
		return nil, errDead
	case lost && chance(dice, 0.5):
		return nil, n.hang(ctx)
	case lost, l == nil, !l.node.alive():
		return nil, errLine
	}
	c := &line{
		from: n, to: l.node, key: key, number: count, frames: make(chan []byte, 4096),
		closed: make(chan struct{}), address: l.address,
	}
	select {
	case l.lines <- c:
		return c.caller(), nil
	case <-l.closed:
		return nil, errLine
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var errLine = errors.New("sim: nobody is there")

// nowhereNear is an address as net.Addr.
type nowhereNear string

func (nowhereNear) Network() string  { return "sim" }
func (a nowhereNear) String() string { return string(a) }

// listener implements net.Listener.
type listener struct {
	node    *node
	address net.Addr
	lines   chan *line
	once    sync.Once
	closed  chan struct{}
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.lines:
		l.node.awake()
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr implements net.Listener.
func (l *listener) Addr() net.Addr { return l.address }

// line is a connection, as the one who was called has it: hints come, nothing leaves.
type line struct {
	from, to *node
	key      string
	number   int
	address  net.Addr
	frames   chan []byte
	once     sync.Once
	closed   chan struct{}

	rest     []byte // of the reader
	deadline time.Time
}

// Read implements net.Conn.
func (c *line) Read(b []byte) (int, error) {
	if len(c.rest) == 0 {
		timer := time.NewTimer(time.Until(c.deadline))
		defer timer.Stop()
		select {
		case c.rest = <-c.frames:
		case <-c.closed:
			return 0, io.EOF
		case <-c.from.dead:
			return 0, io.EOF
		case <-timer.C:
			return 0, os.ErrDeadlineExceeded
		}
		c.to.awake()
	}
	n := copy(b, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// Write implements net.Conn.
func (*line) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Close implements net.Conn.
func (c *line) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// LocalAddr implements net.Conn.
func (c *line) LocalAddr() net.Addr { return c.address }

// RemoteAddr implements net.Conn.
func (c *line) RemoteAddr() net.Addr { return c.address }

// SetDeadline implements net.Conn.
func (c *line) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// SetReadDeadline implements net.Conn.
func (c *line) SetReadDeadline(t time.Time) error {
	c.deadline = t
	return nil
}

// SetWriteDeadline implements net.Conn.
func (*line) SetWriteDeadline(time.Time) error { return nil }

// caller is the other end.
func (c *line) caller() net.Conn { return &calling{line: c} }

type calling struct {
	*line
	written int
}

// Read implements net.Conn.
func (c *calling) Read([]byte) (int, error) { return 0, io.EOF }

// Write implements net.Conn.  Each frame has a fate of its own; only a dead or closed other end fails.
func (c *calling) Write(b []byte) (int, error) {
	c.from.awake()
	select {
	case <-c.closed:
		return 0, io.ErrClosedPipe
	case <-c.to.dead:
		return 0, io.ErrClosedPipe
	case <-c.from.dead:
		return 0, errDead
	default:
	}
	for rest := b; len(rest) > 0; {
		size := frameHead + int(binary.BigEndian.Uint16(rest[1:]))
		c.carry(append([]byte(nil), rest[:size]...))
		rest = rest[size:]
	}
	return len(b), nil
}

// frameHead is the length of a frame without its id (actors/cluster).
const frameHead = 3

func (c *calling) carry(frame []byte) {
	w := c.from.w
	c.written++
	dice := w.dice.roll(c.number*maxTries+c.written, "hint", c.key)
	weather := w.hints()
	if chance(dice, weather.lost) {
		return
	}
	copies := 1
	if chance(dice, weather.twice) {
		copies++
	}
	for range copies {
		delay := time.Duration(dice.IntN(3)) * time.Millisecond
		if chance(dice, weather.late) {
			delay = time.Duration(dice.IntN(5000)) * time.Millisecond
		}
		w.crowd.Go(func() {
			time.Sleep(delay)
			select {
			case c.frames <- frame:
			default: // as many as a line takes
			}
		})
	}
}
