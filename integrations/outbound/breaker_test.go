package outbound

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/metrics"
)

// The states as atende_breaker_state has them.
const (
	closedState   = 0
	halfOpenState = 1
	openState     = 2
)

// Contract, "Breakers": open after 10 failures in a row, or half of at least 20 in 10 seconds.
func TestBreakerOpens(t *testing.T) {
	down, up, no := status(http.StatusServiceUnavailable), status(http.StatusOK), status(http.StatusNotFound)
	mixed := func(n int, steps ...step) (out []step) {
		for i := range n {
			out = append(out, steps[i%len(steps)])
		}
		return out
	}
	thirds, refusals := []step{up, up, down}, []step{down, no, no}
	cases := []struct {
		name  string
		steps []step
		every time.Duration
		want  float64
	}{
		{"nine failures in a row", mixed(9, down), 0, closedState},
		{"ten failures in a row", mixed(10, down), 0, openState},
		{"ten failures in a row, five seconds apart", mixed(10, down), 5 * time.Second, openState},
		{"ten timeouts, each longer than the window", mixed(10, hanging), 0, openState},
		{"ten connections refused", mixed(10, unreachable), 0, openState},
		{"ten redirects", mixed(10, status(http.StatusFound)), 0, openState},
		{"ten 429", mixed(10, status(http.StatusTooManyRequests)), 0, openState},
		{"ten 429 that ask for a pause", mixed(10, status(http.StatusTooManyRequests, "Retry-After", "4")), 0, closedState},
		{"nine failures, a good call, nine failures", append(append(mixed(9, down), up), mixed(9, down)...), 0, closedState},
		{"half of nineteen", mixed(19, up, down), 0, closedState},
		{"half of twenty", mixed(20, up, down), 0, openState},
		{"half of twenty over twenty seconds", mixed(40, up, down), time.Second, closedState},
		{"a third of sixty", mixed(60, thirds...), 0, closedState},
		{"definite refusals are answers", mixed(50, no), 0, closedState},
		{"refusals count as good calls", mixed(40, refusals...), 0, closedState},
	}
	for _, c := range cases {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once)
			w.will(c.steps...)
			for range c.steps {
				_ = call(t.Context(), t, p, send)
				time.Sleep(c.every)
			}
			if got := p.breaker.gauge(); got != c.want {
				t.Errorf("%s: state %v, want %v", c.name, got, c.want)
			}
		})
	}
}

// opened is a peer whose breaker has just opened.
func opened(t *testing.T) (*Peer, *wire, metrics.Clients) {
	p, w, m := setup(t, once)
	w.will(status(http.StatusInternalServerError))
	for range 10 {
		_ = call(t.Context(), t, p, send)
	}
	w.will(status(http.StatusOK))
	return p, w, m
}

