package conversation

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"atende/actors/understand"
)

// maxNext bounds what is kept in mind to be booked afterwards.
const maxNext = 3

// later keeps something in mind, once.
func (c *Clinic) later(s *State, now time.Time, m Later) Result {
	if s.guesses(now, m) {
		return tooManyCPFs(c, s, now)
	}
	if !understand.ValidCPF(m.Next.Patient.CPF) {
		m.Next.Patient.CPF = ""
	}
	if !validName(m.Next.Patient.Name) {
		m.Next.Patient.Name = ""
	}
	if !validBirthDate(m.Next.Patient.BirthDate, now) {
		m.Next.Patient.BirthDate = ""
	}
	if !onlyFirst(m.Next.Called) {
		m.Next.Called = ""
	}
	switch at := slices.IndexFunc(s.Next, func(known Next) bool { return known.Same(m.Next) }); {
	case m.Served:
		s.served(at)
	case m.Next.Empty():
		s.Next = nil
		if s.Asked == AskNext { // whether to go on with it
			s.Asked = AskNothing
		}
	case m.Drop:
		s.Next = slices.DeleteFunc(slices.Clone(s.Next), func(known Next) bool { return known.For == m.Next.For && known.ProcedureID == m.Next.ProcedureID })
	case at >= 0:
		s.Next = slices.Clone(s.Next)
		s.Next[at] = s.Next[at].With(m.Next)
	case len(s.Next) < maxNext:
		s.Next = append(slices.Clip(s.Next), m.Next)
	}
	return Result{}
}

// served puts right whose the appointment just made is: that of one of those whose turn should come, instead of the writer's.
func (s *State) served(at int) {
	if at < 0 || s.Closed != OutcomeBooked || s.Booked == nil || s.Booked.For != "" {
		return
	}
	booked := *s.Booked
	booked.For = s.Next[at].For
	s.Booked = &booked
	s.writerFollows(at)
}

// writerFollows makes the patient one of those whose turn should come, and lets the writer come instead.
func (s *State) writerFollows(at int) {
	turn := s.Next[at]
	s.For, s.Own = turn.For, false
	s.Next = slices.Clone(s.Next)
	s.Next[at] = Next{For: ForWriter, ProcedureID: turn.ProcedureID, AgendaID: turn.AgendaID}
	if turn.PlanID == s.Request.PlanID { // said of both
		s.Next[at].PlanID = turn.PlanID
	}
}

// namedNext is which of those whose turn should come has the first name of the patient, who was taken for the writer; -1 for none.
func (s *State) namedNext() int {
	name, _, _ := strings.Cut(s.Patient.Name, " ")
	if s.For != "" || name == "" {
		return -1
	}
	return slices.IndexFunc(s.Next, func(next Next) bool {
		called, _, _ := strings.Cut(cmp.Or(next.Patient.Name, next.Called), " ")
		return next.For != "" && next.For != ForWriter && strings.EqualFold(called, name)
	})
}

// Same reports that what is said of one is said of the other, too: the same thing for the same patient, or one of them
// says more of whom or of what.
func (n Next) Same(other Next) bool {
	whom := n.For == other.For || n.ProcedureID != 0 && (n.For == "" || other.For == "") && n.ProcedureID == other.ProcedureID
	what := n.ProcedureID == other.ProcedureID || n.For != "" && n.For == other.For && (n.ProcedureID == 0 || other.ProcedureID == 0)
	return whom && what
}

// Empty reports that nothing is said of one.
func (n Next) Empty() bool { return n.Equal(Next{}) }

// Equal reports that the same is said of both.
func (n Next) Equal(other Next) bool {
	if !n.Wish.Equal(other.Wish) {
		return false
	}
	n.Wish, other.Wish = Wish{}, Wish{}
	return reflect.DeepEqual(n, other)
}

// When is when it shall be, in whatever words that was said.
func (n Next) When() Wish {
	wish := n.Wish
	if n.Date != "" {
		wish.Dates = []Span{{From: n.Date, To: n.Date}}
	}
	if n.Hour != "" {
		wish.Times = []Span{{From: n.Hour, To: n.Hour}}
	}
	return wish
}

// At is the same at another time: one day and one hour stand where every release reads them.
func (n Next) At(wish Wish) Next {
	n.Date, n.Hour, n.Wish = "", "", Wish{}
	one := func(list []Span) string {
		if len(list) == 1 && list[0].From == list[0].To {
			return list[0].From
		}
		return ""
	}
	date, hour := one(wish.Dates), one(wish.Times)
	rest := wish
	if date != "" {
		rest.Dates = nil
	}
	if hour != "" {
		rest.Times = nil
	}
	if rest.Empty() {
		n.Date, n.Hour = date, hour
	} else {
		n.Wish = wish
	}
	return n
}

