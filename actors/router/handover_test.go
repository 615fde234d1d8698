package router

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
	"atende/actors/newcomer"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
)

// doubtful is a gateway that answers the transfer of a forged session with a status, and knows none of them.
type doubtful struct {
	limitedGateway
	status int
}

func (g *doubtful) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := g.limitedGateway.RoundTrip(r)
	if err != nil || !strings.Contains(r.URL.Path, "forged") {
		return response, err
	}
	status := http.StatusNotFound
	if r.Method == http.MethodPut {
		status = g.status
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{}`))}, nil
}

// ruled puts a real client of a doubtful gateway before the bench, and a desk that keeps its rate.
func (b *bench) ruled(status int) *doubtful {
	g := &doubtful{status: status}
	client := chat.New(chat.Config{URL: "http://gateway.test", Token: "t", ChannelID: "c", DepartmentID: "d", Rate: 3.3, Transport: g})
	desk := newcomer.New(newcomer.Config{Rate: 3.3})
	b.acts.Gateway, b.acts.Newcomers = client, desk
	b.config.Gateway, b.config.Newcomers = client, desk
	return g
}

// wait is how long it takes until so many calls were made for a session.
func (g *doubtful) wait(sessionID string, calls int) time.Duration {
	began := time.Now()
	for g.made(sessionID) < calls && time.Since(began) < 2*time.Minute {
		time.Sleep(50 * time.Millisecond)
	}
	return time.Since(began)
}

// Hand-overs of sessions that do not exist, asked for by sixty callers at once, hold up neither a new patient nor one in the
// middle of a booking, nor the hand-over of a known one, at the rate of a real account and whatever the gateway answers.
func TestForgedHandOvers(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusInternalServerError, http.StatusOK} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				g := b.ruled(status)
				b.start()
				b.accept("known", sessiontest.Offer)
				b.accept("other", "oi")
				time.Sleep(10 * time.Second)
				ctx, stop := context.WithCancel(t.Context())
				var forged, refused atomic.Int64
				for range 60 {
					go func() {
						for ctx.Err() == nil {
							err := b.router.Transfer(ctx, fmt.Sprintf("forged-%06d", forged.Add(1)), "")
							switch {
							case errors.Is(err, journal.ErrFull):
								refused.Add(1)
								time.Sleep(time.Second) // Retry-After
							case err != nil: // a breaker may be open, and then nothing takes time
								time.Sleep(100 * time.Millisecond)
							}
						}
					}()
				}
				time.Sleep(3 * time.Second)
				flood := g.made("forged")
				b.accept("known", sessiontest.Book)
				if waited := g.wait("known", 4); waited > 3*time.Second {
					t.Errorf("a patient in the middle of a booking waited %v", waited)
				}
				for i := range 5 {
					id := fmt.Sprint("new-", i)
					b.accept(id, "oi")
					if waited := g.wait(id, 2); waited > 3*time.Second {
						t.Errorf("new patient %d waited %v", i, waited)
					}
					time.Sleep(time.Second)
				}
				began := time.Now()
				if err := b.router.Transfer(ctx, "other", ""); err != nil || time.Since(began) > time.Second {
					t.Errorf("the hand-over of a known session: %v after %v", err, time.Since(began))
				}
				if n := g.made("forged") - flood; refused.Load() == 0 || n > 20 {
					t.Errorf("%d calls for forged sessions, %d refused", n, refused.Load())
				}
				stop()
				time.Sleep(time.Minute)
				if err := b.router.Transfer(t.Context(), "forged-again", ""); (err == nil) != (status == http.StatusOK) || errors.Is(err, journal.ErrFull) {
					t.Errorf("after the flood: %v", err)
				}
			})
		})
	}
}

// The hand-over of one known session has no end of haste: what is asked for again soon goes behind patients, and so does
// that of a session which only a hand-over made known.
func TestHandedOverAgain(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		g := b.ruled(http.StatusOK)
		b.start()
		b.accept("known", "oi")
		time.Sleep(10 * time.Second)
		behind := func(id string) bool {
			calling, left, err := b.router.Admit(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			left()
			is, _ := calling.Value(verdict{}).(bool)
			return is
		}
		if behind("known") {
			t.Error("the first one of a known session goes behind")
		}
		if !behind("known") {
			t.Error("the second one goes before others")
		}
		time.Sleep(handedLately)
		if behind("known") {
			t.Error("one that comes later goes behind")
		}
		if err := b.router.Transfer(t.Context(), "forged", ""); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if stored, known, _ := b.journal.Look(t.Context(), "forged"); !known || stored.State == nil {
			t.Error("a hand-over that was confirmed is not stored")
		}
		if !behind("forged") {
			t.Error("a session is known because it was handed over")
		}
		calls := g.made("forged")
		b.accept("forged", "oi")
		time.Sleep(10 * time.Minute)
		if n := g.made("forged") - calls; n < 3 || b.journal.Pending() != 0 {
			t.Errorf("%d reads of a session that the gateway does not know, %d rows wait", n, b.journal.Pending())
		}
		synctest.Wait()
	})
}
