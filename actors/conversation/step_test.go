package conversation

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// A small clinic: cardiology has two doctors and two procedures, dermatology one of each.
func testClinic() *Clinic {
	return NewClinic(Clinic{
		Name: "Clínica Boa Vida", Location: time.FixedZone("BRT", -3*3600),
		Specialties: []Service{{ID: 7, Name: "Cardiologia"}, {ID: 8, Name: "Dermatologia"}},
		Doctors: []Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7},
			{AgendaID: 102, Name: "Dr. Bruno Lima", SpecialtyID: 7},
			{AgendaID: 103, Name: "Dra. Carla Dias", SpecialtyID: 8},
		},
		Procedures: []Procedure{
			{ID: 501, Name: "Consulta", SpecialtyID: 7}, {ID: 502, Name: "Eletrocardiograma", SpecialtyID: 7},
			{ID: 503, Name: "Consulta dermatológica", SpecialtyID: 8},
		},
		Plans: []Service{{ID: 1, Name: "Particular"}, {ID: 2, Name: "Unimed"}},
	})
}

var monday = time.Date(2026, 11, 23, 9, 0, 0, 0, time.FixedZone("BRT", -3*3600))

var (
	wholeRequest = Request{SpecialtyID: 7, AgendaID: 101, ProcedureID: 501, PlanID: 2}
	maria        = Identity{Name: "Maria Silva", CPF: "52998224725", BirthDate: "1985-03-12"}
)

// days returns free times of the given hours on n days from tomorrow on.
func days(n int, hours ...string) []Slot {
	var slots []Slot
	for i := range n {
		for _, hour := range hours {
			slots = append(slots, Slot{AgendaID: 101, Date: addDays("2026-11-24", i), Hour: hour})
		}
	}
	return slots
}

// run feeds events one after the other and returns the last result.
func run(t *testing.T, s *State, events ...Event) Result {
	t.Helper()
	var res Result
	c := testClinic()
	for _, e := range events {
		res = Step(c, s, monday, e)
	}
	return res
}

func effect[T Effect](res Result) (T, bool) {
	for _, e := range res.Effects {
		if match, ok := e.(T); ok {
			return match, true
		}
	}
	var none T
	return none, false
}

