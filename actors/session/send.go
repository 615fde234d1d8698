package session

import (
	"context"
	"errors"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/integrations/outbound"
)

// busyPatience is for how long after its first 429 a part is held back for the session before it goes by phone
// (contract, "Repeated parts").
const busyPatience = 20 * time.Second

// position names an item of the outbox of a turn, from 1.  Turns begin at 1 again after an operator erased the
// session, so a turn is known by when its oldest row was accepted, too (record.Since, Unix nanoseconds).
type position struct {
	Turn  int   `json:"turn"`
	Item  int   `json:"item"`
	Since int64 `json:"since"`
}

// next names the item that is next.
func (s *session) next() position {
	return position{Turn: s.rec.Turn, Item: s.sent + 1, Since: s.rec.Since.UnixNano()}
}

// attempts is what is known of the tries to send one part, as far as it decides on the next one (sendRules).
type attempts struct {
	position
	// Unanswered counts the tries that left and were not answered: each of them may have been read.
	Unanswered int `json:"unanswered,omitempty"`
	// Phoned says that it was tried by phone, and left.
	Phoned bool `json:"phoned,omitempty"`
	// Busy is when it was first answered 429 in a row, zero for not.
	Busy time.Time `json:"busy,omitzero"`
}

// tried is what is known of the part that is next: by this process, whose last note may not have been written,
// or by the record.
func (s *session) tried() attempts {
	switch next := s.next(); {
	case s.attempts.position == next:
		return s.attempts
	case s.rec.Part != nil && s.rec.Part.position == next:
		return *s.rec.Part
	default:
		return attempts{position: next}
	}
}

// impatient reports that the part that is next was held back for long enough, and goes by phone if the gateway is
// still busy.
func (s *session) impatient() bool {
	known := s.situation(s.tried())
	return known.impatient && known.phone && !known.phoned
}

// sendOnce brings the part that is next to the patient, unless this process has done so and only the mark is
// missing: in the session, or in another way where the rules say so, one try after the other.
func (s *session) sendOnce(ctx context.Context, t *turn, text string) error {
	if s.delivered == s.next() {
		return s.mark(ctx, nil, nil)
	}
	known, w := s.tried(), inSession
	if known.Unanswered > maxUnanswered {
		return s.unheard(ctx, t)
	}
	for {
		err := s.try(ctx, w, text)
		if asked := (*heldBackError)(nil); errors.As(err, &asked) {
			return asked.why
		}
		f := fateOf(err, !known.Busy.IsZero())
		then := afterSend(w, f, s.situation(known))
		before := known
		known.learn(w, f, s.Now())
		switch then {
		case nextItem:
			s.delivered = s.next()
			return s.mark(ctx, nil, nil)
		case phoneNow:
			w, ctx = byPhone, insisting(ctx, f)
			continue
		case toPerson:
			if s.attempts = known; ctx.Err() != nil { // the next process does it
				return s.later(ctx, known, before, then, err)
			}
			return s.unheard(ctx, t)
		default:
			return s.later(ctx, known, before, then, err)
		}
	}
}

// try makes one call that sends a part, unless a person was given the session by now (asked when the call could
// leave: it may have waited for the gateway's rate).
func (s *session) try(ctx context.Context, w way, text string) (err error) {
	var asked error
	if !s.untold() {
		permit := s.permit
		ctx = outbound.WithPermit(ctx, func() error {
			asked = s.stillOurs(ctx)
			if asked != nil {
				return asked
			}
			return permit.ask() // last: the right may have gone while the journal was asked (C4)
		})
	}
	if w == byPhone {
		_, err = s.Gateway.SendByPhone(ctx, s.rec.Phone, text)
	} else {
		_, err = s.Gateway.SendInSession(ctx, s.id, text)
	}
	if asked != nil {
		return &heldBackError{asked}
	}
	return err
}

// heldBackError: a call was not made, because of why, which is none of the gateway's doing.
type heldBackError struct{ why error }

func (h *heldBackError) Error() string { return h.why.Error() }
func (h *heldBackError) Unwrap() error { return h.why }

// situation is what the rules ask about a part.
func (s *session) situation(known attempts) situation {
	return situation{
		phone: s.rec.Phone != "", phoned: known.Phoned, repeated: known.Unanswered >= maxUnanswered,
		impatient: !known.Busy.IsZero() && s.Now().Sub(known.Busy) >= busyPatience,
	}
}

// learn notes how a try ended.
func (a *attempts) learn(w way, f fate, now time.Time) {
	switch f {
	case fateUnanswered:
		a.Unanswered++
	case fateBusy:
		if a.Busy.IsZero() {
			a.Busy = now
		}
	default:
	}
	if f != fateBusy && w == inSession {
		a.Busy = time.Time{}
	}
	if w == byPhone && f != fateNotSent {
		a.Phoned = true
	}
}

// later lets a part wait, and first makes durable what was learned: whoever goes on with it after a crash must not
// say it once more than the rules allow.
func (s *session) later(ctx context.Context, known, before attempts, then step, cause error) error {
	wait := &postponed{cause: cause, longest: longPause}
	if then == onceMore {
		wait.longest = shortPause
	}
	if !known.Busy.IsZero() && !known.Phoned && s.rec.Phone != "" {
		wait.until = known.Busy.Add(busyPatience)
	}
	if known == before {
		return wait
	}
	s.attempts = known
	s.rec.Part = &known
	writing := context.WithoutCancel(ctx) // also when the process stops: the next one must know
	if err := s.commit(writing, journal.Commit{Sent: s.sent, State: s.rec.encode()}); err != nil {
		return err
	}
	return wait
}

// errUnheard: a part was said twice and nobody knows whether it was read.
var errUnheard = errors.New("a part got no answer twice")

// unheard ends with a person: the part may have been read, so it is not said again, or not, so the patient must not
// be left with it.  What else was decided on is not said either, unless it tells of an appointment.
func (s *session) unheard(ctx context.Context, t *turn) error {
	s.logFailure(ctx, t, errUnheard)
	said, rest := s.rec.Outbox[:s.sent+1], s.rec.Outbox[s.sent+1:]
	t.items = append([]item{}, said...)
	for _, i := range rest {
		if i.Kind == itemPart && !s.rec.Certain {
			s.rec.State.Unsay(i.from)
			continue
		}
		t.items = append(t.items, i)
	}
	if !transfers(s.rec.Outbox) && !s.withPerson() { // one that was refused is not tried again by the same turn
		for _, effect := range conversation.Fail(s.Clinic, s.rec.State, s.Now()).Effects {
			if _, says := effect.(conversation.Say); !says {
				s.note(t, effect)
			}
		}
	}
	s.rec.Outbox, s.rec.Part = t.items, nil
	return s.mark(ctx, s.rec.encode(), nil)
}

// insisting makes the call that follows a part's last 429 leave although the gateway asked to be left alone.
func insisting(ctx context.Context, f fate) context.Context {
	if f == fateBusy {
		return outbound.WithInsistence(ctx)
	}
	return ctx
}
