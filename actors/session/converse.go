package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
)

const (
	// maxRounds bounds the moves of a driver in one turn, and the results that follow one move.
	maxRounds = 40
	// thinkTimeout bounds a conversation's share of a turn: a few slow calls or model answers.
	thinkTimeout = 3 * time.Minute
)

// errConversation: an answer of the scheduling API was in order, and yet the conversation cannot go on
// (a patient who is still unknown after the registration).
var errConversation = errors.New("the conversation failed")

// mute is a driver's error.  Its text stays inside, because a model's error may quote the patient.
type mute struct{ cause error }

func (m mute) Error() string { return fmt.Sprintf("driver failed: %T", m.cause) }
func (m mute) Unwrap() error { return m.cause }

// talk lets the driver answer messages.  first, if set, is an event that the conversation was
// waiting for and that comes before the driver's first move.
func (s *session) talk(ctx context.Context, t *turn, messages []decide.Message, first conversation.Event) error {
	thinking, cancel := context.WithTimeout(ctx, thinkTimeout)
	defer cancel()
	now := s.Now().In(s.Clinic.Location)
	s.rec.State.NoPhone = s.rec.Phone == ""
	s.rec.State.OfferOver(s.Now())
	messages = decide.ReadTaps(messages, s.rec.State)
	for _, m := range messages {
		s.rec.State.HearPhone(m.Text)
	}
	dialogue := s.Driver.Start(decide.Turn{Now: now, Messages: messages})
	err := s.converse(thinking, t, dialogue, first)
	s.account(t, dialogue)
	return s.rescue(ctx, t, err)
}

// rescue ends the turn with a person when err is an uncontrolled error.  A node that is stopping
// cut its own calls short, and one that lost the session held them back: that is nobody's error, and the turn
// begins again elsewhere.
func (s *session) rescue(ctx context.Context, t *turn, err error) error {
	var fatal *uncontrolled
	if !errors.As(err, &fatal) || ctx.Err() != nil || s.lost() {
		return err
	}
	s.fail(ctx, t, fatal.cause)
	return nil
}

// fail ends the turn with a short sentence and a transfer.
func (s *session) fail(ctx context.Context, t *turn, cause error) {
	s.logFailure(ctx, t, cause)
	if s.ofPhone() || s.ofAgenda() { // nobody wrote, and there is no chat session to hand over
		t.result, t.items = "failed", nil
		return
	}
	for _, effect := range conversation.Fail(s.Clinic, s.rec.State, s.Now()).Effects {
		s.note(t, effect)
	}
}

func (s *session) logFailure(ctx context.Context, t *turn, cause error) {
	s.Log.ErrorContext(ctx, "uncontrolled error, a person takes over",
		"session", s.id, "turn", t.number, "error", cause)
}

// converse alternates between the driver, who proposes, and the conversation, which decides, until
// the turn is done.
func (s *session) converse(ctx context.Context, t *turn, d decide.Dialogue, event conversation.Event) error {
	var refused *conversation.Refusal
	for range maxRounds {
		if event == nil {
			var err error
			if event, err = s.propose(ctx, t, d, refused); err != nil {
				return err
			}
		}
		res, err := s.follow(ctx, t, event)
		if err != nil || res.Done {
			return err
		}
		event, refused = nil, res.Refusal
	}
	return &uncontrolled{cause: errors.New("the driver does not come to an end")}
}

// propose asks the driver, who may take its time.
func (s *session) propose(ctx context.Context, t *turn, d decide.Dialogue, refused *conversation.Refusal) (conversation.Event, error) {
	thinking, stop := s.lookout(ctx, t.rows)
	defer stop()
	event, err := d.Next(thinking, s.rec.State, refused)
	switch {
	case errors.Is(context.Cause(thinking), errEmergency):
		return nil, &postponed{cause: errEmergency, longest: firstPause}
	case err != nil:
		return nil, mute{cause: err}
	default:
		return t.heeded(event), nil
	}
}

// heeded notes in a reply that nothing was said yet to a patient who wrote, whatever driver left them without a word.
func (t *turn) heeded(event conversation.Event) conversation.Event {
	reply, ok := event.(conversation.Reply)
	if !ok || len(t.story.Heard) == 0 {
		return event
	}
	if reply.Unanswered = !outbox.HasPart(t.items); reply.Unanswered && reply.Heard.IsZero() {
		reply.Heard = t.story.Heard[len(t.story.Heard)-1].At
	}
	return reply
}

// follow feeds one event to the conversation, performs what follows, feeds the result back, and so
// on until nothing is waited for.
func (s *session) follow(ctx context.Context, t *turn, event conversation.Event) (conversation.Result, error) {
	for range maxRounds {
		if err := s.countCPFs(ctx, event); err != nil {
			return conversation.Result{}, err
		}
		res := conversation.Step(s.Clinic, s.rec.State, s.Now(), event)
		if move, ok := event.(conversation.Move); ok {
			t.story.Tell(history.Moved(move, res.Refusal))
		}
		var err error
		if event, err = s.perform(ctx, t, res.Effects); err != nil || event == nil {
			return res, err
		}
	}
	return conversation.Result{}, &uncontrolled{cause: errors.New("the conversation does not come to an end")}
}

// perform does what the conversation decided and returns the result it waits for, nil for none.
func (s *session) perform(ctx context.Context, t *turn, effects []conversation.Effect) (conversation.Event, error) {
	for _, effect := range effects {
		if e, ok := effect.(conversation.HandOver); ok && e.Reason == conversation.ReasonError {
			s.logFailure(ctx, t, errConversation)
		}
		if _, ok := effect.(conversation.ForgetPhone); ok {
			if err := s.forgetPhone(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if s.note(t, effect) {
			continue
		}
		return s.act(ctx, t, effect) // always the last one
	}
	return nil, nil
}
