package session

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
)

// What is said to somebody who did not write, about an appointment to come.  Its timer is that of a silence (remind.go), its
// words go through the outbox like any other; here is what differs: the gateway may have closed the chat session, the
// patient may answer in another one, and what cannot be said is not said later instead, but given up.

// rest is for how long an appointment that is being made keeps the question about another one back.
const visitRest = 5 * time.Minute

// visitTouch is how often the record of an appointment that is far away is stored anew, so that it is not forgotten as one
// that nobody touches: less than the shortest that a conversation may be kept.
const visitTouch = 18 * time.Hour

// local is the reference time in the clinic's time zone.
func (s *session) local() time.Time { return s.Now().In(s.Clinic.Location) }

// asksVisit reports that a patient may be asked about an appointment now.
func (s *session) asksVisit() bool { return s.Clinic.AsksVisit(s.rec.State, s.local()) }

// reach says how a patient can be asked about an appointment whose chat session does not pass the filters: by phone, where
// the gateway has closed the session.  Where it may be a person's they cannot.
func (s *session) reach(w *work) conversation.Idle {
	closed := w.gone || s.Filters.closed(w.chat)
	if closed && s.rec.Phone != "" {
		return conversation.Idle{Closed: true}
	}
	return conversation.Idle{Taken: true}
}

// elsewhere is the record of another session of the phone, that in which it wrote last, or was asked; nil for none.
func (s *session) elsewhere(ctx context.Context) (rec *record.Record, id string, err error) {
	known, err := s.contacts(ctx)
	if err != nil {
		return nil, "", err
	}
	at := slices.IndexFunc(known, func(c journal.Contact) bool { return c.CPF == journal.NoCPF && c.SessionID != s.id })
	if at < 0 {
		return nil, "", nil
	}
	rec, err = s.recordOf(ctx, known[at].SessionID)
	return rec, known[at].SessionID, err
}

// adopt learns what another session of the phone asked about appointments, and what the patient answered there.
func (s *session) adopt(from *record.Record) {
	switch {
	case from == nil || s.Clinic.Patience.Before <= 0:
	case s.ofPhone():
		s.Clinic.Join(s.rec.State, from.State.Shared(), s.Now())
	default:
		s.rec.State.Adopt(from.State.Ahead, s.local())
	}
}

// asked notes that a turn asks about appointments: its outbox is a question, and an answer in another session of the phone
// finds this one.
func (s *session) asked(ctx context.Context, t *turn, idle conversation.Idle) error {
	listed := slices.Contains(t.waiting, conversation.WaitOffered)
	if !listed && !slices.ContainsFunc(t.visits, func(event string) bool {
		return event == conversation.VisitAsked || event == conversation.VisitAskedAgain
	}) {
		return nil
	}
	t.asking = &record.Asking{Closed: idle.Closed, Listed: listed}
	if s.templateOf(t.asking) != nil && s.rec.Phone != "" && s.rec.State.Unreachable(s.Now()) {
		t.asking.Phrase = s.phraseOf(t.asking)
	}
	if s.ofPhone() { // which is found by its id, and is none in which the phone wrote
		return nil
	}
	_, err := s.contacts(ctx, journal.Contact{CPF: journal.NoCPF, SessionID: s.id, At: s.Now()})
	return err
}

// templateOf sends the template of a question, or of an offer of the waiting list; nil: there is none.
func (s *session) templateOf(a *record.Asking) func(ctx context.Context, phone, value string) (json.RawMessage, error) {
	if a.Listed {
		return s.SendOffer
	}
	return s.SendTemplate
}

// phraseOf is what it is about, in one line.
func (s *session) phraseOf(a *record.Asking) string {
	if a.Listed {
		return s.Clinic.OfferPhrase(s.rec.State, s.local())
	}
	return s.Clinic.VisitPhrase(s.rec.State, s.local())
}

// templates is a gateway that sends a template instead of a text by phone.
type templates struct {
	Gateway
	send   func(ctx context.Context, phone, value string) (json.RawMessage, error)
	phrase string
}

// SendByPhone implements the gateway.
func (g templates) SendByPhone(ctx context.Context, phone, _ string) (json.RawMessage, error) {
	return g.send(ctx, phone, g.phrase)
}

// addressed is a sender of what is said to somebody who did not write: by phone where the session is closed, and as a
// template where WhatsApp takes nothing else.
func (s *session) addressed(to outbox.Sender) outbox.Sender {
	to.ByPhone = s.byPhone()
	if a := s.rec.Asking; a != nil && a.Phrase != "" && s.templateOf(a) != nil {
		to.ByPhone, to.Gateway = true, templates{s.Gateway, s.templateOf(a), a.Phrase}
	}
	return to
}

// byPhone reports that the outbox is for a chat session that the gateway has closed.
func (s *session) byPhone() bool { return s.rec.Asking != nil && s.rec.Asking.Closed }

// pointless reports that the next part is a question about appointments that must not be said any more: it is night by now,
// or they began.
func (s *session) pointless() bool {
	if s.rec.Asking == nil || s.rec.Outbox[s.sent].Kind != outbox.Part || s.delivered == s.next() {
		return false
	}
	asks := s.Clinic.StillAsks
	if s.rec.Asking.Listed {
		asks = s.Clinic.StillOffers
	}
	return !asks(s.rec.State, s.local()) || s.expired(s.rec.Since) && s.tries > 0
}

// unask ends a question that cannot be said, or that nobody takes, and is no matter for a person: the patient did not ask for
// anything, and whatever the clinic does without an answer it does now.
func (s *session) unask(ctx context.Context, t *turn, refused bool) error {
	t.result = "silent"
	if _, err := s.follow(ctx, t, conversation.Unasked{Refused: refused, Listed: s.rec.Asking.Listed}); err != nil {
		return err
	}
	if refused {
		s.Log.WarnContext(ctx, "the gateway does not take the question about an appointment, or a time of the waiting list", "session", s.id)
	}
	done := slices.Clone(s.rec.Answers)
	if err := s.commit(ctx, journal.Commit{Sent: len(s.rec.Outbox), State: s.rec.Encode(), Done: done, Due: s.due()}); err != nil {
		return err
	}
	s.leaveLines(ctx, t)
	s.progressed()
	s.count(t)
	s.finish(ctx, t)
	return nil
}
