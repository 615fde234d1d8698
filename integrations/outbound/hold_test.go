package outbound

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// The limits of the gateway count calls of an account: a 429 to one call speaks for all.
func TestHold(t *testing.T) {
	busy := func(seconds string) step { return status(http.StatusTooManyRequests, "Retry-After", seconds) }
	t.Run("a long one fails at once and says for how long", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, m := setup(t)
			w.will(busy("30"), status(http.StatusOK))
			if failure := call(t.Context(), t, p, send); failure == nil || failure.RetryAfter != 30*time.Second {
				t.Fatalf("got %+v", failure)
			}
			time.Sleep(10 * time.Second)
			failure := call(t.Context(), t, p, read)
			if failure == nil || failure.Kind != NotSent || failure.RetryAfter != 20*time.Second || w.calls() != 1 {
				t.Errorf("got %+v after %d calls", failure, w.calls())
			}
			if got := counted(m, "get_session", "open"); got != 1 {
				t.Errorf("counted %d", got)
			}
			time.Sleep(20 * time.Second)
			if failure := call(t.Context(), t, p, read); failure != nil {
				t.Errorf("after the hold: %v", failure)
			}
		})
	})
	t.Run("the end of a short one is waited for", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once)
			w.will(busy("4"), status(http.StatusOK))
			_ = call(t.Context(), t, p, send)
			began := time.Now()
			if failure := call(t.Context(), t, p, send); failure != nil || time.Since(began) != 4*time.Second {
				t.Errorf("got %v after %v", failure, time.Since(began))
			}
		})
	})
	t.Run("a caller may leave", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once)
			w.will(busy("4"), status(http.StatusOK))
			_ = call(t.Context(), t, p, send)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			began := time.Now()
			if failure := call(ctx, t, p, send); failure == nil || failure.Kind != NotSent || w.calls() != 1 {
				t.Errorf("got %v after %d calls", failure, w.calls())
			}
			if waited := time.Since(began); waited != time.Second {
				t.Errorf("waited for %v", waited)
			}
		})
	})
	t.Run("who wants no answer by then does not wait", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once)
			w.will(busy("4"), status(http.StatusOK))
			_ = call(t.Context(), t, p, send)
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			began := time.Now()
			failure := call(ctx, t, p, send)
			if failure == nil || failure.Cause != causeBusy || time.Since(began) != 0 {
				t.Errorf("got %v after %v", failure, time.Since(began))
			}
		})
	})
	t.Run("the longest wish counts, within reason", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _, _ := setup(t)
			for _, asked := range []string{"60", "31536000", "20"} {
				p.hold.heed(Response{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {asked}}})
			}
			if rest := p.hold.rest(); rest != maxHold {
				t.Errorf("held for %v", rest)
			}
		})
	})
	t.Run("a 503 speaks for itself", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once)
			w.will(status(http.StatusServiceUnavailable, "Retry-After", "30"), status(http.StatusOK))
			if failure := call(t.Context(), t, p, send); failure == nil || failure.RetryAfter != 30*time.Second {
				t.Errorf("got %+v", failure)
			}
			if failure := call(t.Context(), t, p, read); failure != nil {
				t.Error(failure)
			}
		})
	})
}
