package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/integrations/scheduling"
)

const (
	// offerFresh is for how long an offer is believed: the spec has no way to hold a time, so an older
	// one is asked for again right before it is booked.
	offerFresh = time.Minute
	// lookTimeout bounds one look at an agenda; a patient waits for it.
	lookTimeout = 10 * time.Second
)

// wentMeanwhile reports that a time of an older offer is no longer listed.  Where that cannot be asked
// A4 judges.  A node that took the session over may never have heard of the scheduling API: it asks, too,
// because what is not known to be repeatable before an A4 is not repeatable after it.
func (s *session) wentMeanwhile(ctx context.Context, e conversation.MakeAppointment) bool {
	if s.Now().Sub(s.rec.State.OfferedAt) <= offerFresh && s.Scheduling.Met() {
		return false
	}
	listed, err := s.isListed(ctx, e)
	if err != nil {
		s.Log.WarnContext(ctx, "booking without another look at the agenda", "session", s.id, "error", err)
		return false
	}
	return !listed
}

// isListed asks A1, for exactly that agenda and day, whether a time can be booked.
func (s *session) isListed(ctx context.Context, e conversation.MakeAppointment) (bool, error) {
	if err := s.places.calls.Enter(ctx, s.class()); err != nil {
		return false, err
	}
	defer s.places.calls.Leave()
	return s.lists(ctx, s.Clinic, e)
}

// lists is isListed without a place, by the catalogue of a clinic.
func (b *Behavior) lists(ctx context.Context, clinic *conversation.Clinic, e conversation.MakeAppointment) (bool, error) {
	doctor, ok := clinic.Doctor(e.Slot.AgendaID)
	if !ok {
		return false, errLeftCatalogue
	}
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	found, err := b.Scheduling.Slots(ctx, scheduling.Query{
		AgendaID: e.Slot.AgendaID, Doctor: doctor.Name, SpecialtyID: e.Request.SpecialtyID,
		ProcedureID: e.Request.ProcedureID, PlanID: e.Request.PlanID, From: e.Slot.Date, To: e.Slot.Date,
	})
	return slices.Contains(found, scheduling.Slot{Date: e.Slot.Date, Hour: e.Slot.Hour}), err
}

// isExclusive reports whether a time of the agenda is known to leave the list when it is booked.
func (s *session) isExclusive(ctx context.Context, agendaID int) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	fact, known, err := s.Journal.Fact(ctx, agendaID)
	if err != nil {
		return false, journalAway(fmt.Errorf("fact: %w", err))
	}
	return known && fact.Exclusive, nil
}
