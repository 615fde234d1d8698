package main

import (
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// wire is a TCP connection between programs that a test can hold up or cut.
type wire struct {
	listener net.Listener
	target   atomic.Value // HOST:PORT
	asking   atomic.Int64 // nanoseconds that every piece of a request is late
	telling  atomic.Int64 // likewise for answers
	work     sync.WaitGroup

	mu     sync.Mutex
	flows  chan struct{} // closed while bytes flow
	cut    bool          // callers are turned away
	ended  bool
	placed map[net.Conn]struct{}
}

// newWire listens on a free port and connects callers with target, HOST:PORT, which may change later.
func newWire(t *testing.T, target string) *wire {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, flows: make(chan struct{}), placed: map[net.Conn]struct{}{}}
	w.target.Store(target)
	close(w.flows)
	w.work.Go(w.accept)
	t.Cleanup(func() {
		w.mu.Lock()
		w.ended = true
		w.mu.Unlock()
		listener.Close()
		w.sever()
		w.resume()
		w.work.Wait()
	})
	return w
}

func (w *wire) address() string { return w.listener.Addr().String() }

// through is a URL that leads through the wire to where it led before.
func (w *wire) through(t *testing.T, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = w.address()
	return u.String()
}

// stall stops forwarding and closes nothing: as far as anybody can tell the other side is slow.
func (w *wire) stall() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flows = make(chan struct{})
}

// resume ends a stall.
func (w *wire) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.flows:
	default:
		close(w.flows)
	}
}

// refuse cuts all connections and turns callers away, or takes them again.
func (w *wire) refuse(cut bool) {
	w.mu.Lock()
	w.cut = cut
	w.mu.Unlock()
	if cut {
		w.sever()
	}
}

// sever ends all connections.
func (w *wire) sever() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for conn := range w.placed {
		conn.Close()
	}
}

func (w *wire) accept() {
	for {
		caller, err := w.listener.Accept()
		if err != nil {
			return
		}
		w.work.Go(func() { w.connect(caller) })
	}
}

// place notes a connection; false: it was cut at once.
func (w *wire) place(conn net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut || w.ended {
		conn.Close()
		return false
	}
	w.placed[conn] = struct{}{}
	return true
}

// connect carries what both sides say until one of them ends.
func (w *wire) connect(caller net.Conn) {
	if !w.place(caller) {
		return
	}
	called, err := net.Dial("tcp", w.target.Load().(string))
	if err == nil && w.place(called) {
		var sides sync.WaitGroup
		sides.Go(func() { w.carry(called, caller, &w.asking) })
		sides.Go(func() { w.carry(caller, called, &w.telling) })
		sides.Wait()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, conn := range []net.Conn{caller, called} {
		if conn != nil {
			conn.Close()
			delete(w.placed, conn)
		}
	}
}

// carry brings bytes from one side to the other until either ends, and then ends both.
func (w *wire) carry(to, from net.Conn, lag *atomic.Int64) {
	defer to.Close()
	defer from.Close()
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		if n > 0 {
			time.Sleep(time.Duration(lag.Load()))
			w.mu.Lock()
			flows := w.flows
			w.mu.Unlock()
			<-flows
			if _, err := to.Write(piece[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
