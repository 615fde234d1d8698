package session

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/newcomer"
	"atende/actors/session/attachment"
	"atende/actors/session/record"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
	"atende/metrics"
	"atende/metrics/seldom"
	"atende/metrics/tracing"
)

// Gateway is what a session needs of the chat gateway (spec C).  Errors are *outbound.Error.
type Gateway interface {
	Session(ctx context.Context, id string) (chat.Session, error)
	SendInSession(ctx context.Context, id, text string) (json.RawMessage, error)
	SendMenu(ctx context.Context, id, text string, m *chat.Menu) (json.RawMessage, error)
	SendByPhone(ctx context.Context, phone, text string) (json.RawMessage, error)
	Transfer(ctx context.Context, id string) (json.RawMessage, error)
	Tag(ctx context.Context, phone string, tags ...string) (json.RawMessage, error)
}

// Scheduling is what a session needs of the scheduling API (spec A).  Errors are *outbound.Error;
// what became of an A4 stands in Booking.Verdict, with and without an error.
type Scheduling interface {
	Slots(ctx context.Context, q scheduling.Query) ([]scheduling.Slot, error)
	FindPatient(ctx context.Context, cpf string) (scheduling.Patient, bool, error)
	Register(ctx context.Context, p scheduling.NewPatient) error
	Book(ctx context.Context, a scheduling.Appointment) (scheduling.Booking, error)
	// KnowsIntents reports that the API announced to this process, in any answer, that it knows
	// Atende-Intent: then, and only then, repeating an A4 with the same intent is safe (contract, "A4").
	KnowsIntents() bool
	// Met reports that the API has answered this process before: only then does it mean something that it
	// did not announce anything.
	Met() bool
}

// Filters are what a chat session must look like to be answered (spec B).
type Filters struct {
	Instances []string // exact
	Team      string   // exact
	Statuses  []string // exact
	// Closed are the statuses of sessions that are over, in which nobody writes: who has an appointment is asked about it
	// all the same, by phone.
	Closed []string
}

// Hooks tell tests what happens; nil functions cost nothing.
type Hooks struct {
	// TurnEnded is called when a turn is over, with its result (metrics.TurnResults).
	TurnEnded func(sessionID, result string)
}

// Config is what all sessions of a node share.  Journal, Gateway, Scheduling, Driver, Clinic and
// Filters are required.
type Config struct {
	Journal    journal.Journal
	Gateway    Gateway
	Scheduling Scheduling
	// Driver, SlowDriver, Clinic, Complete and RedFlag are those of the one Agent where there are no Agents.
	Driver     decide.Driver
	SlowDriver bool
	Clinic     *conversation.Clinic
	RedFlag    func(text string) bool
	// Agents are the versions of the agent; nil: there is one.
	Agents  Agents
	Filters Filters
	// HandOn gives a message to the clinic of this process that shares the gateway and answers at an instance number, and
	// reports whether there is one.  The same message may come again.  nil: there is none.
	HandOn func(ctx context.Context, instance, sessionID, messageID string, m journal.PatientMessage) (bool, error)
	// SendTemplate sends the clinic's template for a question about an appointment to a phone, with what it is about, where
	// WhatsApp takes nothing else; nil: there is none, and the question goes out as a text, which may be refused.
	SendTemplate func(ctx context.Context, phone, value string) (json.RawMessage, error)
	// SendOffer is that for a time that the waiting list offers.
	SendOffer func(ctx context.Context, phone, value string) (json.RawMessage, error)

	// QuietWindow is how long nothing may come before a burst of messages is answered, at most
	// quietWindows of them after the first (contract, ATENDE_QUIET_WINDOW); 0 answers at once.
	QuietWindow time.Duration
	Complete    func(text string, s *conversation.State, now time.Time) bool
	// Media is what is done with attachments; zero: nothing.
	Media attachment.Config
	// AdminURL is where operators reach the pages of a node, without a slash at its end; "" leaves paths alone.
	AdminURL string
	// Limits bound what one phone, CPF or session may do before a person looks.
	Limits Limits
	// Newcomers decides when a session that the gateway has not confirmed is read; nil: one of this Behavior's own, without
	// a rate.  The router's should be the same.
	Newcomers *newcomer.Desk
	// Tags adds contact tags.
	Tags bool
	// TagNames are what a clinic calls them, by their names in spec C, rule 5; "" for one that it does not want.
	TagNames map[string]string

	// Metrics counts turns and outcomes; zero: nowhere.
	Metrics metrics.Turns
	// Conversion counts what becomes of conversations, by names of the catalogue; zero: nowhere.
	Conversion metrics.Conversion
	// Tracer makes a span of each turn; nil: none.
	Tracer *tracing.Tracer
	// Model counts what a language model does; zero: nowhere.
	Model metrics.Model
	// Panics counts panics recovered in turns; nil: nowhere.
	Panics prometheus.Counter
	// Log gets one line a turn, without patient data; nil: nowhere.
	Log *slog.Logger
	// Now is the clock of every decision; nil: time.Now.
	Now func() time.Time
	// Floor is the newest schema that every node of the cluster reads, 0 while that is not known; nil:
	// there is no other node.
	Floor func() int
	// MaxTurns bounds the turns that run at once, each with up to one outgoing call; 0: 16 384.  As
	// many sessions may wait for one to end; what comes beyond them comes back.  Calls of the
	// scheduling API get a quarter of it, and as many may wait for one to end.
	MaxTurns int

	Hooks Hooks
}

// Behavior is how every session of a node acts.  It is safe for concurrent use.
type Behavior struct {
	Config
	places places

	suspects chan struct{} // held by the one turn that may be what kills processes, see isolate
	flights  crew          // A4 under way
	probes   probes

	files  *attachment.Reader
	looks  budget       // of A1 for the waiting lists
	seldom seldom.Lines // of the log, of what strangers cause

	only *Agent // where there are no Agents, and until a record says who leads
}

// NewBehavior checks nothing: what is missing shows in the first turn of a test.
func NewBehavior(c Config) *Behavior {
	if c.Metrics.Total == nil {
		c.Metrics = metrics.New(prometheus.NewRegistry()).Turns
	}
	if c.Panics == nil {
		c.Panics = prometheus.NewCounter(prometheus.CounterOpts{Name: "panics"})
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Newcomers == nil {
		c.Newcomers = newcomer.New(newcomer.Config{Now: c.Now})
	}
	if c.Floor == nil {
		c.Floor = func() int { return record.Schema }
	}
	c.Media.Panics, c.Media.Log, c.Media.Now = c.Panics, c.Log, c.Now
	turns := cmp.Or(c.MaxTurns, maxTurns)
	only := NewAgent(Agent{Driver: c.Driver, SlowDriver: c.SlowDriver, Clinic: c.Clinic, Complete: c.Complete, RedFlag: c.RedFlag})
	c.Clinic = only.Clinic
	return &Behavior{
		Config: c, places: newPlaces(turns), suspects: make(chan struct{}, 1),
		flights: crew{places: max(1, turns/4)}, // as many as other calls of the scheduling API
		probes:  probes{crew: crew{places: maxProbes}},

		files:  attachment.New(c.Media),
		seldom: seldom.Lines{Now: c.Now},

		only: only,
	}
}
