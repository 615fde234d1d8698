package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"atende/actors/conversation"
	"atende/integrations/scheduling"
)

// settle finishes a turn whose holder disappeared between the commit of an intent and the commit
// of what came of it.  The chat session passed its filters before the intent was made.
func (s *session) settle(ctx context.Context) error {
	in := s.rec.Intent
	t := &turn{
		number: s.rec.Turn + 1, started: s.Now(), since: in.Since,
		rows: in.Rows, hashes: in.Hashes, items: in.Items,
	}
	if s.failures >= maxFailures {
		s.fail(ctx, t, errTwice)
		return s.commitTurn(ctx, t)
	}
	event, err := s.findOut(ctx, t, in)
	if err == nil {
		// Without messages: the patient's words were understood before the intent, and read again
		// in the light of a new offer they could mean something else.
		err = s.talk(ctx, t, nil, event)
	} else {
		err = s.rescue(ctx, t, err)
	}
	if err != nil {
		return err
	}
	return s.conclude(ctx, t, in.Since)
}

// findOut asks the journal, and where it is safe the scheduling API, what became of an intent.
func (s *session) findOut(ctx context.Context, t *turn, in *intent) (conversation.Event, error) {
	a, err := s.recorded(ctx, in)
	if err != nil {
		return nil, err
	}
	if a.Replayable {
		s.replayable.Store(true)
	}
	switch {
	case a.Verdict == notSent:
		return s.bookFrom(ctx, t, in.Booking, in.Attempt+1)
	case a.Verdict == refused:
		return s.judge(a, scheduling.Booking{})
	case s.mayReplay(in): // open, or made and its texts are lost: the first result comes again
		a, b := s.call(ctx, in, true)
		if answerOf(b).Verdict == notSent {
			return nil, postpone(errNotSent) // nothing is at stake, the scheduling API is merely away
		}
		return s.judge(a, b)
	case a.Verdict == executed:
		return nil, &uncontrolled{cause: errors.New("booking was made, its texts are lost")}
	default:
		return nil, &uncontrolled{cause: errors.New("nobody can tell what became of the booking")}
	}
}

// recorded is the journal's answer to an intent, empty while it is open.
func (s *session) recorded(ctx context.Context, in *intent) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	known, err := s.Journal.Intents(ctx, s.id, in.Booking.N)
	if err != nil {
		return answer{}, journalAway(fmt.Errorf("intents: %w", err))
	}
	var a answer
	for _, k := range known {
		if k.Token == in.Token && k.Answer != "" {
			if err := json.Unmarshal([]byte(k.Answer), &a); err != nil {
				return answer{}, nil // of a newer release: as good as open
			}
		}
	}
	return a, nil
}