func said(res Result) string {
	var texts []string
	for _, e := range res.Effects {
		if say, ok := e.(Say); ok {
			texts = append(texts, say.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// S-1-8, S-A1-4: A1 is never asked while an identifier is missing, and then for ninety days.
func TestSearchNeedsAllIdentifiers(t *testing.T) {
	for _, tc := range []struct {
		name    string
		request Request
		missing []Question
	}{
		{"nothing", Request{}, []Question{AskService, AskPlan}},
		{"plan alone", Request{PlanID: 2}, []Question{AskService}},
		{"specialty with a choice", Request{SpecialtyID: 7, PlanID: 2}, []Question{AskDoctor, AskProcedure}},
		{"doctor brings the specialty", Request{AgendaID: 101}, []Question{AskProcedure, AskPlan}},
		{"specialty without a choice", Request{SpecialtyID: 8}, []Question{AskPlan}},
		{"procedure brings the specialty", Request{ProcedureID: 502, PlanID: 1}, []Question{AskDoctor}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := run(t, &State{}, Search{Request: tc.request})
			if _, asked := effect[FindSlots](res); asked {
				t.Error("A1 was asked")
			}
			if res.Refusal == nil || !slices.Equal(res.Refusal.Missing, tc.missing) {
				t.Errorf("refusal = %+v, want missing %v", res.Refusal, tc.missing)
			}
		})
	}
	t.Run("unknown id", func(t *testing.T) {
		if res := run(t, &State{}, Search{Request: Request{AgendaID: 999}}); res.Refusal == nil || res.Refusal.Reason != ReasonUnknownID {
			t.Errorf("result = %+v", res)
		}
	})
	t.Run("complete", func(t *testing.T) {
		res := run(t, &State{}, Search{Request: wholeRequest})
		find, ok := effect[FindSlots](res)
		want := FindSlots{Request: wholeRequest, Agendas: []int{101}, From: "2026-11-23", To: "2027-02-21"}
		if !ok || !reflect.DeepEqual(find, want) {
			t.Errorf("find = %+v, want %+v", find, want)
		}
	})
}

// A correction redoes only what depends on it.
func TestCorrectionKeepsWhatDoesNotDepend(t *testing.T) {
	s := &State{}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(5, "08:00")}, Choose{Number: 1},
		Identify{Identity: maria}, Search{Request: Request{AgendaID: 102}})
	if s.Request != (Request{SpecialtyID: 7, AgendaID: 102, ProcedureID: 501, PlanID: 2}) {
		t.Errorf("request = %+v", s.Request)
	}
	if s.Offer != nil || s.Choice != nil {
		t.Error("the other doctor's offer stayed")
	}
	if s.Patient != maria {
		t.Errorf("patient = %+v", s.Patient)
	}
}

// S-1-9, S-7-1: nothing usable left is FALHA_CONSULTA, and no error.
func TestNothingLeft(t *testing.T) {
	past := []Slot{{AgendaID: 101, Date: "2026-11-20", Hour: "08:00"}, {AgendaID: 101, Date: "2026-11-23", Hour: "09:00"}}
	for name, slots := range map[string][]Slot{"none": nil, "only passed ones": past} {
		t.Run(name, func(t *testing.T) {
			s := &State{}
			res := run(t, s, Search{Request: wholeRequest}, SlotsFound{slots})
			if ended, ok := effect[Ended](res); !ok || ended.Outcome != OutcomeNoSlots {
				t.Errorf("effects = %+v", res.Effects)
			}
			if res.Done || s.Closed != "" {
				t.Error("the conversation must go on with ways on")
			}
		})
	}
}

// S-1-10, S-A1-12: at most five days with four times each, two before noon and two from noon on;
// the first days that still have times.
func TestOfferSize(t *testing.T) {
	s := &State{}
	run(t, s, Search{Request: wholeRequest},
		SlotsFound{days(8, "08:00", "08:30", "11:30", "12:00", "14:00", "15:00")})
	perDay := map[string][]string{}
	for _, slot := range s.Offer {
		perDay[slot.Date] = append(perDay[slot.Date], slot.Hour)
	}
	if len(perDay) != 5 {
		t.Errorf("days = %d, want 5", len(perDay))
	}
	for day, hours := range perDay {
		if !slices.Equal(hours, []string{"08:00", "08:30", "12:00", "14:00"}) {
			t.Errorf("%s: %v", day, hours)
		}
	}
	if s.Offer[0].Date != "2026-11-24" {
		t.Errorf("first day = %s", s.Offer[0].Date)
	}
}

// With a wish only what fits is offered, at most six times and four a day (contract, "The offer").
func TestOfferFollowsTheWish(t *testing.T) {
	slots := days(6, "08:00", "09:00", "10:00", "11:00", "11:30", "15:00")
	for _, tc := range []struct {
		name  string
		wish  Wish
		hours []string
		days  int
	}{
		{"period", Wish{Period: "morning"}, []string{"08:00", "09:00"}, 3},
		{"one day", Wish{Dates: []Span{{From: "2026-11-26", To: "2026-11-26"}}}, []string{"08:00", "09:00", "10:00", "15:00"}, 1},
		{"two days", Wish{Dates: []Span{{From: "2026-11-26", To: "2026-11-27"}}, Period: "morning"}, []string{"08:00", "09:00", "10:00"}, 2},
		{"an hour", Wish{Times: []Span{{From: "15:00", To: "15:00"}}}, []string{"15:00"}, 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := &State{}
			run(t, s, Search{Request: wholeRequest, Wish: tc.wish}, SlotsFound{slots})
			var hours, dates []string
			for _, slot := range s.Offer {
				if slot.Date == s.Offer[0].Date {
					hours = append(hours, slot.Hour)
				}
				dates = append(dates, slot.Date)
			}
			if !slices.Equal(hours, tc.hours) || len(slices.Compact(dates)) != tc.days || s.Found != FoundWished {
				t.Errorf("offer = %v (%s)", s.Offer, s.Found)
			}
		})
	}
}

