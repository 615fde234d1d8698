package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
)

const (
	// quarantine is how long after its start an A4 may still take effect: it leaves within sendWindow,
	// is given up after bookTimeout, and the scheduling API is assumed to have executed or dropped it
	// 40 s later (cluster.md, "Q"; B5).
	quarantine = time.Minute
	// lookFor is for how long after that an A1 that fails is asked again, every lookPause (B6).
	lookFor   = time.Minute
	lookPause = 10 * time.Second
)

// vigil is since when this process has known of an open intent that it did not make.
type vigil struct {
	token string
	since time.Time
	// asked is when the scheduling API was last asked whether it still knows intents, denied that it does not.
	asked  time.Time
	denied bool
}

// settle closes the open intent, or says when to look again.  Only known facts settle it; while there
// are none the patient is told once that it takes its time, and is answered meanwhile.  The chat
// session passed its filters before the intent was made.
func (s *session) settle(ctx context.Context) (time.Duration, error) {
	in := s.rec.Intent
	t := s.resume(in)
	ctx = s.follows(ctx, t)
	defer s.endSpan(t)
	event, err := s.findOut(ctx, t, in)
	if err != nil && s.lost() {
		return nothing, errLost // what could not be asked proves nothing
	}
	event, err = s.orTextless(ctx, in, event, err)
	s.takeBackRefused(ctx, in.Booking, event)
	event, err = s.orPerson(ctx, t, event, err)
	switch {
	case errors.Is(err, errPending) && t.told:
		return s.lookAgain(), nil
	case errors.Is(err, errPending):
		t.hold(s.rec.Intent)
		t.story.tell(called(in.Booking, conversation.AppointmentPending{}, nil))
		_, err = s.follow(ctx, t, conversation.AppointmentPending{})
	case err == nil:
		t.story.tell(called(in.Booking, event, nil))
		err = s.report(ctx, t, event)
	default:
		err = s.rescue(ctx, t, err)
	}
	if err != nil {
		return nothing, err
	}
	return atOnce, s.conclude(ctx, t, in.Since)
}

// resume is the turn that made an intent, taken up again.
func (s *session) resume(in *intent) *turn {
	t := &turn{
		number: s.rec.Turn + 1, started: s.Now(), since: in.Since, message: in.Message,
		rows: in.Rows, hashes: in.Hashes, items: sources(in.Items, in.Entry), told: in.Held,
	}
	t.story.before = in.Entry
	s.remember(t)
	return t
}

// findOut asks what became of an intent: the flight if it is of this process, else the journal, and
// where it is safe the scheduling API.
func (s *session) findOut(ctx context.Context, t *turn, in *intent) (conversation.Event, error) {
	if f := s.flight; f != nil && f.intent.Token == in.Token && s.tells(f) {
		return s.arrived(ctx, t, in)
	}
	a, err := s.recorded(ctx, in)
	if err != nil {
		return nil, err
	}
	if in.Replayable && !a.conclusive() {
		a.Verdict = "" // of one process, and another may have repeated the call
	}
	if a.Verdict == notSent || a.Verdict == refused {
		event, err := judgeNo(in, a)
		return s.proceed(ctx, t, in, event, err)
	}
	safe, err := s.mayReplay(ctx, in, a)
	switch {
	case err != nil:
		return nil, err
	case safe: // open, or made and its texts are lost: the first result comes again
		return s.replay(ctx, t, in)
	case a.Verdict == executed && a.Readable:
		return nil, &unsettled{cause: errTextsLost}
	case a.Verdict == executed:
		return nil, &unsettled{cause: errUnreadable}
	case in.Attempt > 1:
		return nil, &unsettled{cause: errOpenTwice}
	default:
		return s.outwait(ctx, t, in)
	}
}

