package conversation

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atende/actors/understand"
	"atende/actors/wording"
)

// unmetIn are the wishes that the events left unmet, each as it would be counted.
func unmetIn(t *testing.T, s *State, events ...Event) []Unmet {
	t.Helper()
	var list []Unmet
	for _, e := range events {
		res := run(t, s, e)
		if find, ok := effect[FindSlots](res); ok && find.Optional { // no other doctor has it either
			res = run(t, s, SlotsFound{})
		}
		for _, effect := range res.Effects {
			if u, ok := effect.(Unmet); ok {
				list = append(list, u)
			}
		}
	}
	return list
}

var (
	saturdays    = Wish{Weekdays: []time.Weekday{time.Saturday}, Period: understand.Morning}
	nextSaturday = Wish{Dates: []Span{{From: "2026-11-28", To: "2026-11-28"}}, Times: []Span{{From: "08:00", To: "11:00"}}}
	workdays     = SlotsFound{slices.DeleteFunc(days(20, "08:00", "14:00"), Wish{Weekdays: []time.Weekday{time.Saturday, time.Sunday}}.Allows)}
)

// A wish that cannot be met is counted once, with what it was and what it was for.
func TestUnmet(t *testing.T) {
	saturdayMorning, anyTime := []Part{{time.Saturday, understand.Morning}}, []Part{{Weekday: AnyDay}}
	wished := Unmet{Request: wholeRequest, Wish: saturdays, Parts: saturdayMorning, Cause: UnmetWished}
	tests := map[string]struct {
		events []Event
		want   []Unmet
	}{
		"met":        {[]Event{Search{Request: wholeRequest}, workdays}, nil},
		"not wished": {[]Event{Search{Request: wholeRequest, Wish: saturdays}, workdays, workdays}, []Unmet{wished}},
		"said again": {[]Event{
			Search{Request: wholeRequest, Wish: saturdays}, workdays, workdays, Search{Wish: saturdays}, workdays, workdays,
			Search{Renew: true}, workdays, workdays,
		}, []Unmet{wished}},
		"in other words": {[]Event{
			Search{Request: wholeRequest, Wish: saturdays}, workdays, workdays, Search{Wish: nextSaturday}, workdays, workdays, workdays,
		}, []Unmet{wished}},
		"more of it": {[]Event{
			Search{Request: wholeRequest, Wish: saturdays}, workdays, workdays,
			Search{Wish: Wish{Weekdays: []time.Weekday{time.Saturday, time.Sunday}}}, workdays, workdays,
		}, []Unmet{wished, {
			Request: wholeRequest, Wish: Wish{Weekdays: []time.Weekday{time.Saturday, time.Sunday}, Period: understand.Morning},
			Parts: []Part{{time.Sunday, understand.Morning}}, Cause: UnmetWished,
		}}},
		"after the offer": {[]Event{
			Search{Request: wholeRequest}, workdays, Search{Wish: saturdays}, workdays, workdays,
		}, []Unmet{wished}},
		"the plan is put right": {[]Event{
			Search{Request: wholeRequest, Wish: saturdays}, workdays, workdays, Search{Request: Request{PlanID: 1}}, workdays, workdays,
		}, []Unmet{wished}},
		"no others": {[]Event{
			Search{Request: wholeRequest}, SlotsFound{days(1, "08:00", "09:00")}, Search{More: true}, SlotsFound{},
			SlotsFound{days(1, "08:00", "09:00")}, SlotsFound{days(1, "08:00", "09:00")},
		}, []Unmet{{Request: wholeRequest, Parts: anyTime, Cause: UnmetWished}}},
		"none at all": {[]Event{Search{Request: wholeRequest}, SlotsFound{}}, []Unmet{{Request: wholeRequest, Parts: anyTime, Cause: UnmetNone}}},
		"none at all, as wished": {[]Event{
			Search{Request: wholeRequest, Wish: saturdays}, SlotsFound{}, SlotsFound{}, SlotsFound{},
		}, []Unmet{{Request: wholeRequest, Wish: saturdays, Parts: saturdayMorning, Cause: UnmetNone}}},
		"another conversation": {[]Event{
			Search{Request: wholeRequest, Wish: saturdays}, workdays, workdays, Close{},
			Search{Request: wholeRequest, Wish: saturdays}, workdays, workdays,
		}, []Unmet{wished, wished}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, unmetIn(t, &State{}, test.events...)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func withSpecialty(u Unmet) Unmet { u.Request.SpecialtyID = 7; return u }

// A refused plan, and a person who is asked for while nobody answers, are counted once a workflow.
func TestLacking(t *testing.T) {
	away := officeHours{opens: []time.Time{clock(30, 8, 0)}}
	noPlan := Reply{Text: "Esse convênio não atendemos.", From: []string{wording.Source(wording.AnswerNotPlan)}}
	offers := Reply{Text: "Agora não tem ninguém. Seguimos por aqui?", OffersPerson: true, Asks: AskPerson}
	plan, person := Unmet{Parts: []Part{{Weekday: AnyDay}}, Cause: UnmetPlan}, Unmet{Parts: []Part{{Weekday: AnyDay}}, Cause: UnmetPerson}
	for name, test := range map[string]struct {
		reception Reception
		events    []Event
		want      []Unmet
	}{
		"a plan, twice":             {nil, []Event{noPlan, noPlan}, []Unmet{plan}},
		"another reply":             {away, []Event{Reply{Text: "Qual é o convênio?", From: []string{wording.Source(wording.AskPlan)}}}, nil},
		"a person, out of hours":    {away, []Event{Transfer{Reason: ReasonAsked}}, []Unmet{person}},
		"first offered, then given": {away, []Event{offers, Transfer{Reason: ReasonAsked}}, []Unmet{person}},
		"a person who answers":      {nil, []Event{Transfer{Reason: ReasonAsked}}, nil},
		"for another reason":        {away, []Event{Transfer{Reason: "remarcar"}}, nil},
		"both, and again":           {away, []Event{noPlan, offers, Close{}, Search{Request: Request{SpecialtyID: 7}}, noPlan, offers}, []Unmet{plan, person, withSpecialty(plan), withSpecialty(person)}},
	} {
		t.Run(name, func(t *testing.T) {
			c, s := *testClinic(), &State{}
			c.Reception = test.reception
			var got []Unmet
			for _, e := range test.events {
				for _, effect := range Step(&c, s, clock(27, 19, 0), e).Effects {
					if u, ok := effect.(Unmet); ok {
						got = append(got, u)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Who says anything of what is wanted has come a step further, once, and in the order of the funnel.
func TestWishedStage(t *testing.T) {
	s := &State{}
	run(t, s, Reply{Text: "Oi!"})
	if !slices.Equal(s.Stages, []Stage{Started}) {
		t.Errorf("after a greeting: %v", s.Stages)
	}
	run(t, s, Search{Request: Request{PlanID: 2}})
	run(t, s, Search{Request: wholeRequest})
	if want := []Stage{Started, Wished, Identified}; !slices.Equal(s.Stages, want) {
		t.Errorf("%v, want %v", s.Stages, want)
	}
	old := &State{Progress: Progress{Stages: []Stage{Started, Identified, Offered}}} // of a release without it
	run(t, old, Search{Request: wholeRequest})
	if slices.Contains(old.Stages, Wished) {
		t.Errorf("an old conversation goes back: %v", old.Stages)
	}
}

// One conversation does not count without end.
func TestUnmetIsBounded(t *testing.T) {
	s, n := &State{}, 0
	for day := range 28 {
		wish := Wish{Weekdays: []time.Weekday{time.Weekday(day % 7)}, Period: []understand.Period{"", understand.Morning, understand.Afternoon, understand.Evening}[day/7]}
		n += len(unmetIn(t, s, Search{Request: wholeRequest, Wish: wish}, SlotsFound{}, SlotsFound{}, SlotsFound{}))
		n += len(unmetIn(t, s, Search{Request: wholeRequest, Wish: wish, Renew: true}, SlotsFound{}, SlotsFound{}))
		n += len(unmetIn(t, s, Search{Request: Request{AgendaID: 102}, Wish: wish}, SlotsFound{}, SlotsFound{}))
	}
	if n != maxUnmet || len(s.Unmet) != maxUnmet {
		t.Errorf("%d counted, %d remembered", n, len(s.Unmet))
	}
}

func TestPartsOfAWish(t *testing.T) {
	const sat, sun, mon = time.Saturday, time.Sunday, time.Monday
	day := func(date string) Wish { return Wish{Dates: []Span{{From: date, To: date}}} }
	tests := map[string]struct {
		wish Wish
		want []Part
	}{
		"any time":        {Wish{}, []Part{{Weekday: AnyDay}}},
		"a day":           {day("2026-11-28"), []Part{{Weekday: sat}}},
		"two days":        {Wish{Dates: []Span{{From: "2026-11-28", To: "2026-11-29"}}}, []Part{{Weekday: sun}, {Weekday: sat}}},
		"a week":          {Wish{Dates: []Span{{From: "2026-11-28", To: "2026-12-04"}}}, []Part{{Weekday: AnyDay}}},
		"from a day on":   {Wish{Dates: []Span{{From: "2026-11-28", To: "2027-11-04"}}}, []Part{{Weekday: AnyDay}}},
		"a day of many":   {Wish{Dates: []Span{{From: "2026-11-28", To: "2027-11-04"}}, Weekdays: []time.Weekday{mon}}, []Part{{Weekday: mon}}},
		"no date":         {day("28/11"), []Part{{Weekday: AnyDay}}},
		"eight to noon":   {Wish{Times: []Span{{From: "08:00", To: "12:00"}}}, []Part{{AnyDay, understand.Morning}}},
		"an hour":         {Wish{Times: []Span{{From: "12:00", To: "12:00"}}}, []Part{{AnyDay, understand.Afternoon}}},
		"until noon":      {Wish{Times: []Span{{From: "00:00", To: "11:59"}}}, []Part{{AnyDay, understand.Morning}}},
		"after four":      {Wish{Times: []Span{{From: "16:01", To: "23:59"}}}, []Part{{AnyDay, understand.Afternoon}, {AnyDay, understand.Evening}}},
		"after eight":     {Wish{Times: []Span{{From: "08:00", To: "23:59"}}}, []Part{{Weekday: AnyDay}}},
		"morning at nine": {Wish{Times: []Span{{From: "09:00", To: "09:00"}}, Period: understand.Morning}, []Part{{AnyDay, understand.Morning}}},
		"morning at two":  {Wish{Times: []Span{{From: "14:00", To: "14:00"}}, Period: understand.Morning}, []Part{{AnyDay, understand.Morning}}},
		"last of the day": {Wish{Latest: true}, []Part{{Weekday: AnyDay}}},
		"said twice":      {Wish{Weekdays: []time.Weekday{sat, sat}}, []Part{{Weekday: sat}}},
	}
	for name, test := range tests {
		if diff := cmp.Diff(test.want, test.wish.Parts()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}
