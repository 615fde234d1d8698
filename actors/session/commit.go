package session

import (
	"context"
	"fmt"
	"slices"

	"atende/actors/journal"
	"atende/actors/session/record"
)

// commit stores a step under the fence.  After an error memory is not to be trusted: the caller
// gives up its pass and the next one activates anew (C9).  A turn that ends although its shard moves has no
// next one, and whoever does not see its marks says everything again: it tries the same commit until the
// hold ends, which is safe, because a version is committed once.
func (s *session) commit(ctx context.Context, c journal.Commit) error {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	if err := s.places.writes.Enter(ctx, s.class()); err != nil {
		return postpone(err)
	}
	defer s.places.writes.Leave()
	c.SessionID, c.Version = s.id, s.version
	version, err := s.Journal.Commit(ctx, s.format(), c)
	for err != nil && s.finishing() && !isFenced(err) && sleep(ctx, heldPause) == nil {
		version, err = s.Journal.Commit(ctx, s.format(), c)
	}
	if err != nil {
		return journalError(err)
	}
	s.version, s.sent = version, c.Sent
	return nil
}

// format is the schema to write: this release's once every node reads it, until then the one before.
func (s *session) format() int { return min(record.Schema, max(s.Floor(), record.Schema-1, 1)) }

// commitTurn makes the result of a turn durable: the state, and what is to be said in the outbox.
// The rows stay until the last item is done, so that the sweep finds an unfinished outbox; k items
// cost k+1 commits.
func (s *session) commitTurn(ctx context.Context, t *turn) error {
	if err := s.tellPhone(ctx, t); err != nil {
		return err
	}
	if err := s.claimLines(ctx, t); err != nil {
		return err
	}
	r := s.rec
	r.Turn, r.Since, r.Intent, r.Spared = t.number, t.since, t.open, 0
	r.Pin = s.pinned()
	r.Outbox, r.Answers, r.Certain, r.Message, r.Part = t.items, t.rows, t.booked(), t.message, nil
	r.Asking = t.asking
	r.Remember(t.hashes, s.Now())
	if t.held {
		r.Answers = nil // the rows are the intent's until it is settled
	}
	var done []int64
	if len(t.items) == 0 {
		r.Answers, done = nil, r.Answers
	}
	if r.Certain {
		s.noteReturning(ctx)
	}
	entry := s.entry(t).Encode() // before the record, which remembers the numbers of its placeholders
	err := s.commit(ctx, journal.Commit{State: r.Encode(), Done: done, Due: s.dueAfter(t), Entry: entry, Demand: s.demand(t), Access: s.access(t)})
	if err != nil {
		return err
	}
	s.leaveLines(ctx, t)
	if r.Intent == nil {
		s.flight = nil
	}
	s.failures, s.attempted = 0, false
	s.progressed()
	s.count(t)
	t.story.Forget()
	s.turn = t
	if len(t.items) == 0 {
		s.finish(ctx, t)
	}
	return nil
}

// mark remembers that the next item of the outbox is done; the last one takes the rows away.
func (s *session) mark(ctx context.Context, state, entry []byte) error {
	c := journal.Commit{Sent: s.sent + 1, State: state, Entry: entry}
	if c.Sent == len(s.rec.Outbox) {
		c.Done = s.rec.Answers
	}
	if err := s.commit(ctx, c); err != nil {
		return err
	}
	s.progressed()
	return nil
}

// giveUp marks everything that is left of the outbox as done.
func (s *session) giveUp(ctx context.Context, state, entry []byte) error {
	return s.commit(ctx, journal.Commit{Sent: len(s.rec.Outbox), State: state, Done: slices.Clone(s.rec.Answers), Entry: entry})
}

// journalError names the operation; a fenced commit keeps its meaning, any other one waits for the
// journal to come back.
func journalError(err error) error {
	err = fmt.Errorf("commit: %w", err)
	if isFenced(err) {
		return err
	}
	return journalAway(err)
}