// With is what is known of one, with what is said of it afterwards.
func (n Next) With(news Next) Next {
	at := n
	if when := news.When(); !when.Empty() {
		at = Next{}.At(n.When().with(when))
	}
	return Next{
		For: cmp.Or(news.For, n.For), Called: cmp.Or(news.Called, n.Called), ProcedureID: cmp.Or(news.ProcedureID, n.ProcedureID),
		AgendaID: cmp.Or(news.AgendaID, n.AgendaID), PlanID: cmp.Or(news.PlanID, n.PlanID),
		SameDay: news.SameDay || n.SameDay, After: news.After || n.After, Date: at.Date, Hour: at.Hour, Wish: at.Wish,
		Patient: Identity{
			Name: cmp.Or(news.Patient.Name, n.Patient.Name), CPF: cmp.Or(news.Patient.CPF, n.Patient.CPF),
			BirthDate: cmp.Or(news.Patient.BirthDate, n.Patient.BirthDate),
		},
	}
}

// planOf is the plan of who comes next, behind the plan of the patient before: what was said of it, that of an appointment that was
// made for them, or one that all have; 0 where it is to be asked.
func (s *State) planOf(next Next, before int) int {
	if next.PlanID != 0 {
		return next.PlanID
	}
	call := func(whom string) string { return cmp.Or(whom, ForWriter) }
	if next.For == "" || next.For == call(s.For) || s.SharedPlan == before {
		return before
	}
	for _, made := range slices.Backward(s.Appointments()) {
		if call(made.For) == next.For {
			return made.PlanID
		}
	}
	return 0
}

// takeUp begins the first of what was kept in mind: the same service and doctor, and the plan of the same patient, but for what is
// known to be another one.  Before the present booking is made, that is dropped for it.
func (c *Clinic) takeUp(s *State, now time.Time) Result {
	after := s.Closed == OutcomeBooked && s.Former != nil
	if len(s.Next) == 0 || !after && s.Closed != "" {
		return refuse(ReasonUnexpected)
	}
	next, patient, who, own := s.Next[0], s.Patient, s.For, s.Own
	s.Next = s.Next[1:]
	before := s.Request
	if after {
		before = *s.Former
	}
	before.PlanID = s.planOf(next, before.PlanID)
	m := Search{Request: before, Not: s.Not}
	if next.ProcedureID != 0 && next.ProcedureID != m.ProcedureID {
		m.Request = Request{ProcedureID: next.ProcedureID, PlanID: before.PlanID}
		if p, ok := c.Procedure(next.ProcedureID); ok && p.SpecialtyID == before.SpecialtyID {
			m.AgendaID = before.AgendaID
		}
	}
	if !after {
		s.dropOffer()
		s.Wanted, s.Unsure = Wanted{Next: s.Next, SharedPlan: s.SharedPlan}, nil
		m.Not = nil
	}
	m.AgendaID = cmp.Or(next.AgendaID, m.AgendaID)
	booked := s.Booked
	if !after {
		booked = nil
	}
	wish := next.When()
	if booked != nil && !wish.onDays() && (next.Hour != "" || next.SameDay || next.After) {
		wish.Dates = []Span{{From: booked.Slot.Date, To: booked.Slot.Date}}
	}
	if booked != nil && next.For == "" { // nobody is in two places at once
		at := booked.Slot
		m.Not = append(slices.Clip(m.Not), Wish{Dates: []Span{{From: at.Date, To: at.Date}}, Times: []Span{{From: at.Hour, To: at.Hour}}})
	}
	if next.After && booked != nil && len(wish.Times) == 0 {
		wish.Times = []Span{{From: next.behind(booked.Slot, m.AgendaID), To: "23:59"}}
	}
	m.Wish = wish
	if booked != nil {
		s.restart()
		s.Near = &booked.Slot // the same day, next to that hour
	}
	res := search(c, s, now, m)
	s.Carried = after && m.PlanID != 0 && next.PlanID == 0 && m.PlanID != s.SharedPlan
	s.Known, s.Aside, s.Returning = nil, Identity{}, nil
	switch next.For {
	case "":
		s.Patient, s.For, s.Own = patient, who, own
	case ForWriter:
		if s.Patient, s.For, s.Own = next.Patient, "", true; booked != nil && who == "" && !own && next.Patient == (Identity{}) {
			s.Known, s.Own = &patient, false // it may have been the writer's before, too: that is asked
		}
	default:
		s.Patient, s.For, s.Own = next.Patient, next.For, false
	}
	return res
}

// behind is from when on somebody can come whose turn is behind an appointment: at its hour, which its own patient is not offered
// again, or, where that is somebody else's, when they are done with it.
func (n Next) behind(of Slot, agendaID int) string {
	if n.For == "" {
		return of.Hour
	}
	return Behind(of, agendaID)
}

// Behind is from when on somebody can come behind somebody else's appointment: with the same doctor, whose time that is, right then,
// else half an hour later, since nobody here knows how long it takes.
func Behind(of Slot, agendaID int) string {
	at, err := time.Parse("15:04", of.Hour)
	if err != nil || agendaID == of.AgendaID || at.Add(visitTakes).Day() != at.Day() {
		return of.Hour
	}
	return at.Add(visitTakes).Format("15:04")
}

// visitTakes is how long an appointment likely takes.
const visitTakes = 30 * time.Minute

// onDays reports a wish for certain days.
func (w Wish) onDays() bool { return len(w.Dates)+len(w.Weekdays)+len(w.Any) > 0 }
