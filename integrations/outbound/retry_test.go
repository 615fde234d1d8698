package outbound

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

func TestRetries(t *testing.T) {
	ok, down := status(http.StatusOK), status(http.StatusServiceUnavailable)
	cases := []struct {
		name  string
		call  Call
		steps []step
		tries int
		kind  Kind // of the failure
		good  bool
	}{
		{"a read after a 503", read, []step{down, ok}, 2, 0, true},
		{"a read after a timeout is not begun again past the bound", read, []step{hanging, ok}, 1, Unknown, false},
		{"a read at most three times", read, []step{down}, 3, Unknown, false},
		{"a read is not repeated after a definite no", read, []step{status(http.StatusNotFound)}, 1, Refused, false},
		{"a send is not repeated when it may have arrived: reset", send, []step{broken(io.EOF), ok}, 1, Unknown, false},
		{"a send is not repeated when it may have arrived: 503", send, []step{down, ok}, 1, Unknown, false},
		{"a send that never left is", send, []step{unreachable, unreachable, ok}, 3, 0, true},
		{"a send that never left and then broke", send, []step{unreachable, broken(io.EOF), ok}, 2, Unknown, false},
		{"a call for once is never repeated", Call{Operation: "book", Once: true, Repeatable: true, Method: http.MethodPost}, []step{unreachable, ok}, 1, NotSent, false},
		{"a tag is", tag, []step{down, ok}, 2, 0, true},
	}
	for _, c := range cases {
		synctest.Test(t, func(t *testing.T) {
			p, w, m := setup(t)
			w.will(c.steps...)
			failure := call(t.Context(), t, p, c.call)
			if w.calls() != c.tries || (failure == nil) != c.good {
				t.Errorf("%s: %d tries, %v; want %d", c.name, w.calls(), failure, c.tries)
			}
			if failure != nil && failure.Kind != c.kind {
				t.Errorf("%s: %v, want %v", c.name, failure, c.kind)
			}
			total := 0
			for _, result := range []string{"ok", "refused", "failed", "timeout", "open", "canceled"} {
				total += counted(m, c.call.Operation, result)
			}
			if c.call.Operation != "book" && total != c.tries {
				t.Errorf("%s: %d tries counted, want %d", c.name, total, c.tries)
			}
		})
	}
}

func TestPauses(t *testing.T) {
	t.Run("they grow", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, func(c *Config) { c.Retry.MaxTries = 4 })
			w.will(status(http.StatusBadGateway))
			_ = call(t.Context(), t, p, read)
			for i, pause := range w.pauses() {
				base := 200 * time.Millisecond << i
				if pause < base/2 || pause > base*3/2+1 {
					t.Errorf("pause %d is %v, want %v ± half", i+1, pause, base)
				}
			}
		})
	})
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	cases := []struct {
		name    string
		first   step
		tries   int
		atLeast time.Duration
	}{
		{"Retry-After in seconds", status(http.StatusTooManyRequests, "Retry-After", "4"), 2, 4 * time.Second},
		{"Retry-After of a 503", status(http.StatusServiceUnavailable, "Retry-After", "2"), 2, 2 * time.Second},
		{"Retry-After as a date", status(http.StatusTooManyRequests, "Retry-After", at.Add(3*time.Second).Format(http.TimeFormat), "Date", at.Format(http.TimeFormat)), 2, 3 * time.Second},
		{"Retry-After too long: fail at once", status(http.StatusTooManyRequests, "Retry-After", "3600"), 1, 0},
		{"Retry-After that is nonsense", status(http.StatusTooManyRequests, "Retry-After", "soon"), 2, 100 * time.Millisecond},
		{"Retry-After zero", status(http.StatusTooManyRequests, "Retry-After", "0"), 2, 100 * time.Millisecond},
		{"Retry-After of a 500 is nobody's business", status(http.StatusInternalServerError, "Retry-After", "4"), 2, 100 * time.Millisecond},
	}
	for _, c := range cases {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t)
			w.will(c.first, status(http.StatusOK))
			_ = call(t.Context(), t, p, read)
			if w.calls() != c.tries {
				t.Fatalf("%s: %d tries, want %d", c.name, w.calls(), c.tries)
			}
			if c.tries == 2 && w.pauses()[0] < c.atLeast {
				t.Errorf("%s: pause %v, want %v", c.name, w.pauses()[0], c.atLeast)
			}
		})
	}
}

// A pause that outlasts the caller's patience is not waited for: he has something else to do.
func TestPauseBeyondTheDeadline(t *testing.T) {
	for asked, tries := range map[string]int{"2": 2, "4": 1} {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t)
			w.will(status(http.StatusServiceUnavailable, "Retry-After", asked), status(http.StatusOK))
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			failure := call(ctx, t, p, read)
			if w.calls() != tries || ctx.Err() != nil {
				t.Errorf("asked for %s s: %d tries, then %v", asked, w.calls(), failure)
			}
		})
	}
}

func TestCallerGivesUpInAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, _ := setup(t, func(c *Config) { c.Retry.Pause = time.Second })
		w.will(unreachable)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		failure := call(ctx, t, p, send)
		if failure == nil || failure.Kind != NotSent || w.calls() != 1 {
			t.Errorf("got %v after %d tries; what the last try knew must survive", failure, w.calls())
		}
	})
}

func TestRate(t *testing.T) {
	t.Run("calls are spread", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, func(c *Config) { c.Rate = 20 })
			began := time.Now()
			for range 41 {
				if failure := call(t.Context(), t, p, read); failure != nil {
					t.Fatal(failure)
				}
			}
			if took := time.Since(began); took < 1900*time.Millisecond || took > 2100*time.Millisecond || w.calls() != 41 {
				t.Errorf("%d calls took %v at 20 a second", w.calls(), took)
			}
		})
	})
	t.Run("a call that would wait too long does not leave", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, m := setup(t, func(c *Config) { c.Rate = 1. / 60 })
			_ = call(t.Context(), t, p, read)
			failure := call(t.Context(), t, p, read)
			if failure == nil || failure.Kind != NotSent || failure.Cause != causeRate || w.calls() != 1 {
				t.Errorf("got %v after %d calls", failure, w.calls())
			}
			if got := p.breaker.gauge(); got != closedState || counted(m, "get_session", "open") != 1 {
				t.Errorf("state %v, counted %d", got, counted(m, "get_session", "open"))
			}
		})
	})
	t.Run("none by default", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _, _ := setup(t)
			began := time.Now()
			for range 1000 {
				_ = call(t.Context(), t, p, read)
			}
			if took := time.Since(began); took != 0 {
				t.Errorf("took %v", took)
			}
		})
	})
}
