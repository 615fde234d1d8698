package session

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/pii"
	"atende/metrics/tracing"
)

// maxSteps bounds the steps of an entry.
const maxSteps = 40

// story is what the history keeps of a turn.  It is in the clear until the commit of the turn, and never stored so.
type story struct {
	ids    []string              // of the patient's messages
	traces []string              // of theirs
	asked  conversation.Question // what was open when they came
	heard  []decide.Message
	// foreign says that they are for somebody else, who has the session: their words are nobody's business here.
	foreign bool
	steps   []Step
	people  []conversation.Identity // whose data the turn began with
	// before is the part of a turn that was told before its A4, when its process died meanwhile.
	before *Entry
}

// trace is that of the first message, "" for a turn without one.
func (s *session) trace(t *turn) string {
	switch {
	case len(t.story.traces) > 0:
		return t.story.traces[0]
	case t.message != "":
		return tracing.ID(s.id, t.message)
	default:
		return ""
	}
}

// forget drops what the commit of the turn has told: pictures and documents count against a budget until the turn
// ends, and its words may wait for a day to be said.
func (y *story) forget() { y.heard, y.steps, y.people, y.before = nil, nil, nil, nil }

// tell adds a step.
func (y *story) tell(step Step) {
	if len(y.steps) < maxSteps {
		y.steps = append(y.steps, step)
	}
}

// entry is what the history keeps of a turn so far, masked; nil for nothing.  No history is worth an answer: one
// that cannot be written is left out.
func (s *session) entry(t *turn) (e *Entry) {
	defer func() {
		if value := recover(); value != nil {
			s.Panics.Inc()
			s.Log.Error("entry of the history panicked", "session", s.id, "turn", t.number,
				"panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			e = nil
		}
	}()
	y := &t.story
	e = &Entry{
		Turn: t.number, At: t.started, Traces: y.traces, Steps: y.steps, Result: t.result, Asked: string(s.rec.State.Asked), Led: t.stamp,
		Rules: t.account.Rules, Seconds: s.Now().Sub(t.started).Seconds(),
	}
	for _, outcome := range slices.Concat(t.counted, t.outcomes) {
		e.Outcomes = append(e.Outcomes, string(outcome))
	}
	for _, r := range slices.Concat(t.reached, t.stages) {
		e.Stages = append(e.Stages, string(r.stage))
	}
	if y.before != nil {
		e.Traces, e.Heard = slices.Concat(y.before.Traces, e.Traces), y.before.Heard
		e.Steps = slices.Concat(y.before.Steps, e.Steps)
		e.Steps = e.Steps[:min(maxSteps, len(e.Steps))]
		e.Rules = slices.Concat(y.before.Rules, e.Rules)
		e.Rules = e.Rules[:min(decide.MaxRules, len(e.Rules))]
	}
	s.mask(t, e)
	if len(e.Heard)+len(e.Steps)+len(e.Said)+len(e.Outcomes)+len(e.Stages) == 0 {
		return nil
	}
	return e
}

// mask puts the words of a turn into its entry.
func (s *session) mask(t *turn, e *Entry) {
	y := &t.story
	if len(t.items)+len(y.heard) == 0 {
		return
	}
	redaction := s.redactor.Begin(s.id, s.rec.Marks, s.Now().In(s.Clinic.Location))
	s.introduce(redaction, y)
	heard := y.heard[:min(maxRows, len(y.heard))]
	found := make([]pii.Message, len(heard))
	for i, m := range heard { // first all of them, because a name may come after it was used
		if !y.foreign {
			found[i] = redaction.Find(m.Text, y.asked)
		}
	}
	for i, m := range heard {
		e.Heard = append(e.Heard, Heard{At: m.At, Type: typeOf(m.Type), Text: redaction.Heard(found[i]), Spoken: m.Spoken})
	}
	e.Said = said(redaction, t.items)
	s.rec.Marks = redaction.Marks()
}

// introduce tells a redaction who is known by now.
func (s *session) introduce(redaction *pii.Redaction, y *story) {
	state := s.rec.State
	for _, who := range y.people {
		redaction.Know(who)
	}
	for _, who := range state.People() {
		redaction.Know(who)
	}
	redaction.KnowMasks(state.Masks)
	redaction.KnowPhone(s.rec.Phone)
	redaction.KnowPhone(state.Phone)
}

// said is what an outbox tells, masked.
func said(redaction *pii.Redaction, items []item) []Said {
	list := make([]Said, 0, len(items))
	for _, i := range items {
		line := Said{Kind: string(i.Kind), Text: i.Text, From: i.from}
		switch i.Kind {
		case itemPart:
			line.Text = redaction.Said(i.Text, ours(i.from))
		case itemTransfer:
			line.Text = reasonCode(i.Text)
		default:
		}
		list = append(list, line)
	}
	return list
}

// ours reports words that come from nowhere but the clinic's texts and catalogue.
func ours(from []string) bool {
	foreign := func(source string) bool {
		kind, _, _ := strings.Cut(source, ":")
		return kind != "text" && kind != "catalog" && kind != "tool"
	}
	return len(from) > 0 && !slices.ContainsFunc(from, foreign)
}

// typeOf is the type of a message, as long as it is written like one.
func typeOf(kind string) string {
	if len(kind) > 20 || strings.Trim(kind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return "OTHER"
	}
	return kind
}

// encoded is an entry as the journal keeps it, nil for none.
func (e *Entry) encoded() []byte {
	if e == nil {
		return nil
	}
	return mustEncode(e)
}

// afterword is the entry of what became of a turn that is in the history already: its number and what was counted.
func (s *session) afterword(t *turn) []byte { return s.afterwords(t).encoded() }

func (s *session) afterwords(t *turn) *Entry {
	e := &Entry{Turn: t.number, At: s.Now(), Result: t.result}
	for _, outcome := range t.outcomes {
		e.Outcomes = append(e.Outcomes, string(outcome))
	}
	if trace := s.trace(t); trace != "" {
		e.Traces = []string{trace}
	}
	return e
}

// sources gives items that were decided before a crash what their words come from.
func sources(items []item, before *Entry) []item {
	if before == nil || len(before.Said) < len(items) {
		return items
	}
	items = slices.Clone(items)
	for i := range items {
		items[i].from = before.Said[i].From
	}
	return items
}

// access is the line in the log of accesses of a turn in which the patient asked for what is stored, nil for none.
func (s *session) access(t *turn) *journal.Access {
	if t.asked == "" {
		return nil
	}
	return &journal.Access{At: s.Now(), Operator: journal.AskedByPatient, Action: "asked_" + string(t.asked), Subject: s.id, Sessions: 1}
}

// demand are the wishes of a turn that could not be met, for the day on which they were wished.
func (s *session) demand(t *turn) []journal.Demand {
	if len(t.unmet) == 0 {
		return nil
	}
	var rows []journal.Demand
	day := s.Now().In(s.Clinic.Location).Format("2006-01-02")
	for _, u := range t.unmet {
		for _, part := range u.Parts {
			rows = append(rows, journal.Demand{
				Day: day, SpecialtyID: u.Request.SpecialtyID, AgendaID: u.Request.AgendaID, PlanID: u.Request.PlanID,
				Weekday: int(part.Weekday), Period: string(part.Period), Cause: u.Cause,
			})
		}
	}
	return rows
}
