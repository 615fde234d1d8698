package persona

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"atende/integrations/catalog"
)

// Known is what is known of an appointment that somebody wanted, in the names of the clinic of then; "" is not known.
type Known struct {
	Person   Person
	Relation string // "minha mãe"; "" for who writes
	// What was wanted; the clinic of now may not have it any more.
	Specialty, Doctor, Procedure, Plan string
	// Time is what was taken, nil for none.
	Time *Slot
}

// Following is a patient in the middle of a conversation who reads what is asked now and answers from what is known, in plain
// words.  Where it is not known, or does not help, they fall silent; they take no other doctor and no other plan.
func Following(clinic *Clinic, known []Known, now time.Time) *Patient {
	world := *clinic
	p := &Patient{
		Persona: Persona{Name: "following"}, clinic: &world, now: now, dice: rand.New(rand.NewPCG(1, 1)), repeats: map[topic]int{}, known: map[topic]bool{},
		ends: []End{Booked}, opened: true, following: true, style: style{plain: true},
	}
	for _, k := range known {
		p.goals = append(p.goals, goalOf(&world, k))
	}
	if len(p.goals) == 0 {
		p.goals = []Goal{{}}
	}
	return p
}

// goalOf is what is known in ids of a clinic.  A name that it does not have gets one that nothing else has: it can still be
// said.
func goalOf(world *Clinic, k Known) Goal {
	g := Goal{For: k.Person, Relation: k.Relation, Taken: k.Time}
	named := func(name string) func(other string) bool {
		return func(other string) bool { return strings.EqualFold(name, other) }
	}
	if k.Specialty != "" {
		is := named(k.Specialty)
		world.Specialties, g.SpecialtyID = found(world.Specialties, func(s catalog.Specialty) (int, bool) { return s.ID, is(s.Name) },
			func(id int) catalog.Specialty { return catalog.Specialty{ID: id, Name: k.Specialty} })
	}
	if k.Doctor != "" {
		is := named(k.Doctor)
		world.Doctors, g.AgendaID = found(world.Doctors, func(d catalog.Doctor) (int, bool) { return d.AgendaID, is(d.Name) },
			func(id int) catalog.Doctor {
				return catalog.Doctor{AgendaID: id, Name: k.Doctor, SpecialtyID: g.SpecialtyID}
			})
	}
	if k.Procedure != "" {
		is := named(k.Procedure)
		world.Procedures, g.ProcedureID = found(world.Procedures, func(o catalog.Procedure) (int, bool) { return o.ID, o.SpecialtyID == g.SpecialtyID && is(o.Name) },
			func(id int) catalog.Procedure {
				return catalog.Procedure{ID: id, Name: k.Procedure, SpecialtyID: g.SpecialtyID}
			})
	}
	if k.Plan != "" {
		is := named(k.Plan)
		world.Plans, g.PlanID = found(world.Plans, func(o catalog.Plan) (int, bool) { return o.ID, is(o.Name) },
			func(id int) catalog.Plan { return catalog.Plan{ID: id, Name: k.Plan} })
	}
	return g
}

// found is the id of an entry, which is added where there is none.
func found[T any](list []T, is func(T) (int, bool), made func(id int) T) (all []T, id int) {
	taken := map[int]bool{}
	for _, one := range list {
		id, yes := is(one)
		if yes {
			return list, id
		}
		taken[id] = true
	}
	id = 1 + slices.Max(append(slices.Collect(maps.Keys(taken)), 0))
	return append(slices.Clone(list), made(id)), id
}

// lacks reports that what is asked is not known.
func (p *Patient) lacks(asks topic) bool {
	g := p.goal()
	whole := g.SpecialtyID != 0 && g.AgendaID != 0 && g.ProcedureID != 0 && g.PlanID != 0
	switch asks {
	case askService:
		return g.SpecialtyID == 0
	case askDoctor:
		return g.AgendaID == 0
	case askProcedure:
		return g.ProcedureID == 0
	case askPlan:
		return g.PlanID == 0
	case askSlot, askYes:
		return g.Taken == nil
	case askName:
		return g.For.Name == ""
	case askCPF:
		return len(g.For.CPF) == 0
	case askBirth:
		return g.For.BirthDate == ""
	case askSame, askList:
		return false
	case askNothing, askWay, askAnything:
		return !whole
	}
	return true
}

// nearest is the time of a list that was taken then, else one of its day, else the first.
func (g *Goal) nearest(list []offered) offered {
	for _, same := range []func(Slot) bool{
		func(s Slot) bool { return s == *g.Taken }, func(s Slot) bool { return s.Date == g.Taken.Date },
	} {
		if i := slices.IndexFunc(list, func(one offered) bool { return same(one.Slot) }); i >= 0 {
			return list[i]
		}
	}
	return list[0]
}
