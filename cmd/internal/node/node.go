// Package node is a whole agent as a value: journal, clients, engine and listeners, wired, started
// and drained in one place.  `atende serve`, the demo and the tests run the same one.
package node

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"atende/actors/journal/sealed"
	"atende/cmd/internal/endpoint"
	"atende/integrations/inbound"
	"atende/metrics"
	"atende/webhook"
	"atende/webhook/admin"
)

// Node is a running agent.
type Node struct {
	public *endpoint.Endpoint
	admin  *endpoint.Endpoint
	engine *engine
	ended  chan struct{}
	log    *slog.Logger

	adminOpen   bool          // other machines reach the operators' pages without a token
	volatile    bool          // the journal ends with the process
	drain       time.Duration // Options.Drain
	intakeLimit time.Duration // as the constant, but in tests
}

// profileTimeout leaves time for a CPU profile of some minutes.
const profileTimeout = 5 * time.Minute

// intakeLimit is how long Stop waits for webhook calls in hand.  A message takes milliseconds; a
// transfer that hangs at the gateway may be cut, its caller has no answer then and asks again.
const intakeLimit = 5 * time.Second

// moveLimit is how long Stop waits for the other nodes to take over; turns that are held meanwhile end by
// then, or are cut like any other.
const moveLimit = 20 * time.Second

// undoLimit is how long a start that failed may take to stop what it began; there are no turns yet.
const undoLimit = 10 * time.Second

// Start runs a node.  In a cluster it listens before it is a member, because a name may be taken for
// seconds and any node may take any webhook; /ready says no until then.  The end of ctx ends that wait,
// and nothing else.  The error says what could not be opened, and is ErrInUse for a journal that another
// process holds, ErrRefused when the cluster does not take the node, ctx's when it ended during the wait;
// nothing runs then.
func Start(ctx context.Context, o Options) (*Node, error) {
	n, err := open(context.WithoutCancel(ctx), o.withDefaults())
	if err != nil {
		return nil, err
	}
	if err := n.engine.join(ctx); err != nil {
		undoing, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoLimit)
		defer cancel()
		return nil, errors.Join(err, n.Stop(undoing))
	}
	return n, nil
}

// open is a node that serves, and has not joined yet.
func open(ctx context.Context, o Options) (*Node, error) {
	public, err := endpoint.Listen(ctx, o.Listen)
	if err != nil {
		return nil, fmt.Errorf("webhooks: %w", err)
	}
	operators, err := endpoint.Listen(ctx, o.AdminListen)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("admin: %w", err), public.Stop(ctx))
	}
	o.AdminURL = strings.TrimSuffix(cmp.Or(o.AdminURL, operators.URL()), "/")
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	measured := metrics.New(registry)
	engine, err := startEngine(ctx, o, measured)
	if err != nil {
		return nil, errors.Join(err, public.Stop(ctx), operators.Stop(ctx))
	}
	n := &Node{
		public: public, admin: operators, engine: engine, ended: make(chan struct{}), log: o.Log,
		volatile: o.volatile(), drain: o.Drain, intakeLimit: intakeLimit,
		adminOpen: o.AdminToken == "" && beyondThisMachine(operators.Addr()),
	}
	public.Start(webhook.Harden(n.server(webhook.New(webhook.Config{
		Intake:  engine.intake(o.volatile()),
		Dialect: o.Gateway.Dialect,
		Token:   o.Webhook.Token,
		Secret:  o.Webhook.Secret,
		Timed:   o.Webhook.Timed,
		Metrics: measured.Webhook,
		Log:     o.Log,
		Now:     o.Now,
		Tracer:  engine.tracer,
	}))))
	c := n.operators(o, registry)
	c.Metrics = measured.Admin
	operatorServer := n.server(admin.New(c))
	operatorServer.WriteTimeout = profileTimeout
	operators.Start(webhook.Harden(operatorServer))
	go n.watch()
	o.Log.Debug("serving", "address", n.PublicAddr(), "admin", n.AdminAddr(), "cluster", n.ClusterAddr())
	return n, nil
}

// operators is what the operators' pages need.
func (n *Node) operators(o Options, registry *prometheus.Registry) admin.Config {
	office := newDesk(n.engine.journal, n.engine.router, o)
	office.counted = n.engine.sessions.Conversion
	c := admin.Config{
		Gatherer: registry, Ready: n.engine.ready, Open: o.Webhook.Open(), AdminOpen: n.adminOpen, Log: o.Log,
		Node: o.Cluster.Name, Pending: n.engine.pending, Unconfirmed: n.engine.newcomers.Unlikely, Now: o.Now, Token: o.AdminToken, Hosts: o.AdminHosts,
		Operator: office, Clinic: o.Clinic.Name, Location: o.Clinic.Location,
	}
	if rekeyer, ok := n.engine.journal.(sealed.Rekeyer); ok {
		c.Rekey = office.rekeying(rekeyer)
	}
	if n.engine.member != nil {
		c.Cluster = n.engine.member
	}
	return c
}

