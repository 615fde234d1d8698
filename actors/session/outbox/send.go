package outbox

import (
	"context"
	"encoding/json"
	"time"

	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// Gateway is what a part needs of the chat gateway (spec C).  Errors are *outbound.Error.
type Gateway interface {
	SendInSession(ctx context.Context, id, text string) (json.RawMessage, error)
	SendMenu(ctx context.Context, id, text string, m *chat.Menu) (json.RawMessage, error)
	SendByPhone(ctx context.Context, phone, text string) (json.RawMessage, error)
}

// Sender brings parts to the patient of a session.
type Sender struct {
	Gateway Gateway
	Session string
	Phone   string // "" while unknown
	ByPhone bool   // and not in the session, which is closed, or where a template cannot go
	Now     func() time.Time
	// Ours is asked when a part could leave, before the permit of the context, because it may have waited for the
	// gateway's rate: an error holds the part back, and is the end of it.  nil: what it says is said whoever has the
	// session by now.
	Ours func(ctx context.Context) error
}

// Sending is what came of a part.
type Sending struct {
	Then  Step
	Known Attempts // with what its tries told
	// Learned says that the last one told something that is not durable yet.
	Learned bool
	Err     error // of the last try; with NotOurs, why
}

// Send brings a part to the patient: in the session, or in another way where the rules say so, one try after the other.
func (s Sender) Send(ctx context.Context, part Item, known Attempts) Sending {
	w, before := s.first(part, known), known
	for {
		err, held := s.try(ctx, w, part)
		if held != nil {
			return Sending{Then: NotOurs, Known: known, Err: held}
		}
		f := FateOf(err, !known.Busy.IsZero())
		then := afterSend(w, f, s.situation(known))
		known.learn(w, f, s.Now())
		switch then {
		case wordsAlone:
			w = InSession
		case phoneNow:
			w, ctx = ByPhone, insisting(ctx, f)
		default:
			return Sending{Then: then, Known: known, Learned: known != before, Err: err}
		}
	}
}

// first is the way that a part goes first.
func (s Sender) first(part Item, known Attempts) Way {
	switch {
	case s.ByPhone:
		return ByPhone
	case part.Menu != nil && !known.Plain:
		return WithMenu
	default:
		return InSession
	}
}

// insisting makes the call that follows a part's last 429 leave although the gateway asked to be left alone.
func insisting(ctx context.Context, f Fate) context.Context {
	if f == Busy {
		return outbound.WithInsistence(ctx)
	}
	return ctx
}

// try makes one call that sends a part.  held is why it was not made, which is none of the gateway's doing.
func (s Sender) try(ctx context.Context, w Way, part Item) (err, held error) {
	if s.Ours != nil {
		asking := ctx
		ctx = outbound.WithPermit(ctx, func() error {
			held = s.Ours(asking)
			if held != nil {
				return held
			}
			return outbound.Permitted(asking) // last: the right may have gone while the journal was asked (C4)
		})
	}
	switch w {
	case ByPhone:
		_, err = s.Gateway.SendByPhone(ctx, s.Phone, part.Text)
	case WithMenu:
		_, err = s.Gateway.SendMenu(ctx, s.Session, part.Text, part.Menu)
	default:
		_, err = s.Gateway.SendInSession(ctx, s.Session, part.Text)
	}
	return err, held
}

// situation is what the rules ask about a part.
func (s Sender) situation(known Attempts) situation {
	return situation{
		phone: s.Phone != "", phoned: known.Phoned, repeated: known.Unanswered >= MaxUnanswered,
		impatient: !known.Busy.IsZero() && s.Now().Sub(known.Busy) >= BusyPatience,
	}
}

// Impatient reports that a part was held back for long enough, and goes by phone if the gateway is still busy.
func (s Sender) Impatient(known Attempts) bool {
	now := s.situation(known)
	return now.impatient && now.phone && !now.phoned
}

// Until is when a part that waits is tried again at the latest, zero for no such time.
func (s Sender) Until(known Attempts) time.Time {
	if known.Busy.IsZero() || known.Phoned || s.Phone == "" {
		return time.Time{}
	}
	return known.Busy.Add(BusyPatience)
}
