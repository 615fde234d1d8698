package outbound

import (
	"cmp"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/integrations/outbound/gate"
	"atende/metrics"
)

// Config describes another party.  Client and BaseURL are required.
type Config struct {
	// Client names the party in metrics, logs and errors: "gateway", "scheduling", "model".
	Client string
	// BaseURL is absolute; it may have a path, with or without a slash at its end.
	BaseURL string
	// Header goes on every call.
	Header http.Header
	// Timeout bounds one try of a call, its answer's body included; 0: 30 s (spec C).
	Timeout time.Duration
	// Transport replaces the connections; nil: a pool of its own.
	Transport http.RoundTripper
	// Metrics counts and times every try; zero: nowhere.
	Metrics metrics.Clients
	// Rate is how many tries a second may start, 0: no limit.  Urgent calls go first.  A try that
	// would have to wait for longer than Timeout fails as NotSent.
	Rate float64
	// AtOnce is how many callers Enter lets in at once, 0: any number.  Of each class at most Waiting may wait
	// for that, and urgent ones go first.
	AtOnce, Waiting int

	Breaker Breaker
	Retry   Retry
	// Log hears of breakers that change and tries that are repeated; nil: nobody.
	Log *slog.Logger
}

// Peer is another party over HTTP.  It is safe for concurrent use; it must not be copied.
type Peer struct {
	client  string
	base    string
	header  http.Header
	timeout time.Duration
	retry   Retry
	metrics metrics.Clients
	log     *slog.Logger

	pooled  http.RoundTripper
	fresh   http.RoundTripper // for Call.Once
	pace    *pace             // nil: no limit
	places  *gate.Gate        // nil: any number
	breaker *breaker
	hold    hold
}

// defaultTimeout is the spec's for every gateway call (spec C).
const defaultTimeout = 30 * time.Second

// NewPeer connects to nothing yet.  Two peers of one client name should not share Metrics: each party
// has one breaker, and of those the last one is exported.
func NewPeer(c Config) *Peer {
	p := &Peer{
		client:  c.Client,
		base:    strings.TrimRight(c.BaseURL, "/"),
		header:  withoutUnwanted(c.Header),
		timeout: cmp.Or(c.Timeout, defaultTimeout),
		metrics: c.Metrics,
		log:     c.Log,
	}
	p.pace = newPace(c.Rate, p.timeout)
	if c.AtOnce > 0 {
		p.places = gate.New(c.AtOnce, c.Waiting)
	}
	p.retry = c.Retry.withDefaults(p.timeout)
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	if p.metrics.Requests == nil {
		p.metrics = metrics.New(prometheus.NewRegistry()).Clients
	}
	p.pooled, p.fresh = newTransports(c.Transport, c.BaseURL)
	p.breaker = newBreaker(c.Client, c.Breaker, p.log)
	p.metrics.Breaker(c.Client, p.breaker.gauge)
	p.metrics.Rate.WithLabelValues(c.Client).Set(max(0, c.Rate))
	return p
}

// Close ends idle connections.  Calls in hand finish.
func (p *Peer) Close() {
	closeIdle(p.pooled)
	closeIdle(p.fresh)
}

// unwanted headers change what net/http does behind our back: the first two make it repeat a POST
// when a connection drops, which books twice (B3), the third makes it hand
// compressed bodies over.
var unwanted = []string{"Idempotency-Key", "X-Idempotency-Key", "Accept-Encoding"}

func withoutUnwanted(h http.Header) http.Header {
	out := http.Header{}
	for name, values := range h {
		if name = http.CanonicalHeaderKey(name); !slices.Contains(unwanted, name) {
			out[name] = append(out[name], values...)
		}
	}
	return out
}
