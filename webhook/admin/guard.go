package admin

import (
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/integrations/inbound"
	"atende/metrics/seldom"
)

// knownHost refuses to show anything under a name that a stranger can own: a web site whose name leads
// to this listener for a moment (DNS rebinding) could read it with an operator's browser.  Probes and scrapes by address,
// and by the short name of a container or a service, are not asked for more.
func knownHost(hosts []string, kept *notes) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !inbound.OwnName(r.Host, hosts...) {
				kept.refused(r, "host")
				refuse(w, http.StatusMisdirectedRequest, "unknown_host")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// knownHostOfBrowser is knownHost for browsers alone, each of which says where a POST is from.  It is for what shows
// nothing of patients: programs reach it by whatever name they have for a node.
func knownHostOfBrowser(known func(http.Handler) http.Handler) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		strict := known(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "" {
				strict.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Wrong tokens of one address: so many, and then one in so long.
const (
	guesses      = 10
	guessesEvery = 10 * time.Second
)

// Guesses are the wrong tokens of each address, at one handler or at all that stand behind one listener.
type Guesses struct {
	mu    sync.Mutex
	wrong inbound.Budget
}

// NewGuesses are none yet; now is the clock, nil the real one.
func NewGuesses(now func() time.Time) *Guesses {
	return &Guesses{wrong: inbound.Budget{Burst: guesses, Every: guessesEvery, Now: now}}
}

// lock asks callers for the token.  Whoever shows wrong ones is slowed: nothing that comes from its address with a token
// is looked at until the time has come for one more, because a right one that passed would tell the guesser, too.
type lock struct {
	token  string            // "": asks for nothing
	wanted [sha256.Size]byte // its hash, of one length whatever is given
	made   *Guesses
	kept   *notes
}

// notes counts and logs who was let in and who was not, with the address and nothing else of the call.
type notes struct {
	count *prometheus.CounterVec
	log   *slog.Logger
	lines seldom.Lines // of all but wrong tokens, which are slowed anyway
}

// refused notes a call that was not answered.
func (n *notes) refused(r *http.Request, reason string) {
	n.count.WithLabelValues(reason).Inc()
	if reason == "wrong" {
		n.log.WarnContext(r.Context(), "wrong token at the operators' listener", "address", inbound.Address(r))
		return
	}
	n.line(r, "refused at the operators' listener", reason)
}

// line writes what happened, the first ones at once and then one now and then.
func (n *notes) line(r *http.Request, what, reason string) {
	if leftOut, stands := n.lines.Take(reason); stands {
		n.log.InfoContext(r.Context(), what, slog.String("reason", reason), slog.String("address", inbound.Address(r)), leftOut)
	}
}

// callers asks for the token, as Authorization: Bearer or as the password of a browser's prompt.
func (l *lock) callers(next http.Handler) http.Handler {
	if l.token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, caller := tokenOf(r), inbound.Caller(r)
		if token == "" { // what a browser sends before it asks its user; nothing was guessed
			l.refuse(w, r, "missing")
			return
		}
		wait, right := l.try(caller, sha256.Sum256([]byte(token)))
		switch {
		case wait > 0:
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
			l.kept.refused(r, "slowed")
			refuse(w, http.StatusTooManyRequests, "too_many_wrong_tokens")
		case !right:
			l.refuse(w, r, "wrong")
		default:
			l.kept.line(r, "let in at the operators' listener", "token")
			next.ServeHTTP(w, r)
		}
	})
}

// try looks at a token, or says how long it must not.  One at a time, so that many right ones at once do not take the
// place of wrong ones from each other.
func (l *lock) try(caller netip.Prefix, given [sha256.Size]byte) (wait time.Duration, right bool) {
	l.made.mu.Lock()
	defer l.made.mu.Unlock()
	if wait = l.made.wrong.Take(caller); wait > 0 {
		return wait, false
	}
	if right = subtle.ConstantTimeCompare(given[:], l.wanted[:]) == 1; right {
		l.made.wrong.Refund(caller)
	}
	return 0, right
}

func (l *lock) refuse(w http.ResponseWriter, r *http.Request, reason string) {
	l.kept.refused(r, reason)
	w.Header().Set("WWW-Authenticate", `Basic realm="atende", charset="UTF-8"`)
	refuse(w, http.StatusUnauthorized, "unauthorized")
}

func tokenOf(r *http.Request) string {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return bearer
	}
	_, password, _ := r.BasicAuth()
	return password
}
