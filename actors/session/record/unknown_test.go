package record

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/actors/conversation"
	"atende/actors/journal"
)

// What a newer release added is still there after this one wrote the record.
func TestStrangeFieldsAreKept(t *testing.T) {
	const stored = `{"state":{"bookings":3,"mood":"good"},"turn":4,"phone":"55","nudge":{"at":7}}`
	rec, err := Decode(journal.Activation{State: []byte(stored)})
	if err != nil {
		t.Fatal(err)
	}
	rec.Turn, rec.State.Bookings = 5, 4
	wantJSON(t, rec.Encode(), `{"state":{"bookings":4,"mood":"good"},"turn":5,"phone":"55","nudge":{"at":7}}`)
	rec.State = &conversation.State{Progress: conversation.Progress{Bookings: 3}}
	wantJSON(t, rec.Encode(), `{"state":{"bookings":3},"turn":5,"phone":"55","nudge":{"at":7}}`)
}

func wantJSON(t *testing.T, got []byte, want string) {
	t.Helper()
	var g, w map[string]any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	state, _ := g["state"].(map[string]any)
	for name, value := range state { // zero values of this release are no strangers
		if expected, _ := w["state"].(map[string]any); expected[name] == nil && isZero(value) {
			delete(state, name)
		}
	}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Error(diff)
	}
}

func isZero(v any) bool {
	data, _ := json.Marshal(v)
	switch string(data) {
	case `""`, "0", "false", "null", "{}":
		return true
	default:
		return false
	}
}
