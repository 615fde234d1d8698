// Package admin is the listener for operators: metrics, readiness, profiles, who serves which part of the
// sessions, and the conversations themselves: what was said in one, masked, who has it, what could not be
// offered, and what is stored about a person.  It must never share a listener with package webhook; the
// default address is on the loopback interface.
//
// Pages answer JSON, and HTML to a browser.  They show no patient data but in an export.  Only POST changes
// something, and no other web site can make an operator's browser send one (sameOrigin, knownHost).
package admin

import (
	"context"
	"crypto/sha256"
	_ "embed" // the document
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/pprof"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"atende/actors/journal/sealed"
	"atende/integrations/openapi"
	"atende/metrics"
	"atende/metrics/seldom"
)

// readyTimeout bounds one readiness check; an orchestrator asks again.
const readyTimeout = 2 * time.Second

// Config sets up the operators' handler.
type Config struct {
	// Gatherer is the source of /metrics.
	Gatherer prometheus.Gatherer
	// Ready says whether this node should get traffic; nil: always.  Its error goes to the log,
	// not to the caller.  Its context ends after 2 s.
	Ready func(ctx context.Context) error
	// Open says that webhooks are taken from anybody, which /ready then shows.
	Open bool
	// Unconfirmed counts chat sessions with waiting messages that the gateway does not know, or that are like those; nil: 0.
	Unconfirmed func() int
	// Cluster is this node's membership; nil: the node is alone, and Node and Pending describe it.
	Cluster Cluster
	// Node is the name of a node that is alone.
	Node string
	// Pending counts its messages that were accepted and not answered yet; nil: 0.
	Pending func() int
	// Token is what callers of the pages below /admin/ and of the profiles must show, as Authorization: Bearer or as the
	// password of a browser's prompt; "": nothing.  Metrics and readiness need none.
	Token string
	// Guesses are what each address guessed of the token, shared with other handlers of the same listener; nil: not shared.
	Guesses *Guesses
	// AdminOpen says that other machines are let in without a token, which /ready and a metric then show.
	AdminOpen bool
	// Hosts are names under which pages may be opened, and under which a browser may send wishes for the cluster, beside
	// addresses and names that nobody can register.
	Hosts []string
	// Operator is what the pages about conversations need; nil: there are none.
	Operator Operator
	// Metrics counts what is refused; zero: nowhere.
	Metrics metrics.Admin
	// Rekey encrypts some of what is stored anew, see sealed.Rekeyer; by is who asks, for the access log.  nil: nothing is
	// encrypted.
	Rekey func(ctx context.Context, by string, from sealed.Progress) (sealed.Progress, error)
	// Base is the path below which a browser finds all of this, for links: one clinic of several, with a token that may be its
	// own.  Profiles are of the whole process, and "", at the root, alone has them.
	Base string
	// Clinics are the clinics of a process with several, each with its pages below /clinics/NAME, and Reload reads their files
	// again; both nil: there is one.  The error of Reload says what is wrong with the files, without secrets.
	Clinics func() []string
	Reload  func(ctx context.Context) error
	// Clinic is the clinic's name, for the page that a person is given; "": none.
	Clinic string
	// Location is the clinic's time zone, for pages; nil: UTC.
	Location *time.Location
	// Now is the clock; nil: the real one.
	Now func() time.Time
	// Log gets failed checks and scrapes; nil: nowhere.
	Log *slog.Logger
}

//go:embed openapi.yaml
var openAPI []byte

// OpenAPI describes what operators see and do.
var OpenAPI = openapi.New(openAPI)

