package postgres_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
	"atende/actors/journal/postgres/private"
)

// line is a proxy before the server, whose connections can fall silent without being closed.
type line struct {
	listener net.Listener
	target   string
	work     sync.WaitGroup

	mu    sync.Mutex
	conns []net.Conn
	mute  chan struct{} // closed: connections made until then carry nothing more
}

func newLine(t *testing.T, target string) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{listener: listener, target: target, mute: make(chan struct{})}
	l.work.Go(l.serve)
	t.Cleanup(l.close)
	return l
}

func (l *line) serve() {
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", l.target)
		if err != nil {
			near.Close()
			continue
		}
		l.mu.Lock()
		mute := l.mute
		l.conns = append(l.conns, near, far)
		l.mu.Unlock()
		l.work.Go(func() { carry(far, near, mute) })
		l.work.Go(func() { carry(near, far, mute) })
	}
}

// carry copies until one side closes; once mute it swallows what comes and tells nobody.
func carry(to io.WriteCloser, from io.Reader, mute <-chan struct{}) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		select {
		case <-mute:
			if err != nil {
				return // and the other side is not told
			}
			continue
		default:
		}
		if _, writeErr := to.Write(buffer[:n]); err != nil || writeErr != nil {
			to.Close()
			return
		}
	}
}

// silence makes the connections of now carry nothing more; new ones work.
func (l *line) silence() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.mute)
	l.mute = make(chan struct{})
}

func (l *line) close() {
	l.listener.Close()
	l.mu.Lock()
	for _, conn := range l.conns {
		conn.Close()
	}
	l.mu.Unlock()
	l.work.Wait()
}

// A network that swallows everything costs the patience of the callers and a few seconds.
func TestConnectionsFallSilent(t *testing.T) {
	s := ownServer(t, private.Options{TCP: true})
	address, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	proxy := newLine(t, address.Host)
	address.Host = proxy.listener.Addr().String()
	j := sole(t, address.String(), postgres.Options{})
	accept := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		return j.Accept(ctx, journal.Incoming{SessionID: "s"})
	}
	for range 8 { // every connection is open
		eventually(t, "accepted", accept)
	}
	proxy.silence()
	start := time.Now()
	if err := accept(); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got error %v", err)
	}
	eventually(t, "accepted over new connections", accept)
	if _, err := j.View(t.Context()); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
