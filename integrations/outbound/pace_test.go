package outbound

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Among calls that wait for the rate the urgent ones go first, and every one goes.
func TestUrgentCallsOvertake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		p, w, _ := setup(t, func(c *Config) { c.Rate = 3.3 })
		w.will(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, r.URL.Path)
			return status(http.StatusOK)(r)
		})
		var calls sync.WaitGroup
		do := func(path string, urgent bool) {
			ctx := t.Context()
			if urgent {
				ctx = WithUrgency(ctx)
			}
			calls.Go(func() {
				if failure := call(ctx, t, p, Call{Operation: "get_session", Method: http.MethodGet, Path: path}); failure != nil {
					t.Error(failure)
				}
			})
			synctest.Wait()
		}
		for range 30 {
			do("/greeting", false)
		}
		do("/booking", true)
		begin := time.Now()
		do("/booking", true)
		calls.Wait()
		// One went at once, one holds the next place already.
		if at := slices.Index(order, "/booking"); at != 2 || order[3] != "/booking" || len(order) != 32 {
			t.Errorf("order %v", order)
		}
		if took := time.Since(begin); took < 9*time.Second || took > 10*time.Second {
			t.Errorf("32 calls of 3.3 a second took %v", took)
		}
	})
}

// What would wait for longer than the timeout is refused at once and never left.
func TestPaceIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, _ := setup(t, once, func(c *Config) { c.Rate, c.Timeout = 1, 10*time.Second })
		var calls sync.WaitGroup
		for _, more := range []int{1, 1, 10} { // one goes, one is next, ten wait; before one has gone, twelve may be one too many
			for range more {
				calls.Go(func() { _ = call(t.Context(), t, p, send) })
			}
			synctest.Wait()
		}
		begin := time.Now()
		failure := call(t.Context(), t, p, send)
		if failure == nil || failure.Kind != NotSent || failure.Cause != causeRate || time.Since(begin) != 0 {
			t.Errorf("%v after %v, want not sent at once", failure, time.Since(begin))
		}
		if failure := call(WithUrgency(t.Context()), t, p, send); failure != nil || time.Since(begin) > 3*time.Second {
			t.Errorf("an urgent call: %v after %v", failure, time.Since(begin))
		}
		calls.Wait()
		if w.calls() < 10 {
			t.Errorf("%d calls went", w.calls())
		}
	})
}
