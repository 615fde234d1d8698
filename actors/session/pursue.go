package session

import (
	"context"
	"errors"
	"fmt"

	"atende/actors/booking"
	"atende/actors/conversation"
	"atende/actors/session/record"
)

// ending is how far a booking came in one pass.
type ending struct {
	booking.Action
	silence error // of the agenda, where that is why (booking.NoAgenda)
}

// pursue does what follows from what is known of an intent (package booking) until it is settled, or has to wait.
func (s *session) pursue(ctx context.Context, t *turn, in *record.Intent, known booking.Known) (ending, error) {
	var silence error // of the agenda
	for {
		var err error
		switch next := booking.Next(known); next.Do {
		case booking.AskServer:
			s.askServer(ctx, in, &known)
		case booking.AskAgenda:
			silence = s.askAgenda(ctx, in, &known)
		case booking.AskExclusive:
			known.Exclusive, err = replyOf(s.isExclusive(ctx, in.Booking.Slot.AgendaID))
		case booking.AskPerson:
			if known.Person, err = s.askPerson(ctx, t, in); err != nil { // nothing is called, and an appointment is told all the same
				return ending{Action: booking.Action{Do: booking.LeaveToPerson}}, err
			}
		case booking.Repeat:
			known, err = s.repeat(ctx, t, in)
		case booking.RetryLater:
			if sleep(ctx, replayPause) != nil {
				return ending{}, &uncontrolled{cause: errCutShort}
			}
			fallthrough
		case booking.Retry, booking.RetryInDoubt:
			known, err = s.attempt(ctx, t, in.Booking, in.Attempt+1, next.Do == booking.RetryInDoubt)
			in = s.rec.Intent
		default:
			return ending{next, silence}, nil
		}
		if err != nil {
			return ending{}, err
		}
	}
}

func replyOf(yes bool, err error) (booking.Reply, error) {
	if yes {
		return booking.Yes, err
	}
	return booking.No, err
}

// causeOf is why a person must look, for the log.
func (s *session) causeOf(end ending) error {
	switch end.Why {
	case booking.NoAgenda:
		return end.silence
	case booking.NobodyTells:
		return fmt.Errorf("%s: status %d", end.Why, s.flight.answer.Status)
	default:
		return errors.New(string(end.Why))
	}
}

// ofCall is what this process knows of its newest A4.  over says that it has ended.
func (s *session) ofCall(from booking.Source, over bool) booking.Known {
	f := s.flight
	known := s.around(booking.Known{Source: from, UnderWay: !over, Attempt: f.intent.Attempt, Doubt: f.intent.Doubt})
	if over {
		known.Verdict, known.Readable = f.answer.Verdict, f.answer.Readable
		known.Calls, known.Unsent = f.howOften(), s.unsent(f)
	}
	if known.Verdict == booking.Open && (over || from == booking.EarlierTurn) {
		known.Waited = s.waited(f.intent)
	}
	return known
}

// unsent reports a repeat that certainly did not leave.
func (s *session) unsent(f *flight) booking.Unsent {
	switch {
	case !f.repeat || f.answer.Verdict != booking.Open || answerOf(f.reply).Verdict != booking.NotSent:
		return booking.NotUnsent
	case s.Now().Sub(f.ended) < lookPause:
		return booking.UnsentJustNow
	default:
		return booking.UnsentBefore
	}
}

// ofJournal is what the journal knows of an intent.
func (s *session) ofJournal(ctx context.Context, in *record.Intent) (booking.Known, error) {
	a, err := s.recorded(ctx, in)
	if err != nil {
		return booking.Known{}, err
	}
	if in.Replayable { // the answer is of one process, and another may have repeated the call
		a = a.AsRepeat()
	}
	waited := s.waited(in)
	return s.around(booking.Known{
		Source: booking.Elsewhere, Verdict: a.Verdict, Readable: a.Readable, Attempt: in.Attempt, Doubt: in.Doubt,
		Replayable: in.Replayable || a.Replayable, Waited: waited,
	}), nil
}

