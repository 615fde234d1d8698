package outbound

import (
	"context"
	"errors"

	"atende/integrations/outbound/gate"
)

// Enter waits for one of the places of Config.AtOnce, which Leave gives back.  It is for slow parties: a caller
// enters before it prepares its call, so that thousands of them wait without what they are going to send.  The
// error is an *Error of kind NotSent, counted like that of a call; then there is nothing to give back.
func (p *Peer) Enter(ctx context.Context, operation string) error {
	if p.places == nil {
		return nil
	}
	cause := p.enter(ctx)
	if cause == "" {
		return nil
	}
	failure := p.failure(Call{Operation: operation}, NotSent, 0, cause)
	p.count(operation, failure)
	return failure
}

// enter returns why there is no place, "" if there is.  Nobody waits for a party that is down.
func (p *Peer) enter(ctx context.Context) (cause string) {
	if p.breaker.open() {
		return causeOpen
	}
	ctx, end := p.waiting(ctx, "place")
	defer end()
	err := p.places.Enter(ctx, Class(ctx))
	switch {
	case errors.Is(err, gate.ErrFull):
		return causeCrowded
	case err != nil:
		return causeCanceled
	default:
		return ""
	}
}

// Leave gives back the place that Enter took.
func (p *Peer) Leave() {
	if p.places != nil {
		p.places.Leave()
	}
}
