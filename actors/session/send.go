package session

import (
	"context"
	"errors"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/outbox"
)

// next names the item that is next.
func (s *session) next() outbox.Position {
	return outbox.Position{Turn: s.rec.Turn, Item: s.sent + 1, Since: s.rec.Since.UnixNano()}
}

// tried is what is known of the part that is next: by this process, whose last note may not have been written,
// or by the record.
func (s *session) tried() outbox.Attempts {
	return outbox.TriesOf(s.next(), &s.attempts, s.rec.Part)
}

// sender sends parts of the session.
func (s *session) sender() outbox.Sender {
	to := s.addressed(outbox.Sender{Gateway: s.Gateway, Session: s.id, Phone: s.rec.Phone, Now: s.Now})
	if !s.untold() {
		to.Ours = s.stillOurs
	}
	return to
}

// impatient reports that the part that is next was held back for long enough, and goes by phone if the gateway is
// still busy.
func (s *session) impatient() bool { return s.sender().Impatient(s.tried()) }

// sendOnce brings the part that is next to the patient, unless this process has done so and only the mark is
// missing.
func (s *session) sendOnce(ctx context.Context, t *turn, i outbox.Item) error {
	if s.delivered == s.next() {
		return s.mark(ctx, nil, nil)
	}
	known := s.tried()
	if known.Unanswered > outbox.MaxUnanswered {
		return s.unheard(ctx, t)
	}
	end := s.sender().Send(ctx, i, known)
	if end.Known.Plain && !known.Plain {
		s.Log.WarnContext(ctx, "the gateway does not take what can be tapped, the words go alone", "session", s.id, "turn", t.number)
	}
	if s.rec.Asking != nil && outbox.FateOf(end.Err, false) == outbox.Refused {
		return s.unask(ctx, t, true)
	}
	switch end.Then {
	case outbox.NotOurs:
		return end.Err
	case outbox.NextItem:
		s.delivered = s.next()
		return s.mark(ctx, nil, nil)
	case outbox.ToPerson:
		if s.attempts = end.Known; ctx.Err() != nil { // the next process does it
			return s.later(ctx, end)
		}
		return s.unheard(ctx, t)
	default:
		return s.later(ctx, end)
	}
}

// later lets a part wait, and first makes durable what was learned: whoever goes on with it after a crash must not
// say it once more than the rules allow.
func (s *session) later(ctx context.Context, end outbox.Sending) error {
	wait := &postponed{cause: end.Err, longest: longPause, until: s.sender().Until(end.Known)}
	if end.Then == outbox.OnceMore {
		wait.longest = shortPause
	}
	if !end.Learned {
		return wait
	}
	s.attempts = end.Known
	s.rec.Part = &end.Known
	writing := context.WithoutCancel(ctx) // also when the process stops: the next one must know
	if err := s.commit(writing, journal.Commit{Sent: s.sent, State: s.rec.Encode()}); err != nil {
		return err
	}
	return wait
}

// errUnheard: a part was said twice and nobody knows whether it was read.
var errUnheard = errors.New("a part got no answer twice")

// unheard ends with a person: the part may have been read, so it is not said again, or not, so the patient must not
// be left with it.  What else was decided on is not said either, unless it tells of an appointment.
func (s *session) unheard(ctx context.Context, t *turn) error {
	if s.rec.Asking != nil { // which may have been read, and is no matter for a person
		return s.mark(ctx, nil, nil)
	}
	s.logFailure(ctx, t, errUnheard)
	said, rest := s.rec.Outbox[:s.sent+1], s.rec.Outbox[s.sent+1:]
	t.items = append([]outbox.Item{}, said...)
	for _, i := range rest {
		if i.Kind == outbox.Part && !s.rec.Certain {
			s.rec.State.Unsay(i.From)
			continue
		}
		t.items = append(t.items, i)
	}
	if !outbox.HasTransfer(s.rec.Outbox) && !s.withPerson() { // one that was refused is not tried again by the same turn
		for _, effect := range conversation.Fail(s.Clinic, s.rec.State, s.Now()).Effects {
			if _, says := effect.(conversation.Say); !says {
				s.note(t, effect)
			}
		}
	}
	s.rec.Outbox, s.rec.Part = t.items, nil
	return s.mark(ctx, s.rec.Encode(), nil)
}
