package session

import (
	"context"
	"errors"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
	"atende/integrations/outbound"
)

// personCame reports a person who took the session while the outbox waited, nil if nobody did: by webhook, or
// in the gateway, whose session then does not pass the filters any more.  A failing gateway makes the outbox
// wait, as it would anyway.  What tells of an appointment is never asked about: a patient who has one must know
// of it; nor before a tag, which says nothing to anybody; nor where only the mark of what was done is missing,
// because the transfer itself changes the chat session.
func (s *session) personCame(ctx context.Context, t *turn) (*record.HandOver, error) {
	next := s.rec.Outbox[s.sent].Kind
	if next == outbox.Tag || s.delivered == s.next() || s.byPhone() {
		return nil, nil
	}
	unasked := s.rec.Certain && next != outbox.Transfer
	if next == outbox.Part && s.tried().Unanswered > 0 {
		s.readAt = time.Time{} // said once more only to a gateway that answers
	} else if unasked || s.Now().Sub(s.readAt) <= longWait {
		return nil, nil
	}
	if next == outbox.Part && s.impatient() {
		ctx = outbound.WithInsistence(ctx)
	}
	person, err := s.inCharge(ctx, t, s.rec.Answers)
	if err != nil && next == outbox.Part {
		return nil, s.urged(err)
	}
	if unasked {
		return nil, err
	}
	return person, err
}

// urged is the failure of a look before a part: where the gateway has been busy for long enough to send the part by
// phone, and is too busy to be asked, too, the part goes without the look; until then nothing waits for longer.
func (s *session) urged(err error) error {
	busy := s.tried().Busy
	var wait *postponed
	switch {
	case busy.IsZero() || !errors.As(err, &wait):
		return err
	case s.impatient() && outbox.FateOf(wait.cause, true) == outbox.Busy:
		return nil
	case !s.impatient():
		wait.until = busy.Add(outbox.BusyPatience)
	}
	return err
}

// personFirstError: a person was given the session before a part left.
type personFirstError struct{ person *record.HandOver }

func (p *personFirstError) Error() string { return "a person came first" }

// untold reports news of an appointment of which the patient has not read a word: they are told whoever has the
// session by now.  What a process that is gone has told is not known; then all of it is.
func (s *session) untold() bool {
	return s.rec.Certain && !slices.ContainsFunc(s.rec.Outbox[:s.sent], func(i outbox.Item) bool {
		return i.Kind == outbox.Part && slices.Contains(i.From, conversation.FromA4)
	})
}

// stillOurs is asked when a part could leave: nil, or that by webhook or by an operator a person was given the
// session, on whatever node that was (contract, POST /webhook/transfer: 200 is answered once the news are among the
// rows), or that the journal does not say.
func (s *session) stillOurs(ctx context.Context) error {
	came, err := s.meanwhile(ctx, s.rec.Answers)
	switch {
	case err != nil:
		return err
	case came.person != nil:
		return &personFirstError{came.person}
	default:
		return nil
	}
}

// yield leaves the session to the person: what is left of the outbox is not said, and rows that came with
// it are done, once an appointment that was told has its tag.
func (s *session) yield(ctx context.Context, t *turn, to *record.HandOver) error {
	s.Log.InfoContext(ctx, "a person came first, the reply is dropped", "session", s.id, "turn", t.number)
	said, rest := s.rec.Outbox[:s.sent], s.rec.Outbox[s.sent:]
	s.leaveTo(t, to, rest)
	if s.rec.Certain { // the tag of the appointment is still due
		tags := slices.DeleteFunc(slices.Clone(rest), func(i outbox.Item) bool { return i.Kind != outbox.Tag })
		if s.rec.Outbox = slices.Concat(said, tags); len(tags) > 0 {
			return s.commit(ctx, journal.Commit{Sent: s.sent, State: s.rec.Encode()})
		}
	} else {
		t.result = "silent"
	}
	if err := s.giveUp(ctx, s.rec.Encode(), s.afterword(t).Encode()); err != nil {
		return err
	}
	s.count(t)
	s.finish(ctx, t)
	return nil
}
