package cluster

import (
	"time"

	"atende/actors/journal"
)

// doubt is what is left of moves of a shard that nobody answered and that came to nothing, as far as the
// views told.  A disk or a standby that takes its time can let one take effect all the same, with holds for
// sessions that finished their turns long ago or have no right to go on: nobody would release them, and
// their patients would wait for the whole of Hold.
type doubt struct {
	from  journal.Title
	to    journal.Incarnation
	busy  map[string]struct{}
	until time.Time
}

// suspectLate remembers the holds of a move that is given up for good.  The caller has the lock.
func (l *life) suspectLate(t *transit) {
	if t.fate != unknown || len(t.busy) == 0 {
		return
	}
	d := l.doubts[t.shard]
	if d == nil || d.from != t.from {
		d = &doubt{from: t.from, busy: map[string]struct{}{}}
		l.doubts[t.shard] = d
	}
	d.to, d.until = t.to, t.until
	for _, sessionID := range t.busy {
		d.busy[sessionID] = struct{}{}
	}
}

// releaseLate gives back what such a move holds once a view shows that it took effect, but for sessions that
// a later move of the shard holds, and reports whether there is something to release.  The caller has the
// lock.
func (l *life) releaseLate(view *journal.View, now time.Time) (some bool) {
	for shard, d := range l.doubts {
		_, undecided := l.moving[shard]
		switch {
		case undecided: // the view may show a later move, whose sessions are at work
			continue
		case view.Shards[shard] != d.from:
			for sessionID := range d.busy {
				if _, held := l.held[sessionID]; !held {
					l.held[sessionID] = hold{to: d.to, until: d.until}
					l.finished[sessionID] = d.until
				}
			}
			some = true
		case now.Before(d.until):
			continue
		}
		delete(l.doubts, shard)
	}
	return some
}
