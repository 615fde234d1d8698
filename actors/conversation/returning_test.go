package conversation

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	rosa = Identity{Name: "Rosa Silva Alves", CPF: "39053344705", BirthDate: "1930-02-01"}
	// household are who had appointments made from a phone, the newest first.
	household = []Returning{
		{Identity: rosa, PlanID: 1, For: "a sua mãe", At: monday.Add(-time.Hour)},
		{Identity: maria, PlanID: 2, At: monday.AddDate(0, 0, -29)},
	}
)

func recognisingClinic() *Clinic {
	c := testClinic()
	c.Recognises = 30 * 24 * time.Hour
	return c
}

// proposing is a state in which the household may be proposed.
func proposing(c *Clinic) *State {
	s := &State{}
	s.Recognise(c, household, monday)
	return s
}

// Who booked is kept in mind for other chat sessions, each once, at most five, where that is switched on; also when a new
// workflow begins and after a person.
func TestServed(t *testing.T) {
	c := recognisingClinic()
	s := &State{}
	book := func(who Identity, at time.Time) {
		s.restart()
		for _, e := range []Event{
			Search{Request: wholeRequest}, SlotsFound{[]Slot{{AgendaID: 101, Date: at.AddDate(0, 0, 1).Format(time.DateOnly), Hour: "08:00"}}},
			Choose{Number: 1}, Identify{Identity: who, Other: true}, readBack, Confirm{Agreed: true}, PatientFound{ID: 5}, AppointmentMade{"a", "b"},
		} {
			if res := Step(c, s, at, e); res.Refusal != nil {
				t.Fatalf("%T: %+v", e, res.Refusal)
			}
		}
	}
	book(maria, monday)
	book(rosa, monday.AddDate(0, 0, 1))
	book(maria, monday.AddDate(0, 0, 2))
	want := []Returning{{Identity: rosa, PlanID: 2, At: monday.AddDate(0, 0, 1)}, {Identity: maria, PlanID: 2, At: monday.AddDate(0, 0, 2)}}
	if diff := cmp.Diff(want, s.Served); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if after := s.AfterPerson(monday); !slices.Equal(after.Served, s.Served) {
		t.Errorf("after a person %+v", after.Served)
	}
	book(rosa, monday.AddDate(0, 0, 31).Add(time.Minute))
	if len(s.Served) != 2 {
		t.Errorf("%d are known", len(s.Served))
	}
	book(rosa, monday.AddDate(0, 0, 32).Add(time.Minute))
	if len(s.Served) != 1 {
		t.Errorf("%d are known after Maria's appointment is 30 days old", len(s.Served))
	}
	for n, cpf := range []string{"11144477735", "12345678909", "98765432100", "52998224725", "15350946056", "86288366757"} {
		who := Identity{Name: fmt.Sprint("Ana Silva ", string(rune('A'+n))), CPF: cpf, BirthDate: "1985-03-12"}
		book(who, monday.AddDate(0, 0, 33+n)) // nobody may give so many CPFs a day
	}
	if len(s.Served) != MaxReturning || s.Served[MaxReturning-1].CPF != "86288366757" {
		t.Errorf("%d are known, the last is %+v", len(s.Served), s.Served[len(s.Served)-1])
	}
	c.Recognises, s = 0, &State{}
	book(maria, monday)
	if s.Served != nil {
		t.Errorf("known although nobody asked for it: %+v", s.Served)
	}
}

// Of those who are told of a phone, the last five within the term are proposed, each once, and whoever has not all data is not.
func TestRecognise(t *testing.T) {
	c := recognisingClinic()
	old := Returning{Identity: Identity{"Ana Silva", "11144477735", "1985-03-12"}, At: monday.AddDate(0, 0, -30)}
	part := Returning{Identity: Identity{Name: "Ana Silva", CPF: "11144477735"}, At: monday}
	s := &State{PatientData: PatientData{Known: &maria}}
	s.Recognise(c, []Returning{old, part}, monday)
	if s.Proposes() || s.Known == nil {
		t.Errorf("proposes %+v, known %v", s.Returning, s.Known)
	}
	s.Recognise(c, slices.Concat(household, household, []Returning{old, part}), monday)
	if diff := cmp.Diff(household, s.Returning); diff != "" || s.Known != nil || !s.Proposes() {
		t.Errorf("known %v (-want +got):\n%s", s.Known, diff)
	}
	if who := s.Returning[0]; who.FirstName() != "Rosa" || who.LastDigits() != "05" {
		t.Errorf("told as %s, %s", who.FirstName(), who.LastDigits())
	}
}

