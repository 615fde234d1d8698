package decide

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/actors/conversation"
)

// What was tapped is put into words or noted as older; all else is left as it was written, also beside ids that are none.
func TestReadTaps(t *testing.T) {
	s := &conversation.State{}
	written := []Message{
		{Text: "oi"}, {Text: "Sim", Choice: "forged"}, {Text: "Sim, 24/11 às 09:30", Rest: "x", Choice: "booking-1a2b3c4d-1"},
	}
	want := []Message{{Text: "oi"}, {Text: "Sim", Choice: "forged"}, {Choice: "booking-1a2b3c4d-1", Older: true}}
	if diff := cmp.Diff(want, ReadTaps(written, s)); diff != "" {
		t.Error(diff)
	}
	if written[2].Text == "" {
		t.Error("the words that were written are gone, which the history keeps")
	}
}
