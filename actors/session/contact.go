package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
)

// ContactWindow is how long it is remembered of a phone, beyond its sessions, in which one it wrote and that it gave
// CPFs (journal.Contact).
const ContactWindow = conversation.GuessWindow

// contacts notes contacts of the writer's phone and lists those of the last day; none where it is not known.
func (s *session) contacts(ctx context.Context, note ...journal.Contact) ([]journal.Contact, error) {
	if s.writer() == "" {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	found, err := s.Journal.Contacts(ctx, record.PhoneKey(s.writer()), s.Now().Add(-ContactWindow), note...)
	if err != nil {
		return nil, journalAway(fmt.Errorf("contacts: %w", err))
	}
	return found, nil
}

// recall looks for what an earlier session of the phone was about, in the first turn of one, and for what was
// asked there about an appointment, also after a rest.  What cannot be read is not remembered.
func (s *session) recall(ctx context.Context) error {
	first := s.rec.Turn == 0 && s.rec.State.Past == nil
	rests := (s.Clinic.Patience.Before > 0 || s.Clinic.Patience.Hold > 0) && s.Now().Sub(s.rec.State.HeardAt) >= asksAgainAfter
	if !first && !rests {
		return nil
	}
	rec, id, err := s.elsewhere(ctx)
	if err != nil {
		return err
	}
	if first && rec != nil {
		s.rec.State.Recall(rec.State.Remembered(), s.Now())
	}
	s.adopt(rec)
	if rec != nil && s.Clinic.Patience.Hold > 0 {
		s.rec.State.AdoptOffer(rec.State, id, s.local())
	}
	return s.consult(ctx)
}

// asksAgainAfter is how long a session rests before another one of the phone may have asked about an appointment meanwhile.
const asksAgainAfter = time.Hour

// meet notes that the phone wrote in this session, once for each time that it is in memory and after its first commit:
// a turn that begins again finds the session before.  It is worth no answer: what fails is tried in the next turn.
func (s *session) meet(ctx context.Context) {
	if s.met || s.rec == nil || s.rec.Turn == 0 || s.writer() == "" || s.ofPhone() {
		return
	}
	_, err := s.contacts(ctx, journal.Contact{CPF: journal.NoCPF, SessionID: s.id, At: s.Now()})
	s.met = err == nil
}

// countCPFs notes the CPFs that an event gives, before the conversation looks at them, and tells it which ones the phone
// gave in other sessions: the bound is one of both, so that a new session begins no new count.  What is
// noted and then forgotten by a crash is noted again by the turn that follows.
func (s *session) countCPFs(ctx context.Context, event conversation.Event) error {
	fresh := s.rec.State.FreshCPFs(s.Now(), event)
	if len(fresh) == 0 {
		return nil
	}
	known, err := s.contacts(ctx)
	if err != nil {
		return err
	}
	var note []journal.Contact
	for _, mark := range fresh {
		if !slices.ContainsFunc(known, func(c journal.Contact) bool { return c.CPF == int(mark) && c.SessionID != s.id }) {
			note = append(note, journal.Contact{CPF: int(mark), SessionID: s.id, At: s.Now()})
		}
	}
	if len(note) > 0 {
		if known, err = s.contacts(ctx, note...); err != nil {
			return err
		}
	}
	var others []conversation.GivenCPF
	for _, c := range known {
		if c.CPF != journal.NoCPF && !slices.ContainsFunc(note, func(n journal.Contact) bool { return n.CPF == c.CPF }) {
			others = append(others, conversation.GivenCPF{Mark: uint16(c.CPF), At: c.At})
		}
	}
	s.rec.State.GivenBefore(others...)
	return nil
}
