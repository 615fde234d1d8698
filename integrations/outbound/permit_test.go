package outbound

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

// The right to do something may go while the call waits for its rate, so it is asked for after that.
func TestPermitIsAskedAfterTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, counted := setup(t, func(c *Config) { c.Rate = 1 })
		if failure := call(t.Context(), t, p, send); failure != nil { // takes the place of this second
			t.Fatal(failure)
		}
		var lost atomic.Bool
		ctx := WithPermit(t.Context(), func() error {
			if lost.Load() {
				return errors.New("somebody else's now")
			}
			return nil
		})
		time.AfterFunc(500*time.Millisecond, func() { lost.Store(true) })
		failure := call(ctx, t, p, read)
		if failure == nil || failure.Kind != NotSent || failure.Cause != causeHeldBack {
			t.Errorf("the call ended with %v, want it held back", failure)
		}
		if w.calls() != 1 {
			t.Errorf("%d calls left, want only the first", w.calls())
		}
		if n := testutil.ToFloat64(counted.Requests.WithLabelValues("gateway", "get_session", "canceled")); n != 1 {
			t.Errorf("%v canceled calls are counted, want one try", n)
		}
	})
}

// Held back calls say nothing about the other side.
func TestPermitDoesNotFeedTheBreaker(t *testing.T) {
	p, _, _ := setup(t)
	ctx := WithPermit(t.Context(), func() error { return errors.New("not ours") })
	for range 30 {
		_ = call(ctx, t, p, read)
	}
	if failure := call(context.WithoutCancel(t.Context()), t, p, read); failure != nil {
		t.Errorf("a permitted call fails with %v", failure)
	}
}
