package conversation

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// phases are the constants of type Phase, in the order in which they are declared.
func phases(t *testing.T) []Phase {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "phase.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list []Phase
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Phase" {
			if value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value); err == nil {
				list = append(list, Phase(value))
			}
		}
		return true
	})
	return list
}

// Every phase, by the least that makes it and by all that can stand beside that.
func TestPhase(t *testing.T) {
	slot := Slot{AgendaID: 101, Date: "2026-11-24", Hour: "09:00"}
	known := Wanted{Request: wholeRequest}
	who := PatientData{Patient: maria}
	taken := Offering{Offer: []Slot{slot}, Choice: &slot, Searched: true, Found: FoundWished}
	waits := Progress{Pending: &Pending{Said: 1}}
	reached := map[Phase]bool{}
	for name, test := range map[string]struct {
		state State
		want  Phase
	}{
		"nothing was said":         {State{}, PhaseOpening},
		"a greeting":               {State{Progress: Progress{Stages: []Stage{Started}}, Talk: Talk{Greeted: true, Asked: AskService, Misses: 1}}, PhaseOpening},
		"after another booking":    {State{PatientData: PatientData{Known: &maria}, Progress: Progress{Bookings: 1, Booked: &Booked{}, Former: &Request{}}}, PhaseOpening},
		"a specialty":              {State{Wanted: Wanted{Request: Request{SpecialtyID: 7}}}, PhaseService},
		"a procedure of some kind": {State{Wanted: Wanted{Candidates: []int{1}}}, PhaseService},
		"a day":                    {State{Wanted: Wanted{Wish: Wish{Period: "morning"}}}, PhaseService},
		"a name":                   {State{PatientData: PatientData{Patient: Identity{Name: "Ana Souza"}}}, PhaseService},
		"all, not looked up":       {State{Wanted: known, PatientData: who}, PhaseService},
		"asked for times":          {State{Wanted: known, PatientData: who, Offering: Offering{SearchPlan: &SearchPlan{}}}, PhaseSearching},
		"asked for more times":     {State{Wanted: known, Offering: Offering{SearchPlan: &SearchPlan{AfterOffer: true}, Seen: []Slot{slot}, Searched: true}}, PhaseSearching},
		"there are none":           {State{Wanted: known, PatientData: who, Offering: Offering{Searched: true}}, PhaseNoTimes},
		"an offer":                 {State{Wanted: known, Offering: Offering{Offer: []Slot{slot}, Searched: true}}, PhaseOffering},
		"an offer for a patient":   {State{Wanted: known, PatientData: who, Offering: Offering{Offer: []Slot{slot}, Searched: true}}, PhaseOffering},
		"a choice":                 {State{Wanted: known, Offering: taken}, PhaseIdentifying},
		"a choice and a name":      {State{Wanted: known, Offering: taken, PatientData: PatientData{Patient: Identity{Name: "Ana Souza"}}}, PhaseIdentifying},
		"a choice and a patient":   {State{Wanted: known, Offering: taken, PatientData: who}, PhaseConfirming},
		"read back":                {State{Wanted: known, Offering: taken, PatientData: who, Talk: Talk{Asked: AskConfirm}}, PhaseConfirming},
		"no answer yet":            {State{Wanted: known, Offering: taken, PatientData: who, Progress: waits}, PhaseBooking},
		"booked":                   {State{Wanted: known, PatientData: who, Ending: Ending{Closed: OutcomeBooked}}, PhaseBooked},
		"with a person":            {State{Wanted: known, Offering: taken, PatientData: who, Ending: Ending{Closed: OutcomeTransferred}}, PhaseWithPerson},
		"a person waits for it":    {State{Wanted: known, Offering: taken, PatientData: who, Progress: waits, Ending: Ending{Closed: OutcomeTransferred}}, PhaseWithPerson},
		"gave up":                  {State{Wanted: known, Offering: taken, Ending: Ending{Closed: OutcomeNoInterest}}, PhaseClosed},
		"fell silent":              {State{Wanted: known, Offering: taken, Ending: Ending{Lapsed: true, Closed: OutcomeNoInterest}}, PhaseLapsed},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.state.Phase(); got != test.want {
				t.Errorf("phase %s, want %s", got, test.want)
			}
		})
		reached[test.want] = true
	}
	for _, phase := range phases(t) {
		if !reached[phase] {
			t.Errorf("no state in phase %s", phase)
		}
	}
}

