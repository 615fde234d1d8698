package metrics

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// askAgain is how old an answer may be that a scrape gets, so that no number of scrapes is a load on the
	// journal.
	askAgain = time.Second
	// askTimeout bounds one question; a scrape waits for it.
	askTimeout = 2 * time.Second
)

// Build exports atende_build_info, always 1: release, commit and Go version are its labels.
func (m *Metrics) Build(version, commit string) {
	m.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_build_info", Help: "1; what runs stands in the labels.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit, "goversion": runtime.Version()},
	}, func() float64 { return 1 }))
}

// Ready exports atende_ready, which says what /ready says.  check is asked at most once a second.
func (m *Metrics) Ready(check func(context.Context) error) {
	remembered := remember(func(ctx context.Context) float64 { return truth(check(ctx) == nil) })
	m.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_ready", Help: "1 while the node should get traffic, else 0.",
	}, remembered))
}

// Reception exports atende_reception_open, asked at every scrape.
func (m *Metrics) Reception(open func() bool) {
	m.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_reception_open", Help: "1 while people of the clinic answer, or when the catalogue does not say when; else 0.",
	}, func() float64 { return truth(open()) }))
}

// Limit exports atende_journal_limit.
func (e Engine) Limit(messages int) {
	e.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_journal_limit", Help: "Accepted messages that may wait; beyond them new ones are refused.",
	}, func() float64 { return float64(messages) }))
}

// Oldest exports atende_journal_oldest_seconds.  oldest is when the message that waits longest was accepted, zero
// when none waits; it is asked at most once a second.  While it cannot say, what it said last counts, so that
// nothing looks well because the journal is away.
func (e Engine) Oldest(oldest func(context.Context) (time.Time, error), now func() time.Time) {
	var since time.Time
	remembered := remember(func(ctx context.Context) float64 {
		if at, err := oldest(ctx); err == nil {
			since = at
		}
		if since.IsZero() {
			return 0
		}
		return max(0, now().Sub(since)).Seconds() // the row may be of a clock that is ahead
	})
	e.reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "atende_journal_oldest_seconds", Help: "How long the message has waited that waits longest; 0 when idle.",
	}, remembered))
}

// remember asks at most once in askAgain, one scrape at a time.
func remember(ask func(context.Context) float64) func() float64 {
	var mu sync.Mutex
	var asked time.Time
	var answer float64
	return func() float64 {
		mu.Lock()
		defer mu.Unlock()
		if !asked.IsZero() && time.Since(asked) < askAgain {
			return answer
		}
		ctx, cancel := context.WithTimeout(context.Background(), askTimeout)
		defer cancel()
		answer = ask(ctx)
		asked = time.Now()
		return answer
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
