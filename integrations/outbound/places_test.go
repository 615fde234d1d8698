package outbound

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// enter enters as a call of get_session; the error is ours, nil for success.
func enter(ctx context.Context, t *testing.T, p *Peer) *Error {
	t.Helper()
	err := p.Enter(ctx, "get_session")
	if err == nil {
		return nil
	}
	var failure *Error
	if !errors.As(err, &failure) {
		t.Fatalf("%T is not *Error", err)
	}
	return failure
}

func TestPlaces(t *testing.T) {
	crowded := func(c *Config) { c.AtOnce, c.Waiting = 1, 1 }
	t.Run("without a bound everybody enters", func(t *testing.T) {
		p, _, _ := setup(t)
		for range 1000 {
			if failure := enter(t.Context(), t, p); failure != nil {
				t.Fatal(failure)
			}
		}
		p.Leave()
	})
	t.Run("one enters, one waits, the next hears that it is too much", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _, m := setup(t, crowded)
			if failure := enter(t.Context(), t, p); failure != nil {
				t.Fatal(failure)
			}
			var entered bool
			go func() { entered = enter(t.Context(), t, p) == nil }()
			synctest.Wait()
			failure := enter(t.Context(), t, p)
			if failure == nil || failure.Kind != NotSent || failure.Cause != causeCrowded {
				t.Errorf("got %v", failure)
			}
			if entered || counted(m, "get_session", "open") != 1 {
				t.Errorf("entered: %v; counted %d", entered, counted(m, "get_session", "open"))
			}
			p.Leave()
			synctest.Wait()
			if !entered {
				t.Error("a place was free and nobody got it")
			}
		})
	})
	t.Run("who is urgent goes first", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _, _ := setup(t, func(c *Config) { c.AtOnce, c.Waiting = 1, 5 })
			_ = enter(t.Context(), t, p)
			var order []string
			wait := func(ctx context.Context, name string) {
				go func() {
					if enter(ctx, t, p) == nil {
						order = append(order, name)
						p.Leave()
					}
				}()
				synctest.Wait()
			}
			wait(t.Context(), "normal")
			wait(WithUrgency(t.Context()), "urgent")
			p.Leave()
			synctest.Wait()
			if !slices.Equal(order, []string{"urgent", "normal"}) {
				t.Errorf("order %v", order)
			}
		})
	})
	t.Run("who gives up leaves no trace", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, _, m := setup(t, crowded)
			_ = enter(t.Context(), t, p)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			failure := enter(ctx, t, p)
			if failure == nil || failure.Cause != causeCanceled || counted(m, "get_session", "canceled") != 1 {
				t.Errorf("got %v", failure)
			}
			p.Leave()
			if failure := enter(t.Context(), t, p); failure != nil {
				t.Error(failure)
			}
		})
	})
	t.Run("nobody waits for a party that is down", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, w, _ := setup(t, once, crowded)
			w.will(status(http.StatusBadGateway))
			_ = enter(t.Context(), t, p)
			for range 10 {
				_ = call(t.Context(), t, p, read)
			}
			if failure := enter(t.Context(), t, p); failure == nil || failure.Cause != causeOpen {
				t.Errorf("got %v", failure)
			}
		})
	})
}
