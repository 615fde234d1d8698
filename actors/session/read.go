package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"atende/actors/journal"
	"atende/actors/session/record"
)

// read lists what waits to be answered, and for how long nothing is, because an operator wants that.  Repeats of
// messages that were taken before, rows without a meaning and rows that cannot be read are dropped here, so that
// a repeated webhook never becomes a turn (J2).
func (s *session) read(ctx context.Context) (rows []row, paused time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	for {
		waiting, err := s.waiting(ctx)
		if err != nil {
			return nil, 0, journalAway(fmt.Errorf("read: %w", err))
		}
		more := len(waiting) > maxRows
		orders := record.PauseOf(waiting, s.owner().Person())
		paused := max(0, orders.Until.Sub(s.Now()))
		if paused == 0 || len(waiting)-len(orders.Orders) > floodRows { // a flood ends with a person, pause or not
			paused, waiting = 0, atOnceOf(waiting)
		}
		fresh, stale, err := s.sift(ctx, waiting)
		if err != nil {
			return nil, 0, journalAway(fmt.Errorf("read: %w", err))
		}
		if paused == 0 && len(orders.Orders) > 0 {
			s.resumedAt = s.Now()
		}
		if stale = append(stale, orders.Over(paused > 0)...); len(stale) > 0 {
			if err := s.commit(ctx, journal.Commit{Sent: s.sent, Done: stale}); err != nil {
				return nil, 0, err
			}
			continue
		}
		if paused > 0 {
			return s.urgent(fresh), paused, nil
		}
		if !more {
			s.dry = true
			return fresh, 0, nil
		}
		if fresh, err = s.burst(ctx, fresh); err != nil {
			return nil, 0, journalAway(fmt.Errorf("read: %w", err))
		}
		return fresh, 0, nil
	}
}

// waiting lists the oldest waiting rows: those that a turn may answer and, beyond them, as many as tell whether a
// pause still holds, or whether more wait than anybody would answer, beside the order of the pause itself.  Where
// there are more orders than one, read drops the older ones and lists again.
func (s *session) waiting(ctx context.Context) ([]journal.Message, error) {
	rows, err := s.list(ctx, maxRows)
	if err != nil || len(rows) < maxRows {
		return rows, err
	}
	return s.list(ctx, floodRows+2)
}

// atOnceOf are the rows that one turn takes: as many as it answers, or, when more wait than anybody would answer,
// floodRows for a turn that hands over.
func atOnceOf(waiting []journal.Message) []journal.Message {
	if len(waiting) > floodRows {
		return waiting[:floodRows]
	}
	return waiting[:min(maxRows, len(waiting))]
}

// list reads waiting rows, at most limit, without those of an open intent: they were answered, and stay
// only so that the session is found after a crash.
func (s *session) list(ctx context.Context, limit int) ([]journal.Message, error) {
	if s.rec.Intent == nil {
		return s.Journal.Read(ctx, s.id, limit)
	}
	own := s.rec.Intent.Rows
	rows, err := s.Journal.Read(ctx, s.id, limit+len(own))
	rows = slices.DeleteFunc(rows, func(m journal.Message) bool { return slices.Contains(own, m.Seq) })
	return rows[:min(limit, len(rows))], err
}

// sift parts waiting rows into new ones and those to be dropped.  A row of a newer release is neither: whoever can read
// it will.
func (s *session) sift(ctx context.Context, waiting []journal.Message) (fresh []row, stale []int64, err error) {
	var here []byte // hashes of the fresh ones
	for _, m := range waiting {
		if m.Kind == journal.Paused || m.Kind == journal.Resumed {
			continue // they say what becomes of the others
		}
		r := row{Message: m}
		if r.Kind != journal.Timer { // those are one row each, and two nodes' clocks may ask for the same time
			hash := record.HashOf(m.MessageID)
			useful := !record.Saw(s.rec.Seen, hash) && !record.Saw(here, hash)
			if useful {
				if useful, err = s.open(ctx, &r); err != nil {
					return nil, nil, err
				}
			}
			if !useful {
				stale = append(stale, m.Seq)
				continue
			}
			here = append(here, hash...)
		}
		fresh = append(fresh, r)
	}
	return fresh, stale, nil
}

// open decodes a row; it is of no use if there is nothing to do about it.
func (s *session) open(ctx context.Context, r *row) (useful bool, err error) {
	switch r.Kind {
	case journal.Transferred, journal.HandedBack:
		return true, nil
	case journal.Patient:
		if err = r.decode(); errors.Is(err, journal.ErrUnreadable) {
			s.Log.ErrorContext(ctx, "waiting message is unreadable", "session", s.id, "seq", r.Seq)
			return false, nil
		}
		return err == nil, err
	case journal.Told:
		return s.ofPhone(), nil
	case journal.Listed:
		return !s.ofPhone(), nil
	default:
		return false, nil
	}
}
