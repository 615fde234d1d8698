package record

import (
	"cmp"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
)

// About is what is stored in one session about persons, for one of them to read: in the clear, in names of the
// catalogue instead of ids.
type About struct {
	// Phone is the phone of the chat, digits with country code; "" while unknown.
	Phone string
	// People are those whose data are stored: who writes, and whom they booked for.
	People []conversation.Identity
	// Appointments are those that the agent made here, and those of which the clinic told, by time.
	Appointments []Appointment
	// Unanswered are messages that wait.
	Unanswered []Unanswered
	// Notice is the privacy notice that was read last, nil for none.
	Notice *conversation.Notice
	// NoReminders: nothing is written first any more.
	NoReminders bool
}

// Appointment is one that was made, or that the clinic told of; fields may be empty.
type Appointment struct {
	Date, Hour               string // YYYY-MM-DD, HH:MM
	For                      string // the patient's name, of the clinic's own the first one
	Doctor, Procedure, Plan  string
	Description, Preparation string // the clinic's own words about it
	// AskedAt is when the patient was asked last whether they come, zero for never; Answer is what was said to it.
	AskedAt time.Time
	Answer  conversation.Attendance
}

// Unanswered is a message that waits; Text is "" for media without words.
type Unanswered struct {
	At   time.Time
	Text string
}

// Tell is what is stored in a session.  Of a record that nobody can read it tells nothing.
func Tell(stored journal.Stored, clinic *conversation.Clinic) About {
	rec, _ := ReadStored(stored)
	s := rec.State
	about := About{Phone: cmp.Or(rec.Phone, s.Phone), Notice: s.Notice, NoReminders: s.NoReminders}
	booked := slices.Clone(s.Earlier)
	if s.Booked != nil {
		booked = append(booked, *s.Booked)
	}
	about.add(s.Patient)
	about.add(s.Aside)
	if s.Known != nil {
		about.add(*s.Known)
	}
	for _, served := range slices.Concat(s.Served, s.Returning) {
		about.add(served.Identity)
	}
	for _, b := range booked {
		about.add(conversation.Identity{Name: b.Name, CPF: b.CPF})
		about.made(b, clinic)
	}
	for _, v := range s.Visits {
		about.asks(v, clinic)
	}
	for _, row := range stored.Waiting {
		about.waits(row)
	}
	slices.SortStableFunc(about.Appointments, func(a, b Appointment) int { return cmp.Compare(a.Date+a.Hour, b.Date+b.Hour) })
	return about
}

// add is one person more, or more of one that is known by the CPF, or by the name where either lacks a CPF.
func (a *About) add(who conversation.Identity) {
	if who == (conversation.Identity{}) {
		return
	}
	same := func(p conversation.Identity) bool {
		return who.CPF == p.CPF || (who.CPF == "" || p.CPF == "") && (who.Name == p.Name || who.Name == "")
	}
	i := slices.IndexFunc(a.People, same)
	if i < 0 {
		a.People = append(a.People, who)
		return
	}
	p := &a.People[i]
	p.Name, p.CPF, p.BirthDate = cmp.Or(p.Name, who.Name), cmp.Or(p.CPF, who.CPF), cmp.Or(p.BirthDate, who.BirthDate)
}

func (a *About) made(b conversation.Booked, clinic *conversation.Clinic) {
	doctor, _ := clinic.Doctor(b.Slot.AgendaID)
	procedure, _ := clinic.Procedure(b.ProcedureID)
	plan, _ := clinic.Plan(b.PlanID)
	a.Appointments = append(a.Appointments, Appointment{
		Date: b.Slot.Date, Hour: b.Slot.Hour, For: b.Name, Doctor: doctor.Name, Procedure: procedure.Name, Plan: plan.Name,
		Description: b.Description, Preparation: b.Preparation,
	})
}

// asks adds what was asked about an appointment, to the one that was made here or as one of the clinic's own.
func (a *About) asks(v conversation.Visit, clinic *conversation.Clinic) {
	doctor, _ := clinic.Doctor(v.Slot.AgendaID)
	i := slices.IndexFunc(a.Appointments, func(one Appointment) bool {
		return one.Date == v.Slot.Date && one.Hour == v.Slot.Hour && one.Doctor == doctor.Name
	})
	if i < 0 {
		i = len(a.Appointments)
		a.Appointments = append(a.Appointments, Appointment{Date: v.Slot.Date, Hour: v.Slot.Hour, For: v.Name, Doctor: doctor.Name})
	}
	a.Appointments[i].AskedAt, a.Appointments[i].Answer = v.AskedAt, v.Answer
}

func (a *About) waits(row journal.Message) {
	if row.Kind != journal.Patient {
		return
	}
	m, err := journal.ReadPatientMessage(row.Body)
	if err != nil {
		a.Unanswered = append(a.Unanswered, Unanswered{At: row.ReceivedAt, Text: string(row.Body)})
		return
	}
	a.Phone = cmp.Or(a.Phone, m.From)
	a.Unanswered = append(a.Unanswered, Unanswered{At: row.ReceivedAt, Text: cmp.Or(m.Text, m.Transcription)})
}
