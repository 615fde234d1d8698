package server

import (
	"slices"
	"time"

	"atende/integrations/catalog"
)

// generalPreparation is the preparo of a procedure without one in the clinic file.
const generalPreparation = "Chegue 15 minutos antes do horário, com um documento com foto e, se tiver convênio, a carteirinha."

// directory finds what a clinic file lists by its id on the wire.
type directory struct {
	name         string
	doctorList   []catalog.Doctor
	doctors      map[int]catalog.Doctor
	specialties  map[int]catalog.Specialty
	procedures   map[int]catalog.Procedure
	plans        map[int]catalog.Plan
	preparations map[int]string
	durations    map[int]time.Duration
}

func newDirectory(clinic *catalog.Clinic) directory {
	d := directory{
		name:         clinic.Name,
		doctorList:   clinic.Doctors,
		doctors:      byID(clinic.Doctors, func(d catalog.Doctor) int { return d.AgendaID }),
		specialties:  byID(clinic.Specialties, func(s catalog.Specialty) int { return s.ID }),
		procedures:   byID(clinic.Procedures, func(p catalog.Procedure) int { return p.ID }),
		plans:        byID(clinic.Plans, func(p catalog.Plan) int { return p.ID }),
		preparations: map[int]string{},
		durations:    map[int]time.Duration{},
	}
	for _, p := range clinic.Preparations {
		d.preparations[p.ProcedureID] = p.Text
	}
	for _, p := range clinic.Durations {
		d.durations[p.ProcedureID] = p.Takes
	}
	return d
}

// takes is how long the procedures take one after the other, those without a duration no time of their own: an
// appointment has its agenda's step at least.
func (d directory) takes(procedures []int) time.Duration {
	var sum time.Duration
	for _, id := range procedures {
		sum += d.durations[id]
	}
	return sum
}

func byID[T any](list []T, id func(T) int) map[int]T {
	m := make(map[int]T, len(list))
	for _, entry := range list {
		m[id(entry)] = entry
	}
	return m
}

// performs says whether every one of the procedures belongs to the doctor's specialty.
func (d directory) performs(doctor catalog.Doctor, procedures []int) bool {
	return !slices.ContainsFunc(procedures, func(id int) bool {
		p, known := d.procedures[id]
		return !known || p.SpecialtyID != doctor.SpecialtyID
	})
}

// preparation is what a patient must know before the procedures, each text once, in their order.
func (d directory) preparation(procedures []int) []string {
	var out []string
	for _, id := range procedures {
		text := d.preparations[id]
		if text == "" {
			text = generalPreparation
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}
