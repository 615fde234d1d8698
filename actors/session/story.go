package session

import (
	"fmt"
	"runtime/debug"

	"atende/actors/conversation"
	"atende/actors/session/history"
	"atende/actors/session/outbox"
	"atende/metrics/tracing"
)

// trace is that of the first message, "" for a turn without one.
func (s *session) trace(t *turn) string {
	switch {
	case len(t.story.Traces) > 0:
		return t.story.Traces[0]
	case t.message != "":
		return tracing.ID(s.id, t.message)
	default:
		return ""
	}
}

// entry is what the history keeps of a turn so far, masked; nil for nothing.  No history is worth an answer: one
// that cannot be written is left out.
func (s *session) entry(t *turn) (e *history.Entry) {
	defer func() {
		if value := recover(); value != nil {
			s.Panics.Inc()
			s.Log.Error("entry of the history panicked", "session", s.id, "turn", t.number,
				"panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			e = nil
		}
	}()
	if s.ofAgenda() { // nobody talks there
		return nil
	}
	if s.ofPhone() { // whose id is a hash of the phone, and histories are shown and copied
		return nil
	}
	numbers := history.Entry{
		Turn: t.number, At: t.started, Result: t.result, Asked: string(s.rec.State.Asked), Led: t.stamp,
		Rules: t.account.Rules, Seconds: s.Now().Sub(t.started).Seconds(),
	}
	for _, list := range [...][]conversation.Outcome{t.counted, t.outcomes} {
		for _, outcome := range list {
			numbers.Outcomes = append(numbers.Outcomes, string(outcome))
		}
	}
	for _, list := range [...][]reached{t.reached, t.stages} {
		for _, r := range list {
			numbers.Stages = append(numbers.Stages, string(r.stage))
		}
	}
	patient := history.Patient{Session: s.id, Phone: s.rec.Phone, State: s.rec.State, Marks: s.rec.Marks}
	by := history.Masking{Redactor: s.redactor, Now: s.Now().In(s.Clinic.Location)}
	e, s.rec.Marks = t.story.Entry(numbers, outbox.Said(t.items), patient, by)
	return e
}

// afterword is the entry of what became of a turn that is in the history already: its number and what was counted.
func (s *session) afterword(t *turn) *history.Entry {
	e := &history.Entry{Turn: t.number, At: s.Now(), Result: t.result}
	for _, outcome := range t.outcomes {
		e.Outcomes = append(e.Outcomes, string(outcome))
	}
	if trace := s.trace(t); trace != "" {
		e.Traces = []string{trace}
	}
	return e
}