func TestBreakerRecovers(t *testing.T) {
	t.Run("while open nothing leaves", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, m := opened(t)
			for range 3 {
				failure := call(t.Context(), t, p, read)
				if failure == nil || failure.Kind != NotSent || failure.Cause != causeOpen {
					t.Fatalf("got %v, want not sent: %s", failure, causeOpen)
				}
			}
			if w.calls() != 10 || counted(m, "get_session", "open") != 3 {
				t.Errorf("%d calls left, %d counted as open", w.calls(), counted(m, "get_session", "open"))
			}
		})
	})
	t.Run("half-open after ten seconds, closed after three good calls", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _, _ := opened(t)
			time.Sleep(10 * time.Second)
			if got := p.breaker.gauge(); got != openState {
				t.Fatalf("state %v after ten seconds sharp", got)
			}
			time.Sleep(time.Millisecond)
			for range 3 {
				if got := p.breaker.gauge(); got != halfOpenState {
					t.Fatalf("state %v, want half-open", got)
				}
				if failure := call(t.Context(), t, p, send); failure != nil {
					t.Fatal(failure)
				}
			}
			if got := p.breaker.gauge(); got != closedState {
				t.Errorf("state %v, want closed", got)
			}
		})
	})
	t.Run("one failing probe opens it again", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := opened(t)
			time.Sleep(11 * time.Second)
			w.will(status(http.StatusOK), hanging)
			_, _ = call(t.Context(), t, p, send), call(t.Context(), t, p, send)
			if got := p.breaker.gauge(); got != openState {
				t.Errorf("state %v, want open", got)
			}
		})
	})
	t.Run("the failures of before do not count again", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := opened(t)
			time.Sleep(11 * time.Second)
			for range 3 {
				_ = call(t.Context(), t, p, send)
			}
			w.will(status(http.StatusBadGateway))
			for range 9 {
				_ = call(t.Context(), t, p, send)
			}
			if got := p.breaker.gauge(); got != closedState {
				t.Errorf("state %v, want closed", got)
			}
		})
	})
	t.Run("callers who give up say nothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once)
			w.will(hanging)
			for range 30 {
				// A cause of its own: net/http returns it in place of context.Canceled.
				ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("drained"))
				if failure := call(ctx, t, p, send); failure == nil || failure.Kind != Canceled {
					t.Fatalf("got %v, want canceled", failure)
				}
				cancel()
			}
			if got := p.breaker.gauge(); got != closedState {
				t.Errorf("state %v, want closed", got)
			}
		})
	})
}

func TestOptionalCallsDoNotFeedTheBreaker(t *testing.T) {
	t.Run("their failures do not open it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once)
			w.will(status(http.StatusInternalServerError))
			for range 50 {
				_ = call(t.Context(), t, p, tag)
			}
			if got := p.breaker.gauge(); got != closedState || w.calls() != 50 {
				t.Errorf("state %v after %d calls", got, w.calls())
			}
		})
	})
	t.Run("none is made while it is not closed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, m := opened(t)
			_ = call(t.Context(), t, p, tag)
			time.Sleep(11 * time.Second) // half-open: probes are for calls that matter
			failure := call(t.Context(), t, p, tag)
			if failure == nil || failure.Kind != NotSent || w.calls() != 10 {
				t.Errorf("got %v after %d calls", failure, w.calls())
			}
			if counted(m, "tag", "open") != 2 {
				t.Error("not counted as open")
			}
		})
	})
}

func TestBreakerIsExported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		registry := prometheus.NewRegistry()
		p, w, _ := setup(t, once, func(c *Config) { c.Client, c.Metrics = "scheduling", metrics.New(registry).Clients })
		w.will(slices.Repeat([]step{status(http.StatusServiceUnavailable)}, 10)...)
		for range 10 {
			_ = call(t.Context(), t, p, Call{Operation: "slots", Method: http.MethodGet, Path: "/slots"})
		}
		want := map[string]float64{"gateway": closedState, "scheduling": openState, "model": closedState, "transcription": closedState}
		if got := breakers(t, registry); !maps.Equal(got, want) {
			t.Errorf("exported are %v, want %v", got, want)
		}
	})
}

// breakers are the values of atende_breaker_state by client.
func breakers(t *testing.T, registry *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]float64{}
	for _, f := range families {
		if f.GetName() == "atende_breaker_state" {
			for _, m := range f.GetMetric() {
				states[m.GetLabel()[0].GetValue()] = m.GetGauge().GetValue()
			}
		}
	}
	return states
}

func TestWindowForgets(t *testing.T) {
	w := window{length: 10 * time.Second}
	start := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	for i := range 30 {
		w.add(start.Add(time.Duration(i)*time.Second), i%2 == 0)
	}
	if calls, failures := w.sum(); calls != 10 || failures != 5 {
		t.Errorf("%d calls, %d failures in the last ten seconds; want 10, 5", calls, failures)
	}
	w.add(start.Add(time.Hour), false)
	if calls, failures := w.sum(); calls != 1 || failures != 1 {
		t.Errorf("%d calls, %d failures after an hour; want 1, 1", calls, failures)
	}
	if w.streak != 2 {
		t.Errorf("streak %d, want 2: nothing good happened in between", w.streak)
	}
}
