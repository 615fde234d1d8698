package conversation

import (
	"strings"
	"testing"
)

// tappable is a state in which two times were offered and read, for a clinic that sends menus.
func tappable(t testing.TB) (*Clinic, *State) {
	t.Helper()
	c := testClinic()
	c.Interactive = true
	s := &State{}
	s.Request = Request{SpecialtyID: 7, AgendaID: 101, ProcedureID: 501, PlanID: 1}
	s.Offer = []Slot{{AgendaID: 101, Date: "2026-11-26", Hour: "09:00"}, {AgendaID: 101, Date: "2026-11-26", Hour: "14:00"}}
	return c, s
}

// menuOf is what can be tapped under a reply.
func menuOf(t *testing.T, c *Clinic, s *State, r Reply) *Menu {
	t.Helper()
	r.Text = "?"
	say, ok := effect[Say](Step(c, s, monday, r))
	if !ok {
		t.Fatal("nothing is said")
	}
	return say.Menu
}

// An option means what its own list offered, whatever is offered now: of another list it means nothing.
func TestTapped(t *testing.T) {
	c, s := tappable(t)
	list := menuOf(t, c, s, Reply{Asks: AskSlot, Lists: true})
	if list == nil || list.Open == "" || len(list.Options) != 2 || list.Options[1].Title != "Qui 26/11 às 14:00" {
		t.Fatalf("%+v", list)
	}
	second := list.Options[1].ID
	means := func(name, id string, want Tap) {
		t.Helper()
		if got, ours := s.Tapped(id); !ours || got != want {
			t.Errorf("%s: %+v, %t", name, got, ours)
		}
	}
	older := Tap{Older: true}
	means("the list", second, Tap{Words: "2"})
	menuOf(t, c, s, Reply{Asks: AskSlot, Brief: true}) // the patient asked something meanwhile
	means("the list, still", second, Tap{Words: "2"})

	for name, change := range map[string]func(){
		"other times":          func() { s.Offer = []Slot{s.Offer[1], s.Offer[0]} },
		"of another doctor":    func() { s.Offer[1].AgendaID = 102 },
		"of another kind":      func() { s.Request.ProcedureID = 502 },
		"under another plan":   func() { s.Request.PlanID = 2 },
		"which nobody read":    func() { s.Listed = 0 },
		"none is offered":      func() { s.Offer = nil },
		"the session is wiped": func() { *s = State{} },
	} {
		c, s = tappable(t)
		menuOf(t, c, s, Reply{Asks: AskSlot, Lists: true})
		offer := s.Offer
		change()
		if len(s.Offer) > 0 && name != "which nobody read" {
			s.Listed = s.offerMark() // the new list was read
		}
		means(name, second, older)
		s.Offer = offer
	}
}

// A yes is one to what was read back over it, and books nothing else.
func TestTappedYes(t *testing.T) {
	c, s := tappable(t)
	s.Patient = Identity{Name: "Maria Souza", CPF: "52998224725", BirthDate: "1954-03-12"}
	readBack := func(slot Slot) (yes, no string) {
		t.Helper()
		s.Choice = &slot
		m := menuOf(t, c, s, Reply{Asks: AskConfirm})
		if m == nil || m.Open != "" || len(m.Options) != 2 || !strings.Contains(m.Options[0].Title, slot.Hour) {
			t.Fatalf("%+v", m)
		}
		return m.Options[0].ID, m.Options[1].ID
	}
	first, _ := readBack(s.Offer[0])
	yes, no := readBack(s.Offer[1])
	for _, test := range []struct {
		name, id string
		want     Tap
	}{
		{"yes", yes, Tap{Words: "sim"}}, {"no", no, Tap{Words: "não"}},
		{"yes to another time", first, Tap{Older: true}},
		{"a third answer", strings.TrimSuffix(yes, "1") + "3", Tap{Older: true}},
	} {
		if got, ours := s.Tapped(test.id); !ours || got != test.want {
			t.Errorf("%s: %+v, %t", test.name, got, ours)
		}
	}
	for name, change := range map[string]func(){
		"another patient":    func() { s.Patient.CPF = "39053344705" },
		"another plan":       func() { s.Request.PlanID = 2 },
		"another procedure":  func() { s.Request.ProcedureID = 502 },
		"nothing was chosen": func() { s.Choice = nil },
		"something is asked": func() { s.Asked = AskPlan },
		"it is booked":       func() { s.Choice, s.Asked, s.Closed = nil, AskNothing, OutcomeBooked },
	} {
		before := *s
		change()
		if got, _ := s.Tapped(yes); !got.Older {
			t.Errorf("%s: %+v", name, got)
		}
		*s = before
	}
}

