package persona

import (
	"slices"
	"strings"
	"time"
)

// Goal is one appointment that a patient is after.
type Goal struct {
	For Person
	// Relation is who that is to the one who writes ("meu filho"); "" for themselves.
	Relation    string
	AgendaID    int
	SpecialtyID int
	ProcedureID int
	PlanID      int
	Wish        Wish
	// Taken is the time that was taken once (Following), nil for none.
	Taken *Slot
}

// Wish is when the patient would like to come.
type Wish struct {
	Period  Period
	Weekday time.Weekday // if Fixed
	Fixed   bool
	Never   bool   // Fixed the other way round: any day but Weekday
	From    string // not before this day, YYYY-MM-DD
	After   string // not before this hour, HH:MM
	Said    string // what was said of it, where words would say it otherwise
}

// Period is a part of the day; "" is any.
type Period string

// The parts of the day that patients ask for.
const (
	anyTime   Period = ""
	morning   Period = "de manhã"
	afternoon Period = "à tarde"
)

// Slot is a time that was offered.
type Slot struct {
	Date string // YYYY-MM-DD
	Hour string // HH:MM
}

func (s Slot) weekday() time.Weekday {
	day, _ := time.Parse(time.DateOnly, s.Date) // it was formatted by us
	return day.Weekday()
}

// allows reports whether a time is as wished.
func (w Wish) allows(s Slot) bool {
	switch {
	case w.Fixed && (s.weekday() == w.Weekday) == w.Never, s.Date < w.From, s.Hour < w.After:
		return false
	case w.Period == morning:
		return s.Hour < "12:00"
	case w.Period == afternoon:
		return s.Hour >= "12:00"
	}
	return true
}

var weekdayNames = [...]string{"domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"}

// words is the wish as it is said, "" for none.
func (w Wish) words() string {
	if w.Said != "" {
		return w.Said
	}
	var parts []string
	if w.Fixed {
		parts = append(parts, "na "+weekdayNames[w.Weekday])
	}
	if w.Period != anyTime {
		parts = append(parts, string(w.Period))
	}
	return strings.Join(parts, " ")
}

// Service names of a goal, as the clinic writes them.

func (p *Patient) doctor(agenda int) string {
	for _, d := range p.clinic.Doctors {
		if d.AgendaID == agenda {
			return d.Name
		}
	}
	return ""
}

func (p *Patient) specialty(id int) string {
	for _, s := range p.clinic.Specialties {
		if s.ID == id {
			return s.Name
		}
	}
	return ""
}

func (p *Patient) procedure(id int) string {
	for _, one := range p.clinic.Procedures {
		if one.ID == id {
			return one.Name
		}
	}
	return ""
}

func (p *Patient) plan(id int) string {
	for _, one := range p.clinic.Plans {
		if one.ID == id {
			return one.Name
		}
	}
	return ""
}

// want draws a doctor, one of the procedures of their specialty, and a plan, for somebody.
func (p *Patient) want(who Person, relation string) Goal {
	doctor := pick(p.dice, p.busy())
	goal := Goal{For: who, Relation: relation, AgendaID: doctor, PlanID: pick(p.dice, p.clinic.Plans).ID}
	for _, d := range p.clinic.Doctors {
		if d.AgendaID == doctor {
			goal.SpecialtyID = d.SpecialtyID
		}
	}
	var procedures []int
	for _, one := range p.clinic.Procedures {
		if one.SpecialtyID == goal.SpecialtyID {
			procedures = append(procedures, one.ID)
		}
	}
	goal.ProcedureID = procedures[0] // the usual one
	if chance(p.dice, 0.25) {
		goal.ProcedureID = pick(p.dice, procedures)
	}
	if chance(p.dice, 0.3) {
		goal.Wish.Period = pick(p.dice, []Period{morning, afternoon})
	}
	return goal
}

// busy are the agendas of doctors whom a patient would ask for: all.
func (p *Patient) busy() []int {
	var agendas []int
	for _, d := range p.clinic.Doctors {
		agendas = append(agendas, d.AgendaID)
	}
	return agendas
}

// others are the values of a list but one.
func others[T comparable](list []T, but T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return v == but })
}

// colleagues are the other agendas of a doctor's specialty.
func (p *Patient) colleagues(g Goal) []int {
	var agendas []int
	if p.following {
		return nil
	}
	for _, d := range p.clinic.Doctors {
		if d.SpecialtyID == g.SpecialtyID && d.AgendaID != g.AgendaID {
			agendas = append(agendas, d.AgendaID)
		}
	}
	return agendas
}

// plans are all plans.
func (p *Patient) plans() []int {
	var ids []int
	for _, one := range p.clinic.Plans {
		ids = append(ids, one.ID)
	}
	return ids
}

// usual makes the procedure the first one of the specialty.
func (p *Patient) usual() {
	for _, one := range p.clinic.Procedures {
		if one.SpecialtyID == p.goal().SpecialtyID {
			p.goal().ProcedureID = one.ID
			return
		}
	}
}
