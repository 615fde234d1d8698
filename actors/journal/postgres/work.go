package postgres

import "time"

// work serves calls on one connection until the lane is closed and empty.
func (l *lane[Q, A]) work(db *link) {
	var next *call[Q, A]
	for {
		select {
		case <-l.crew.giveUp:
			db.yield()
		default:
		}
		if db.conn == nil && !l.crew.leads(db) {
			if next != nil && !l.hand(db, []*call[Q, A]{next}) {
				continue // nobody else is left
			}
			next = nil
			if !l.spare(db) {
				return
			}
			continue
		}
		var batch []*call[Q, A]
		open := true
		if next == nil {
			batch, next, open = l.await(db)
		}
		if next != nil {
			batch, next = l.gather(next)
		}
		if len(batch) > 0 {
			if len(l.waiting) > 0 {
				l.crowd()
			}
			l.perform(db, batch)
		} else if !open && l.crew.retire(db, func() bool { return len(l.handed) == 0 }) {
			if db.conn != nil {
				db.end()
			}
			return
		}
	}
}

// await waits for something to do: calls that another worker handed over, or the first of those that
// wait, or a look at the connection.  It is not open when the lane is closed and empty.
func (l *lane[Q, A]) await(db *link) (handed []*call[Q, A], first *call[Q, A], open bool) {
	select {
	case handed = <-l.handed:
		return handed, nil, true
	default:
	}
	look := time.NewTimer(db.wait())
	defer look.Stop()
	l.idle.Add(1)
	defer l.idle.Add(-1)
	select {
	case handed = <-l.handed:
	case first = <-l.waiting:
	case <-l.crew.giveUp:
		db.yield()
	case <-look.C:
		if db.conn == nil {
			_ = db.ready() // noted by the crew; calls that come get the error of their own try
		}
		db.look()
	case <-l.closing:
		select {
		case first = <-l.waiting:
		default:
			return nil, nil, false
		}
	}
	return handed, first, true
}

// crowd tells a worker without a connection that another one would be of use.
func (l *lane[Q, A]) crowd() {
	select {
	case l.crowded <- struct{}{}:
	default: // it was told
	}
}

// spare waits until another connection is of use and tries to make it, unless another lane has none.  It
// returns false when the lane is closed.
func (l *lane[Q, A]) spare(db *link) bool {
	select {
	case <-l.crowded:
	case <-l.closing:
		return false
	}
	if len(l.waiting)+len(l.handed) == 0 {
		return true
	}
	if !l.crew.fleet.bare() && db.extra() == nil {
		return true
	}
	pause := time.NewTimer(max(db.wait(), firstPause/2))
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-l.closing:
		return false
	}
	l.crowd() // if nobody waits any more, it is not heard
	return true
}

// hand gives calls that were certainly not made to another worker of the lane; false: there is none.
func (l *lane[Q, A]) hand(db *link, batch []*call[Q, A]) bool {
	moved := true
	there := l.crew.hand(db, func() {
		for _, c := range batch {
			c.moves++
			moved = moved && c.moves <= maxTries
		}
		if !moved {
			return
		}
		select {
		case l.handed <- batch:
		default:
			moved = false
		}
	})
	if there && !moved {
		l.health.failed(errElsewhere)
		for _, c := range batch {
			l.finish(c, result[A]{err: errElsewhere})
		}
	}
	if there {
		l.crowd()
	}
	return there
}
