package model

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"atende/actors/conversation"
)

// maxOptions bounds the names that a refusal lists.
const maxOptions = 15

// resolve turns names into ids of the catalogue.  A name that is none, or several, is refused with those that
// there are.
func (d *dialogue) resolve(s *conversation.State, a searchArguments, move *conversation.Search) *refusal {
	specialty := s.Request.SpecialtyID
	if given(a.Specialty) {
		ids := d.Clinic.Find(a.Specialty).Specialties
		if len(ids) != 1 {
			return &refusal{reason: "especialidade que a clínica não tem, ou mais de uma", options: d.specialtyNames()}
		}
		move.SpecialtyID, specialty = ids[0], ids[0]
	}
	if given(a.Plan) {
		ids := d.plans(a.Plan)
		if len(ids) != 1 {
			return &refusal{reason: "convênio que a clínica não atende, ou mais de um", options: d.planNames(ids)}
		}
		move.PlanID = ids[0]
	}
	if given(a.Doctor) {
		if bad := d.resolveDoctor(a.Doctor, &specialty, move); bad != nil {
			return bad
		}
	}
	if given(a.Procedure) {
		return d.resolveProcedure(a.Procedure, specialty, move)
	}
	return nil
}

func (d *dialogue) plans(name string) []int {
	ids, private := d.Clinic.Find(name).Plans, d.Clinic.PrivatePlan()
	if len(ids) == 0 && private != 0 && strings.Contains(folded(name), "sem ") {
		return []int{private}
	}
	return ids
}

func (d *dialogue) resolveDoctor(name string, specialty *int, move *conversation.Search) *refusal {
	ids := d.Clinic.Find(name).Doctors
	if fit := d.inSpecialty(ids, *specialty); len(fit) > 0 {
		ids = fit
	}
	if among := d.Rules.Among(d.turn, name, *specialty); len(ids) == 0 && len(among) > 0 {
		move.Among = among
		return nil
	}
	if len(ids) != 1 {
		return &refusal{reason: "médico que a clínica não tem, ou mais de um com esse nome", options: d.doctorNames(ids, *specialty)}
	}
	doctor, _ := d.Clinic.Doctor(ids[0])
	if move.SpecialtyID != 0 && doctor.SpecialtyID != move.SpecialtyID {
		return &refusal{reason: "esse médico não é dessa especialidade", options: d.doctorNames(nil, move.SpecialtyID)}
	}
	move.AgendaID, *specialty = doctor.AgendaID, doctor.SpecialtyID
	return nil
}

func (d *dialogue) inSpecialty(agendas []int, specialty int) []int {
	return slices.DeleteFunc(slices.Clone(agendas), func(id int) bool {
		doctor, _ := d.Clinic.Doctor(id)
		return doctor.SpecialtyID != specialty
	})
}

// resolveProcedure takes a procedure that several specialties have as a candidate until the specialty is known.
func (d *dialogue) resolveProcedure(name string, specialty int, move *conversation.Search) *refusal {
	ids := d.Clinic.Find(name).Procedures
	fit := ids
	if specialty != 0 {
		fit = d.proceduresIn(ids, specialty)
	}
	switch {
	case len(fit) == 1:
		move.ProcedureID = fit[0]
	case len(fit) > 1 && specialty == 0:
		move.Candidates = fit
	default:
		return &refusal{reason: "procedimento que a clínica não tem nessa especialidade, ou mais de um", options: d.procedureNames(specialty)}
	}
	return nil
}

func (d *dialogue) proceduresIn(ids []int, specialty int) []int {
	return slices.DeleteFunc(slices.Clone(ids), func(id int) bool {
		procedure, _ := d.Clinic.Procedure(id)
		return procedure.SpecialtyID != specialty
	})
}

func (d *dialogue) specialtyNames() []string {
	var names []string
	for _, s := range d.Clinic.Specialties {
		names = append(names, s.Name)
	}
	return names[:min(len(names), maxOptions)]
}

// planNames are the plans with these ids, all for none.
func (d *dialogue) planNames(ids []int) []string {
	var names []string
	for _, p := range d.Clinic.Plans {
		if len(ids) == 0 || slices.Contains(ids, p.ID) {
			names = append(names, p.Name)
		}
	}
	return names[:min(len(names), maxOptions)]
}

func (d *dialogue) procedureNames(specialty int) []string {
	var names []string
	for _, p := range d.Clinic.Procedures {
		if specialty == 0 || p.SpecialtyID == specialty {
			names = append(names, p.Name)
		}
	}
	return names[:min(len(names), maxOptions)]
}

// doctorNames are those of these agendas, else of a specialty, else all.  From now on they may be named to the
// patient.
func (d *dialogue) doctorNames(ids []int, specialty int) []string {
	var names []string
	for _, doctor := range d.Clinic.Doctors {
		wanted := slices.Contains(ids, doctor.AgendaID) || len(ids) == 0 && (specialty == 0 || doctor.SpecialtyID == specialty)
		if wanted && len(names) < maxOptions {
			names = append(names, doctor.Name)
			d.named = append(d.named, doctor.AgendaID)
		}
	}
	return names
}

// folded is text without case, accents and signs, words parted by one space.
func folded(text string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r < 0x300 || r > 0x36f: // accents vanish, everything else parts words
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