// orTextless is what was found out, unless the journal knows of an appointment although its texts cannot be
// had: nobody tells them any more, a repeat was refused, or a person has the session and none is made.
func (s *session) orTextless(ctx context.Context, in *intent, event conversation.Event, err error) (conversation.Event, error) {
	var doubtful *unsettled
	_, dropped := event.(conversation.AppointmentDropped)
	_, refused := event.(conversation.AppointmentRefused)
	if !dropped && !refused && !errors.As(err, &doubtful) {
		return event, err
	}
	a, away := s.recorded(ctx, in)
	switch {
	case away != nil:
		return nil, away
	case a.Verdict == executed && a.Readable:
		return nil, &unsettled{cause: errTextsLost}
	default:
		return event, err
	}
}

// tells reports that a flight of this process knows what became of its intent.  Not all of it, when the
// session was another node's meanwhile, which may have repeated the call: then "not sent" holds for this
// process alone.
func (s *session) tells(f *flight) bool {
	repeated := f.intent.Replayable && f.title != s.tenure.Title
	return !repeated || f.over() && f.answer.conclusive()
}

// arrived is findOut for a flight of this process.
func (s *session) arrived(ctx context.Context, t *turn, in *intent) (conversation.Event, error) {
	f := s.flight
	switch {
	case !f.over() && s.waited(in) < quarantine+lookFor:
		return nil, errPending
	case !f.over():
		return nil, &unsettled{cause: errNoEnd}
	case f.repeat && f.answer.Verdict == "" && answerOf(f.booking).Verdict == notSent && s.waited(in) < quarantine+lookFor:
		if s.Now().Sub(f.ended) < lookPause { // nothing was at stake, the scheduling API is merely away
			return nil, errPending
		}
		return s.replay(ctx, t, in)
	}
	event, err := s.judge(t)
	return s.proceed(ctx, t, in, event, err)
}

// replay repeats the call of an intent towards a server that answers with the first result (B8), unless a
// person has the session by now.
func (s *session) replay(ctx context.Context, t *turn, in *intent) (conversation.Event, error) {
	s.waited(in) // which counts from now on, whatever happens to this flight
	left, err := s.leftToPerson(ctx, t, in)
	if left || err != nil {
		return conversation.AppointmentDropped{}, err
	}
	if !s.flights.reserve() {
		return nil, postpone(errBusy)
	}
	s.flight = s.newFlight(in, t.span, true)
	s.flight.launch()
	if !s.land(ctx) {
		return nil, errPending
	}
	return s.arrived(ctx, t, in)
}

// mayReplay reports whether repeating the call of an intent of another process is safe (B8): the scheduling
// API knew intents when the call was made, and knows them now.  By now it may be another one, so one that has
// not said so to this process is asked, by any call; errPending while it does not answer.
func (s *session) mayReplay(ctx context.Context, in *intent, a answer) (bool, error) {
	waited := s.waited(in)
	switch {
	case !in.Replayable && !a.Replayable:
		return false, nil
	case s.Scheduling.KnowsIntents() || s.vigil.denied:
		return s.Scheduling.KnowsIntents(), nil
	case s.Now().Sub(s.vigil.asked) < lookPause:
		return false, errPending
	}
	s.vigil.asked = s.Now()
	_, err := s.isListed(ctx, in.Booking)
	if err != nil && waited < quarantine+lookFor {
		s.Log.WarnContext(ctx, "nobody says whether an open booking may be repeated", "session", s.id, "error", err)
		return false, errPending
	}
	s.vigil.denied = !s.Scheduling.KnowsIntents()
	return !s.vigil.denied, nil
}

// proceed does what a judgement leaves open: another attempt after one that did not leave; after one that
// nobody knows of a repeat, if that has become safe, or a wait.
func (s *session) proceed(ctx context.Context, t *turn, in *intent, event conversation.Event, err error) (conversation.Event, error) {
	switch {
	case errors.Is(err, errPending) && s.Scheduling.KnowsIntents():
		return s.replay(ctx, t, in)
	case errors.Is(err, errPending):
		return s.outwait(ctx, t, in)
	case errors.Is(err, errNotSent):
		return s.again(ctx, t, in, false)
	}
	return event, err
}

