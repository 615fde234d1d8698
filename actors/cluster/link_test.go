package cluster

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/anthdm/hollywood/actor"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/metrics"
)

// end is one end of the hints between nodes: a link with its engine, on a real socket.
type end struct {
	t     *testing.T
	link  *link
	came  chan string
	hints *prometheus.CounterVec
}

// newEnd opens a link; change adjusts its configuration.
func newEnd(t *testing.T, change func(*Config)) *end {
	t.Helper()
	listener := listen(t)
	c := Config{
		Store: noStore{}, Name: "n", Address: listener.Addr().String(), Listener: listener,
		Metrics: metrics.New(prometheus.NewRegistry()).Engine,
	}
	if change != nil {
		change(&c)
	}
	c, err := c.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	e := &end{t: t, link: newLink(c), came: make(chan string, 10_000), hints: c.Metrics.Hints}
	if _, err := actor.NewEngine(actor.NewEngineConfig().WithRemote(e.link)); err != nil {
		t.Fatal(err)
	}
	if err := e.link.open(t.Context(), func(h hint) { e.came <- h.SessionID }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.link.Stop().Wait() })
	return e
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

func (e *end) address() string { return e.link.Address() }

// tell sends a hint the way the router's engine does.
func (e *end) tell(address, id string) {
	e.link.engine.Send(actor.NewPID(address, hintsIn), hint{SessionID: id})
}

func (e *end) want(id string) {
	e.t.Helper()
	select {
	case got := <-e.came:
		if got != id {
			e.t.Errorf("%q came, not %q", got, id)
		}
	case <-time.After(10 * time.Second):
		e.t.Fatalf("%q did not come", id)
	}
}

func (e *end) count(result string) float64 {
	return testutil.ToFloat64(e.hints.WithLabelValues(result))
}

// wantCount waits for a number of hints with a result.
func (e *end) wantCount(result string, n float64) {
	e.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); e.count(result) != n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			e.t.Fatalf("%v hints %s, not %v", e.count(result), result, n)
		}
	}
}

func TestHints(t *testing.T) {
	a, b := newEnd(t, nil), newEnd(t, nil)
	a.tell(b.address(), "too early") // not a member yet
	a.wantCount("dropped", 1)
	a.link.meet("b#1", b.address())
	b.link.meet("a#1", a.address())
	a.tell(b.address(), "from a")
	b.want("from a")
	b.tell(a.address(), "")
	a.want("")
	a.wantCount("sent", 1)
	a.wantCount("received", 1)
	a.link.part("b#1", b.address())
	a.tell(b.address(), "too late")
	a.wantCount("dropped", 2)
}

// A member that comes back at its address is reached, and the leave of its former life, which is told
// later, changes nothing.
func TestHintsToTheNextLife(t *testing.T) {
	a, b := newEnd(t, nil), newEnd(t, nil)
	a.link.meet("b#1", b.address())
	a.tell(b.address(), "one")
	b.want("one")
	a.link.meet("b#2", b.address())
	a.link.part("b#1", b.address())
	a.tell(b.address(), "two")
	b.want("two")
}

// What is no hint never leaves: the library's own messages, ids that no frame holds.
func TestOnlyHintsLeave(t *testing.T) {
	a, b := newEnd(t, nil), newEnd(t, nil)
	a.link.meet("b#1", b.address())
	a.link.engine.Send(actor.NewPID(b.address(), hintsIn), "text")
	a.link.engine.Send(actor.NewPID(b.address(), "cluster/b"), hint{SessionID: "s"})
	a.tell(b.address(), string(make([]byte, maxID+1)))
	a.tell(b.address(), "\xff")
	a.wantCount("dropped", 4)
	a.tell(b.address(), "s")
	b.want("s")
}

