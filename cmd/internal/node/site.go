package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"atende/actors/journal/sealed"
	"atende/metrics"
	"atende/webhook"
	"atende/webhook/admin"
)

// site is the agent of one clinic without its listeners: its engine, and what answers for it over HTTP.  Nothing of it is
// another site's, so that several in one process know nothing of each other.
type site struct {
	engine   *engine
	webhooks http.Handler // what the public listener answers
	pages    http.Handler // what the operators' listener answers

	volatile bool          // the journal ends with the process
	drain    time.Duration // Options.Drain
	log      *slog.Logger
}

// openSite is a site that works, and has not joined its cluster yet.  Its metrics are declared on counted, and its pages show
// those of shown.  adminOpen: other machines reach its pages without a token.
func openSite(ctx context.Context, o Options, counted prometheus.Registerer, shown prometheus.Gatherer, adminOpen bool) (*site, error) {
	measured := metrics.New(counted)
	engine, err := startEngine(ctx, o, measured)
	if err != nil {
		return nil, err
	}
	s := &site{engine: engine, volatile: o.volatile(), drain: o.Drain, log: o.Log}
	s.webhooks = webhook.New(webhook.Config{
		Intake:  engine.intake(o),
		Dialect: o.Gateway.Dialect,
		Token:   o.Webhook.Token,
		Secret:  o.Webhook.Secret,
		Timed:   o.Webhook.Timed,
		Metrics: measured.Webhook,
		Log:     o.Log,
		Now:     o.Now,
		Tracer:  engine.tracer,
	})
	c := s.operators(o, shown)
	c.Metrics, c.AdminOpen = measured.Admin, adminOpen
	s.pages = admin.New(c)
	return s, nil
}

// processCollectors measure the process.
func processCollectors() []prometheus.Collector {
	return []prometheus.Collector{collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{})}
}

// operators is what the operators' pages need.
func (s *site) operators(o Options, shown prometheus.Gatherer) admin.Config {
	office := newDesk(s.engine.journal, s.engine.router, o)
	office.counted = s.engine.sessions.Conversion
	c := admin.Config{
		Gatherer: shown, Ready: s.engine.ready, Open: o.Webhook.Open(), Log: o.Log,
		Node: o.Cluster.Name, Pending: s.engine.pending, Unconfirmed: s.engine.newcomers.Unlikely, Now: o.Now, Token: o.AdminToken, Hosts: o.AdminHosts, Guesses: o.guesses,
		Operator: office, Clinic: o.Clinic.Name, Location: o.Clinic.Location, Base: o.base,
	}
	if rekeyer, ok := s.engine.journal.(sealed.Rekeyer); ok {
		c.Rekey = office.rekeying(rekeyer)
	}
	if s.engine.member != nil {
		c.Cluster = s.engine.member
	}
	return c
}

// httpServer logs what net/http has to say through our logger.
func httpServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{Handler: quiet(handler, log), ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
}

// retreat is the first part of a stop (Node.Stop, 1 and 2): while webhooks are still taken.  answering bounds how long a journal
// in memory is answered for.
func (s *site) retreat(ctx, answering context.Context) {
	s.engine.refuse()
	moving, stop := context.WithTimeout(ctx, moveLimit)
	defer stop()
	if err := s.engine.handOver(moving); err != nil {
		s.log.Warn("shards were not handed over, they wait for the end of this node", "error", err)
	}
	s.answer(answering)
}

// finish is the second part of a stop (Node.Stop, 4 to 6), once no webhook comes any more.
func (s *site) finish(ctx, answering context.Context) error {
	s.answer(answering) // what was on its way in when the first message was refused
	if err := s.engine.drain(ctx); err != nil {
		s.log.Warn("turns were cut", "error", err)
	}
	err := s.leftover()
	s.engine.leave()
	err = errors.Join(err, s.engine.close())
	if lost := flush(ctx, s.engine.tracer); lost != nil {
		s.log.Warn("the last spans were not sent", "error", lost)
	}
	return err
}

// answerEvery is how often it is looked whether everything is answered.
const answerEvery = 10 * time.Millisecond

// answer waits until what a journal in memory holds is answered, at most until ctx ends.
func (s *site) answer(ctx context.Context) {
	if !s.volatile {
		return
	}
	look := time.NewTicker(answerEvery)
	defer look.Stop()
	for s.engine.pending() > 0 {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// leftover tells what was accepted and is not answered; the error is that it is lost.
func (s *site) leftover() error {
	waiting := s.engine.pending()
	switch {
	case waiting == 0, s.engine.member != nil: // in a cluster the other nodes answer what waits
		return nil
	case s.volatile:
		s.log.Error("accepted messages are lost: they were not answered in time, and the journal is in memory", "count", waiting)
		return fmt.Errorf("%d accepted messages are lost with the journal in memory", waiting)
	default:
		s.log.Info("messages wait in the journal for the next start", "count", waiting)
		return nil
	}
}
