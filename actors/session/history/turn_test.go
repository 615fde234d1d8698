package history

import (
	"reflect"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/pii"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// told is the entry of a turn of somebody whose name the state knows.
func told(t *Turn, said ...Said) *Entry {
	state := &conversation.State{}
	state.Patient.Name = "Wanda Krupski"
	redactor := pii.NewRedactor(conversation.NewClinic(conversation.Clinic{Location: time.UTC}))
	e, _ := t.Entry(Entry{Turn: 7, At: noon}, said, Patient{Session: "s", State: state}, Masking{Redactor: redactor, Now: noon})
	return e
}

// Whoever says it, a name is a placeholder, and what identifies nobody stays.
func TestEntryIsMasked(t *testing.T) {
	turn := &Turn{Heard: []decide.Message{{At: noon, Type: "TEXT", Text: "sou Wanda Krupski"}, {At: noon, Type: "audio de voz", Spoken: true}}}
	got := told(turn, Said{Kind: Part, Text: "Oi, Wanda!", From: []string{"model:m"}}, Said{Kind: Transfer, Text: "porque a Wanda quer"}, Said{Kind: Tag, Text: "agendado"})
	want := &Entry{
		Turn: 7, At: noon,
		Heard: []Heard{{At: noon, Type: "TEXT", Text: "sou [NOME 1]"}, {At: noon, Type: "OTHER", Spoken: true}},
		Said:  []Said{{Kind: Part, Text: "Oi, [NOME 1]!", From: []string{"model:m"}}, {Kind: Transfer, Text: "other"}, {Kind: Tag, Text: "agendado"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the entry is\n%+v\nwant\n%+v", got, want)
	}
}

// Words for somebody else are not kept, that there were some is.
func TestForeignWords(t *testing.T) {
	got := told(&Turn{Foreign: true, Heard: []decide.Message{{Type: "TEXT", Text: "quero marcar"}}})
	if len(got.Heard) != 1 || got.Heard[0].Text != "" {
		t.Errorf("the entry has %+v", got.Heard)
	}
}

// A turn that did nothing has no entry, and one that goes on after a crash tells what was told before.
func TestResumedTurn(t *testing.T) {
	if got := told(&Turn{}); got != nil || got.Encode() != nil {
		t.Errorf("an entry of nothing: %+v", got)
	}
	turn := &Turn{}
	turn.Resume(&Entry{Traces: []string{"a"}, Heard: []Heard{{Text: "oi"}}, Steps: make([]Step, maxSteps-1)})
	turn.Answer("m", "b")
	for range maxSteps + 1 {
		turn.Tell(Reminded())
	}
	got := told(turn)
	if !reflect.DeepEqual(got.Traces, []string{"a", "b"}) || len(got.Heard) != 1 || len(got.Steps) != maxSteps || got.Steps[maxSteps-1].Name != "reminder" {
		t.Errorf("the entry is %+v", got)
	}
	turn.Forget()
	if got := told(turn); got != nil {
		t.Errorf("what is forgotten is told: %+v", got)
	}
}

// An entry tells of a bounded number of messages.
func TestEntryIsBounded(t *testing.T) {
	turn := &Turn{}
	for range MaxHeard + 1 {
		turn.Answer("m", "trace")
		turn.Heard = append(turn.Heard, decide.Message{Type: "TEXT", Text: "oi"})
	}
	if got := told(turn); len(got.Heard) != MaxHeard || len(got.Traces) != MaxHeard {
		t.Errorf("%d messages, %d traces", len(got.Heard), len(got.Traces))
	}
}
