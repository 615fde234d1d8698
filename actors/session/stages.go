package session

import (
	"context"
	"errors"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/session/attachment"
	"atende/actors/session/record"
	"atende/integrations/chat"
)

// stage is a step of a turn.  It decides with what the stages before it found, and nothing but its verdict decides
// what follows.
type stage struct {
	name string // as in DESIGN.md
	run  func(*session, context.Context, *work) (verdict, error)
}

// verdict is what follows a stage; with an error the turn has not been, and begins again some time.
type verdict int

const (
	onward  verdict = iota // the next stage
	decided                // what the turn says and does is known: it is committed
	over                   // and that is done, or there is nothing to commit
)

// stages are those of a turn over waiting rows, in order.
var stages = []stage{
	{"listen", (*session).stageListen},
	{"read the chat session", (*session).stageRead},
	{"filter", (*session).stageFilter},
	{"silence after a hand-over", (*session).stageSilence},
	{"recall", (*session).stageRecall},
	{"bump", (*session).stageBump},
	{"hopeless", (*session).stageHopeless},
	{"remind", (*session).stageRemind},
	{"hurry", (*session).stageHurry},
	{"media", (*session).stageMedia},
	{"converse", (*session).stageConverse},
	{"conclude", (*session).stageConclude},
}

// work is a turn on its way through its stages, with what they find out.
type work struct {
	*turn
	waiting  []row
	messages []decide.Message
	files    []attachment.File // of the messages
	reminded bool              // nothing was written, and a reminder is due
	offers   bool              // or a time of the waiting list is to be offered
	idle     conversation.Idle // how far the patient may be reminded
	chat     chat.Session
	gone     bool      // and the gateway does not know it any more
	began    time.Time // to think

	release func() // the place of a turn that may be what kills processes; nil: it has none
	forget  func() // the files; nil: there are none
}

// end gives back what the stages took.
func (w *work) end() {
	for _, give := range []func(){w.forget, w.release} {
		if give != nil {
			give()
		}
	}
}

// answer is one turn over the waiting rows.
func (s *session) answer(ctx context.Context, rows []row) error {
	t := s.begin(rows)
	ctx = s.follows(ctx, t)
	defer s.endSpan(t)
	w := &work{turn: t, waiting: rows}
	defer w.end()
	for _, stage := range stages {
		switch end, err := stage.run(s, ctx, w); {
		case err != nil:
			return err
		case end == decided:
			return s.commitTurn(ctx, t)
		case end == over:
			return nil
		}
	}
	return nil
}

// stageListen ends a turn in which nobody wrote, unless the patient is to be reminded.
func (s *session) stageListen(ctx context.Context, w *work) (verdict, error) {
	messages, files := s.messages(w.turn, w.waiting)
	if s.ofAgenda() {
		return decided, s.attendLine(ctx, w.turn)
	}
	w.messages, w.files, w.story.Heard = messages, files, messages // and what is found in the files
	reminded := len(messages) == 0 && s.overdue(w.waiting)
	w.offers = len(messages) == 0 && s.rec.State.Offers()
	switch w.reminded = reminded || w.offers; {
	case len(messages) > 0:
		return onward, nil
	case w.offers:
		return onward, nil
	case reminded && !s.asksVisit() && s.dueSilence().IsZero(): // nothing is to be said
		return decided, s.remind(ctx, w.turn, conversation.Idle{Taken: true})
	case reminded:
		return onward, nil
	}
	if s.owner() == record.APerson {
		s.rec.Moved = s.moved(ctx) // a person was given the session from outside
	}
	w.result = "silent"
	return decided, nil
}

// stageRead reads the chat session, where there is one; whoever waited for it in vain is turned away or given up.
func (s *session) stageRead(ctx context.Context, w *work) (verdict, error) {
	if s.ofPhone() {
		return onward, nil
	}
	c, err := s.fetch(ctx, w.turn, w.waiting)
	if nobody := (*unconfirmedError)(nil); errors.As(err, &nobody) {
		return over, s.turnAway(ctx, w.turn, nobody)
	}
	if errors.Is(err, errGivenUp) {
		return over, s.dismiss(ctx, w.waiting)
	}
	if err != nil && w.reminded && unknownSession(err) && (s.asksVisit() || w.offers) {
		w.gone = true
		return onward, nil
	}
	w.chat = c
	return onward, err
}