// What does not exist as wished leads to the nearest there is, and is said to be that.
func TestOfferNearestWhenTheWishCannotBeMet(t *testing.T) {
	s := &State{}
	res := run(t, s, Search{Request: wholeRequest, Wish: Wish{Dates: []Span{{From: "2026-12-01", To: "2026-12-01"}}}},
		SlotsFound{nil})
	for _, next := range []FindSlots{ // another doctor first, then the days around it
		{Agendas: []int{102}, From: "2026-12-01", Optional: true}, {Agendas: []int{101}, From: "2026-11-24"}, {Agendas: []int{101}, From: "2026-11-23"},
	} {
		find, ok := effect[FindSlots](res)
		if !ok || find.From != next.From || find.Optional != next.Optional || !slices.Equal(find.Agendas, next.Agendas) {
			t.Fatalf("next search = %+v, want %+v", res.Effects, next)
		}
		res = run(t, s, SlotsFound{nil})
	}
	*s = State{}
	res = run(t, s, Search{Request: wholeRequest, Wish: Wish{Dates: []Span{{From: "2026-12-01", To: "2026-12-01"}}}},
		SlotsFound{nil}, SlotsFound{nil}, SlotsFound{nil}, SlotsFound{days(3, "08:00")})
	if s.Found != FoundElse || len(s.Offer) != 3 {
		t.Errorf("found %s, offer %v", s.Found, s.Offer)
	}
	if _, ended := effect[Ended](res); ended {
		t.Error("FALHA_CONSULTA although something was offered")
	}
}

// "Nenhum desses" goes on from the last offer, then to what is left of it, then from the start.
func TestNextOffer(t *testing.T) {
	s := &State{}
	all := days(7, "08:00", "08:30", "09:00")
	run(t, s, Search{Request: wholeRequest}, SlotsFound{all})
	first := slices.Clone(s.Offer)

	res := run(t, s, Search{More: true})
	find, _ := effect[FindSlots](res)
	if find.From != "2026-11-29" {
		t.Errorf("goes on from %s", find.From)
	}
	run(t, s, SlotsFound{all[15:]})
	second := slices.Clone(s.Offer)
	for _, slot := range second {
		if slices.Contains(first, slot) {
			t.Errorf("%v was offered before", slot)
		}
	}

	run(t, s, Search{More: true})
	res = run(t, s, SlotsFound{nil}) // nothing later
	if find, ok := effect[FindSlots](res); !ok || find.From != "2026-11-23" {
		t.Fatalf("does not look at what is left: %+v", res)
	}
	run(t, s, SlotsFound{all})
	if len(s.Offer) == 0 || slices.Contains(first, s.Offer[0]) || slices.Contains(second, s.Offer[0]) {
		t.Errorf("third offer = %v", s.Offer)
	}

	run(t, s, Search{More: true}, SlotsFound{all[15:]}) // the last two
	run(t, s, Search{More: true}, SlotsFound{nil}, SlotsFound{all}, SlotsFound{all})
	if s.Found != FoundExhausted || !slices.Equal(s.Offer, first) {
		t.Errorf("found %q, offer %v", s.Found, s.Offer)
	}
}

func TestChoiceMustBeOffered(t *testing.T) {
	s := &State{}
	if res := run(t, s, Choose{Number: 1}); res.Refusal == nil || res.Refusal.Reason != ReasonNoOffer {
		t.Errorf("without an offer: %+v", res)
	}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(1, "08:00", "14:00")})
	for _, n := range []int{-1, 3} {
		if res := run(t, s, Choose{Number: n}); res.Refusal == nil || res.Refusal.Reason != ReasonNotOffered {
			t.Errorf("choose %d: %+v", n, res)
		}
	}
	run(t, s, Choose{Number: 2})
	if s.Choice == nil || s.Choice.Hour != "14:00" {
		t.Errorf("choice = %+v", s.Choice)
	}
	run(t, s, Choose{Number: 0})
	if s.Choice != nil || len(s.Offer) != 2 {
		t.Errorf("taken back: choice %+v, offer %v", s.Choice, s.Offer)
	}
}

