package router

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"atende/actors/journal"
	"atende/actors/newcomer"
	"atende/actors/session"
	"atende/actors/session/record"
	"atende/integrations/outbound"
)

// handedLately is for how long a session counts as handed over.  A further hand-over within it has no haste: whoever knows
// one session of the account could ask for it without end, before everybody else.
const handedLately = time.Minute

// errOnce: a call for a session that nobody knows is not repeated.
var errOnce = errors.New("router: not repeated for a session that nobody knows")

// verdict is the key of what was found of a hand-over in a context: whether it goes behind patients.
type verdict struct{}

// Admit waits until calls to the gateway may be made for a hand-over that somebody outside wants, and returns under which
// context; left is called when they are done.  Those of sessions that patients wrote in go before others, because somebody
// waits for a person; those of sessions that nobody knows go behind patients, one call each, and fail with journal.ErrFull
// where too many of them wait.  What is found of a session holds for all that is done under the context.
func (r *Router) Admit(ctx context.Context, sessionID string) (calling context.Context, left func(), err error) {
	if r.Newcomers == nil {
		return outbound.WithUrgency(ctx), func() {}, nil
	}
	behind, found := ctx.Value(verdict{}).(bool)
	if !found {
		behind = r.stranger(ctx, sessionID) || r.handed.again(sessionID, r.Now())
		ctx = context.WithValue(ctx, verdict{}, behind)
	}
	if !behind {
		r.Newcomers.Busy()
		return outbound.WithUrgency(ctx), func() {}, nil
	}
	left, err = r.Newcomers.HandOver(ctx)
	if errors.Is(err, newcomer.ErrCrowded) {
		err = fmt.Errorf("too many sessions that the gateway does not know: %w", journal.ErrFull)
	}
	if err != nil {
		return nil, nil, err
	}
	var made atomic.Bool
	return outbound.WithPermit(outbound.WithDoubt(ctx), func() error {
		if made.Swap(true) {
			return errOnce // it has no further place in the rate
		}
		left()
		return nil
	}), left, nil
}

// paced is Admit for hand-overs from outside; an operator's have no limit.
func (r *Router) paced(ctx context.Context, sessionID, by string) (calling context.Context, left func(), err error) {
	if by != session.TakenByWebhook {
		return outbound.WithUrgency(ctx), func() {}, nil
	}
	return r.Admit(ctx, sessionID)
}

// stranger reports a session of which nobody knows that the gateway knows it: no patient's message of it was ever read.
// That it was handed over before does not make it known, because some gateway may confirm that of any id.
func (r *Router) stranger(ctx context.Context, sessionID string) bool {
	if confirmed, _ := r.known(sessionID); confirmed {
		return false
	}
	stored, known, err := r.Journal.Look(ctx, sessionID)
	if err != nil || !known || stored.State == nil {
		return true
	}
	rec, readable := record.ReadStored(stored)
	return readable && !rec.Wrote()
}

// handed remembers which known sessions were handed over lately.
type handed struct {
	mu sync.Mutex
	at map[string]time.Time
}

// maxHanded is how many are remembered before those that are over are forgotten.
const maxHanded = 1024

// again notes a hand-over, and reports whether there was another one lately.
func (h *handed) again(sessionID string, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at, found := h.at[sessionID]; found && now.Sub(at) < handedLately {
		return true
	}
	if h.at == nil {
		h.at = map[string]time.Time{}
	}
	if len(h.at) >= maxHanded {
		for id, at := range h.at {
			if now.Sub(at) >= handedLately {
				delete(h.at, id)
			}
		}
	}
	h.at[sessionID] = now
	return false
}
