package newcomer

import (
	"context"
	"math"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// Hand-overs of sessions that nobody knows cost a call each, like the messages of such sessions, and there is no patient
// who waits for an answer.  So they go behind all who wait for their read, with a share of their own, so that neither of
// two floods holds up the other, and few of them wait.
const (
	// handOverShare is the part of the gateway's rate that they may have together, and handOversUnpaced the calls a second
	// where there is no rate: then nobody waits for it, and only the gateway is spared.
	handOverShare, handOversUnpaced = 0.1, 2
	// leastHandOvers and mostHandOvers bound those that wait, between which it is as many as can go in time.
	leastHandOvers, mostHandOvers = 8, 64
	// handOverWait is for how long one waits: whoever asks for it is waiting, too, and may come again.
	handOverWait = 10 * time.Second
)

// handOvers are those that wait for a call.
type handOvers struct {
	share   *rate.Limiter
	most    int
	waiting []chan error // each holds one: nil, or why not
}

func newHandOvers(perSecond float64) handOvers {
	share := perSecond * handOverShare
	if perSecond <= 0 {
		share = handOversUnpaced
	}
	return handOvers{
		share: rate.NewLimiter(rate.Limit(share), int(math.Ceil(share))),
		most:  min(max(int(share*handOverWait.Seconds()), leastHandOvers), mostHandOvers),
	}
}

// HandOver waits until a call may be made for the hand-over of a session that nobody knows, and returns what to call when
// it leaves, or was not made; further calls of that do nothing.  ErrCrowded says that others wait already, or that it took
// too long.
func (d *Desk) HandOver(ctx context.Context) (left func(), err error) {
	turn := d.lineUp()
	if turn == nil {
		return nil, ErrCrowded
	}
	return d.await(ctx, turn, handOverWait, func(error) bool { return d.queue.handOvers.quit(turn) })
}

// quit takes one out that waits; false where its turn came at the same moment.
func (h *handOvers) quit(turn chan error) bool {
	at := slices.Index(h.waiting, turn)
	if at >= 0 {
		h.waiting = slices.Delete(h.waiting, at, at+1)
	}
	return at >= 0
}

// lineUp puts a hand-over into the queue; nil: there is no place for it.
func (d *Desk) lineUp() chan error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.queue.closed || len(d.queue.handOvers.waiting) >= d.queue.handOvers.most {
		return nil
	}
	turn := make(chan error, 1)
	d.queue.handOvers.waiting = append(d.queue.handOvers.waiting, turn)
	d.next()
	return turn
}

// nextHandOver lets in hand-overs that may go, once nobody else may.  It is called under the lock.
func (d *Desk) nextHandOver() {
	h := &d.queue.handOvers
	for d.queue.free > 0 && len(h.waiting) > 0 {
		if wait := d.spare(h.share); wait > 0 {
			d.later(wait)
			return
		}
		d.queue.free--
		h.waiting[0] <- nil
		h.waiting = h.waiting[1:]
	}
}