// A connection that breaks is replaced with the next hint.
func TestReconnect(t *testing.T) {
	a, b := newEnd(t, nil), newEnd(t, nil)
	a.link.meet("b#1", b.address())
	a.tell(b.address(), "one")
	b.want("one")
	b.link.mu.Lock()
	for conn := range b.link.inbound {
		conn.Close()
	}
	b.link.mu.Unlock()
	for deadline := time.Now().Add(10 * time.Second); ; {
		a.tell(b.address(), "two") // the first writes may still find the dead connection
		select {
		case got := <-b.came:
			if got != "two" {
				t.Errorf("%q came", got)
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatal("it does not connect again")
		}
	}
}

// Peers that are dead, refuse, swallow the first packet or never read delay nobody's hints, and what
// waits for them is bounded.
func TestBadPeersDelayNobody(t *testing.T) {
	refusing := listen(t)
	refusing.Close()
	silent := listen(t) // takes connections, reads nothing
	defer silent.Close()
	swallowed, once := make(chan struct{}), sync.Once{}
	a := newEnd(t, func(c *Config) {
		c.Dial = func(ctx context.Context, address string) (net.Conn, error) {
			if address == "192.0.2.1:1" {
				once.Do(func() { close(swallowed) })
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return dialTCP(ctx, address)
		}
	})
	b := newEnd(t, nil)
	bad := []string{refusing.Addr().String(), silent.Addr().String(), "192.0.2.1:1"}
	for _, address := range append(bad, b.address()) {
		a.link.meet(address, address)
	}
	for _, address := range bad {
		a.tell(address, "x")
	}
	<-swallowed // its dial hangs now
	for i := range 10 * maxWaiting {
		a.tell(bad[2], string(rune('a'+i%26))+time.Duration(i).String())
	}
	began := time.Now()
	a.tell(b.address(), "good")
	b.want("good")
	if took := time.Since(began); took > 500*time.Millisecond {
		t.Errorf("a good peer waited %v", took)
	}
	a.link.mu.Lock()
	p := a.link.peers[bad[2]]
	a.link.mu.Unlock()
	p.mu.Lock()
	waiting := len(p.waiting)
	p.mu.Unlock()
	if waiting != maxWaiting || a.count("dropped") < 9*maxWaiting {
		t.Errorf("%d wait, %v dropped", waiting, a.count("dropped"))
	}
}

// A hint that repeats itself before it left is one.
func TestHintsCoalesce(t *testing.T) {
	p := newPeer(newEnd(t, nil).link, "b#1", "x")
	for range 100 {
		p.add("s")
	}
	if frames, hints := p.batch(); hints != 1 || len(frames) != frameHead+1 {
		t.Errorf("%d hints in %d bytes", hints, len(frames))
	}
	if _, hints := p.batch(); hints != 0 {
		t.Error("sent twice")
	}
}

// What is no frame ends its own connection and nothing else.
func TestMalformed(t *testing.T) {
	b := newEnd(t, nil)
	good, err := dialTCP(t.Context(), b.address())
	if err != nil {
		t.Fatal(err)
	}
	defer good.Close()
	for _, bytes := range []string{"\x02\x00\x01s", "\x01\xff\xffs", "GET / HTTP/1.1\r\n\r\n", "\x01\x00\x01\xff"} {
		bad, err := dialTCP(t.Context(), b.address())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bad.Write([]byte(bytes)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, bad); err != nil && !isReset(err) {
			t.Errorf("%q: %v", bytes, err)
		}
		bad.Close()
	}
	if _, err := good.Write(appendFrame(nil, "still here")); err != nil {
		t.Fatal(err)
	}
	b.want("still here")
}

// More callers than nodes can be are turned away.
func TestTooManyCallers(t *testing.T) {
	b := newEnd(t, nil)
	var conns []net.Conn
	var group sync.WaitGroup
	defer func() {
		for _, conn := range conns {
			conn.Close()
		}
		group.Wait()
	}()
	turnedAway := make(chan struct{}, 2*maxInbound)
	for range maxInbound + 20 {
		conn, err := dialTCP(t.Context(), b.address())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
		group.Go(func() {
			_, _ = io.Copy(io.Discard, conn)
			turnedAway <- struct{}{}
		})
	}
	for range 20 {
		<-turnedAway
	}
	b.link.mu.Lock()
	defer b.link.mu.Unlock()
	if len(b.link.inbound) != maxInbound {
		t.Errorf("%d are connected", len(b.link.inbound))
	}
}
