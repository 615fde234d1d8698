package newcomer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"atende/actors/journal"
)

// queue is who waits for a read.
type queue struct {
	free    int // reads that may leave at once
	number  uint64
	waiting []*waiter
	served  map[string]uint64 // of the unlikely of an address one was let in last
	timer   *time.Timer       // for the next call of a share; nil: none is set
	due     time.Time         // when it ends
	// handOvers wait behind all of those.
	handOvers handOvers
	closed    bool
}

// waiter is a session that waits for its read.
type waiter struct {
	visitor *visitor
	number  uint64
	turn    chan error // holds one: nil, or why not
}

// Turn waits until a session may be read, and returns what to call when the call leaves, or was not made; further calls
// of it do nothing.  m is a message of the session and taken when it was accepted, in case that another node or an
// earlier process took it.
func (d *Desk) Turn(ctx context.Context, sessionID string, m journal.PatientMessage, taken time.Time) (left func(), err error) {
	w, left, err := d.line(sessionID, m, taken)
	if w == nil {
		return left, err
	}
	return d.await(ctx, w.turn, longest, func(err error) bool { return d.quit(w, err) })
}

// quit ends the wait of a session that was not let in, because of err; false where its turn came at the same moment.  It
// is called under the lock.
func (d *Desk) quit(w *waiter, err error) bool {
	w.visitor.away = errors.Is(err, ErrCrowded)
	at := slices.Index(d.queue.waiting, w)
	if at >= 0 {
		d.queue.waiting = slices.Delete(d.queue.waiting, at, at+1)
	}
	return at >= 0
}

