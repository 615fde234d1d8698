package replay

import (
	"slices"
	"strconv"
	"strings"

	"atende/actors/conversation"
)

// translation finds the ids of the recording for those of another catalogue: what has the same name is the same,
// and what has another name is what has the same id.
type translation struct{ agendas, procedures, plans map[int]int }

// translate goes from a catalogue back to the present one, whose ids the recording has.
func translate(clinic, present *conversation.Clinic) translation {
	t := translation{agendas: map[int]int{}, procedures: map[int]int{}, plans: map[int]int{}}
	for _, d := range clinic.Doctors {
		t.agendas[d.AgendaID] = d.AgendaID
		if i := slices.IndexFunc(present.Doctors, func(p conversation.Doctor) bool { return strings.EqualFold(p.Name, d.Name) }); i >= 0 {
			t.agendas[d.AgendaID] = present.Doctors[i].AgendaID
		}
	}
	for _, p := range clinic.Procedures {
		t.procedures[p.ID] = p.ID
		same := func(other conversation.Procedure) bool {
			return strings.EqualFold(other.Name, p.Name) && sameSpecialty(clinic, p.SpecialtyID, present, other.SpecialtyID)
		}
		if i := slices.IndexFunc(present.Procedures, same); i >= 0 {
			t.procedures[p.ID] = present.Procedures[i].ID
		}
	}
	for _, p := range clinic.Plans {
		t.plans[p.ID] = p.ID
		if i := slices.IndexFunc(present.Plans, func(other conversation.Service) bool { return strings.EqualFold(other.Name, p.Name) }); i >= 0 {
			t.plans[p.ID] = present.Plans[i].ID
		}
	}
	return t
}

// sameSpecialty compares by name: every specialty may have its own "Consulta".
func sameSpecialty(a *conversation.Clinic, idA int, b *conversation.Clinic, idB int) bool {
	one, knownA := a.Specialty(idA)
	other, knownB := b.Specialty(idB)
	return knownA && knownB && strings.EqualFold(one.Name, other.Name)
}

// back is a request in ids of the recording.
func (t translation) back(r conversation.Request) conversation.Request {
	r.AgendaID, r.ProcedureID, r.PlanID = t.agendas[r.AgendaID], t.procedures[r.ProcedureID], t.plans[r.PlanID]
	return r
}

// number is an id of a recording, 0 for none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}
