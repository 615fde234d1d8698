package cluster

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"sync/atomic"

	"github.com/anthdm/hollywood/actor"
	"github.com/prometheus/client_golang/prometheus"
)

// link carries hints between nodes.  It is the remote of our Hollywood engine in place of the library's
// own, whose dials wait for each other and which takes any message from anybody: each peer has a
// goroutine and a bounded set of hints, only live members are peers, and what is not a hint is dropped.
type link struct {
	address string
	secure  *tls.Config // nil: in clear
	config  Config
	hints   *prometheus.CounterVec
	engine  *actor.Engine

	running context.Context
	stop    context.CancelFunc
	work    sync.WaitGroup

	mu       sync.Mutex
	peers    map[string]*peer // by address
	inbound  map[net.Conn]struct{}
	listener net.Listener
	in       *actor.PID   // takes the hints of others
	waiting  atomic.Int64 // hints at that actor
}

func newLink(c Config) *link {
	l := &link{
		address: c.Address, secure: mutual(c.TLS), config: c, hints: c.Metrics.Hints,
		peers: map[string]*peer{}, inbound: map[net.Conn]struct{}{},
	}
	l.running, l.stop = context.WithCancel(context.Background())
	return l
}

// Address implements actor.Remoter.
func (l *link) Address() string { return l.address }

// Start implements actor.Remoter.  It only notes the engine, which is not ready for anything yet; open
// begins.
func (l *link) Start(engine *actor.Engine) error {
	l.engine = engine
	return nil
}

// Send implements actor.Remoter.  It never blocks; what is not a hint to a live member is dropped.
func (l *link) Send(to *actor.PID, message any, _ *actor.PID) {
	h, ok := message.(hint)
	if !ok || to.GetID() != hintsIn || !sendable(h.SessionID) {
		l.lost(1)
		return
	}
	l.mu.Lock()
	p := l.peers[to.GetAddress()]
	l.mu.Unlock()
	if p == nil || !p.add(h.SessionID) {
		l.lost(1)
	}
}

// Stop implements actor.Remoter: it ends all connections; the group is done when all is still.
func (l *link) Stop() *sync.WaitGroup {
	l.mu.Lock()
	l.stop()
	for _, listener := range []net.Listener{l.listener, l.config.Listener} {
		if listener != nil {
			listener.Close()
		}
	}
	for conn := range l.inbound {
		conn.Close()
	}
	in := l.in
	l.in = nil
	l.mu.Unlock()
	l.work.Wait()
	if in != nil {
		<-l.engine.Poison(in).Done()
	}
	return &l.work
}

// meet makes a member a peer.  Whoever had the address before is gone, and its connection with it.
func (l *link) meet(member, address string) {
	if address == "" || address == l.address {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running.Err() != nil {
		return
	}
	if old := l.peers[address]; old != nil {
		old.stop()
	}
	p := newPeer(l, member, address)
	l.peers[address] = p
	l.work.Go(p.run)
}

// part ends a peer, unless another member has its address by now.
func (l *link) part(member, address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.peers[address]; p != nil && p.member == member {
		p.stop()
		delete(l.peers, address)
	}
}

func (l *link) lost(hints int)   { l.hints.WithLabelValues("dropped").Add(float64(hints)) }
func (l *link) passed(hints int) { l.hints.WithLabelValues("sent").Add(float64(hints)) }
