package node

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/metrics"
)

// Cluster is how this node is one of several; it needs a journal that they share.
type Cluster struct {
	// Name is the node's among the others, the same after a restart.
	Name string
	// Listen is HOST:PORT at which the others reach this node; "": it takes and gives no hints, and
	// everything else is the same.
	Listen string
	// TLS holds the node's certificate and the authority of all of them; nil: in clear.
	TLS *tls.Config
	// Release tells operators what this program is.
	Release string
}

// ErrRefused is in the error of Start when the cluster does not take this node: a live one has its name,
// or the store is of another release or another placement, or encrypted with a data key that is not given.
var ErrRefused = errors.New("the cluster does not take this node")

// joining is a member that has not joined yet, nil for a journal of one process.
func joining(ctx context.Context, o Options, opened journal.Journal, measured *metrics.Metrics) (*cluster.Node, error) {
	shared, ok := opened.(journal.Shared)
	if !ok {
		return nil, nil
	}
	c := cluster.Config{
		Store: shared, Name: o.Cluster.Name, Release: o.Cluster.Release, SchemaMax: record.Schema, TLS: o.Cluster.TLS,
		Pending: opened.Pending, MaxPending: maxPending, Metrics: measured.Engine, Log: o.Log,
	}
	if o.Cluster.Listen != "" {
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Cluster.Listen)
		if err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
		c.Listener, c.Address = listener, reachable(o.Cluster.Listen, listener)
	}
	member, err := cluster.New(c)
	if err != nil {
		return nil, err
	}
	shared.Own(member)
	return member, nil
}

// reachable is the address as it was given, with the port that a 0 became.
func reachable(given string, listener net.Listener) string {
	host, _, _ := net.SplitHostPort(given) // it was listened on
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return net.JoinHostPort(host, port)
}

// join makes the engine a member.  The error is ctx's when it ended before the cluster took the node,
// unless it never would have.
func (e *engine) join(ctx context.Context) error {
	if e.member == nil {
		return nil
	}
	err := e.member.Start(ctx, e.router)
	switch {
	case err == nil:
		e.joined.Store(true)
		return nil
	case errors.Is(err, journal.ErrOldRelease), errors.Is(err, journal.ErrForeignHash):
		return fmt.Errorf("%w: %w", ErrRefused, err)
	case ctx.Err() != nil:
		return fmt.Errorf("not joined yet: %w", ctx.Err())
	case errors.Is(err, journal.ErrNodeTaken):
		return fmt.Errorf("%w: %w", ErrRefused, err)
	default:
		return err
	}
}

// handOver gives the shards to the other nodes, at most until ctx ends; they go on at once.
func (e *engine) handOver(ctx context.Context) error {
	if e.member == nil {
		return nil
	}
	return e.member.Drain(ctx)
}

// address is where the other nodes reach this one.
func (e *engine) address() string {
	if e.member == nil {
		return ""
	}
	return e.member.Address
}

// leave ends the membership.
func (e *engine) leave() {
	if e.member != nil {
		e.member.Stop()
	}
}

// floor is the state schema that every node reads; nil for a journal of one process.
func (e *engine) floor() func() int {
	if e.member == nil {
		return nil
	}
	return e.member.Floor
}