// await waits for a turn, at most so long, and returns what to call when the call leaves, or was not made.  quit takes who
// waits out of the queue, under the lock, and returns false where it does not stand there any more.
func (d *Desk) await(ctx context.Context, turn <-chan error, long time.Duration, quit func(err error) bool) (left func(), err error) {
	limit := time.NewTimer(long)
	defer limit.Stop()
	select {
	case err := <-turn:
		if err != nil {
			return nil, err
		}
		return d.leaver(), nil
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-limit.C:
		err = ErrCrowded
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !quit(err) && <-turn == nil { // at the same moment
		d.queue.free++
		d.next()
	}
	return nil, err
}

// line puts a session into the queue; without a waiter it needs none, or there is no place for it.
func (d *Desk) line(sessionID string, m journal.PatientMessage, taken time.Time) (*waiter, func(), error) {
	d.mu.Lock()
	known := d.sessions[sessionID] != nil
	d.mu.Unlock()
	var marks Marks
	if !known {
		marks = d.marksOf(sessionID, m)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clean()
	v := d.sessions[sessionID]
	if v == nil {
		v = &visitor{marks: marks, address: addressOf(m), wrote: taken, left: taken.Before(d.began)}
		d.arrive(sessionID, v)
	}
	d.renew(v, taken)
	d.judge(v)
	if v.unlikely && d.rows > d.config.MaxUnlikely {
		if least, _ := d.least(); least != nil {
			d.drop(least) // v itself, where no other is less likely
		}
	}
	v.seen, v.away = d.config.Now(), false
	switch {
	case v.dropped:
		return nil, nil, ErrDropped
	case d.queue.closed:
		return nil, nil, ErrCrowded
	case !d.paced && !v.unlikely:
		return nil, func() {}, nil
	}
	d.queue.number++
	w := &waiter{visitor: v, number: d.queue.number, turn: make(chan error, 1)}
	d.queue.waiting = append(d.queue.waiting, w)
	d.next()
	if len(d.queue.waiting) > maxWaiting {
		last := d.ranked()[len(d.queue.waiting)-1]
		d.queue.waiting = slices.DeleteFunc(d.queue.waiting, func(o *waiter) bool { return o == last })
		last.visitor.away = true
		last.turn <- ErrCrowded
	}
	return w, nil, nil
}

// leaver gives a place back, once.
func (d *Desk) leaver() func() {
	var once sync.Once
	return func() {
		once.Do(func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.queue.free++
			d.next()
		})
	}
}

// ranked sorts those who wait, who is next first.  It is called under the lock.
func (d *Desk) ranked() []*waiter {
	odds := make(map[*waiter]float64, len(d.queue.waiting))
	for _, w := range d.queue.waiting {
		odds[w] = d.odds(w.visitor)
	}
	slices.SortFunc(d.queue.waiting, func(a, b *waiter) int {
		likely := odds[a] >= 0
		switch {
		case likely != (odds[b] >= 0):
			return before(likely)
		case a.visitor.denied != b.visitor.denied:
			return before(!a.visitor.denied)
		case a.visitor.denied: // in the order in which they came
			return before(a.number < b.number)
		case odds[a] != odds[b]:
			return before(odds[a] > odds[b])
		case likely: // in the order in which they came
			return before(a.number < b.number)
		case !a.visitor.wrote.Equal(b.visitor.wrote):
			return before(a.visitor.wrote.After(b.visitor.wrote))
		default:
			return before(a.number > b.number)
		}
	})
	rest := d.queue.waiting
	for len(rest) > 0 {
		same := 1
		for same < len(rest) && odds[rest[same]] == odds[rest[0]] {
			same++
		}
		if odds[rest[0]] < 0 {
			d.alternate(rest[:same])
		}
		rest = rest[same:]
	}
	return d.queue.waiting
}

// alternate lets the addresses take turns in a part of the queue that is equally unlikely, whose turn was longest ago
// first; of each the order stays.  Those that the gateway denied stay behind.  It is called under the lock.
func (d *Desk) alternate(part []*waiter) {
	if denied := slices.IndexFunc(part, func(w *waiter) bool { return w.visitor.denied }); denied >= 0 {
		part = part[:denied]
	}
	place, of := make(map[*waiter]int, len(part)), map[string]int{}
	for _, w := range part {
		place[w] = of[w.visitor.address]
		of[w.visitor.address]++
	}
	if len(of) < 2 {
		return
	}
	slices.SortStableFunc(part, func(a, b *waiter) int {
		return cmp.Or(cmp.Compare(place[a], place[b]), cmp.Compare(d.queue.served[a.visitor.address], d.queue.served[b.visitor.address]))
	})
}

func before(is bool) int {
	if is {
		return -1
	}
	return 1
}

// next lets in whoever may go: reads, then hand-overs.  It is called under the lock.
func (d *Desk) next() {
	d.nextRead()
	d.nextHandOver()
}

// nextRead lets in whoever may be read.  It is called under the lock.
func (d *Desk) nextRead() {
	for d.queue.free > 0 && len(d.queue.waiting) > 0 {
		w := d.ranked()[0]
		v := w.visitor
		d.judge(v)
		if v.unlikely && !v.dropped {
			if wait := d.spare(d.share); wait > 0 {
				d.later(wait)
				return
			}
			d.serve(v.address)
		}
		d.queue.waiting = d.queue.waiting[1:]
		if v.dropped {
			w.turn <- ErrDropped
			continue
		}
		if !v.unlikely {
			d.busy = d.config.Now()
		}
		d.queue.free--
		w.turn <- nil
	}
}

// serve notes whose turn it was.  It is called under the lock.
func (d *Desk) serve(address string) {
	if d.queue.served == nil || len(d.queue.served) > maxMarks { // strangers may have any number of addresses
		d.queue.served = map[string]uint64{}
	}
	d.queue.number++
	d.queue.served[address] = d.queue.number
}

// later looks again after a time, or sooner if that was wanted before: a read does not wait for the time of a hand-over.  It
// is called under the lock.
func (d *Desk) later(wait time.Duration) {
	due := time.Now().Add(wait)
	if d.queue.timer != nil {
		if !due.Before(d.queue.due) {
			return
		}
		d.queue.timer.Stop()
	}
	d.queue.due = due
	d.queue.timer = time.AfterFunc(wait, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.queue.timer = nil
		d.next()
	})
}

// Close lets nobody wait any more, so that a node that stops is not held up: their messages are the next start's.
func (d *Desk) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue.closed = true
	for _, w := range d.queue.waiting {
		w.turn <- ErrCrowded
	}
	for _, turn := range d.queue.handOvers.waiting {
		turn <- ErrCrowded
	}
	d.queue.waiting, d.queue.handOvers.waiting = nil, nil
	if d.queue.timer != nil {
		d.queue.timer.Stop()
		d.queue.timer = nil
	}
}
