package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/integrations/chat/phone"
)

// Whom appointments were made for from a phone is known to its next chat sessions, which may live on other nodes.  Their
// data stay where they are, in the record of the chat session that booked: the journal's contacts only say which one that
// is, by a mark of the CPF, and are erased with it.

// returningKey is what the patients of a phone are noted under.
func (s *session) returningKey() string { return "returning-" + record.PhoneKey(s.writer()) }

// returning notes patients of the phone and lists those who are not forgotten.  The journal forgets a contact
// ContactWindow after its time, and what is noted here counts for longer (conversation.Clinic.Recognises).
func (s *session) returning(ctx context.Context, note ...journal.Contact) ([]journal.Contact, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	found, err := s.Journal.Contacts(ctx, s.returningKey(), s.Now().Add(-ContactWindow), note...)
	if err != nil {
		return nil, journalAway(fmt.Errorf("returning patients: %w", err))
	}
	return found, nil
}

// noteReturning notes whose appointment a turn made.  It comes before the turn's commit, so that no crash leaves a record
// with a patient whom the phone is not known by; where that commit fails, the turn comes to it again.  An appointment is
// told whatever becomes of it.
func (s *session) noteReturning(ctx context.Context) {
	served := s.rec.State.Served
	if s.Clinic.Recognises <= 0 || s.writer() == "" || len(served) == 0 {
		return
	}
	mark := conversation.CPFMark(served[len(served)-1].CPF)
	_, err := s.returning(ctx, journal.Contact{CPF: int(mark), SessionID: s.id, At: s.Now().Add(s.Clinic.Recognises - ContactWindow)})
	if err != nil {
		s.Log.WarnContext(ctx, "the next chat session of the phone will not know its patient", "session", s.id, "error", err)
	}
}

// recognise tells a new chat session who had appointments made from the phone.
func (s *session) recognise(ctx context.Context) error {
	if s.Clinic.Recognises <= 0 || s.rec.Turn > 0 || s.writer() == "" {
		return nil
	}
	known, err := s.returning(ctx)
	if err != nil {
		return err
	}
	var list []conversation.Returning
	for _, c := range known[:min(len(known), conversation.MaxReturning)] {
		rec, err := s.recordOf(ctx, c.SessionID)
		if err != nil {
			return err
		}
		if rec == nil {
			continue
		}
		list = append(list, slices.DeleteFunc(slices.Clone(rec.State.Served), func(r conversation.Returning) bool {
			return int(conversation.CPFMark(r.CPF)) != c.CPF
		})...)
	}
	s.rec.State.Recognise(s.Clinic, list, s.Now())
	return nil
}

// forgetPhone ends that patients of the phone are known to its next chat sessions.
func (s *session) forgetPhone(ctx context.Context) error {
	if s.writer() == "" {
		return nil
	}
	known, err := s.returning(ctx)
	if err != nil || len(known) == 0 {
		return err
	}
	for i := range known {
		known[i].SessionID, known[i].At = s.id, time.UnixMilli(0)
	}
	_, err = s.returning(ctx, known...)
	return err
}

// recordOf is the record of another session, if it is one of the phone; nil for none.
func (s *session) recordOf(ctx context.Context, sessionID string) (*record.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	stored, _, err := s.Journal.Look(ctx, sessionID)
	if err != nil {
		return nil, journalAway(fmt.Errorf("look: %w", err))
	}
	if rec, _ := record.ReadStored(stored); phone.Same(rec.WriterPhone(), s.writer()) {
		return rec, nil
	}
	return nil, nil
}
