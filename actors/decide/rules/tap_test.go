package rules

import (
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
)

// A number that was written before the question was put is for another list; one that was tapped names its own.
func TestTapBeforeTheQuestion(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, brasilia)
	s := &conversation.State{}
	s.Asked, s.AskedAt = conversation.AskSlot, now
	d := New(storyClinic("")).dialogue(decide.Turn{Now: now})
	for tapped, want := range map[bool]bool{false: true, true: false} {
		m := decide.Message{Type: "TEXT", Text: "2", At: now.Add(-time.Second), Tapped: tapped}
		if got := d.precedesQuestion(s, m); got != want {
			t.Errorf("tapped: %t, precedes: %t", tapped, got)
		}
	}
}