// A rejected value never wipes a good one, and nothing known is asked again (S-1-11).
func TestIdentity(t *testing.T) {
	s := &State{}
	run(t, s, Identify{Identity: maria})
	res := run(t, s, Identify{Identity: Identity{Name: "Zé", CPF: "52998224724", BirthDate: "2030-01-01"}})
	if res.Refusal == nil || !slices.Equal(res.Refusal.Missing, []Question{AskName, AskCPF, AskBirthDate}) {
		t.Errorf("refusal = %+v", res.Refusal)
	}
	if s.Patient != maria {
		t.Errorf("patient = %+v", s.Patient)
	}
	for _, date := range []string{"1890-01-01", "2026-11-24", "12/03/1985", "1985-02-30"} {
		if res := run(t, s, Identify{Identity: Identity{BirthDate: date}}); res.Refusal == nil {
			t.Errorf("birth date %s was taken", date)
		}
	}
}

func chosenState(t *testing.T) *State {
	s := &State{}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(5, "08:00", "14:00")}, Choose{Number: 2}, Identify{Identity: maria})
	return s
}

// S-1-12: nobody is looked up before a slot was chosen, however complete the data is.
func TestNoLookUpBeforeTheChoice(t *testing.T) {
	s := &State{}
	run(t, s, Search{Request: wholeRequest}, SlotsFound{days(5, "08:00", "14:00")})
	res := run(t, s, Identify{Identity: maria})
	if _, ok := effect[FindPatient](res); ok {
		t.Error("identify looks the patient up")
	}
	res = run(t, s, readBack, Confirm{Agreed: true})
	if _, ok := effect[FindPatient](res); ok || res.Refusal == nil || res.Refusal.Reason != ReasonNotChosen {
		t.Errorf("confirm: %+v", res)
	}
}

// S-1-12, S-1-14: after the choice the patient is looked up, then exactly one A4 follows.
func TestBookingOfAKnownPatient(t *testing.T) {
	s := chosenState(t)
	res := run(t, s, readBack, Confirm{Agreed: true})
	if find, ok := effect[FindPatient](res); !ok || find.CPF != maria.CPF || len(res.Effects) != 1 {
		t.Fatalf("confirm: %+v", res)
	}
	res = run(t, s, PatientFound{ID: 42})
	call, ok := effect[MakeAppointment](res)
	want := MakeAppointment{N: 1, PatientID: 42, CPF: maria.CPF, Request: wholeRequest, Slot: Slot{AgendaID: 101, Date: "2026-11-24", Hour: "14:00"}}
	if !ok || call != want {
		t.Fatalf("call = %+v, want %+v", call, want)
	}
	run(t, s, AppointmentMade{"Consulta marcada.", "Venha em jejum."})
	for _, e := range []Event{Confirm{}, PatientFound{ID: 42}, AppointmentMade{"x", "y"}} {
		res := run(t, s, e)
		if _, again := effect[MakeAppointment](res); again || res.Refusal == nil {
			t.Errorf("%T after the booking: %+v", e, res)
		}
	}
}

// S-1-13, S-A3-3: an unknown patient is registered once and looked up again; one who is still
// unknown goes to a person.
func TestBookingOfANewPatient(t *testing.T) {
	s := chosenState(t)
	run(t, s, readBack, Confirm{Agreed: true})
	res := run(t, s, PatientMissing{})
	if register, ok := effect[RegisterPatient](res); !ok || register.Identity != maria {
		t.Fatalf("missing: %+v", res)
	}
	res = run(t, s, Registered{})
	if _, ok := effect[FindPatient](res); !ok {
		t.Fatalf("registered: %+v", res)
	}
	again := *s
	if call, ok := effect[MakeAppointment](run(t, s, PatientFound{ID: 77})); !ok || call.PatientID != 77 {
		t.Errorf("the id of A2 is not used: %+v", call)
	}
	res = run(t, &again, PatientMissing{})
	if _, ok := effect[HandOver](res); !ok || !res.Done {
		t.Errorf("still unknown: %+v", res)
	}
}