// New builds the handler: /metrics, /ready, /openapi.json, /debug/pprof/ at the root (Base) and what is below /admin/, and nothing else; GET and
// HEAD only, but for what changes something.
func New(c Config) http.Handler {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Metrics.Refused == nil {
		c.Metrics = metrics.New(prometheus.NewRegistry()).Admin
	}
	if c.Guesses == nil {
		c.Guesses = NewGuesses(c.Now)
	}
	if c.AdminOpen {
		c.Metrics.Open.Set(1)
	}
	kept := &notes{count: c.Metrics.Refused, log: c.Log, lines: seldom.Lines{Now: c.Now}}
	known := knownHost(c.Hosts, kept)
	door := &lock{token: c.Token, wanted: sha256.Sum256([]byte(c.Token)), made: c.Guesses, kept: kept}
	router := mux.NewRouter().SkipClean(true).UseEncodedPath() // a session id may hold any character
	reading := router.NewRoute().Subrouter()
	reading.Use(readOnly, known)
	reading.Path("/metrics").Handler(promhttp.HandlerFor(c.Gatherer, promhttp.HandlerOpts{
		EnableOpenMetrics: true, // the format that carries exemplars
		ErrorLog:          slog.NewLogLogger(c.Log.Handler(), slog.LevelWarn),
	}))
	reading.Path("/ready").Handler(ready(c))
	looking := reading.NewRoute().Subrouter()
	looking.Use(door.callers)
	if c.Base == "" {
		profiles(looking)
	}
	looking.Path(openapi.Path).Handler(OpenAPI)
	looking.Path("/admin/cluster").Handler(clusterStatus(c))
	writing := router.NewRoute().Subrouter()
	writing.Use(postOnly, kept.sameOrigin, door.callers)
	wishing := writing.NewRoute().Subrouter()
	wishing.Use(knownHostOfBrowser(known))
	wishing.Path("/admin/cluster/drain").Handler(clusterWish(c, true))
	wishing.Path("/admin/cluster/resume").Handler(clusterWish(c, false))
	if c.Clinics != nil {
		looking.Path("/admin/").Handler(clinicsList(c))
	}
	if c.Reload != nil {
		changing := writing.NewRoute().Subrouter()
		changing.Use(known)
		changing.Path("/admin/reload").Handler(reload(c))
	}
	if c.Operator != nil {
		changing := writing.NewRoute().Subrouter()
		changing.Use(known)
		desk{c, pagesIn(c.Location, c.Base)}.route(looking.NewRoute().Subrouter(), changing)
	}
	return router
}

// profiles adds each profile by name, except the command line: it may hold the token of the gateway.
func profiles(router *mux.Router) {
	router.Path("/debug/pprof/profile").Handler(briefly(pprof.Profile))
	router.Path("/debug/pprof/trace").Handler(briefly(pprof.Trace))
	router.PathPrefix("/debug/pprof/").Handler(briefly(pprof.Index))
}

// maxProfile is for how many seconds a profile or a trace may be taken: meanwhile the node is slower, and nobody else can
// take one.
const maxProfile = 60

// briefly refuses to take a profile for longer.  What is no number is refused or left to its default by what follows.
func briefly(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if seconds, err := strconv.ParseFloat(r.FormValue("seconds"), 64); err == nil && (seconds > maxProfile || math.IsNaN(seconds)) {
			refuse(w, http.StatusBadRequest, "too_many_seconds")
			return
		}
		next(w, r)
	})
}

// readOnly refuses everything that could change something.
func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// postOnly refuses what a link or a reload could do.
func postOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", "POST")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ready answers 200 {"status":"ready"} or 503 {"status":"not_ready"}, both with "webhook_open":true where webhooks
// are taken from anybody, "admin_open":true where this listener lets other machines in without a token, and with
// "unconfirmed_sessions":N while sessions wait that the gateway does not know.  It is asked many times a minute, so the log
// gets what changed.
func ready(c Config) http.Handler {
	var last atomic.Value // the reason that was logged, "" while ready
	last.Store("")
	open := ""
	if c.Open {
		open += `,"webhook_open":true`
	}
	if c.AdminOpen {
		open += `,"admin_open":true`
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, word := http.StatusOK, "ready"
		err := check(r.Context(), c.Ready)
		switch reason := reasonOf(err); {
		case last.Swap(reason) == reason:
		case err != nil:
			c.Log.WarnContext(r.Context(), "not ready", "error", err)
		default:
			c.Log.InfoContext(r.Context(), "ready again")
		}
		if err != nil {
			status, word = http.StatusServiceUnavailable, "not_ready"
		}
		body := `{"status":"` + word + `"` + open
		if n := c.unconfirmed(); n > 0 {
			body += `,"unconfirmed_sessions":` + strconv.Itoa(n)
		}
		body += "}"
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body) // a caller that is gone asks again
	})
}

func (c Config) unconfirmed() int {
	if c.Unconfirmed == nil {
		return 0
	}
	return c.Unconfirmed()
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func check(ctx context.Context, isReady func(context.Context) error) error {
	if isReady == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	return isReady(ctx)
}
