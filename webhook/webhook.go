// Package webhook is the receiver: the only part of atende that strangers can reach.  It bounds
// and authenticates what comes, decides from the event alone what to answer (spec B), and hands
// the patients' messages to an Intake that makes them durable.  It starts no conversation itself.
//
// The order of the checks is part of the contract, and each has a file:
//
//	path and method   webhook.go   404, 405
//	token             auth.go      401
//	no web page       browser.go   403, 415
//	size of the body  body.go      413, or 503 when the memory for bodies is used up
//	signature         auth.go      401
//	JSON              dialect.go   400 invalid_json
//	type, direction   dialect.go   200 ignored
//	session id        dialect.go   400 missing_session_id
//	durable           intake.go    202, else 503
//
// All answers stand in one table, answer.go.  What bounds slow and hostile clients is in body.go,
// intake.go and, for the connection itself, server.go.
package webhook

import (
	"cmp"
	"context"
	_ "embed" // the document
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/journal"
	"atende/integrations/chat"
	"atende/integrations/inbound"
	"atende/integrations/openapi"
	"atende/metrics"
	"atende/metrics/seldom"
	"atende/metrics/tracing"
)

// Intake is what the receiver needs of the engine.  Both methods must return soon after their
// context ends; they are not called for anything but what the contract lets through.
type Intake interface {
	// Accept makes a patient's message durable.  nil: it can no longer be lost, answer 202.  Any
	// error: it may be lost, answer 503; the gateway sends it again.  The same MessageID comes as
	// often as the gateway retries.
	Accept(ctx context.Context, m Message) error

	// Transfer moves a session to the human department.  nil only when the gateway confirmed it; journal.ErrFull: too many
	// wait, answer 503.
	// reason may be "" and is at most 500 bytes.
	Transfer(ctx context.Context, sessionID, reason string) error
}

// Message is a patient's message as it goes into the journal.
type Message struct {
	// SessionID is content.sessionId: not blank, at most event.MaxSessionID bytes.
	SessionID string
	// MessageID is the same for every delivery of one message, as far as that can be known: see
	// messageID.
	MessageID string
	// Caller is who made the call, to tell callers apart; it is written down as a short keyed hash
	// (journal.PatientMessage.Origin).
	Caller Caller
	// Patient is what the patient sent.
	Patient journal.PatientMessage
}

// Config sets up a receiver.  Everything but Intake may be left zero.
type Config struct {
	// Intake takes what is accepted.
	Intake Intake
	// Dialect is how the gateway writes; nil: chat.Spec.
	Dialect *chat.Dialect
	// Token, if set, is required as "Authorization: Bearer …" on every call but /health.
	Token string
	// Secret, if set, is required to have signed the body (contract, ATENDE_WEBHOOK_SECRET).
	Secret string
	// Timed takes only signatures that hold their time and path (docs/deploy.md); else those of the body alone are taken,
	// too, from callers who send no other.
	Timed bool
	// Metrics counts and times the answers; zero: nowhere.
	Metrics metrics.Webhook
	// Log gets one line per accepted message, and lines of what was refused: the first of each cause, then six a minute, and of
	// each address that cannot prove itself one a minute.  None has patient data; nil: nowhere.
	Log *slog.Logger
	// Tracer begins the trace of each message; nil: of none.
	Tracer *tracing.Tracer
	// Now is the clock of the durations and of signatures; nil: time.Now.
	Now func() time.Time
	// MaxAccepts bounds the messages that are being made durable at once; 0: 4096.
	MaxAccepts int
	// MaxTransfers bounds the transfers at once, apart from the messages, because each can take
	// long when the gateway hangs; 0: 256.
	MaxTransfers int
	// MaxBodyMemory bounds the bytes of all bodies that are being read or worked on; 0: 64 MiB.
	// Decoding them and handing them on takes about three times as much again.
	MaxBodyMemory int64
}

//go:embed openapi.yaml
var openAPI []byte

// OpenAPI describes what the public listener answers, in the dialect of the spec.
var OpenAPI = openapi.New(openAPI)

// receiver holds what all calls share.
type receiver struct {
	intake    Intake
	dialect   *chat.Dialect
	auth      auth
	noted     *inbound.Budget // lines of the log about who could not prove itself
	seldom    seldom.Lines    // and of all that was refused
	bodies    *bodies
	accepts   slots
	transfers slots
	metrics   metrics.Webhook
	log       *slog.Logger
	tracer    *tracing.Tracer
	now       func() time.Time
}

// New builds the public handler: /webhook/message, /webhook/transfer, /health, /openapi.json and nothing else.
// Serve it with a server that went through Harden.
func New(c Config) http.Handler {
	rc := &receiver{
		intake:    c.Intake,
		dialect:   cmp.Or(c.Dialect, chat.Spec),
		bodies:    &bodies{limit: cmp.Or(c.MaxBodyMemory, 64<<20)},
		accepts:   make(slots, cmp.Or(c.MaxAccepts, 4096)),
		transfers: make(slots, cmp.Or(c.MaxTransfers, 256)),
		metrics:   c.Metrics,
		log:       c.Log,
		tracer:    c.Tracer,
		now:       c.Now,
	}
	if rc.metrics.Requests == nil {
		rc.metrics = metrics.New(prometheus.NewRegistry()).Webhook
	}
	if rc.log == nil {
		rc.log = slog.New(slog.DiscardHandler)
	}
	if rc.now == nil {
		rc.now = time.Now
	}
	rc.noted = &inbound.Budget{Burst: 1, Every: time.Minute, Now: rc.now}
	rc.seldom.Now = rc.now
	rc.auth = newAuth(c.Token, c.Secret, c.Timed, rc.now)
	if c.Token == "" && c.Secret == "" {
		rc.metrics.Open.Set(1)
	}
	return rc.routes()
}

func (rc *receiver) routes() http.Handler {
	// SkipClean: "//webhook/message" is an unknown path, not a redirect that turns a POST into a
	// GET.
	router := mux.NewRouter().SkipClean(true)
	route(router, "/webhook/message", rc.measured(unavailable, rc.received(rc.message)), http.MethodPost)
	route(router, "/webhook/transfer", rc.measured(gatewayFailure, rc.received(rc.transfer)), http.MethodPost)
	route(router, "/health", fixed(healthy), http.MethodGet, http.MethodHead)
	router.Handle(openapi.Path, OpenAPI)
	router.NotFoundHandler = fixed(notFound)
	return router
}

// route adds a path with its methods and answers all others with 405 and the Allow header, which
// mux alone does not send.
func route(router *mux.Router, path string, h http.Handler, methods ...string) {
	router.Path(path).Methods(methods...).Handler(h)
	allow := strings.Join(methods, ", ")
	router.Path(path).HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", allow)
		methodNotAllowed.write(w)
	})
}

// fixed answers every call alike.
func fixed(a answer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { a.write(w) })
}