// Ids that anybody else made up are none: the words beside them count.
func TestTappedByStrangers(t *testing.T) {
	_, s := tappable(t)
	s.Options = []int{1, 2}
	for _, id := range []string{
		"", "1", "2", "sim", "offer-1", "offer-zzzzzzzz-1", "offer-0000000-1", "OFFER-00000000-1", "offer-00000000-0", "offer-00000000-01",
		"offer-00000000-100", " offer-00000000-1", "offer-00000000-1\n", "offer-00000000--1", "booking-00000000-1;drop", strings.Repeat("9", 200), "\x00",
		"offers-00000000-1", "offer-00000000-1-offer-00000000-1", "offer-٠٠٠٠٠٠٠٠-1",
	} {
		if tap, ours := s.Tapped(id); ours || tap != (Tap{}) {
			t.Errorf("%q is taken for one of ours: %+v", id, tap)
		}
	}
	for _, id := range []string{"offer-00000000-1", "booking-00000000-1", "question-00000000-1", "offer-deadbeef-2", "question-deadbeef-2"} {
		if tap, ours := s.Tapped(id); !ours || !tap.Older {
			t.Errorf("%q chooses %+v", id, tap)
		}
	}
}

// FuzzTapped: whatever comes, a tap has words or is older, and the words are a short answer.
func FuzzTapped(f *testing.F) {
	_, s := tappable(f)
	s.Listed, s.Asked = s.offerMark(), AskSlot
	f.Add(s.option(menuOffer, 1))
	f.Add("booking-00000000-1")
	f.Add("question-7")
	f.Fuzz(func(t *testing.T, id string) {
		tap, ours := s.Tapped(id)
		if ours == (tap == Tap{}) || tap.Older && tap.Words != "" || len(tap.Words) > 20 || ours && len(id) > 30 {
			t.Fatalf("%q: %+v, %t", id, tap, ours)
		}
		if !tap.Older && ours && id != s.option(menuOffer, 1) && id != s.option(menuOffer, 2) {
			t.Fatalf("%q chooses %q", id, tap.Words)
		}
	})
}

// The numbered answers of a question are buttons where they are short, and else a list; where the text does not show them,
// or the clinic sends none, there is nothing.
func TestAnswerMenu(t *testing.T) {
	c, s := tappable(t)
	s.Offer = nil
	short := Reply{Asks: AskPlan, Options: []int{1, 2}, Names: []string{"Particular", "*Unimed*"}}
	m := menuOf(t, c, s, short)
	if m == nil || m.Open != "" || m.Options[1].Title != "Unimed" {
		t.Fatalf("%+v", m)
	}
	if tap, ours := s.Tapped(m.Options[1].ID); !ours || tap.Words != "2" {
		t.Errorf("%+v, %t", tap, ours)
	}
	whom := menuOf(t, c, s, Reply{Asks: AskSame, Options: []int{-20, -21}, Names: []string{"Maria (CPF com final 25)", "Outra pessoa"}})
	if whom == nil || whom.Open == "" || whom.Options[0] != (MenuOption{ID: whom.Options[0].ID, Title: "Maria", Detail: "CPF com final 25"}) {
		t.Errorf("%+v", whom)
	}
	if tap, ours := s.Tapped(m.Options[1].ID); !ours || !tap.Older {
		t.Errorf("the plan answers whom it is for: %+v, %t", tap, ours)
	}
	for name, none := range map[string]*Menu{
		"in short":    menuOf(t, c, s, Reply{Asks: AskPlan, Options: []int{1, 2}}),
		"no options":  menuOf(t, c, s, Reply{Asks: AskName}),
		"no offer":    menuOf(t, c, s, Reply{Asks: AskSlot, Lists: true}),
		"not wanted":  menuOf(t, testClinic(), s, short),
		"not chosen":  menuOf(t, c, s, Reply{Asks: AskConfirm}),
		"a free text": menuOf(t, c, s, Reply{Asks: AskFree}),
	} {
		if none != nil {
			t.Errorf("%s: %+v", name, none)
		}
	}
}
