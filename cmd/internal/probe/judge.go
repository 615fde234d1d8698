package probe

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"atende/integrations/catalog"
	"atende/integrations/scheduling"
)

// judge explains the combinations without times, each by the one line that explains most of them: first the
// lines that nobody's times depend on (plans, names), then procedures, specialties and doctors, and what is left
// one by one.
func (r *run) judge(ctx context.Context) ([]Finding, error) {
	b := bench{run: r, explained: make([]bool, len(r.cells))}
	b.failures()
	if b.nothing() {
		b.everything()
	} else {
		b.plans()
		b.names()
		b.procedures()
		b.specialties()
		b.doctors()
		b.combinations()
	}
	b.firstNames()
	err := b.lookFar(ctx)
	slices.SortStableFunc(b.found, func(x, y Finding) int { return cmp.Compare(x.Line, y.Line) })
	return b.found, err
}

// bench is a judgement under way.
type bench struct {
	*run
	explained []bool // by cell
	found     []Finding
	empty     []suspect
}

// suspect is a finding that is either a wrong id or a full agenda; a look at later days helps to tell.
type suspect struct {
	finding int // its place in found
	cell    int // one of its cells
}

func (b *bench) add(f Finding) { b.found = append(b.found, f) }

// where lists the cells that nothing explains yet and that fit.
func (b *bench) where(fits func(cell) bool) []int {
	var list []int
	for i, c := range b.cells {
		if !b.explained[i] && fits(c) {
			list = append(list, i)
		}
	}
	return list
}

// dead reports that there are cells, that the API answered all of them, and that none has a time.
func (b *bench) dead(cells []int) bool {
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(i int) bool { return b.cells[i].err != nil || b.cells[i].hit() })
}

func (b *bench) explain(cells []int) {
	for _, i := range cells {
		b.explained[i] = true
	}
}

// failures is one line for all calls that failed: what they have in common is the API.
func (b *bench) failures() {
	failed := b.where(func(c cell) bool { return c.err != nil })
	if len(failed) == 0 {
		return
	}
	first := b.cells[failed[0]]
	b.add(Finding{Line: b.Clinic.Lines.Doctors[first.doctor], Kind: Failure, Subject: b.doctor(first.doctor), Likely: LikelyUnknown,
		Reason: fmt.Sprintf("%d of %d questions failed, the first one for %s and %s: %v",
			len(failed), len(b.cells), b.procedure(first.procedure), b.plan(first.plan), first.err)})
}

// nothing reports that no answer held anything that anybody could have meant.
func (b *bench) nothing() bool {
	answered := b.where(func(c cell) bool { return c.err == nil })
	return b.dead(answered) && !slices.ContainsFunc(answered, func(i int) bool { return len(b.cells[i].sight.Agendas) > 0 })
}

// everything is about a file without any time.
func (b *bench) everything() {
	reason := "the API has no time for any line: is it the right address, and do its headers name the right clinic?"
	if plans := b.Clinic.Lines.Plans; len(plans) == 1 {
		reason += fmt.Sprintf(" Or the id of the only plan, line %d, is wrong.", plans[0])
	}
	b.add(Finding{Line: 1, Kind: Everything, Subject: b.Clinic.Name, Reason: reason, Likely: LikelyUnknown})
}

// plans finds those that no doctor has times for.  An answer with discarded names is no sign of a wrong plan:
// the API knew the filter.
func (b *bench) plans() {
	for i := range b.Clinic.Plans {
		cells := b.where(func(c cell) bool { return c.plan == i })
		if b.dead(cells) && !b.sighted(cells) && b.others(cells) {
			b.explain(cells)
			b.add(Finding{Line: b.Clinic.Lines.Plans[i], Kind: Plan, Subject: b.plan(i), Likely: LikelyID,
				Reason: "no doctor has a time with this plan, and they have with others: its id is wrong"})
		}
	}
}

func (b *bench) sighted(cells []int) bool {
	return slices.ContainsFunc(cells, func(i int) bool { return len(b.cells[i].sight.Agendas) > 0 })
}

// others reports that a cell beside these has times.
func (b *bench) others(cells []int) bool {
	for i, c := range b.cells {
		if c.hit() && !slices.Contains(cells, i) {
			return true
		}
	}
	return false
}