// S-1-15, S-A4-6: the patient reads both texts of the clinic, word for word.
func TestConfirmationIsVerbatim(t *testing.T) {
	s := chosenState(t)
	res := run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42}, AppointmentMade{"Consulta\n\nmarcada.", "Jejum de 8 h."})
	if said(res) != "Consulta\n\nmarcada.\n\nJejum de 8 h." {
		t.Errorf("said %q", said(res))
	}
	if ended, ok := effect[Ended](res); !ok || ended.Outcome != OutcomeBooked {
		t.Errorf("effects = %+v", res.Effects)
	}
}

// A slot that is gone leads to a new offer without it; the third in a row goes to a person.
func TestSlotGone(t *testing.T) {
	s := chosenState(t)
	for range maxRefusals - 1 {
		taken := *s.Choice
		res := run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42}, AppointmentRefused{})
		if _, ok := effect[FindSlots](res); !ok {
			t.Fatalf("no new search: %+v", res)
		}
		run(t, s, SlotsFound{days(5, "08:00", "14:00")})
		if slices.Contains(s.Offer, taken) || !s.SlotGone {
			t.Errorf("offer = %v", s.Offer)
		}
		run(t, s, Choose{Number: 1})
	}
	if res := run(t, s, readBack, Confirm{Agreed: true}, AppointmentRefused{}); !res.Done {
		t.Errorf("no end: %+v", res)
	}
}

// S-C-12: the tool and an uncontrolled error hand the session to a person, after one sentence.
func TestHandOver(t *testing.T) {
	for name, res := range map[string]Result{
		"tool":  run(t, &State{}, Transfer{Reason: "pediu_atendente"}),
		"error": Fail(testClinic(), &State{}, monday),
	} {
		t.Run(name, func(t *testing.T) {
			if len(res.Effects) != 4 || !res.Done || said(res) == "" {
				t.Fatalf("result = %+v", res)
			}
			if _, ok := res.Effects[2].(HandOver); !ok {
				t.Errorf("effects = %+v", res.Effects)
			}
		})
	}
}

func TestGivingUp(t *testing.T) {
	s := chosenState(t)
	res := run(t, s, Close{})
	if ended, ok := effect[Ended](res); !ok || ended.Outcome != OutcomeNoInterest {
		t.Errorf("effects = %+v", res.Effects)
	}
	if tag, ok := effect[Tag](res); !ok || tag.Name != "sem_interesse" {
		t.Errorf("effects = %+v", res.Effects)
	}
	if res := run(t, s, readBack, Confirm{Agreed: true}); res.Refusal == nil {
		t.Error("books after giving up")
	}
}

// A second booking in one session asks anew who it is for and has a new number.
func TestSecondWorkflow(t *testing.T) {
	s := chosenState(t)
	run(t, s, readBack, Confirm{Agreed: true}, PatientFound{ID: 42}, AppointmentMade{"a", "b"}, Search{Request: Request{SpecialtyID: 8}})
	if s.Closed != "" || s.Patient != (Identity{}) || s.Known == nil || *s.Known != maria {
		t.Fatalf("state = %+v", s)
	}
	run(t, s, Search{Request: Request{PlanID: 1}}, SlotsFound{days(1, "08:00")}, Choose{Number: 1}, Identify{Identity: *s.Known}, readBack, Confirm{Agreed: true})
	if call, ok := effect[MakeAppointment](run(t, s, PatientFound{ID: 42})); !ok || call.N != 2 {
		t.Errorf("call = %+v", call)
	}
}

func TestStepTakesAnyEvent(t *testing.T) {
	if res := run(t, &State{}, fmt.Stringer(nil)); !reflect.DeepEqual(res, refuse(ReasonUnexpected)) {
		t.Errorf("result = %+v", res)
	}
}

// An hour that is not free leads to those next to it, not to the first ones of the day.
func TestOfferNearestHour(t *testing.T) {
	s := &State{}
	slots := days(2, "08:00", "08:30", "14:00", "14:30", "15:30", "16:00", "17:00")
	run(t, s, Search{Request: wholeRequest, Wish: Wish{Times: []Span{{From: "15:00", To: "15:00"}}}}, SlotsFound{slots}, SlotsFound{}, SlotsFound{slots})
	var hours []string
	for _, slot := range s.Offer[:3] {
		hours = append(hours, slot.Hour)
	}
	if !slices.Equal(hours, []string{"14:00", "14:30", "15:30"}) || s.Found != FoundElse {
		t.Errorf("hours = %v (%s)", hours, s.Found)
	}
}

