package session

import (
	"context"
	"slices"
	"time"

	"atende/actors/booking"
	"atende/actors/conversation"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
	"atende/actors/session/record"
)

// settle closes the open intent, or says when to look again.  Only known facts settle it; while there
// are none the patient is told once that it takes its time, and is answered meanwhile.  The chat
// session passed its filters before the intent was made.
func (s *session) settle(ctx context.Context) (time.Duration, error) {
	in := s.rec.Intent
	t := s.resume(in)
	ctx = s.follows(ctx, t)
	defer s.endSpan(t)
	end, err := s.findOut(ctx, t, in)
	if (err != nil || end.Do == booking.Wait || end.Do == booking.CallPerson) && s.lost() {
		return nothing, errLost // what could not be asked proves nothing
	}
	if end.TellsNothing() {
		end, err = s.lookBack(ctx, in, end, err)
	}
	switch {
	case err != nil:
		err = s.rescue(ctx, t, err)
	case end.Do == booking.Wait && t.told:
		return s.lookAgain(), nil
	case end.Do == booking.Wait:
		t.hold(s.rec.Intent)
		t.story.Tell(history.Called(in.Booking, conversation.AppointmentPending{}, nil))
		_, err = s.follow(ctx, t, conversation.AppointmentPending{})
	default:
		event := s.told(ctx, t, in.Booking, end)
		t.story.Tell(history.Called(in.Booking, event, nil))
		err = s.report(ctx, t, event)
	}
	if err != nil {
		return nothing, err
	}
	return atOnce, s.conclude(ctx, t, in.Since)
}

// resume is the turn that made an intent, taken up again.
func (s *session) resume(in *record.Intent) *turn {
	t := &turn{
		number: s.rec.Turn + 1, started: s.Now(), since: in.Since, message: in.Message,
		rows: in.Rows, hashes: in.Hashes, items: outbox.Sources(in.Items, in.Entry), told: in.Held,
	}
	t.story.Resume(in.Entry)
	t.story.Begin(s.rec.State)
	return t
}

// findOut asks what became of an intent: the flight if it is of this process, else the journal, and
// where it is safe the scheduling API.
func (s *session) findOut(ctx context.Context, t *turn, in *record.Intent) (ending, error) {
	if f := s.flight; f != nil && f.intent.Token == in.Token && s.tells(f) {
		return s.pursue(ctx, t, in, s.ofCall(booking.EarlierTurn, f.over()))
	}
	known, err := s.ofJournal(ctx, in)
	if err != nil {
		return ending{}, err
	}
	return s.pursue(ctx, t, in, known)
}

// lookBack asks the journal once more at an end that claims no appointment: it may know of one by now, which is told
// also where nobody could say whether a person came (failed).
func (s *session) lookBack(ctx context.Context, in *record.Intent, end ending, failed error) (ending, error) {
	a, err := s.recorded(ctx, in)
	if err != nil {
		return ending{}, err
	}
	known := end.Knowing(a)
	if known != end.Action {
		failed = nil
	}
	end.Action = known
	return end, failed
}

// tells reports that a flight of this process knows what became of its intent.  Not all of it, when the
// session was another node's meanwhile, which may have repeated the call: then "not sent" holds for this
// process alone.
func (s *session) tells(f *flight) bool {
	repeated := f.intent.Replayable && f.title != s.tenure.Title
	return !repeated || f.over() && f.answer.Conclusive()
}

// lookAgain is when to look at the open intent again, should no flight end before and wake the session.
func (s *session) lookAgain() time.Duration {
	in, f := s.rec.Intent, s.flight
	rest := booking.Quarantine - s.waited(in)
	waits := f != nil && f.intent.Token == in.Token && !f.over()
	switch {
	case rest <= 0:
		return lookPause
	case waits:
		return rest // the flight wakes the session when it lands
	default:
		return min(rest, lookPause) // whoever made the call may record its answer at any moment
	}
}

// report brings to the patient what became of an intent.  The driver gets no messages: the patient's
// words were understood before the intent, and read again in the light of a new offer they could mean
// something else.
func (s *session) report(ctx context.Context, t *turn, event conversation.Event) error {
	_, made := event.(conversation.AppointmentMade)
	_, textless := event.(conversation.AppointmentMadeTextless)
	_, refused := event.(conversation.AppointmentRefused)
	switch person := s.withPerson(); {
	case person && textless:
		_, err := s.follow(ctx, t, event)
		t.items = slices.DeleteFunc(t.items, func(i outbox.Item) bool { return i.Kind == outbox.Transfer }) // who has it already
		return err
	case person && !made:
		event = conversation.AppointmentDropped{}
	case s.failures < maxFailures && !s.withPerson():
		return s.talk(ctx, t, nil, event)
	case refused: // nobody could word the new offer
		s.fail(ctx, t, errTwice)
		return nil
	}
	_, err := s.follow(ctx, t, event)
	return err
}
