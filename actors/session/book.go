package session

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"atende/actors/booking"
	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
)

var (
	// errOpen: there is an A4 already, of which nobody knows what became.
	errOpen = errors.New("booking is pending")
	// errCutShort: the time of the turn ended before the next attempt.
	errCutShort = errors.New("booking was not sent")
	// errBusy: as many A4 are under way as may be.
	errBusy = errors.New("too many bookings under way")
)

// book performs an A4 with a fresh intent, unless the time went meanwhile, or the phone or the CPF has had its share.
func (s *session) book(ctx context.Context, t *turn, e conversation.MakeAppointment) (conversation.Event, error) {
	if s.lost() {
		return nil, errLost
	}
	if t.open != nil { // the conversation does not let it come to this
		return nil, &uncontrolled{cause: errOpen}
	}
	if s.wentMeanwhile(ctx, e) {
		return conversation.AppointmentRefused{}, nil
	}
	switch ok, err := s.admit(ctx, e); {
	case err != nil:
		return nil, err
	case !ok:
		return conversation.TooManyBookings(s.Clinic), nil
	}
	known, err := s.attempt(ctx, t, e, 1, false)
	if err != nil {
		return nil, err
	}
	end, err := s.pursue(ctx, t, s.rec.Intent, known)
	switch {
	case err != nil:
		return nil, err
	case end.Do == booking.Wait:
		t.hold(s.rec.Intent)
		return conversation.AppointmentPending{}, nil
	default:
		return s.told(ctx, t, e, end), nil
	}
}

// attempt makes the right to send one A4 durable, sends it, and is what is known of it then.  doubt says that an earlier
// one may have been executed all the same.
func (s *session) attempt(ctx context.Context, t *turn, e conversation.MakeAppointment, n int, doubt bool) (booking.Known, error) {
	if err := s.openIntent(ctx, t, e, n, doubt); err != nil {
		return booking.Known{}, err
	}
	known := s.ofCall(booking.ThisAttempt, s.land(ctx))
	if known.Verdict == booking.NotSent && s.lost() {
		return booking.Known{}, errLost // which is why it was not sent; the owner makes the next attempt
	}
	return known, nil
}

// openIntent makes the right to send one A4 durable, with everything that is needed to finish the
// turn should this process die, and sends it (B1).
func (s *session) openIntent(ctx context.Context, t *turn, e conversation.MakeAppointment, n int, doubt bool) error {
	if !s.flights.reserve() {
		return postpone(errBusy)
	}
	in := &record.Intent{
		Booking: e, Attempt: n, Doubt: doubt, Token: rand.Text(), Replayable: s.Scheduling.KnowsIntents(), Held: t.told,
		Rows: t.rows, Hashes: t.hashes, Since: t.since, Items: t.items, Message: t.message, Entry: s.entry(t),
	}
	f := s.newFlight(in, t.span, false) // its window begins before the commit
	s.rec.Intent, s.rec.Outbox, s.rec.Answers = in, nil, nil
	err := s.commit(ctx, journal.Commit{State: s.rec.Encode(), Intent: &journal.Intent{
		N: e.N, Attempt: n, Token: in.Token, At: f.started,
		Slot: fmt.Sprintf("%d %s %s", e.Slot.AgendaID, e.Slot.Date, e.Slot.Hour),
	}, Demand: s.demand(t), Access: s.access(t)})
	if err != nil {
		s.flights.leave()
	}
	if errors.Is(err, journal.ErrIntentTaken) { // the session's own record of it was lost
		return &uncontrolled{cause: err}
	}
	if err != nil {
		// The commit may stand all the same; the call will never be made, so say so (B4).
		s.answerIntent(ctx, s.id, in.Token, booking.Answer{Verdict: booking.NotSent})
		return err
	}
	s.count(t) // the stages are part of the committed state and will not be reached again
	s.flight = f
	f.launch()
	return nil
}

// land waits for the flight, but keeps the patient waiting only for a while.  A node that is stopping
// waits to the end: nobody would tell the clinic's words afterwards.
func (s *session) land(ctx context.Context) bool {
	patience := time.NewTimer(holdAfter)
	defer patience.Stop()
	select {
	case <-s.flight.landed:
		return true
	case <-patience.C:
	case <-ctx.Done():
	}
	if s.host.Draining() {
		select {
		case <-s.flight.landed:
		case <-ctx.Done():
		}
	}
	return s.flight.over()
}

// hold ends the turn with its intent open: the record keeps it, and its rows stay in the journal, so
// that the sweep finds the session after a crash.
func (t *turn) hold(in *record.Intent) {
	open := *in
	open.Held, open.Hashes, open.Items, open.Entry = true, nil, nil, nil // they are this turn's now
	t.open, t.held = &open, true
}
