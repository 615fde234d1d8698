package node

import (
	"testing"
)

// Pages follow each other without a gap, and each that shows something is in the access log.
func TestHistories(t *testing.T) {
	o := newOffice(t)
	for _, id := range []string{"a", "b", "c"} {
		o.store(id, otherState, "")
	}
	session, seq, shown := "", int64(0), ""
	for {
		page, err := o.Histories(t.Context(), "joana", session, seq, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, turn := range page {
			shown += turn.SessionID
		}
		session, seq = page[len(page)-1].SessionID, page[len(page)-1].Seq
	}
	if shown != "abc" {
		t.Errorf("shown %q", shown)
	}
	lines, err := o.Accesses(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 2 || lines[0].Sessions != 1 || lines[1].Sessions != 2 || lines[0].Action != "history" || lines[0].Operator != "joana" {
		t.Errorf("%+v", lines)
	}
}