// names finds doctors whose times the API lists under a name that is not theirs (spec A1).
func (b *bench) names() {
	for d := range b.Clinic.Doctors {
		cells := b.where(func(c cell) bool { return c.doctor == d })
		if stranger, known := b.stranger(cells, func(a scheduling.Agenda) bool { return a.Namesake && !a.Discarded }); known {
			b.add(b.namesake(d, stranger))
			continue
		}
		stranger, known := b.stranger(cells, func(a scheduling.Agenda) bool { return a.Discarded })
		if known && b.dead(cells) {
			b.explain(cells)
			b.add(b.discarded(d, stranger))
		}
	}
}

// stranger is the agenda in the answers of the cells that fits and has most times.
func (b *bench) stranger(cells []int, fits func(scheduling.Agenda) bool) (name string, found bool) {
	times := 0
	for _, i := range cells {
		for _, a := range b.cells[i].sight.Agendas {
			if fits(a) && a.Times > times {
				name, times = a.Name, a.Times
			}
		}
	}
	return name, times > 0
}

// namesake is about a doctor who is offered with times of somebody of the same first name.
func (b *bench) namesake(d int, name string) Finding {
	reason := fmt.Sprintf("the API calls this agenda %s: its times are offered, because the first name is the same; is it the same person?", quoted(name))
	if other := b.owner(name); other >= 0 {
		reason = fmt.Sprintf("the API calls this agenda %s, who is line %d: patients who ask for the one are booked with the other",
			quoted(name), b.Clinic.Lines.Doctors[other])
	}
	return Finding{Line: b.Clinic.Lines.Doctors[d], Kind: Name, Subject: b.doctor(d), Reason: reason, Likely: LikelyName}
}

// discarded is about a doctor who is never offered.
func (b *bench) discarded(d int, name string) Finding {
	f := Finding{Line: b.Clinic.Lines.Doctors[d], Kind: Name, Subject: b.doctor(d), Likely: LikelyName,
		Reason: fmt.Sprintf("the API calls this agenda %s, which is another first name: all its times are discarded", quoted(name))}
	if share, _ := scheduling.Namesakes(b.Clinic.Doctors[d].Name, name); share {
		f.Reason = fmt.Sprintf("the API calls this agenda %s, and nothing tells that name from others with the same first name: all its times are discarded", quoted(name))
		return f
	}
	if other := b.owner(name); other >= 0 {
		f.Kind, f.Likely = Agenda, LikelyID
		f.Reason = fmt.Sprintf("the API answers with times of %s alone, who is line %d: the agenda_id is that doctor's, or this doctor is full and the API adds colleagues",
			quoted(name), b.Clinic.Lines.Doctors[other])
	}
	return f
}

// owner is the place of the doctor that an agenda's name names; -1 for nobody.
func (b *bench) owner(name string) int {
	return slices.IndexFunc(b.Clinic.Doctors, func(d catalog.Doctor) bool {
		share, apart := scheduling.Namesakes(d.Name, name)
		return share && !apart
	})
}

// procedures finds those that none of their doctors has times for, beside others that they have.
func (b *bench) procedures() {
	for i, p := range b.Clinic.Procedures {
		cells := b.where(func(c cell) bool { return c.procedure == i })
		if b.dead(cells) && b.alive(p.SpecialtyID) {
			b.explain(cells)
			b.add(Finding{Line: b.Clinic.Lines.Procedures[i], Kind: Procedure, Subject: b.procedure(i), Likely: LikelyID,
				Reason: "none of its doctors has a time for it, and they have for others: its id is wrong"})
		}
	}
}

// alive reports that a doctor of the specialty has times.
func (b *bench) alive(specialty int) bool {
	return slices.ContainsFunc(b.cells, func(c cell) bool {
		return c.hit() && b.Clinic.Doctors[c.doctor].SpecialtyID == specialty
	})
}

// specialties finds those of several doctors none of whom has a time.
func (b *bench) specialties() {
	for i, s := range b.Clinic.Specialties {
		cells := b.where(func(c cell) bool { return b.Clinic.Doctors[c.doctor].SpecialtyID == s.ID })
		if !b.dead(cells) || b.cells[cells[0]].doctor == b.cells[cells[len(cells)-1]].doctor {
			continue
		}
		reason := "none of its doctors has a time, whatever the procedure and the plan"
		if only := b.only(cells); only >= 0 {
			reason += fmt.Sprintf(" (its only procedure, %s, stands on line %d: that id, too)", b.procedure(only), b.Clinic.Lines.Procedures[only])
		}
		b.suspect(cells, Finding{Line: b.Clinic.Lines.Specialties[i], Kind: Specialty, Subject: b.specialty(i), Reason: reason})
	}
}