// One conversation after the other goes through every phase.
func TestPhasesOfConversations(t *testing.T) {
	c, s, now := patientClinic(), &State{}, clock(23, 9, 0)
	left := phases(t)
	for _, step := range []struct {
		event Event
		want  Phase
	}{
		{Reply{Text: "Oi!", Asks: AskService, Heard: now}, PhaseOpening},
		{Search{Request: Request{SpecialtyID: 7}}, PhaseService},
		{Search{Request: wholeRequest}, PhaseSearching},
		{SlotsFound{}, PhaseNoTimes},
		{Search{Renew: true}, PhaseSearching},
		{SlotsFound{days(3, "08:00", "14:00")}, PhaseOffering},
		{Choose{Number: 1}, PhaseIdentifying},
		{Choose{}, PhaseOffering},
		{Choose{Number: 2}, PhaseIdentifying},
		{Identify{Identity: maria}, PhaseConfirming},
		{readBack, PhaseConfirming},
		{Confirm{Agreed: true}, PhaseConfirming},
		{PatientFound{ID: 7}, PhaseConfirming},
		{AppointmentRefused{}, PhaseSearching},
		{SlotsFound{days(3, "08:00", "14:00")}, PhaseOffering},
		{Choose{Number: 1}, PhaseConfirming},
		{readBack, PhaseConfirming},
		{Confirm{Agreed: true}, PhaseConfirming},
		{AppointmentPending{}, PhaseBooking},
		{Reply{Text: "Ainda não."}, PhaseBooking},
		{AppointmentMade{"a", "b"}, PhaseBooked},
		{Search{Request: Request{SpecialtyID: 7}}, PhaseService},
		{Reply{Text: "Qual convênio?", Asks: AskPlan, Heard: now}, PhaseService},
		{Idle{}, PhaseLapsed},
		{Resume{}, PhaseService},
		{Close{}, PhaseClosed},
		{Search{}, PhaseService},
		{Transfer{Reason: "pediu_atendente"}, PhaseWithPerson},
	} {
		at := now
		if _, idle := step.event.(Idle); idle {
			at = now.Add(c.Patience.Close)
		}
		Step(c, s, at, step.event)
		if got := s.Phase(); got != step.want {
			t.Fatalf("phase %s after %T, want %s", got, step.event, step.want)
		}
		left = slices.DeleteFunc(left, func(p Phase) bool { return p == step.want })
	}
	if len(left) > 0 {
		t.Errorf("never in %v", left)
	}
}

// entered says from which phases each one is entered.
var entered = map[Phase][]Phase{
	PhaseOpening:     append([]Phase{PhaseService}, ends...), // somebody else is meant; a wish that is none after an end
	PhaseService:     append([]Phase{PhaseOpening, PhaseSearching, PhaseNoTimes, PhaseOffering, PhaseIdentifying, PhaseConfirming, PhaseBooking}, ends...),
	PhaseSearching:   append([]Phase{PhaseOpening, PhaseService, PhaseNoTimes, PhaseOffering, PhaseIdentifying, PhaseConfirming, PhaseBooking}, ends...),
	PhaseNoTimes:     {PhaseSearching, PhaseLapsed},
	PhaseOffering:    {PhaseSearching, PhaseIdentifying, PhaseConfirming, PhaseLapsed},
	PhaseIdentifying: {PhaseSearching, PhaseOffering, PhaseConfirming, PhaseLapsed},
	PhaseConfirming:  {PhaseSearching, PhaseOffering, PhaseIdentifying, PhaseLapsed},
	PhaseBooking:     {PhaseIdentifying, PhaseConfirming},
	PhaseBooked:      append([]Phase{PhaseIdentifying, PhaseConfirming, PhaseBooking}, ends...), // the answer comes late
	PhaseWithPerson:  append(append([]Phase{PhaseBooking}, underway...), ends...),
	PhaseClosed:      underway,
	PhaseLapsed:      underway,
}

