package outbound

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// A party that answers 5xx where it does not know what is asked for: who invents ids must not close it to everybody.
func TestDoubtfulCalls(t *testing.T) {
	const failed = http.StatusInternalServerError
	asked := func(ctx context.Context, t *testing.T, p *Peer, w *wire, with step, times int, every time.Duration) {
		t.Helper()
		for range times {
			w.will(with)
			_ = call(ctx, t, p, read)
			time.Sleep(every)
		}
	}
	play := func(name string, run func(t *testing.T, doubt context.Context, p *Peer, w *wire)) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, w, _ := setup(t, once)
				run(t, WithDoubt(t.Context()), p, w)
			})
		})
	}
	state := func(t *testing.T, p *Peer, want float64) {
		t.Helper()
		if got := p.breaker.gauge(); got != want {
			t.Fatalf("state %v, want %v", got, want)
		}
	}

	play("beside calls that end well they open nothing", func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
		for range 20 {
			asked(t.Context(), t, p, w, status(http.StatusOK), 1, 0)
			asked(doubt, t, p, w, status(failed), 30, 300*time.Millisecond)
			state(t, p, closedState)
		}
	})
	play("alone they count like any other", func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
		asked(doubt, t, p, w, status(failed), 9, 0)
		state(t, p, closedState)
		asked(doubt, t, p, w, status(failed), 1, 0)
		state(t, p, openState)
	})
	play("a party that fails everybody is noticed as soon as its last good call is old", func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
		asked(t.Context(), t, p, w, status(http.StatusOK), 1, 10*time.Second)
		asked(doubt, t, p, w, status(failed), 10, 0)
		state(t, p, openState)
	})
	for name, with := range map[string]step{"unreachable": unreachable, "hanging": hanging, "429": status(http.StatusTooManyRequests)} {
		play("what is not about an id counts at once: "+name, func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
			p.timeout = 100 * time.Millisecond
			asked(t.Context(), t, p, w, status(http.StatusOK), 1, 0)
			asked(doubt, t, p, w, with, 10, 0)
			state(t, p, openState)
		})
	}
	play("open they do not leave, half-open they leave the probes to others", func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
		asked(doubt, t, p, w, status(failed), 10, 0)
		for _, ctx := range []context.Context{t.Context(), doubt} {
			if failure := call(ctx, t, p, read); failure == nil || failure.Cause != causeOpen {
				t.Fatalf("got %v, want %s", failure, causeOpen)
			}
		}
		time.Sleep(11 * time.Second)
		asked(doubt, t, p, w, status(failed), 50, 300*time.Millisecond)
		state(t, p, halfOpenState)
		asked(t.Context(), t, p, w, status(http.StatusOK), 3, 0)
		state(t, p, closedState)
	})
	play("a definite no is a good call", func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
		asked(doubt, t, p, w, status(failed), 10, 0)
		time.Sleep(11 * time.Second)
		asked(doubt, t, p, w, status(http.StatusNotFound), 3, 0)
		state(t, p, closedState)
		asked(doubt, t, p, w, status(failed), 20, 0) // beside which the next failures say nothing
		state(t, p, closedState)
	})
	play("half-open one that is not answered opens it again", func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
		asked(doubt, t, p, w, unreachable, 10, 0)
		time.Sleep(11 * time.Second)
		asked(doubt, t, p, w, unreachable, 1, 0)
		state(t, p, openState)
	})
	play("good ones close the breaker where nobody else calls", func(t *testing.T, doubt context.Context, p *Peer, w *wire) {
		asked(doubt, t, p, w, status(failed), 10, 11*time.Second/10)
		time.Sleep(11 * time.Second)
		asked(doubt, t, p, w, status(http.StatusOK), 3, 0)
		state(t, p, closedState)
	})
}
