package history

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/pii"
)

const (
	// MaxHeard bounds the messages of an entry, and their traces.
	MaxHeard = 20
	// maxSteps bounds the steps of an entry.
	maxSteps = 40
)

// Turn is what the history keeps of a turn.  It is in the clear until the commit of the turn, and never stored so.
type Turn struct {
	IDs    []string         // of the patient's messages
	Traces []string         // of theirs
	Heard  []decide.Message // the messages, with what was found in their files
	// Foreign says that they are for somebody else, who has the session: their words are nobody's business here.
	Foreign bool

	asked  conversation.Question // what was open when they came
	steps  []Step
	people []conversation.Identity // whose data the turn began with
	before *Entry                  // the part that was told before an A4, when the process died meanwhile
}

// Begin notes what the conversation was about when the turn began.
func (t *Turn) Begin(state *conversation.State) {
	t.asked = state.Asked
	t.people = append(t.people, state.People()...)
}

// Resume goes on with the entry of a turn whose process died, nil for none.
func (t *Turn) Resume(before *Entry) { t.before = before }

// Answer adds a message of the patient and its trace.
func (t *Turn) Answer(id, trace string) {
	if len(t.IDs) < MaxHeard {
		t.IDs, t.Traces = append(t.IDs, id), append(t.Traces, trace)
	}
}

// Tell adds a step.
func (t *Turn) Tell(step Step) {
	if len(t.steps) < maxSteps {
		t.steps = append(t.steps, step)
	}
}

// Forget drops what the commit of the turn has told: pictures and documents count against a budget until the turn
// ends, and its words may wait for a day to be said.
func (t *Turn) Forget() { t.Heard, t.steps, t.people, t.before = nil, nil, nil, nil }

// Patient is whom a session is with, as far as it knows.
type Patient struct {
	Session string
	Phone   string // "" while unknown
	State   *conversation.State
	Marks   []pii.Mark // of the entries before
}

// Masking is how the words of a clinic's patients become those of an entry.
type Masking struct {
	*pii.Redactor
	Now time.Time // the clinic's
}

// Entry completes the entry of the turn so far, of which the caller knows the numbers, and the marks after it; nil for
// nothing to tell.  said is the outbox in the clear, and masked in its place.
func (t *Turn) Entry(e Entry, said []Said, with Patient, by Masking) (*Entry, []pii.Mark) {
	e.Traces, e.Steps = t.Traces, t.steps
	if before := t.before; before != nil {
		e.Traces, e.Heard = slices.Concat(before.Traces, e.Traces), before.Heard
		e.Steps = slices.Concat(before.Steps, e.Steps)
		e.Steps = e.Steps[:min(maxSteps, len(e.Steps))]
		e.Rules = slices.Concat(before.Rules, e.Rules)
		e.Rules = e.Rules[:min(decide.MaxRules, len(e.Rules))]
	}
	marks := with.Marks
	if len(said)+len(t.Heard) > 0 {
		redaction := by.Begin(with.Session, with.Marks, by.Now)
		t.introduce(redaction, with)
		e.Heard = t.appendHeard(e.Heard, redaction)
		mask(redaction, said)
		e.Said, marks = said, redaction.Marks()
	}
	if len(e.Heard)+len(e.Steps)+len(e.Said)+len(e.Outcomes)+len(e.Stages) == 0 {
		return nil, marks
	}
	return &e, marks
}

// introduce tells a redaction who is known by now.
func (t *Turn) introduce(redaction *pii.Redaction, with Patient) {
	for _, who := range t.people {
		redaction.Know(who)
	}
	for _, who := range with.State.People() {
		redaction.Know(who)
	}
	redaction.KnowMasks(with.State.Masks)
	redaction.KnowPhone(with.Phone)
	redaction.KnowPhone(with.State.Phone)
}

// appendHeard adds the messages, masked.
func (t *Turn) appendHeard(list []Heard, redaction *pii.Redaction) []Heard {
	messages := t.Heard[:min(MaxHeard, len(t.Heard))]
	found := make([]pii.Message, len(messages))
	for i, m := range messages { // first all of them, because a name may come after it was used
		if !t.Foreign {
			found[i] = redaction.Find(m.Text, t.asked)
		}
	}
	list = slices.Grow(list, len(messages))
	for i, m := range messages {
		list = append(list, Heard{At: m.At, Type: typeOf(m.Type), Text: redaction.Heard(found[i]), Spoken: m.Spoken})
	}
	return list
}

// mask hides whom an outbox tells of.
func mask(redaction *pii.Redaction, said []Said) {
	for i, line := range said {
		switch line.Kind {
		case Part:
			said[i].Text = redaction.Said(line.Text, ours(line.From))
		case Transfer:
			said[i].Text = ReasonCode(line.Text)
		default:
		}
	}
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
