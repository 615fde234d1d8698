package session

import (
	"context"
	"errors"
	"time"
)

// longWait is how old the last look at the chat session may be when something is said: a turn may have
// waited for the clinic, for the gateway or for its own rate, and a person may have come meanwhile.
const longWait = 3 * time.Second

// personCame reports a person who took the session while the outbox waited, nil if nobody did: by webhook, or
// in the gateway, whose session then does not pass the filters any more.  A failing gateway makes the outbox
// wait, as it would anyway.  What tells of an appointment is never asked about: a patient who has one must know
// of it; nor before a tag, which says nothing to anybody; nor where only the mark of what was done is missing,
// because the transfer itself changes the chat session.
func (s *session) personCame(ctx context.Context, t *turn) (*handOver, error) {
	next := s.rec.Outbox[s.sent].Kind
	unasked := s.rec.Certain && next != itemTransfer || next == itemTag || s.delivered == s.next()
	if unasked || s.Now().Sub(s.readAt) <= longWait {
		return nil, nil
	}
	return s.inCharge(ctx, t, s.rec.Answers)
}

// inCharge is the person who took the session by now, nil if there is none: by webhook, the news of which may
// still wait among the rows that are not answered, or in the gateway.
func (s *session) inCharge(ctx context.Context, t *turn, answered []int64) (*handOver, error) {
	taken, err := s.taken(ctx, answered)
	if taken != nil || err != nil || s.Now().Sub(s.readAt) <= longWait {
		return taken, err
	}
	c, err := s.fetch(ctx, t)
	if errors.Is(err, errGivenUp) {
		return nil, nil // a day old, and still tried once
	}
	if err != nil {
		return nil, err
	}
	if s.Filters.check(c) != "" {
		return &handOver{At: s.Now(), Left: true}, nil
	}
	return nil, nil
}

// yield leaves the session to the person: what is left of the outbox is not said, and rows that came with
// it are done.
func (s *session) yield(ctx context.Context, t *turn, to *handOver) error {
	s.Log.InfoContext(ctx, "a person came first, the reply is dropped", "session", s.id, "turn", t.number)
	s.leaveTo(t, to, s.rec.Outbox[s.sent:])
	t.result = "silent"
	if err := s.giveUp(ctx, s.rec.encode(), s.afterword(t)); err != nil {
		return err
	}
	s.count(t)
	s.finish(ctx, t)
	return nil
}