// Somebody is the patient by an answer to the question for exactly them, and by nothing else.
func TestSamePatient(t *testing.T) {
	asked := Reply{Text: "Para quem?", Asks: AskSame}
	for name, test := range map[string]struct {
		events []Event
		want   Identity
		reason Reason
		left   int
	}{
		"a yes":                        {[]Event{asked, SamePatient{Number: 1}}, rosa, "", 0},
		"the second":                   {[]Event{asked, SamePatient{Number: 2}}, maria, "", 0},
		"nobody was asked":             {[]Event{SamePatient{Number: 1}}, Identity{}, ReasonNotAgreed, 2},
		"something else was asked":     {[]Event{Reply{Text: "?", Asks: AskPlan}, SamePatient{Number: 1}}, Identity{}, ReasonNotAgreed, 2},
		"asked before something else":  {[]Event{asked, Reply{Text: "?", Asks: AskPlan}, SamePatient{Number: 1}}, Identity{}, ReasonNotAgreed, 2},
		"the list is another one now":  {[]Event{asked, Identify{For: "a sua mãe"}, SamePatient{Number: 1}}, Identity{}, ReasonNotAgreed, 1},
		"asked again for that one":     {[]Event{asked, Identify{For: "a sua mãe"}, asked, SamePatient{Number: 1}}, rosa, "", 0},
		"a number that is none":        {[]Event{asked, SamePatient{Number: 3}}, Identity{}, ReasonNotOffered, 2},
		"none of them":                 {[]Event{asked, SamePatient{}}, Identity{}, "", 0},
		"somebody else":                {[]Event{asked, Identify{Other: true}, SamePatient{Number: 1}}, Identity{}, ReasonNotOffered, 0},
		"somebody who is not known":    {[]Event{asked, Identify{For: "o seu filho"}, SamePatient{Number: 1}}, Identity{}, ReasonNotOffered, 0},
		"another name":                 {[]Event{asked, Identify{Identity: Identity{Name: "Ana Prado"}}, SamePatient{Number: 2}}, Identity{Name: "Ana Prado"}, ReasonNotOffered, 0},
		"another CPF":                  {[]Event{asked, Identify{Identity: Identity{CPF: "11144477735"}}, SamePatient{Number: 2}}, Identity{CPF: "11144477735"}, ReasonNotOffered, 0},
		"a first name":                 {[]Event{asked, Identify{Identity: Identity{Name: "Ana"}}, SamePatient{Number: 2}}, Identity{}, ReasonNotOffered, 0},
		"who is a stranger":            {[]Event{asked, SamePatient{Stranger: true}, SamePatient{Number: 1}}, Identity{}, ReasonNotOffered, 0},
		"after all is to be forgotten": {[]Event{asked, Transfer{Reason: ReasonOwnData, Asked: DataErase}, SamePatient{Number: 1}}, Identity{}, ReasonClosed, 0},
		"only to see the data":         {[]Event{asked, Transfer{Reason: ReasonOwnData, Asked: DataSee}, SamePatient{Number: 1}}, Identity{}, ReasonClosed, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c := recognisingClinic()
			s := proposing(c)
			var res Result
			for _, e := range test.events {
				res = Step(c, s, monday, e)
			}
			var reason Reason
			if res.Refusal != nil {
				reason = res.Refusal.Reason
			}
			if s.Patient != test.want || reason != test.reason || len(s.Returning) != test.left {
				t.Errorf("patient %+v, refused %q, %d left", s.Patient, reason, len(s.Returning))
			}
			if test.want == rosa && (s.For != "a sua mãe" || s.UsualPlan != 1) {
				t.Errorf("for %q with plan %d", s.For, s.UsualPlan)
			}
		})
	}
}

// The phone is forgotten where the writer is somebody else, and where all data are to be erased; no other clinic is told so.
func TestForgetPhone(t *testing.T) {
	for name, test := range map[string]struct {
		event Event
		off   bool
		want  bool
	}{
		"a stranger":           {SamePatient{Stranger: true}, false, true},
		"another person":       {SamePatient{}, false, false},
		"erase it":             {Transfer{Reason: ReasonOwnData, Asked: DataErase}, false, true},
		"show it":              {Transfer{Reason: ReasonOwnData, Asked: DataSee}, false, false},
		"erase it, never kept": {Transfer{Reason: ReasonOwnData, Asked: DataErase}, true, false},
	} {
		c := recognisingClinic()
		s := proposing(c)
		s.Served = household
		if test.off {
			c = testClinic()
		}
		res := Step(c, s, monday, test.event)
		if _, forgets := effect[ForgetPhone](res); forgets != test.want || forgets && len(s.Returning)+len(s.Served) > 0 {
			t.Errorf("%s: %+v, %d proposed, %d served", name, res.Effects, len(s.Returning), len(s.Served))
		}
	}
}

// Whatever is said and in what order: data of earlier sessions become the patient's only by an answer to the question for
// them, and nothing is booked for them but what was read back (TestStepInvariants has the latter for any patient).
func TestReturningInvariants(t *testing.T) {
	c := recognisingClinic()
	rapid.Check(t, func(t *rapid.T) {
		s := proposing(c)
		var proposed []Returning // by the last question
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			var e Event
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				e = SamePatient{Number: rapid.IntRange(-1, 3).Draw(t, "number"), Stranger: rapid.IntRange(0, 9).Draw(t, "stranger") == 0}
			case 1:
				e = Reply{Text: "?", Asks: rapid.SampledFrom([]Question{AskSame, AskPlan, AskName}).Draw(t, "asks")}
			case 2:
				e = Identify{For: rapid.SampledFrom([]string{"", "a sua mãe", ForWriter}).Draw(t, "for"), Other: rapid.IntRange(0, 4).Draw(t, "other") == 0}
			default:
				e = anyEvent(t)
			}
			before, list := s.Patient.CPF, slices.Clone(s.Returning)
			res := Step(c, s, monday, e)
			m, took := e.(SamePatient)
			took = took && res.Refusal == nil && !m.Stranger && m.Number > 0
			if took && !slices.Equal(proposed, list) {
				t.Fatalf("%d of %v was taken, asked for was %v", m.Number, list, proposed)
			}
			ofRosa := s.Patient.CPF == rosa.CPF && before != rosa.CPF // whom nobody else names
			if ofRosa && !took {
				t.Fatalf("%T made her the patient", e)
			}
			if reply, says := e.(Reply); says && res.Refusal == nil {
				proposed = nil
				if reply.Asks == AskSame {
					proposed = slices.Clone(s.Returning)
				}
			}
		}
	})
}