// again makes the attempt that follows the one of an intent, unless a person has the session by now.
func (s *session) again(ctx context.Context, t *turn, in *intent, doubt bool) (conversation.Event, error) {
	left, err := s.leftToPerson(ctx, t, in)
	if left || err != nil {
		return conversation.AppointmentDropped{}, err
	}
	return s.bookFrom(ctx, t, in.Booking, in.Attempt+1, doubt)
}

// leftToPerson reports whether a person has the session, who then decides what becomes of the booking: a call
// that is made now could book beside an appointment that the person makes.
func (s *session) leftToPerson(ctx context.Context, t *turn, in *intent) (bool, error) {
	if s.withPerson() {
		return true, nil
	}
	person, err := s.inCharge(ctx, t, in.Rows)
	if person == nil || err != nil {
		return false, err
	}
	s.leaveTo(t, person, nil)
	return true, nil
}

// outwait waits until the call can have no effect any more, and then looks whether the time is still
// listed (B5–B7).  Only where a booked time is known to leave the list does that prove that nothing
// was booked.
func (s *session) outwait(ctx context.Context, t *turn, in *intent) (conversation.Event, error) {
	waited := s.waited(in)
	switch {
	case waited < quarantine:
		return nil, errPending
	case s.withPerson():
		return conversation.AppointmentDropped{}, nil
	case s.failures > maxFailures: // over this very look, time and again
		return nil, &unsettled{cause: errTwice}
	}
	listed, err := s.isListed(ctx, in.Booking)
	switch {
	case err != nil && waited < quarantine+lookFor:
		s.Log.WarnContext(ctx, "no look at the agenda of an open booking", "session", s.id, "error", err)
		return nil, errPending
	case err != nil:
		return nil, &unsettled{cause: err}
	case !listed:
		return nil, &unsettled{cause: errTimeGone}
	}
	exclusive, err := s.isExclusive(ctx, in.Booking.Slot.AgendaID)
	switch {
	case err != nil:
		return nil, err
	case !exclusive:
		return nil, &unsettled{cause: errProofless}
	}
	return s.again(ctx, t, in, true)
}

// waited is how long ago the A4 of an open intent began, as far as this process can tell: it counts
// from the start of its own flight, or else from when it first saw the intent.
func (s *session) waited(in *intent) time.Duration {
	if f := s.flight; f != nil && f.intent.Token == in.Token && !f.repeat {
		return s.Now().Sub(f.started)
	}
	if s.vigil.token != in.Token {
		s.vigil = vigil{token: in.Token, since: s.Now()}
	}
	return s.Now().Sub(s.vigil.since)
}

// lookAgain is when to look at the open intent again, should no flight end before and wake the session.
func (s *session) lookAgain() time.Duration {
	in, f := s.rec.Intent, s.flight
	rest := quarantine - s.waited(in)
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

// withPerson reports whether a person has the session, or will: then the patient is told of an
// appointment that was made, and of nothing else.
func (s *session) withPerson() bool {
	return s.rec.HandedOver != nil || s.rec.State.Closed == conversation.OutcomeTransferred
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
		t.items = slices.DeleteFunc(t.items, func(i item) bool { return i.Kind == itemTransfer }) // who has it already
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

// recorded is the journal's answer to an intent, empty while it is open.
func (s *session) recorded(ctx context.Context, in *intent) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	known, err := s.Journal.Intents(ctx, s.id, in.Booking.N)
	if err != nil {
		return answer{}, journalAway(fmt.Errorf("intents: %w", err))
	}
	var a answer
	for _, k := range known {
		if k.Token == in.Token && k.Answer != "" {
			if err := json.Unmarshal([]byte(k.Answer), &a); err != nil {
				return answer{}, nil // of a newer release: as good as open
			}
		}
	}
	return a, nil
}
