package outbound

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"
)

// Breaker says when a party counts as down.  Zero fields take the contract's values.
type Breaker struct {
	Failures int           // open after so many in a row; 10
	Calls    int           // or when half of at least so many …; 20
	Window   time.Duration // … that ended within this long failed; 10 s
	Pause    time.Duration // open for this long, then half-open; 10 s
	Probes   int           // closed after so many good calls, no more at once; 3
}

func (b Breaker) withDefaults() Breaker {
	return Breaker{
		Failures: cmp.Or(b.Failures, 10),
		Calls:    cmp.Or(b.Calls, 20),
		Window:   cmp.Or(b.Window, 10*time.Second),
		Pause:    cmp.Or(b.Pause, 10*time.Second),
		Probes:   cmp.Or(b.Probes, 3),
	}
}

// breaker is the state machine of gobreaker with our own counting.  Its rolling windows file a call
// under the second in which it began and forget it when that second has left the window: a timeout
// of 30 s in a window of 10 s is never counted.  Ours counts calls when they end.
type breaker struct {
	machine *gobreaker.CircuitBreaker[Response]
	recent  window

	lately time.Duration
	good   atomic.Int64 // when the newest call ended well, in ns; 0: none did
}

func newBreaker(client string, settings Breaker, log *slog.Logger) *breaker {
	settings = settings.withDefaults()
	b := &breaker{recent: window{length: settings.Window}, lately: settings.Window}
	// gobreaker calls all of these under its lock, which therefore guards recent.
	b.machine = gobreaker.NewCircuitBreaker[Response](gobreaker.Settings{
		Name:        client,
		MaxRequests: uint32(settings.Probes),
		Timeout:     settings.Pause,
		IsExcluded:  excluded,
		IsSuccessful: func(err error) bool {
			good, now := healthy(err), time.Now()
			b.recent.add(now, good)
			if good {
				b.good.Store(now.UnixNano())
			}
			return good
		},
		ReadyToTrip: func(gobreaker.Counts) bool {
			calls, failures := b.recent.sum()
			return b.recent.streak >= settings.Failures || calls >= settings.Calls && 2*failures >= calls
		},
		OnStateChange: func(_ string, from, to gobreaker.State) {
			b.recent.clear()
			log.Warn("breaker changed", "client", client, "from", from.String(), "to", to.String())
		},
	})
	return b
}

// gauge is the state as atende_breaker_state has it (contract, "Metrics").
func (b *breaker) gauge() float64 { return float64(b.machine.State()) }

// closed reports whether calls pass freely.
func (b *breaker) closed() bool { return b.machine.State() == gobreaker.StateClosed }

// open reports that no call passes.
func (b *breaker) open() bool { return b.machine.State() == gobreaker.StateOpen }

// excluded reports an end that says nothing about the other side's health: its caller gave up, our own
// rate or guard held it back, one record is unreadable, or it asked for a pause, which hold keeps.
func excluded(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Cause {
	case causeCanceled, causeRate, causeRequest, causeHeldBack, causeRecord:
		return true
	default:
		return e.Kind == Canceled || e.Status == http.StatusTooManyRequests && e.RetryAfter > 0
	}
}

// healthy reports an answer of a party that works: success, or a definite no.
func healthy(err error) bool { return err == nil || KindOf(err) == Refused }

// refusedByBreaker reports the two ways in which gobreaker lets a call not pass.
func refusedByBreaker(err error) bool {
	return errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests)
}
