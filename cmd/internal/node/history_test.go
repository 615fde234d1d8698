package node

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Pages follow each other without a gap; a reading is in the access log once, and whoever begins in the middle, too.
func TestHistories(t *testing.T) {
	o := newOffice(t)
	for _, id := range []string{"a", "b", "c"} {
		o.store(id, otherState, "")
	}
	read := func(by, session string) (shown string) {
		for seq := int64(0); ; {
			page, err := o.Histories(t.Context(), by, session, seq, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				return shown
			}
			for _, turn := range page {
				shown += turn.SessionID
			}
			session, seq = page[len(page)-1].SessionID, page[len(page)-1].Seq
		}
	}
	for _, reading := range []struct{ by, after, want string }{
		{"joana", "", "abc"}, {"joana", "", "abc"}, {"rita", "a0", "bc"}, {"rita", "b0", "c"}, {"rita", "d", ""},
	} {
		if got := read(reading.by, reading.after); got != reading.want {
			t.Errorf("%s was shown %q after %q, want %q", reading.by, got, reading.after, reading.want)
		}
	}
	if want := []string{`joana history "" 1`, `joana history "" 1`, `rita history "" 1`, `rita history "" 1`}; !cmp.Equal(o.accessLog(), want) {
		t.Errorf("access log %q", o.accessLog())
	}
}

// seqOf is the number of a session's last turn.
func (o *office) seqOf(id string) int64 {
	o.t.Helper()
	lines, err := o.archive.History(o.t.Context(), id, 1000)
	if err != nil || len(lines) == 0 {
		o.t.Fatalf("%d lines, %v", len(lines), err)
	}
	return lines[len(lines)-1].Seq
}

// A session of many turns is one session in the access log.
func TestSessionsOfAPage(t *testing.T) {
	o := newOffice(t)
	for _, id := range []string{"a", "a", "a", "b"} {
		o.store(id, otherState, "")
	}
	if page, err := o.Histories(t.Context(), "joana", "", 0, 100); err != nil || len(page) != 4 {
		t.Fatalf("%d turns, %v", len(page), err)
	}
	if want := []string{`joana history "" 2`}; !cmp.Equal(o.accessLog(), want) {
		t.Errorf("access log %q", o.accessLog())
	}
}

// The line of a page counts its sessions; another operator does not go on where somebody else was, and none goes on
// twice.
func TestWhoReadsOn(t *testing.T) {
	o := newOffice(t)
	for _, id := range []string{"a", "b", "c"} {
		o.store(id, otherState, "")
	}
	page, err := o.Histories(t.Context(), "joana", "", 0, 2)
	if err != nil || len(page) != 2 {
		t.Fatalf("%+v, %v", page, err)
	}
	last := page[1]
	for _, by := range []string{"rita", "joana", "joana"} {
		if page, err = o.Histories(t.Context(), by, last.SessionID, last.Seq, 2); err != nil || len(page) != 1 {
			t.Fatalf("%+v, %v", page, err)
		}
	}
	if want := []string{`joana history "" 2`, `rita history "" 1`, `joana history "" 1`}; !cmp.Equal(o.accessLog(), want) {
		t.Errorf("access log %q", o.accessLog())
	}
	for i := range 3 * maxReadings {
		if _, err := o.Histories(t.Context(), fmt.Sprint(i), "", 0, 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(o.readings.marks); n != maxReadings {
		t.Errorf("%d readings are known", n)
	}
	begun := len(o.accessLog())
	for i := 2 * maxReadings; i < 3*maxReadings; i++ { // the newest are those that are known
		if _, err := o.Histories(t.Context(), fmt.Sprint(i), "a", o.seqOf("a"), 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(o.accessLog()); n != begun {
		t.Errorf("%d readings that went on have another line", n-begun)
	}
	o.archive = silent{o.journal}
	if page, err := o.Histories(t.Context(), "joana", "", 0, 2); err == nil || page != nil {
		t.Errorf("without the access log: %v, %v", page, err)
	}
}
