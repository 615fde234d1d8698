package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atende/actors/session/record"
)

// What is packed comes back as it was; what is under way is not packed.
func TestPack(t *testing.T) {
	s := newSession(NewBehavior(Config{}), nil, "s")
	s.pack() // nothing was loaded
	s.unpack()
	if s.rec != nil {
		t.Error("a record out of nothing")
	}
	s.rec = record.New()
	s.rec.Turn, s.rec.Phone, s.rec.State.Bookings = 4, "5511988887777", 2
	want := string(s.rec.Encode())
	s.pack()
	if s.rec != nil || string(s.packed) != want {
		t.Errorf("packed %s", s.packed)
	}
	s.unpack()
	if diff := cmp.Diff(want, string(s.rec.Encode())); diff != "" || s.packed != nil {
		t.Error(diff)
	}
	s.pack()
	s.forget()
	if s.unpack(); s.rec != nil {
		t.Error("what was forgotten is back")
	}
	s.rec, s.turn = record.New(), &turn{}
	s.pack()
	s.turn, s.rec.Intent = nil, &record.Intent{}
	s.pack()
	if s.packed != nil {
		t.Error("what is under way was packed")
	}
}
