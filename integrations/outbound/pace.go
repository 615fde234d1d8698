package outbound

import (
	"context"
	"math"
	"time"

	"golang.org/x/time/rate"

	"atende/integrations/outbound/gate"
)

// pace holds calls back to a rate.  One call at a time waits for the rate itself, the others wait at a
// gate, where those who are urgent overtake; in a token bucket's own queue nobody could.
type pace struct {
	longest time.Duration // that a call may wait
	gate    *gate.Gate
	limiter *rate.Limiter
}

// newPace lets a tenth of a second's calls go at once; more would let a burst exceed the rate of its
// second noticeably.  Of each class no more calls may wait than can go within longest.
func newPace(perSecond float64, longest time.Duration) *pace {
	if perSecond <= 0 {
		return nil
	}
	queue := min(math.Ceil(perSecond*longest.Seconds()), maxPaced)
	return &pace{
		longest: longest,
		gate:    gate.New(1, int(queue)),
		limiter: rate.NewLimiter(rate.Limit(perSecond), max(1, int(perSecond/10))),
	}
}

// maxPaced bounds the calls of each class that wait, whatever the rate.
const maxPaced = 16_384

// wait returns when a call may begin; an error says that it would wait for too long, or that ctx ended.
func (p *pace) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.longest)
	defer cancel()
	if err := p.gate.Enter(ctx, Class(ctx)); err != nil {
		return err
	}
	defer p.gate.Leave()
	return p.limiter.Wait(ctx)
}