// stageFilter ends a turn whose chat session is none of ours, unless it is closed and the patient has an appointment.
func (s *session) stageFilter(ctx context.Context, w *work) (verdict, error) {
	if s.ofPhone() {
		w.idle = conversation.Idle{Closed: true}
		return onward, nil
	}
	outcome := s.Filters.check(w.chat)
	if outcome == "" {
		return onward, nil
	}
	if handed, err := s.handOn(ctx, w, outcome); handed || err != nil {
		return decided, err
	}
	s.ignore(w.turn, outcome, len(w.messages))
	if !w.reminded || !s.asksVisit() && !w.offers {
		return decided, nil
	}
	if w.idle = s.reach(w); w.idle.Taken {
		return decided, s.remind(ctx, w.turn, w.idle)
	}
	w.result, w.story.Foreign = "", false
	return onward, nil
}

// stageSilence ends a turn whose patient a person answers; of a closed session nobody does.
func (s *session) stageSilence(ctx context.Context, w *work) (verdict, error) {
	if w.idle.Closed || !s.silent() || s.breaksSilence(w.messages) {
		return onward, nil
	}
	w.result, w.story.Foreign = "silent", true
	if w.reminded {
		return decided, s.remind(ctx, w.turn, conversation.Idle{Taken: true})
	}
	return decided, nil
}

// stageRecall learns whose phone it is, and what an earlier session of it was about.
func (s *session) stageRecall(ctx context.Context, w *work) (verdict, error) {
	if !w.reminded || s.writer() == "" {
		s.learnPhone(w.waiting, w.chat)
	}
	if err := s.recall(ctx); err != nil {
		return onward, err
	}
	return onward, s.recognise(ctx)
}

// stageBump counts that the rows are thought about, where they may have killed a process.
func (s *session) stageBump(ctx context.Context, w *work) (verdict, error) {
	release, alone := s.isolate(ctx, w.waiting)
	w.release = release
	return onward, s.bump(ctx, w.waiting, alone)
}

// stageHopeless gives to a person what nobody should think about.
func (s *session) stageHopeless(ctx context.Context, w *work) (verdict, error) {
	cause := s.hopeless(w.waiting)
	if cause == nil {
		return onward, nil
	}
	w.story.Foreign = errors.Is(cause, errTwice) // masking their words may be what kills the process
	s.fail(ctx, w.turn, cause)
	return decided, nil
}

// stageRemind reminds a patient who stayed silent.
func (s *session) stageRemind(ctx context.Context, w *work) (verdict, error) {
	if w.reminded {
		return decided, s.remind(ctx, w.turn, w.idle)
	}
	return onward, nil
}

// stageHurry gives to a person who sends more than anybody writes by hand.
func (s *session) stageHurry(ctx context.Context, w *work) (verdict, error) {
	if !s.hurries(w.waiting, w.messages) {
		return onward, nil
	}
	_, err := s.follow(ctx, w.turn, conversation.TooManyMessages(s.Clinic))
	return decided, s.rescue(ctx, w.turn, err)
}

// stageMedia makes words and pictures of files.
func (s *session) stageMedia(ctx context.Context, w *work) (verdict, error) {
	w.began = s.Now()
	forget, err := s.attend(ctx, w.files, w.messages)
	w.forget = forget
	return onward, err
}

// stageConverse lets the driver and the conversation answer.
func (s *session) stageConverse(ctx context.Context, w *work) (verdict, error) {
	return onward, s.talk(ctx, w.turn, w.messages, nil)
}

// stageConclude commits the turn, unless what came meanwhile makes it another one.
func (s *session) stageConclude(ctx context.Context, w *work) (verdict, error) {
	return over, s.conclude(ctx, w.turn, w.began)
}
