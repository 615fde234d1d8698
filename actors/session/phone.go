package session

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/integrations/chat/phone"
)

// The session of a phone asks about appointments that atende did not make, of which the clinic tells (router.Tell).  It is a
// session like any other, with the timer, the outbox and the journal of one, but no chat session belongs to it: nobody
// writes in it, it is never handed over, and what it says goes by phone.  The patient answers in whatever chat session
// there is, which looks here what was asked (consult) and tells the answer (tellPhone).

// notes takes in what the session of a phone is told.
func (s *session) notes(r row) {
	note, err := record.ReadPhoneNote(r.Body)
	if err != nil {
		s.Log.Error("waiting note is unreadable", "session", s.id, "seq", r.Seq)
		return
	}
	if s.rec.Phone != "" && !phone.Same(s.rec.Phone, note.Phone) { // of a release that took the two for one
		s.rec.State.Visits = nil
	}
	s.rec.Phone = note.Phone
	s.Clinic.Hear(s.rec.State, s.local(), note.Told)
}

// consult learns from the session of the phone what it asked, and that the phone wants no reminders, and leaves to it what
// it asks about the same day.  That is told before this session stores that it left it: again after a crash, which changes
// nothing.
func (s *session) consult(ctx context.Context) error {
	if s.Clinic.Patience.Before <= 0 || s.writer() == "" || s.ofPhone() {
		return nil
	}
	if former, err := s.askedAs(ctx, record.FormerPhoneSession(s.writer())); err != nil {
		return err
	} else if former != nil && phone.Same(former.Phone, s.writer()) {
		s.rec.State.Adopt(former.State.Ahead, s.local())
	}
	rec, err := s.askedAs(ctx, record.PhoneSession(s.writer()))
	if err != nil || rec == nil {
		return err
	}
	if !phone.Same(rec.Phone, s.writer()) { // what it asks is another phone's, see notes
		rec.State.Visits = nil
	}
	if left := s.rec.State.Leave(rec.State.Ahead); len(left) > 0 {
		if err := s.inform(ctx, "left", conversation.Ahead{Visits: left}); err != nil {
			return err
		}
	}
	s.rec.State.Adopt(rec.State.Ahead, s.local())
	return nil
}

// askedAs is the record of the session of a phone, with what waits for it as if it were read already; nil for none.
func (s *session) askedAs(ctx context.Context, id string) (*record.Record, error) {
	if id == "" {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	stored, known, err := s.Journal.Look(ctx, id)
	if err != nil {
		return nil, journalAway(fmt.Errorf("look: %w", err))
	}
	if !known {
		return nil, nil
	}
	rec, _ := record.ReadStored(stored)
	for _, m := range stored.Waiting {
		if note, err := record.ReadPhoneNote(m.Body); m.Kind == journal.Told && err == nil {
			rec.Phone = note.Phone
			s.Clinic.Hear(rec.State, s.local(), note.Told)
		}
	}
	return rec, nil
}

// heedful is how far the phone may be asked: not while a person has the chat session in which it wrote last, nor soon
// after it wrote there.  A session that was asked anything notices the question only after such a rest (recall).
func (s *session) heedful(idle conversation.Idle, from *record.Record) conversation.Idle {
	if from == nil || !s.ofPhone() {
		return idle
	}
	idle.Taken = idle.Taken || from.Owner(s.Now()).Person()
	idle.Talking = s.Now().Sub(from.State.HeardAt) < asksAgainAfter
	return idle
}

// tellPhone tells the session of the phone what a turn heard about the appointments that it asked about, and that the
// patient wants no reminders, before the turn is stored: after a crash in between it is told again.
func (s *session) tellPhone(ctx context.Context, t *turn) error {
	if s.ofPhone() || s.writer() == "" || len(t.visits) == 0 {
		return nil
	}
	said := conversation.Ahead{NoReminders: slices.Contains(t.visits, conversation.VisitStopped)}
	for _, v := range s.rec.State.Shared().Visits {
		if v.Key != "" && slices.Contains(answers, v.Answer) {
			said.Visits = append(said.Visits, v)
		}
	}
	if !said.NoReminders && len(said.Visits) == 0 {
		return nil
	}
	return s.inform(ctx, "answer", said)
}

// answers are those of a patient.
var answers = []conversation.Attendance{conversation.Comes, conversation.ComesNot, conversation.ComesAnother}

// inform makes durable what the session of the phone is to know; the periodic pass of its node wakes it.
// A session that asks under a former id hears it, too.
func (s *session) inform(ctx context.Context, what string, known conversation.Ahead) error {
	note := record.PhoneNote{Phone: s.writer(), Told: conversation.Told{Ahead: known}}
	ids := []string{record.PhoneSession(note.Phone)}
	former := record.FormerPhoneSession(note.Phone)
	if rec, err := s.askedAs(ctx, former); err != nil {
		return err
	} else if rec != nil && phone.Same(rec.Phone, note.Phone) {
		ids = append(ids, former)
	}
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	for _, id := range ids {
		err := s.Journal.Accept(ctx, journal.Incoming{
			SessionID: id, Kind: journal.Told, Body: note.Encode(), MessageID: what + "-" + rand.Text(),
		})
		if err != nil {
			return journalAway(fmt.Errorf("tell: %w", err))
		}
	}
	return nil
}