// around adds what is known of the surroundings without asking anybody.
func (s *session) around(known booking.Known) booking.Known {
	known.Server, known.Failing = s.serverSays(), s.failures > maxFailures
	known.Person, known.Listed, known.Exclusive = booking.Unasked, booking.Unasked, booking.Unasked
	if s.withPerson() {
		known.Person = booking.Yes
	}
	return known
}

// serverSays is whether the scheduling API has told this process that it knows intents.  By now it may be another one
// than when an open call was made, so one that has not said so is asked, by any call.
func (s *session) serverSays() booking.Server {
	switch {
	case s.Scheduling.KnowsIntents():
		return booking.ServerKnows
	case s.vigil.denied:
		return booking.ServerDoesNot
	case s.Now().Sub(s.vigil.asked) < lookPause:
		return booking.ServerAsked
	default:
		return booking.ServerUnasked
	}
}

// askServer has the scheduling API say whether it knows intents (B8).
func (s *session) askServer(ctx context.Context, in *record.Intent, known *booking.Known) {
	s.vigil.asked = s.Now()
	_, err := s.isListed(ctx, in.Booking)
	if err != nil && known.MayLook() {
		s.Log.WarnContext(ctx, "nobody says whether an open booking may be repeated", "session", s.id, "error", err)
		known.Server = booking.ServerAsked
		return
	}
	s.vigil.denied = !s.Scheduling.KnowsIntents()
	known.Server, known.Waited = s.serverSays(), s.waited(in)
}

// askAgenda looks whether the time of a booking is still listed (B6), and is why that is not known.
func (s *session) askAgenda(ctx context.Context, in *record.Intent, known *booking.Known) error {
	listed, err := s.isListed(ctx, in.Booking)
	if known.Listed, _ = replyOf(listed, nil); err != nil {
		known.Listed = booking.Silence
	}
	if err != nil && known.MayLook() {
		s.Log.WarnContext(ctx, "no look at the agenda of an open booking", "session", s.id, "error", err)
	}
	return err
}

// askPerson leaves a booking to a person who has the session by now and decides what becomes of it.
func (s *session) askPerson(ctx context.Context, t *turn, in *record.Intent) (booking.Reply, error) {
	person, err := s.inCharge(ctx, t, in.Rows)
	if person == nil || err != nil {
		return booking.No, err
	}
	s.leaveTo(t, person, nil)
	return booking.Yes, nil
}

// repeat makes the call of an intent once more, towards a server that answers with the first result (B8).
func (s *session) repeat(ctx context.Context, t *turn, in *record.Intent) (booking.Known, error) {
	if !s.flights.reserve() {
		return booking.Known{}, postpone(errBusy)
	}
	s.flight = s.newFlight(in, t.span, true)
	s.flight.launch()
	return s.ofCall(booking.ThisRepeat, s.land(ctx)), nil
}

// told is what the conversation is told of the end of a booking.  An appointment that certainly was made is told,
// whatever became of the clinic's words about it.
func (s *session) told(ctx context.Context, t *turn, e conversation.MakeAppointment, end ending) conversation.Event {
	switch end.Do {
	case booking.TellMade:
		f := s.flight
		if f.certain() {
			t.made = &f.intent.Booking
		}
		return conversation.AppointmentMade{Description: f.reply.Description, Preparation: f.reply.Preparation}
	case booking.TellRefused:
		s.takeBackRefused(ctx, e)
		return conversation.AppointmentRefused{}
	case booking.LeaveToPerson:
		return conversation.AppointmentDropped{}
	default:
		s.logFailure(ctx, t, s.causeOf(end))
		if end.Why == booking.TextsLost {
			return conversation.AppointmentMadeTextless{}
		}
		return conversation.AppointmentUncertain{}
	}
}
