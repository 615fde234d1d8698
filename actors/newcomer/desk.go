package newcomer

import (
	"cmp"
	"math"
	"slices"
	"time"

	"atende/actors/journal"
)

// Door lets a message of a session in that is not known to be confirmed, before it is durable; ErrCrowded refuses it.
// Who is refused although the journal knows the session may be let in all the same.
func (d *Desk) Door(sessionID string, m journal.PatientMessage) error {
	d.mu.Lock()
	v := d.sessions[sessionID]
	d.mu.Unlock()
	var marks Marks
	if v == nil {
		marks = d.marksOf(sessionID, m)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clean()
	now := d.config.Now()
	if v = d.sessions[sessionID]; v != nil {
		d.renew(v, now)
		if (v.unlikely || v.dropped) && (v.rows >= maxRows || d.rows >= d.config.MaxUnlikely) {
			return ErrCrowded
		}
		v.rows++
		switch {
		case v.dropped:
			d.dropping++
		case v.unlikely:
			d.rows++
		}
		v.seen = now
		return nil
	}
	odds := d.record.odds(marks)
	if odds < 0 && d.rows >= d.config.MaxUnlikely && !d.roomFor(odds) {
		return ErrCrowded
	}
	d.arrive(sessionID, &visitor{marks: marks, address: addressOf(m), wrote: now})
	return nil
}

// Elsewhere is Door for a session that another node reads.  Forged ids fall on all nodes alike, so that those that wait at
// this one tell what waits there; nothing is given up for it.
func (d *Desk) Elsewhere(sessionID string, m journal.PatientMessage) error {
	marks := d.marksOf(sessionID, m)
	d.mu.Lock()
	defer d.mu.Unlock()
	odds := d.record.odds(marks)
	if odds >= 0 || d.rows < d.config.MaxUnlikely {
		return nil
	}
	if now := d.config.Now(); now.Sub(d.compared) >= lookEvery {
		_, d.lowest = d.least()
		d.compared = now
	}
	if odds-better <= d.lowest {
		return ErrCrowded
	}
	return nil
}

// renew notes that the patient of a session wrote at a time.  Who writes to this process was not left by an earlier one.
// It is called under the lock.
func (d *Desk) renew(v *visitor, wrote time.Time) {
	if !wrote.After(v.wrote) {
		return
	}
	v.wrote = wrote
	if v.left && !wrote.Before(d.began) {
		v.left = false
		d.judge(v)
	}
}

// odds are those of a visitor at this time.  It is called under the lock.
func (d *Desk) odds(v *visitor) float64 {
	odds := d.record.odds(v.marks)
	if v.left {
		odds -= leftBehind
	}
	return odds
}

// Refused counts a message that Door refused, once it is certain that nobody knows its session.
func (d *Desk) Refused() { d.config.Metrics.Messages.WithLabelValues("refused").Inc() }

// arrive begins to count a session.  It is called under the lock.
func (d *Desk) arrive(sessionID string, v *visitor) {
	v.rows, v.came = 1, d.config.Now()
	v.seen = v.came
	d.sessions[sessionID] = v
	d.judge(v)
}

// judge counts a visitor among the unlikely ones, or not.  It is called under the lock.
func (d *Desk) judge(v *visitor) {
	if is := (d.odds(v) < 0 || v.denied) && !v.dropped; is != v.unlikely && !v.gone {
		v.unlikely = is
		if is {
			d.unlikely, d.rows = d.unlikely+1, d.rows+v.rows
		} else {
			d.unlikely, d.rows = d.unlikely-1, d.rows-v.rows
		}
		d.config.Metrics.Sessions.Set(float64(d.unlikely))
	}
}

// better is by how much the odds of a session at the door must be better than those of one that is given up for it.  Among
// equals nobody is, before it is stale: a message that is refused may come again, and one that was accepted does not.
const better = 0.5

// roomFor makes room for a session at the door, if somebody there is clearly less likely, or stale.  It is called under
// the lock.
func (d *Desk) roomFor(odds float64) bool {
	now := d.config.Now()
	switch {
	case d.dropping >= d.config.MaxUnlikely/10: // they hold their places until they have come
		return false
	case now.Sub(d.compared) < lookEvery && d.lowest >= odds-better:
		return false
	}
	d.compared = now
	least, lowest := d.least()
	if d.lowest = lowest; least == nil || lowest > odds-better && (lowest > odds || now.Sub(least.came) < stale) {
		return false
	}
	d.drop(least)
	return true
}

// least is the least likely of the unlikely sessions, of equals the oldest of the address that has most; nil if there is
// none.  It is called under the lock.
func (d *Desk) least() (least *visitor, lowest float64) {
	lowest = math.Inf(1)
	of := map[string]int{}
	for _, v := range d.sessions {
		if v.unlikely {
			of[v.address]++
		}
	}
	for _, v := range d.sessions {
		if !v.unlikely {
			continue
		}
		odds := d.odds(v)
		if least == nil || cmp.Or(cmp.Compare(odds, lowest), cmp.Compare(of[least.address], of[v.address]), v.came.Compare(least.came)) < 0 {
			least, lowest = v, odds
		}
	}
	return least, lowest
}

// drop gives a session up: it takes no place any more, and hears of it when it comes for its read, or at once where it
// waits for that: at the end of the queue it would hold a place among those that are to be dropped.  It is called under
// the lock.
func (d *Desk) drop(v *visitor) {
	v.dropped = true
	d.dropping += v.rows
	d.judge(v)
	if at := slices.IndexFunc(d.queue.waiting, func(w *waiter) bool { return w.visitor == v }); at >= 0 {
		d.queue.waiting[at].turn <- ErrDropped
		d.queue.waiting = slices.Delete(d.queue.waiting, at, at+1)
	}
}

// Known says that a session needs no word of the gateway: the journal has its record.  It says of others what that word
// would.
func (d *Desk) Known(sessionID string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if v := d.sessions[sessionID]; v != nil {
		d.record.add(v.marks, 1, 0)
		d.learned(v.marks)
	}
	d.leave(sessionID)
}

// Confirmed says that the gateway knows a session.  Those that were put off and are likely by that are woken.
func (d *Desk) Confirmed(sessionID string) {
	likely, wake := d.confirmed(sessionID)
	for _, id := range likely {
		wake(id)
	}
}

// confirmed is Confirmed under the lock; it returns the sessions that are to be woken.
func (d *Desk) confirmed(sessionID string) (likely []string, wake func(string)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.sessions[sessionID]
	if v == nil {
		return nil, nil
	}
	if v.denied { // the gateway was late in knowing it
		d.record.add(v.marks, 0, -1)
	}
	d.record.add(v.marks, 1, 0)
	d.learned(v.marks)
	d.leave(sessionID)
	return d.backed(), d.wake
}

// maxWoken bounds the sessions that one word of the gateway wakes.
const maxWoken = 32

// backed are sessions that were put off and are likely now.  It is called under the lock.
func (d *Desk) backed() (ids []string) {
	if d.wake == nil || d.unlikely == 0 {
		return nil
	}
	for id, v := range d.sessions {
		if len(ids) == maxWoken {
			break
		}
		if v.away && !v.denied && !v.dropped && d.odds(v) >= 0 {
			v.away = false
			ids = append(ids, id)
		}
	}
	return ids
}

// Wakes sets what wakes a session that was put off before its time; it is called without the lock, and at once.
func (d *Desk) Wakes(wake func(sessionID string)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wake = wake
}

// Denied says that the gateway does not know a session; the first time counts.
func (d *Desk) Denied(sessionID string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.sessions[sessionID]
	if v == nil || v.denied {
		return
	}
	v.denied = true
	d.record.add(v.marks, 0, 1)
	d.judge(v)
}

// GaveUp says that so many messages of a session were dropped, and why: "given_up" or "dropped".
func (d *Desk) GaveUp(sessionID, why string, messages int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leave(sessionID)
	d.config.Metrics.Messages.WithLabelValues(why).Add(float64(messages))
}

// leave stops counting a session.  It is called under the lock.
func (d *Desk) leave(sessionID string) {
	v := d.sessions[sessionID]
	if v == nil {
		return
	}
	delete(d.sessions, sessionID)
	v.gone = true
	if v.dropped {
		d.dropping -= v.rows
	}
	if v.unlikely {
		d.unlikely, d.rows = d.unlikely-1, d.rows-v.rows
		d.config.Metrics.Sessions.Set(float64(d.unlikely))
	}
}

// clean forgets sessions of which nothing was heard for long: their messages never became durable, or another node has
// them.  It is called under the lock.
func (d *Desk) clean() {
	now := d.config.Now()
	if now.Sub(d.cleaned) < forgetAfter/10 {
		return
	}
	d.cleaned = now
	for id, v := range d.sessions {
		if now.Sub(v.seen) >= forgetAfter {
			d.leave(id)
		}
	}
}
