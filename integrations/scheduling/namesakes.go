package scheduling

import "slices"

// directory is what a client knows of the doctors of the catalogue.  It is not changed after it was made.
type directory struct {
	known  map[int]person      // by agenda
	others map[string][]person // by first name
}

func newDirectory(doctors []Doctor) directory {
	d, r := directory{map[int]person{}, map[string][]person{}}, newReader()
	for _, doctor := range doctors {
		p := r.person(doctor)
		d.known[doctor.AgendaID] = p
		d.others[p.first] = append(d.others[p.first], p)
	}
	return d
}

// roster tells for the agendas of one answer which of them are the doctor's (spec A1): those with the doctor's first
// name.  Where that is the first name of several, in the answer or in the catalogue, the names behind it must tell them
// apart, an initial at least; what they do not is nobody's, because a patient would come to the wrong doctor.  A first name
// alone is the doctor's whose agenda was asked for, unless the answer has another name of that kind.
// It is for one goroutine; an answer repeats the same few names for each day, so it remembers them.
type roster struct {
	reader
	doctor   person
	others   []person // of the catalogue, with the same first name and another name behind it
	sighted  map[string]sighting
	accepted map[string]bool // nil: to be found out again
}

// sighting is one name of an answer.
type sighting struct {
	closeness
	further []token // its names behind the first
	others  bool    // it is as close or closer to somebody else of the catalogue
	shared  bool    // it is a first name alone that somebody else of the catalogue has, too
}

func (d directory) roster(q Query) *roster {
	r := &roster{reader: newReader(), sighted: map[string]sighting{}}
	known, ok := d.known[q.AgendaID]
	r.doctor = r.person(Doctor{Name: q.Doctor, SpecialtyID: q.SpecialtyID})
	if ok {
		r.doctor.specialty = known.specialty
	}
	for _, p := range d.others[r.doctor.first] {
		if !sameTexts(p.rest, r.doctor.rest) { // a doctor of two specialties has two agendas
			r.others = append(r.others, p)
		}
	}
	return r
}

func sameTexts(a, b []token) bool {
	return slices.EqualFunc(a, b, func(x, y token) bool { return x.text == y.text })
}

// add takes a name of the answer, whether it has times left or not.
func (r *roster) add(agenda string) sighting {
	seen, ok := r.sighted[agenda]
	if !ok {
		tokens := r.tokens(agenda)
		seen.closeness, seen.further = r.doctor.closeness(tokens)
		for _, p := range r.others {
			found, _ := p.closeness(tokens)
			// Times of another specialty were not asked for, so its doctors must be the closer ones.
			same := found == seen.closeness && p.specialtyID == r.doctor.specialtyID
			seen.others = seen.others || found > seen.closeness || same && found != bareName
			seen.shared = seen.shared || same && found == bareName
		}
		r.sighted[agenda] = seen
		r.accepted = nil
	}
	return seen
}

// takes reports that the times of an agenda are the doctor's; all names of the answer must have been added.
func (r *roster) takes(agenda string) bool {
	if r.accepted == nil {
		r.accept()
	}
	return r.accepted[agenda]
}

// accept decides on all names at once.
func (r *roster) accept() {
	r.accepted = map[string]bool{}
	best, several, first := sameFirstName, false, (*sighting)(nil)
	found := 0
	for _, seen := range r.sighted {
		if seen.closeness == otherDoctor {
			continue
		}
		found++
		if first == nil {
			first = &seen
		}
		several = several || !sameNames(first.further, seen.further)
		if !seen.others && !seen.shared {
			best = max(best, seen.closeness)
		}
	}
	if several && best < abbreviated {
		return
	}
	for agenda, seen := range r.sighted {
		if seen.closeness != otherDoctor && !seen.others && (!seen.shared || found == 1) && (!several || seen.closeness == best) {
			r.accepted[agenda] = true
		}
	}
	if best < sameName && !r.agree() {
		clear(r.accepted)
	}
}

// agree reports that the names that were accepted may all be of one person.
func (r *roster) agree() bool {
	for a := range r.accepted {
		for b := range r.accepted {
			if m := match(r.sighted[a].further, r.sighted[b].further); len(m.mine) > 0 && len(m.theirs) > 0 {
				return false
			}
		}
	}
	return true
}

// sameNames compares without regard to the order.
func sameNames(a, b []token) bool {
	m := match(a, b)
	return m.full == len(a) && m.full == len(b)
}

// Namesakes reports whether two doctors share the first name by which A1's agendas are told apart
// (spec A1), and whether other names of theirs tell them apart after all.
func Namesakes(a, b string) (share, apart bool) {
	r := newReader()
	found, _ := r.person(Doctor{Name: a}).closeness(r.tokens(b))
	return found != otherDoctor, found == sameFirstName
}
