package cluster

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"time"
)

const (
	dialLimit  = time.Second
	writeLimit = 2 * time.Second
	// peerIdle closes a connection that carried nothing for so long.
	peerIdle = time.Minute
	// peerRest is the pause after a failure; hints gather, and repeat themselves, meanwhile.
	peerRest = 250 * time.Millisecond
	// maxWaiting is how many hints wait for one peer.  The periodic pass finds what they were about.
	maxWaiting = 1024
)

// peer is one other node as the link sees it.
type peer struct {
	link    *link
	member  string
	address string
	running context.Context
	stop    context.CancelFunc
	wake    chan struct{}

	mu      sync.Mutex
	waiting map[string]struct{} // a hint that is repeated before it left is one
}

func newPeer(l *link, member, address string) *peer {
	p := &peer{
		link: l, member: member, address: address,
		wake: make(chan struct{}, 1), waiting: map[string]struct{}{},
	}
	p.running, p.stop = context.WithCancel(l.running)
	return p
}

// add puts a hint into the set that leaves next; false: the set is full.
func (p *peer) add(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, waits := p.waiting[id]; !waits && len(p.waiting) >= maxWaiting {
		return false
	}
	p.waiting[id] = struct{}{}
	select {
	case p.wake <- struct{}{}:
	default:
	}
	return true
}

// batch takes all that waits, as frames.
func (p *peer) batch() (frames []byte, hints int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range p.waiting {
		frames = appendFrame(frames, id)
	}
	hints = len(p.waiting)
	clear(p.waiting)
	return frames, hints
}

// run sends what comes until the peer is stopped.
func (p *peer) run() {
	var conn net.Conn
	defer func() { hangUp(conn) }()
	idle := time.NewTimer(peerIdle)
	defer idle.Stop()
	for {
		select {
		case <-p.running.Done():
			return
		case <-idle.C:
			hangUp(conn)
			conn = nil
			continue
		case <-p.wake:
		}
		frames, hints := p.batch()
		if conn = p.deliver(conn, frames); conn == nil {
			p.link.lost(hints)
			p.pause()
			continue
		}
		p.link.passed(hints)
		idle.Reset(peerIdle)
	}
}

// deliver writes frames to the connection, or to a new one when there is none or it is broken.  nil: the
// peer cannot be reached now.
func (p *peer) deliver(conn net.Conn, frames []byte) net.Conn {
	if conn != nil {
		if p.write(conn, frames) == nil {
			return conn
		}
		hangUp(conn)
	}
	conn, err := p.dial()
	if err != nil {
		p.link.config.Log.Debug("a node cannot be reached for hints", "member", p.member, "error", err)
		return nil
	}
	if err := p.write(conn, frames); err != nil {
		hangUp(conn)
		return nil
	}
	return conn
}

func (p *peer) write(conn net.Conn, frames []byte) error {
	release := context.AfterFunc(p.running, func() { conn.Close() })
	defer release()
	if err := conn.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	_, err := conn.Write(frames)
	return err
}

// dial connects, lets both sides show who they are with TLS, and waits for the greeting: before it, a
// caller that the other side turns away would take its hints for sent.
func (p *peer) dial() (net.Conn, error) {
	ctx, cancel := context.WithTimeout(p.running, dialLimit)
	defer cancel()
	dial := p.link.config.Dial
	if dial == nil {
		dial = dialTCP
	}
	raw, err := dial(ctx, p.address)
	if err != nil {
		return nil, err
	}
	release := context.AfterFunc(ctx, func() { raw.Close() })
	conn := raw
	if p.link.secure != nil {
		conn = tls.Client(raw, towards(p.link.secure, p.address))
	}
	err = awaitGreeting(conn)
	if !release() && err == nil {
		err = context.Cause(ctx) // the greeting came just too late
	}
	if err != nil {
		raw.Close()
		return nil, err
	}
	return conn, nil
}

func dialTCP(ctx context.Context, address string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(ctx, "tcp", address)
}

func (p *peer) pause() {
	timer := time.NewTimer(peerRest)
	defer timer.Stop()
	select {
	case <-p.running.Done():
	case <-timer.C:
	}
}

func hangUp(conn net.Conn) {
	if conn != nil {
		conn.Close()
	}
}
