package session

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/integrations/scheduling"
)

// The rules of an A4.
const (
	// sendWindow: the call leaves within this of starting the commit of its intent, or not at all
	// (B2).
	sendWindow = 2 * time.Second
	// bookTimeout bounds one call.  It does not end with the turn: an A4 on the wire runs to its
	// end, because its answer is a fact worth knowing.
	bookTimeout = 30 * time.Second
	// maxIntents is how many rights to send an A4 one booking gets.  The second is only for a
	// first that certainly did not leave.
	maxIntents = 2
	// maxReplays is how often a call is made in all towards a server that answers repeats with the
	// first result.
	maxReplays  = 3
	replayPause = time.Second
)

// errNotSent: the A4 certainly did not leave, another intent may follow.
var errNotSent = errors.New("booking was not sent")

// book performs an A4 with a fresh intent.
func (s *session) book(ctx context.Context, t *turn, e conversation.MakeAppointment) (conversation.Event, error) {
	return s.bookFrom(ctx, t, e, 1)
}

// bookFrom makes the attempts that are left, from number n on.
func (s *session) bookFrom(ctx context.Context, t *turn, e conversation.MakeAppointment, n int) (conversation.Event, error) {
	for ; n <= maxIntents; n++ {
		in, err := s.openIntent(ctx, t, e, n)
		if errors.Is(err, errNotSent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		event, err := s.judge(s.call(ctx, in, false))
		if !errors.Is(err, errNotSent) {
			return event, err
		}
		if n < maxIntents && sleep(ctx, replayPause) != nil {
			return nil, &uncontrolled{cause: errNotSent}
		}
	}
	return conversation.AppointmentRefused{}, nil // nothing was booked (contract, "A4")
}

// openIntent makes the right to send one A4 durable, with everything that is needed to finish the
// turn should this process die (B1).
func (s *session) openIntent(ctx context.Context, t *turn, e conversation.MakeAppointment, n int) (*intent, error) {
	in := &intent{
		Booking: e, Attempt: n, Token: rand.Text(), Replayable: s.replayable.Load(),
		Rows: t.rows, Hashes: t.hashes, Since: t.since, Items: t.items,
	}
	s.rec.Intent, s.rec.Outbox, s.rec.Answers = in, nil, nil
	started := s.Now()
	err := s.commit(ctx, journal.Commit{State: s.rec.encode(), Intent: &journal.Intent{
		N: e.N, Attempt: n, Token: in.Token, At: started,
		Slot: fmt.Sprintf("%d %s %s", e.Slot.AgendaID, e.Slot.Date, e.Slot.Hour),
	}})
	if errors.Is(err, journal.ErrIntentTaken) { // the session's own record of it was lost
		return nil, &uncontrolled{cause: err}
	}
	if err != nil {
		// The commit may stand all the same; the call will never be made, so say so (B4).
		s.answerIntent(ctx, in, answer{Verdict: notSent})
		return nil, err
	}
	s.count(t) // the stages are part of the committed state and will not be reached again
	if s.Now().Sub(started) >= sendWindow {
		s.answerIntent(ctx, in, answer{Verdict: notSent})
		return nil, errNotSent
	}
	return in, nil
}

// call sends the A4 of an intent.  Only towards a server that is known to recognise the intent is
// an open call repeated; what is then known is recorded, whoever holds the session by now (B4).
// open says that an earlier process may have made the call: then this is a repeat from the start.
func (s *session) call(ctx context.Context, in *intent, open bool) (answer, scheduling.Booking) {
	var a answer
	var b scheduling.Booking
	for try := 1; ; try++ {
		b = s.callOnce(ctx, in)
		if a = answerOf(b); open && !a.conclusive() {
			a.Verdict = ""
		}
		if a.Verdict != "" || try == maxReplays || !s.mayReplay(in) || sleep(ctx, replayPause) != nil {
			break
		}
		open = true
	}
	if a.Verdict != "" {
		s.answerIntent(ctx, in, a)
	}
	return a, b
}

func (s *session) callOnce(ctx context.Context, in *intent) scheduling.Booking {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), bookTimeout)
	defer cancel()
	b, err := s.Scheduling.Book(ctx, s.appointment(in))
	if b.Replayable {
		s.replayable.Store(true)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "booking call failed", "session", s.id, "error", err)
	}
	return b
}

func (s *session) mayReplay(in *intent) bool { return in.Replayable || s.replayable.Load() }

func (s *session) appointment(in *intent) scheduling.Appointment {
	e := in.Booking
	return scheduling.Appointment{
		PatientID: e.PatientID, CPF: e.CPF, PlanID: e.Request.PlanID,
		AgendaID: e.Slot.AgendaID, ProcedureID: e.Request.ProcedureID,
		Date: e.Slot.Date, Hour: e.Slot.Hour,
		// The token keeps two intents apart although a journal was lost and the numbers begin
		// again.
		Intent: fmt.Sprintf("%x/%d-%s", hashOf(s.id), e.N, in.Token),
	}
}

// sleep waits, or returns the reason why ctx ended first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