// only is the procedure of the cells, -1 for several.
func (b *bench) only(cells []int) int {
	first := b.cells[cells[0]].procedure
	if slices.ContainsFunc(cells, func(i int) bool { return b.cells[i].procedure != first }) {
		return -1
	}
	return first
}

// doctors finds those without any time.
func (b *bench) doctors() {
	for d, doctor := range b.Clinic.Doctors {
		cells := b.where(func(c cell) bool { return c.doctor == d })
		if !b.dead(cells) {
			continue
		}
		reason := "no time at all, whatever the procedure and the plan"
		if only := b.only(cells); only >= 0 && !b.alive(doctor.SpecialtyID) {
			reason += fmt.Sprintf(" (the specialty has no other doctor: the specialty's id, or that of %s on line %d, may be what is wrong)",
				b.procedure(only), b.Clinic.Lines.Procedures[only])
		}
		b.suspect(cells, Finding{Line: b.Clinic.Lines.Doctors[d], Kind: Agenda, Subject: b.doctor(d), Reason: reason})
	}
}

// suspect adds a finding that lookFar completes.
func (b *bench) suspect(cells []int, f Finding) {
	b.explain(cells)
	b.empty = append(b.empty, suspect{finding: len(b.found), cell: cells[0]})
	b.add(f)
}

// combinations finds what is left of doctors who have times otherwise: first procedures that they have with
// no plan, then plans that they have for no procedure, then single pairs.  A doctor who does not work with a
// plan is no mistake, but patients are told that there is no time, and the clinic should know.
func (b *bench) combinations() {
	for d := range b.Clinic.Doctors {
		b.never(d, func(c cell) int { return c.procedure }, b.procedure, b.Clinic.Lines.Procedures)
		b.never(d, func(c cell) int { return c.plan }, b.plan, b.Clinic.Lines.Plans)
		b.pairs(d)
	}
}

// never finds the entries of one list that a doctor has no time with.
func (b *bench) never(d int, entry func(cell) int, subject func(int) string, lines []int) {
	var names []string
	for i, line := range lines {
		if cells := b.where(func(c cell) bool { return c.doctor == d && entry(c) == i }); b.dead(cells) {
			b.explain(cells)
			names = append(names, fmt.Sprintf("%s on line %d", subject(i), line))
		}
	}
	b.combination(d, names)
}

// pairs finds single procedures with single plans.
func (b *bench) pairs(d int) {
	var names []string
	for _, i := range b.where(func(c cell) bool { return c.doctor == d && c.err == nil && !c.hit() }) {
		b.explained[i] = true
		c := b.cells[i]
		names = append(names, fmt.Sprintf("%s with %s on lines %d and %d", b.procedure(c.procedure), b.plan(c.plan),
			b.Clinic.Lines.Procedures[c.procedure], b.Clinic.Lines.Plans[c.plan]))
	}
	b.combination(d, names)
}

func (b *bench) combination(d int, names []string) {
	if len(names) == 0 {
		return
	}
	b.add(Finding{Line: b.Clinic.Lines.Doctors[d], Kind: Combination, Subject: b.doctor(d), Likely: LikelyUnknown,
		Reason: "has times, but none for " + listed(names) + ": not offered by this doctor, or a wrong id"})
}

// firstNames finds doctors who share the first name that A1's agendas are compared by.
func (b *bench) firstNames() {
	doctors := b.Clinic.Doctors
	for i := range doctors {
		for j := i + 1; j < len(doctors); j++ {
			if doctors[i].Name == doctors[j].Name {
				continue // one person with two agendas; within a specialty the catalogue refuses it
			}
			share, apart := scheduling.Namesakes(doctors[i].Name, doctors[j].Name)
			if !share {
				continue
			}
			f := Finding{Line: b.Clinic.Lines.Doctors[j], Kind: FirstName, Subject: b.doctor(j), Likely: LikelyName, Note: apart}
			f.Reason = fmt.Sprintf("has the first name of %s on line %d; ", b.doctor(i), b.Clinic.Lines.Doctors[i])
			if apart {
				f.Reason += "they are told apart as long as the API writes more than the first name, an initial at least"
			} else {
				f.Reason += "nothing else in the names tells them apart, unless the API writes them in full: what it does not is discarded"
			}
			b.add(f)
		}
	}
}