var (
	underway = []Phase{PhaseOpening, PhaseService, PhaseSearching, PhaseNoTimes, PhaseOffering, PhaseIdentifying, PhaseConfirming}
	ends     = []Phase{PhaseBooked, PhaseWithPerson, PhaseClosed, PhaseLapsed}
)

// Whatever happens, a phase is entered only from those that lead to it; patients go first, and are reminded, where they
// did before phases had names.
func TestPhasesFollowEachOther(t *testing.T) {
	c := patientClinic()
	rapid.Check(t, func(t *rapid.T) {
		s, now := &State{}, clock(23, 9, 0)
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			event := anyEvent(t)
			switch e := event.(type) {
			case Idle:
				if due := c.Due(s); !due.IsZero() {
					now = due
				}
			case Identify:
				e.Other = rapid.Bool().Draw(t, "other")
				event = e
			case Reply:
				e.Heard = now
				event = e
			}
			before := s.Phase()
			Step(c, s, now, event)
			if after := s.Phase(); after != before && !slices.Contains(entered[after], before) {
				t.Fatalf("%T led from %s to %s", event, before, after)
			}
			wanted := s.Request != (Request{}) || !s.Wish.Empty() || len(s.Candidates) > 0
			offering := len(s.Offer) > 0 || s.Choice != nil || s.SearchPlan != nil
			if want := s.Closed == "" && (wanted || offering || s.Patient != (Identity{})); s.Engaged() != want {
				t.Fatalf("engaged %v in %s: %+v", !want, s.Phase(), s)
			}
			if open := s.Closed == "" && s.Pending == nil; s.Phase().awaitsPatient() != open {
				t.Fatalf("the patient is waited for in %s: %v", s.Phase(), !open)
			}
		}
	})
}

// Learned tells every difference of what is known, and no other.
func TestLearned(t *testing.T) {
	slot, other := Slot{AgendaID: 101, Date: "2026-11-24", Hour: "09:00"}, Slot{AgendaID: 101, Date: "2026-11-24", Hour: "10:00"}
	same := slot
	base := func() *State {
		return &State{
			Wanted:      Wanted{Request: wholeRequest, Candidates: []int{1}, Wish: Wish{Period: "morning"}, Not: []Wish{{Latest: true}}},
			Offering:    Offering{Offer: []Slot{slot}, Choice: &slot},
			PatientData: PatientData{Patient: maria},
		}
	}
	for name, test := range map[string]struct {
		change func(*State)
		want   bool
	}{
		"nothing":                {func(*State) {}, false},
		"the same time again":    {func(s *State) { s.Choice = &same }, false},
		"another spelling":       {func(s *State) { s.Patient.Name = "MARIA SILVA" }, false},
		"words":                  {func(s *State) { s.Asked, s.Misses, s.Said = AskPlan, 1, 7 }, false},
		"another refused time":   {func(s *State) { s.Not = []Wish{{Period: "evening"}} }, false},
		"one more refused time":  {func(s *State) { s.Not = append(s.Not, Wish{Period: "evening"}) }, true},
		"another plan":           {func(s *State) { s.Request.PlanID++ }, true},
		"another wish":           {func(s *State) { s.Wish.Weekdays = []time.Weekday{time.Monday} }, true},
		"another candidate":      {func(s *State) { s.Candidates = []int{2} }, true},
		"another offer":          {func(s *State) { s.Offer = []Slot{slot, other} }, true},
		"another choice":         {func(s *State) { s.Choice = &other }, true},
		"the choice taken back":  {func(s *State) { s.Choice = nil }, true},
		"another name":           {func(s *State) { s.Patient.Name = "Ana Souza" }, true},
		"another CPF":            {func(s *State) { s.Patient.CPF = "" }, true},
		"for somebody":           {func(s *State) { s.For = "a sua mãe" }, true},
		"the end of it":          {func(s *State) { s.Closed = OutcomeNoInterest }, true},
		"another patient number": {func(s *State) { s.PatientID = 7 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := base()
			test.change(s)
			if got := s.Learned(base()); got != test.want {
				t.Errorf("learned %v", got)
			}
		})
	}
}
