package cluster

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"time"

	"github.com/anthdm/hollywood/actor"
)

const (
	// maxInbound is how many nodes may be connected; more are turned away.
	maxInbound = 256
	// inboundIdle ends a connection that brings nothing; the other side gives up earlier.
	inboundIdle = 3 * peerIdle
	// handshakeLimit is for both sides to show who they are.
	handshakeLimit = 2 * time.Second
	// maxArrived is how many hints may wait at the actor that takes them.
	maxArrived = 4096
	// acceptRest is the pause after a failure of the listener, such as too many open files.
	acceptRest = 100 * time.Millisecond
)

// open begins to take hints and hands each to receive, which must not block.
func (l *link) open(ctx context.Context, receive func(hint)) error {
	listener := l.config.Listener
	if listener == nil {
		var err error
		if listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", l.config.Listen); err != nil {
			return fmt.Errorf("hints: %w", err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running.Err() != nil {
		listener.Close()
		return errors.New("hints: the node has stopped")
	}
	l.listener = listener
	l.in = l.engine.SpawnFunc(l.taker(receive), "hints", actor.WithID("in"), actor.WithMaxRestarts(-1))
	l.work.Go(func() { l.accept(listener) })
	return nil
}

// taker is the actor behind hints/in.
func (l *link) taker(receive func(hint)) func(*actor.Context) {
	return func(c *actor.Context) {
		h, ok := c.Message().(hint)
		if !ok {
			return
		}
		defer l.waiting.Add(-1)
		defer func() { // a panic in the library's hands would be logged with its value
			if value := recover(); value != nil {
				l.config.Log.Error("taking a hint panicked", "panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			}
		}()
		receive(h)
	}
}

func (l *link) accept(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		switch {
		case l.running.Err() != nil:
			hangUp(conn)
			return
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(acceptRest)
		case !l.admit(conn):
			conn.Close()
		default:
			l.work.Go(func() { l.converse(conn) })
		}
	}
}

// admit notes a connection unless there are too many.
func (l *link) admit(conn net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running.Err() != nil || len(l.inbound) >= maxInbound {
		return false
	}
	l.inbound[conn] = struct{}{}
	return true
}

// converse takes the hints of one connection until it ends or says what is no hint.
func (l *link) converse(conn net.Conn) {
	defer func() {
		conn.Close()
		l.mu.Lock()
		delete(l.inbound, conn)
		l.mu.Unlock()
	}()
	from, err := l.welcome(conn)
	if err != nil {
		l.config.Log.Warn("a caller was turned away", "error", err)
		return
	}
	frames := bufio.NewReaderSize(from, frameHead+maxID)
	for {
		if from.SetReadDeadline(time.Now().Add(inboundIdle)) != nil {
			return
		}
		id, err := readFrame(frames)
		if err != nil {
			if errors.Is(err, errFrame) {
				l.config.Log.Warn("a peer sent what is no hint; its connection is closed")
			}
			return
		}
		l.pass(id)
	}
}

// welcome lets both sides show who they are and greets the caller.
func (l *link) welcome(conn net.Conn) (net.Conn, error) {
	if err := conn.SetDeadline(time.Now().Add(handshakeLimit)); err != nil {
		return nil, err
	}
	if l.secure != nil {
		secured := tls.Server(conn, l.secure)
		if err := secured.HandshakeContext(l.running); err != nil {
			return nil, err
		}
		conn = secured
	}
	return conn, greet(conn)
}

// pass hands a hint to the actor that takes them; when too many wait there, the periodic pass has to do.
func (l *link) pass(id string) {
	if l.waiting.Add(1) > maxArrived {
		l.waiting.Add(-1)
		l.lost(1)
		return
	}
	l.hints.WithLabelValues("received").Inc()
	l.engine.SendLocal(actor.NewPID(l.address, hintsIn), hint{SessionID: id}, nil)
}