// server logs what net/http has to say through our logger.
func (n *Node) server(handler http.Handler) *http.Server {
	return &http.Server{Handler: quiet(handler, n.log), ErrorLog: slog.NewLogLogger(n.log.Handler(), slog.LevelWarn)}
}

// watch closes ended when a listener ends; Stop ends both.
func (n *Node) watch() {
	defer close(n.ended)
	select {
	case <-n.public.Ended():
	case <-n.admin.Ended():
	}
}

// Stop drains the node, at most until ctx ends; the error is that of closing the journal, and with a journal in memory
// also that messages are lost, which their count in the log tells.  Otherwise what took too long is only logged, because
// it is not lost.  The order matters:
//
//  1. /ready says no.  A journal in memory takes no more messages (503), and what it took is answered, new turns
//     included: there is no next start that could (contract, "Drain with memory:").
//  2. In a cluster the shards go to the other nodes, which go on with what waits; webhooks are still taken,
//     as any node takes any.
//  3. The public listener closes and the calls in hand finish: after this nothing new is promised,
//     and every 202 that was given is for a message in the journal.
//  4. The turns in hand finish, with gateway and scheduling API still reachable.  What they do not
//     finish stays in the journal, and the next start goes on with it.
//  5. The membership ends, and the journal closes: only now does nobody write to it.
//  6. The last spans go to the collector, if there is one, for 3 s at most.
//  7. The operators' listener goes last, so that a slow drain can be watched.
func (n *Node) Stop(ctx context.Context) error {
	n.engine.refuse()
	moving, stop := context.WithTimeout(ctx, moveLimit)
	defer stop()
	if err := n.engine.handOver(moving); err != nil {
		n.log.Warn("shards were not handed over, they wait for the end of this node", "error", err)
	}
	answering, done := context.WithTimeout(ctx, n.drain)
	defer done()
	n.answer(answering)
	intake, cancel := context.WithTimeout(ctx, n.intakeLimit)
	defer cancel()
	if err := n.public.Stop(intake); err != nil {
		n.log.Warn("webhook calls were cut", "error", err)
	}
	n.answer(answering) // what was on its way in when the first message was refused
	if err := n.engine.drain(ctx); err != nil {
		n.log.Warn("turns were cut", "error", err)
	}
	err := n.leftover()
	n.engine.leave()
	err = errors.Join(err, n.engine.close())
	if lost := flush(ctx, n.engine.tracer); lost != nil {
		n.log.Warn("the last spans were not sent", "error", lost)
	}
	if stopped := n.admin.Stop(ctx); stopped != nil {
		n.log.Warn("operators' calls were cut", "error", stopped)
	}
	<-n.ended
	return err
}

// answerEvery is how often it is looked whether everything is answered.
const answerEvery = 10 * time.Millisecond

// answer waits until what a journal in memory holds is answered, at most until ctx ends.
func (n *Node) answer(ctx context.Context) {
	if !n.volatile {
		return
	}
	look := time.NewTicker(answerEvery)
	defer look.Stop()
	for n.engine.pending() > 0 {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// leftover tells what was accepted and is not answered; the error is that it is lost.
func (n *Node) leftover() error {
	waiting := n.engine.pending()
	switch {
	case waiting == 0, n.engine.member != nil: // in a cluster the other nodes answer what waits
		return nil
	case n.volatile:
		n.log.Error("accepted messages are lost: they were not answered in time, and the journal is in memory", "count", waiting)
		return fmt.Errorf("%d accepted messages are lost with the journal in memory", waiting)
	default:
		n.log.Info("messages wait in the journal for the next start", "count", waiting)
		return nil
	}
}

// Ended is closed when the node serves no more.
func (n *Node) Ended() <-chan struct{} { return n.ended }

// Err says which listener ended by itself, and why; valid once Stop returned.
func (n *Node) Err() error { return errors.Join(n.public.Err(), n.admin.Err()) }

// Pending counts messages that were accepted and not answered yet.
func (n *Node) Pending() int { return n.engine.pending() }

// PublicAddr is HOST:PORT of the webhooks.
func (n *Node) PublicAddr() string { return n.public.Addr() }

// ClusterAddr is HOST:PORT at which other nodes reach this one, "" for none.
func (n *Node) ClusterAddr() string { return n.engine.address() }

// AdminAddr is HOST:PORT of the operators' pages.
func (n *Node) AdminAddr() string { return n.admin.Addr() }

// PublicURL is where a program on this machine reaches the webhooks, without a slash at the end.
func (n *Node) PublicURL() string { return n.public.URL() }

// AdminOpen reports that other machines can open the operators' pages, and no token is asked of them.
func (n *Node) AdminOpen() bool { return n.adminOpen }

// beyondThisMachine reports whether other machines reach what listens on HOST:PORT.
func beyondThisMachine(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err != nil || !inbound.Loopback(host)
}

// AdminURL is where a program on this machine reaches the operators' pages, likewise.
func (n *Node) AdminURL() string { return n.admin.URL() }