// Who refuses the one time that fits a wish sees what else there is, and is not told that the wish
// cannot be met.
func TestRefusingASingleTime(t *testing.T) {
	s := &State{}
	wish := Wish{Dates: []Span{{From: "2026-11-26", To: "2026-11-26"}}, Times: []Span{{From: "08:00", To: "08:00"}}}
	run(t, s, Search{Request: wholeRequest, Wish: wish}, SlotsFound{days(5, "08:00", "14:00")})
	refused := s.Offer[0]
	run(t, s, Search{More: true}, SlotsFound{days(5, "08:00", "14:00")})
	if s.Found != FoundWished || len(s.Offer) != 9 || slices.Contains(s.Offer, refused) {
		t.Errorf("found %s, offer %v", s.Found, s.Offer)
	}
}

// Who comes back after giving up goes on where the conversation was.
func TestComingBack(t *testing.T) {
	s := chosenState(t)
	res := run(t, s, Close{}, Search{})
	if _, ok := effect[FindSlots](res); !ok || s.Request != wholeRequest || s.Patient != maria || s.Choice != nil {
		t.Errorf("state = %+v", s)
	}
}

// A day of the week means any such day, within the stretch that was wished before.
func TestWeekdayWish(t *testing.T) {
	s := &State{}
	from := Wish{Dates: []Span{{From: "2026-12-01", To: "2027-02-28"}}}
	run(t, s, Search{Request: wholeRequest, Wish: from}, SlotsFound{days(40, "08:00")},
		Search{Wish: Wish{Weekdays: []time.Weekday{time.Friday}}}, SlotsFound{days(40, "08:00", "09:00", "10:00", "14:00", "15:00")})
	var dates []string
	for _, slot := range s.Offer {
		dates = append(dates, slot.Date)
	}
	want := []string{"2026-12-04", "2026-12-11"}
	if got := slices.Compact(dates); !slices.Equal(got, want) || len(s.Offer) != maxWished || s.Found != FoundWished {
		t.Errorf("days = %v, %d times (%s)", got, len(s.Offer), s.Found)
	}
}

// A clinic with one specialty, one doctor, one procedure and one plan has nothing to ask.
func TestNothingToAsk(t *testing.T) {
	c := NewClinic(Clinic{
		Location:    monday.Location(),
		Specialties: []Service{{ID: 7, Name: "Cardiologia"}}, Plans: []Service{{ID: 1, Name: "Particular"}},
		Doctors:    []Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}},
		Procedures: []Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}},
	})
	if _, ok := effect[FindSlots](Step(c, &State{}, monday, Search{})); !ok {
		t.Error("something was asked")
	}
}

// The only plan is not taken for a patient whose words speak against it, until they name it (S-1-8).
func TestOnlyPlanIsAskedWhereItIsSpokenAgainst(t *testing.T) {
	c := NewClinic(Clinic{
		Location:    monday.Location(),
		Specialties: []Service{{ID: 7, Name: "Cardiologia"}}, Plans: []Service{{ID: 2, Name: "Unimed"}},
		Doctors:    []Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}},
		Procedures: []Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}},
	})
	s := &State{}
	for _, m := range []Search{{Unsure: []Question{AskPlan}}, {}} { // it holds on
		res := Step(c, s, monday, m)
		if _, searches := effect[FindSlots](res); searches || res.Refusal == nil || !slices.Contains(res.Refusal.Missing, AskPlan) {
			t.Fatalf("%+v: %+v, plan %d", m, res, s.Request.PlanID)
		}
	}
	if _, ok := effect[FindSlots](Step(c, s, monday, Search{Request: Request{PlanID: 2}})); !ok || len(s.Unsure) > 0 {
		t.Errorf("named, and still unsure: %v", s.Unsure)
	}
}
