package conversation

import (
	"testing"
	"time"

	"atende/actors/wording"
)

// A workflow knows when it began: with its first message, not with the turn that read it.
func TestStartedAt(t *testing.T) {
	c, s := testClinic(), &State{}
	at := func(minutes int) time.Time { return monday.Add(time.Duration(minutes) * time.Minute) }
	step := func(minutes int, e Event) { Step(c, s, at(minutes), e) }
	expect := func(want time.Time) {
		t.Helper()
		if !s.StartedAt.Equal(want) {
			t.Errorf("started at %v, want %v", s.StartedAt, want)
		}
	}
	step(0, Identify{})
	expect(time.Time{})
	step(1, Reply{Text: "oi", Asks: AskService, Heard: at(-20)})
	expect(at(-20))
	step(5, Search{Request: wholeRequest})
	step(5, SlotsFound{days(3, "08:00", "14:00")})
	step(5, Reply{Text: "qual?", Asks: AskSlot, Heard: at(4)})
	expect(at(-20))
	step(6, Close{})
	expect(at(-20))
	step(9, Search{Request: wholeRequest})
	expect(at(9))
	s = &State{Progress: Progress{Stages: []Stage{Started}}} // of a release that did not note it
	step(20, Reply{Text: "oi", Asks: AskPlan, Heard: at(19)})
	expect(time.Time{})
}

func TestStartedAtOfTheNextBooking(t *testing.T) {
	s := offered(t)
	c := testClinic()
	run(t, s, Choose{Number: 1}, Identify{Identity: maria}, readBack, Confirm{Agreed: true}, PatientFound{ID: 7}, AppointmentMade{"a", "b"})
	if !s.StartedAt.Equal(monday) {
		t.Errorf("the booking began at %v", s.StartedAt)
	}
	Step(c, s, monday.Add(time.Hour), Search{Request: wholeRequest})
	if !s.StartedAt.Equal(monday.Add(time.Hour)) {
		t.Errorf("the next one began at %v", s.StartedAt)
	}
	lapsed := &State{
		Progress: Progress{Stages: []Stage{Started}}, Ending: Ending{Lapsed: true, Closed: OutcomeNoInterest},
		Audit: Audit{StartedAt: monday, Unmet: []uint32{1}},
	}
	Step(c, lapsed, monday.Add(time.Hour), Resume{})
	if !lapsed.StartedAt.IsZero() || lapsed.Unmet != nil {
		t.Errorf("taken up again with %v, %v", lapsed.StartedAt, lapsed.Unmet)
	}
}

// Which privacy notice was read, and when, is known afterwards, whoever said it.
func TestNotice(t *testing.T) {
	c, s := testClinic(), &State{}
	notice := c.Texts.Words(wording.PrivacyNotice, 0)
	Step(c, s, monday, Reply{Text: "Oi!", From: []string{"text:greeting.morning"}, Asks: AskService})
	if s.Notice != nil {
		t.Fatalf("%+v before it was said", s.Notice)
	}
	Step(c, s, monday, Reply{Text: notice.Text, From: notice.From, Asks: AskService})
	if s.Notice == nil || !s.Notice.At.Equal(monday) || len(s.Notice.Version) != 8 {
		t.Fatalf("%+v", s.Notice)
	}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(3, "08:00")}, Choose{Number: 1}, Identify{Identity: maria}, readBack, Confirm{Agreed: true},
		PatientFound{ID: 7}, AppointmentMade{"a", "b"}, Search{Request: wholeRequest})
	if s.Closed != "" || s.Notice == nil {
		t.Errorf("forgotten in the next conversation: %+v", s.Notice)
	}
	other := NewClinic(Clinic{Location: time.UTC})
	if other.notice != c.notice {
		t.Errorf("the same words have the versions %q and %q", other.notice, c.notice)
	}
	texts, err := wording.Load([]byte("privacy.notice: \"Os seus dados ficam aqui.\""))
	if err != nil {
		t.Fatal(err)
	}
	if own := NewClinic(Clinic{Location: time.UTC, Texts: texts}); own.notice == c.notice {
		t.Errorf("other words have the version %q, too", own.notice)
	}
}
