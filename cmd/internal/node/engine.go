package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"atende/actors/cluster"
	"atende/actors/decide/rules"
	"atende/actors/journal"
	"atende/actors/journal/sealed"
	"atende/actors/journal/store"
	"atende/actors/newcomer"
	"atende/actors/router"
	"atende/actors/session"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
	"atende/metrics"
	"atende/metrics/tracing"
	"atende/webhook"
)

// engine is what stands behind the listeners: the journal, the clients, and the actors between them.
type engine struct {
	journal    journal.Store
	gateway    *chat.Client
	scheduling *scheduling.Client
	agent      *agent
	sessions   *session.Behavior
	router     *router.Router
	newcomers  *newcomer.Desk
	prepare    func() // learns while the first burst of messages waits for its end
	tracer     *tracing.Tracer
	member     *cluster.Node // nil for a journal of one process
	joined     atomic.Bool   // member is one, or was
	draining   atomic.Bool
}

// ErrInUse is in the error of Start when another process holds the journal.
var ErrInUse = errors.New("a journal serves one process at a time")

// maxPending bounds the messages that were accepted and not answered yet; the router sheds load before
// the journal has to refuse.
const maxPending = 50_000

// startEngine opens the journal and begins to work on what is waiting in it; in a cluster that is nothing
// before join.
func startEngine(ctx context.Context, o Options, measured *metrics.Metrics) (*engine, error) {
	opened, err := store.Open(ctx, o.DatabaseURL, store.Options{
		Now: o.Now, MaxPending: maxPending, Keys: o.DataKeys, Log: o.Log, Former: webhook.Former,
	})
	if errors.Is(err, syscall.EWOULDBLOCK) { // of the file, the only lock that is not waited for
		return nil, fmt.Errorf("%w: %w", ErrInUse, err)
	}
	if _, lacks := errors.AsType[*sealed.KeyError](err); lacks || errors.Is(err, journal.ErrForeignHash) {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err != nil {
		return nil, err // it says "journal" already
	}
	tracer, err := newTracer(o, measured)
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	measured.Conversion.Know(labels(o.Clinic))
	e := &engine{
		tracer:  tracer,
		journal: opened,
		gateway: chat.New(chat.Config{
			URL:          o.Gateway.URL,
			Token:        o.Gateway.Token,
			ChannelID:    o.Gateway.ChannelID,
			DepartmentID: o.Gateway.DepartmentID,
			Template:     o.Gateway.Template,
			Offer:        o.Gateway.Offer,
			Dialect:      o.Gateway.Dialect,
			Rate:         o.Gateway.Rate,
			Metrics:      measured.Clients,
			Log:          o.Log,
		}),
		scheduling: scheduling.New(scheduling.Config{
			URL:      o.Scheduling.URL,
			Headers:  o.Scheduling.Headers,
			Location: o.Clinic.Location,
			Doctors:  Doctors(o.Clinic),
			Now:      o.Now,
			Metrics:  measured.Clients,
			Log:      o.Log,
		}),
	}
	if e.prepare = func() {}; o.QuietWindow > 0 {
		e.prepare = sync.OnceFunc(func() { go rules.Prepare() })
	}
	e.newcomers = newcomer.New(newcomer.Config{
		Rate: o.Gateway.Rate, Pending: opened.Pending, MaxPending: maxPending, Metrics: measured.Unconfirmed, Now: o.Now,
		Key: []byte(o.Gateway.Token), Memory: opened, // the one secret that all nodes have
	})
	if err := e.newcomers.Recall(ctx); err != nil {
		o.Log.WarnContext(ctx, "what the gateway's calls are like is learned anew", "error", err)
	}
	if e.member, err = joining(ctx, o, opened, measured); err != nil {
		return nil, errors.Join(err, opened.Close(), flush(ctx, tracer))
	}
	if e.sessions, err = e.behavior(ctx, o, measured); err != nil {
		e.leave()
		return nil, errors.Join(err, opened.Close(), flush(ctx, tracer))
	}
	if err := e.start(o, measured); err != nil {
		e.leave()
		e.agent.close()
		return nil, errors.Join(err, opened.Close(), flush(ctx, tracer))
	}
	e.export(o, measured)
	return e, nil
}

// start lets the actors work on what waits.
func (e *engine) start(o Options, measured *metrics.Metrics) error {
	config := router.Config{
		Journal:   e.journal,
		Gateway:   e.gateway,
		Newcomers: e.newcomers,
		Producer:  e.sessions.Producer,
		Metrics:   measured.Engine,
		Outcomes:  measured.Turns.Outcomes,
		Log:       o.Log,
		Now:       o.Now,

		Conversion: measured.Conversion,

		KeepSessions: o.Keep.Sessions, KeepIntents: o.Keep.Intents,
		KeepHistory: o.Keep.History, KeepDemand: o.Keep.Demand, KeepAccesses: o.Keep.Accesses,
		MaxPending: maxPending,
		Grace:      o.Drain,
	}
	if e.member != nil {
		config.Cluster, config.Engine = e.member, e.member.Engine()
	}
	var err error
	e.router, err = router.New(config)
	return err
}

// behavior is how the sessions of this node act.
func (e *engine) behavior(ctx context.Context, o Options, measured *metrics.Metrics) (*session.Behavior, error) {
	var err error
	if e.agent, err = newAgent(ctx, o, e.journal, measured); err != nil {
		return nil, err
	}
	var template, offer func(ctx context.Context, phone, value string) (json.RawMessage, error)
	if o.Gateway.Template.ID != "" {
		template = e.gateway.SendTemplate
	}
	if o.Gateway.Offer.ID != "" {
		offer = e.gateway.SendOffer
	}
	return session.NewBehavior(session.Config{
		SendTemplate: template,
		SendOffer:    offer,

		HandOn: handOn(o.answering),

		Journal:     e.journal,
		Gateway:     e.gateway,
		Scheduling:  e.scheduling,
		AdminURL:    o.AdminURL,
		Agents:      e.agent.roster,
		Clinic:      e.agent.roster.main.Clinic,
		Filters:     session.Filters(o.Filters),
		QuietWindow: o.QuietWindow,
		Limits:      o.Limits,
		Newcomers:   e.newcomers,
		Media:       e.agent.media,
		Tags:        o.Tags,
		TagNames:    o.Clinic.Tags,
		Metrics:     measured.Turns,
		Model:       measured.Model,
		Conversion:  measured.Conversion,
		Tracer:      e.tracer,
		Panics:      measured.Engine.TurnPanics,
		Floor:       e.floor(),
		Log:         o.Log,
		Now:         o.Now,
	}), nil
}

// handOn gives messages to the engines of clinics that share a gateway with one.
func handOn(answering func(instance string) (*engine, error)) func(ctx context.Context, instance, sessionID, messageID string, m journal.PatientMessage) (bool, error) {
	if answering == nil {
		return nil
	}
	return func(ctx context.Context, instance, sessionID, messageID string, m journal.PatientMessage) (bool, error) {
		other, err := answering(instance)
		if other == nil {
			return false, err
		}
		return true, other.router.Accept(ctx, sessionID, messageID, m)
	}
}

// intake is the engine as the receiver sees it; volatile: its journal ends with the process.
func (e *engine) intake(o Options) webhook.Intake {
	return intake{e, o.volatile(), o.answering, o.beside, o.Filters.Instances}
}

// intake hands on what the receiver lets through.
type intake struct {
	*engine
	volatile  bool
	answering func(instance string) (*engine, error)
	beside    func() []*engine
	instances []string // its own
}

// Accept takes a message.  While the journal of the clinic is away the clinics that share its gateway take it, so that what is
// for them is answered; what is for this one waits there.
func (i intake) Accept(ctx context.Context, m webhook.Message) error {
	if i.volatile && i.draining.Load() {
		return errDraining // every message more could be one that is lost
	}
	m.Patient.Origin = i.newcomers.Origin(newcomer.Caller(m.Caller))
	i.prepare()
	err := i.router.Accept(ctx, m.SessionID, m.MessageID, m.Patient)
	if err == nil || errors.Is(err, journal.ErrFull) || i.beside == nil {
		return err
	}
	for _, other := range i.beside() { // each hands on what is another's
		if other.router.Accept(ctx, m.SessionID, m.MessageID, m.Patient) == nil {
			return nil
		}
	}
	return err
}

// Transfer is that of the clinic whose instance number the chat session has, where several share a gateway: each has its own
// department.
func (i intake) Transfer(ctx context.Context, sessionID, reason string) error {
	if i.beside == nil || len(i.beside()) == 0 {
		return i.router.Transfer(ctx, sessionID, reason)
	}
	reading, left, err := i.router.Admit(ctx, sessionID)
	if err != nil {
		return fmt.Errorf("whose chat session is it: %w", err)
	}
	c, err := i.gateway.Session(reading, sessionID)
	left()
	if err != nil {
		return fmt.Errorf("whose chat session is it: %w", err)
	}
	other, err := i.answering(c.Instance)
	switch {
	case other != nil:
		return other.router.Transfer(ctx, sessionID, reason)
	case err != nil && !slices.Contains(i.instances, c.Instance):
		return err
	}
	return i.router.Transfer(ctx, sessionID, reason)
}

// outsideLimit is how long a node that is no member may still count as ready: it takes messages for the
// others, and is back within a second when nothing else is wrong.
const outsideLimit = 5 * time.Second

var (
	errDraining = errors.New("draining")
	errJoining  = errors.New("not a member of the cluster yet")
	errOutside  = errors.New("not a member of the cluster any more")
	errFull     = errors.New("the journal is at its bound")
)

// refuse makes ready say no from now on.
func (e *engine) refuse() { e.draining.Store(true) }

// ready reports whether this node should get traffic: it is not stopping, it is a member of its cluster,
// its journal answers, takes writes and is not full.
func (e *engine) ready(ctx context.Context) error {
	if e.draining.Load() {
		return errDraining
	}
	switch {
	case e.member == nil:
	case !e.joined.Load():
		return errJoining
	case e.member.Outside() > outsideLimit:
		return errOutside
	}
	if e.journal.Pending() >= maxPending {
		return errFull // every message would be refused
	}
	if _, err := e.journal.Sweep(ctx, 1); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if checker, ok := e.journal.(journal.Checker); ok {
		if err := checker.Ready(ctx); err != nil {
			return fmt.Errorf("journal: %w", err)
		}
	}
	return nil
}

// pending counts messages that were accepted and not answered yet.
func (e *engine) pending() int { return e.journal.Pending() }

// drain lets turns finish, and then bookings whose answer is still to be recorded, at most until ctx
// ends.  The error says that some still ran then.
func (e *engine) drain(ctx context.Context) error {
	e.newcomers.Close()
	return errors.Join(e.router.Drain(ctx), e.sessions.Wait(ctx))
}

// close releases what the engine holds.  The error is the journal's.
func (e *engine) close() error {
	e.gateway.Close()
	e.scheduling.Close()
	e.agent.close()
	return e.journal.Close()
}
