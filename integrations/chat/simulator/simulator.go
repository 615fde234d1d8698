// Package simulator is a chat gateway in one process: the five operations of spec C, in the spec's
// dialect or in another one of its family, webhook deliveries to the agent, a control API (contract, "Settings"), and a page that looks like the
// patient's phone.  It serves `atende gateway`, the demo and the tests.
//
// It is strict where a real gateway is vague.  A body must hold exactly the fields of the spec, an
// unknown session is a 404, a closed one refuses messages: a client that gets along with it does
// not depend on kindness.  It is also a trap: the old transfer that spec C, rule 1, forbids
// answers 200 and leaves a mark on the session.  Its wire types are its own and not the client's,
// so that the two can disagree in a test.
//
// How a message travels:
//
//	Send ──▶ session.messages ──▶ session.queue ──▶ one worker per session ──▶ webhook
//
// The queue of a session is delivered strictly in order: the next message waits until the one
// before it was answered with a 2xx or given up.  No answer within Config.RetryAfter counts as a
// failure, and the same bytes are delivered again (spec section 6).
//
// Everything lives in memory, behind one lock, and everything is bounded: sessions, messages, files,
// calls and deliveries forget their oldest, a full queue refuses (ErrBusy), a listener that does
// not read is disconnected.
package simulator

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Bounds that nobody needs to set.
const (
	maxQueue       = 500 // undelivered messages of one session
	maxHistory     = 300 // calls, and as many deliveries, that a session remembers
	maxSubscribers = 32  // listeners of one session
	closeWait      = 5 * time.Second
)

// Errors of the Go API.  The control API answers them as 404, 503 and 503.
var (
	// ErrNoSession means that no session has this id (any more).
	ErrNoSession = errors.New("simulator: no such session")
	// ErrBusy means that a bound was reached: undelivered messages or listeners of a session.
	ErrBusy = errors.New("simulator: too much is waiting")
	// ErrClosed means that Drain or Close was called.
	ErrClosed = errors.New("simulator: closed")
)

// Config is what a simulator needs to know.  The zero value of every field is usable; without
// WebhookURL nothing is delivered.
type Config struct {
	// Dialect is how it writes and what it takes, one of Dialects; "" is the spec's.
	Dialect string
	// WebhookURL is where events are posted; a URL without a path gets /webhook/message.
	WebhookURL string
	// WebhookToken is sent as "Authorization: Bearer …", WebhookSecret signs the raw body
	// (contract, "Settings"); each only if set.
	WebhookToken, WebhookSecret string
	// Token is what the five operations must carry as bearer token; "" takes any, and none.
	Token string
	// Open lets callers of other machines drive it, by /sim and the page, without the token; else they need it.
	Open bool
	// ChannelID and DepartmentID are the only ones that exist; "" takes any.
	ChannelID, DepartmentID string
	// Defaults are the filter fields of a new session.  They should pass the agent's filters.
	Defaults Defaults
	// HumanTeam is the name of the human department: what a transfer writes as teamName.
	HumanTeam string
	// Unattended keeps team and status of a session that is transferred, as where no person has taken it yet: the spec promises
	// no effect of a transfer on them (spec 3).  Of the spec's dialect alone.
	Unattended bool
	// PublicURL is where the agent reaches the files of patients ("http://host:port"); "" for where the one who
	// attached them reached the simulator.
	PublicURL string
	// Clinic is the name that the page shows.
	Clinic string
	// Frames is a source of Content-Security-Policy that may show the page within its own; "" for nobody.
	Frames string
	// Panel adds facts to the page's side panel, for example the patient's appointments.  It is
	// called without locks held, from several goroutines.
	Panel func(sessionID string, all bool) map[string]any

	// RetryAfter is how long a delivery waits for its answer; 10 s (spec section 8).
	RetryAfter time.Duration
	// RetryPause is the pause after the first failed delivery; it doubles up to one minute.  1 s.
	RetryPause time.Duration
	// MaxTries is after how many failures a delivery is given up; 10.
	MaxTries int
	// MaxSessions and MaxMessages (of one session) are what is remembered; 10,000 and 2,000.
	MaxSessions, MaxMessages int

	// Transport makes the deliveries; nil for one of our own.
	Transport http.RoundTripper
	// Now is the clock of everything that is shown or sent; nil for time.Now.
	Now func() time.Time
	// Log gets ids and counts, never a phone, a name or a text; nil discards.
	Log *slog.Logger
}

// Defaults are the four fields that the workflow filters on (spec 2.6).
type Defaults struct{ Platform, InstanceNumber, TeamName, Status string }

// Simulator is a running gateway.  Its methods may be called from any goroutine.
type Simulator struct {
	cfg     Config
	dialect *dialect
	client  *http.Client
	handler http.Handler
	faults  faults

	ctx  context.Context // ends with Close
	stop context.CancelFunc
	work sync.WaitGroup // one for every session that is delivering

	mu       sync.Mutex
	closed   bool
	sessions map[string]*session
	order    []*session          // oldest first
	byPhone  map[string]*session // the latest of each phone

	files     []*stored // oldest first
	fileBytes int
}

// New makes a simulator.  Its goroutines start with the first message; Close ends them.
func New(cfg Config) *Simulator {
	cfg = cfg.withDefaults()
	ctx, stop := context.WithCancel(context.Background())
	s := &Simulator{
		cfg:      cfg,
		dialect:  dialectNamed(cfg.Dialect),
		client:   newClient(cfg.Transport),
		ctx:      ctx,
		stop:     stop,
		sessions: map[string]*session{},
		byPhone:  map[string]*session{},
	}
	s.handler = s.routes()
	return s
}

// Defaults are the filter fields of a new session, none of them empty.
func (s *Simulator) Defaults() Defaults { return s.cfg.Defaults }

// Handler serves the operations, the control API and the page.  The operations keep working after
// Close, so that an agent that is still draining is answered.
func (s *Simulator) Handler() http.Handler { return s.handler }

// Drain takes no more messages and waits until every accepted one was delivered or given up.  The
// error is the context's.  Call Close afterwards.
func (s *Simulator) Drain(ctx context.Context) error {
	s.refuseMore()
	idle := make(chan struct{})
	go func() {
		s.work.Wait() // ends at the latest with Close
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends event streams and deliveries, and waits a few seconds at most for their goroutines.
// Call it before http.Server.Shutdown, which waits for the streams.  Twice is harmless.
func (s *Simulator) Close() {
	s.refuseMore()
	s.stop()
	s.unwatchAll()
	ctx, cancel := context.WithTimeout(context.Background(), closeWait)
	defer cancel()
	if err := s.Drain(ctx); err != nil {
		s.cfg.Log.Error("deliveries did not end in time")
	}
	s.client.CloseIdleConnections()
}

func (s *Simulator) refuseMore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

func (s *Simulator) unwatchAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.sessions {
		for watcher := range c.watchers {
			c.unwatch(watcher)
		}
	}
}
