// Package catalog reads the clinic file: the YAML list of specialties, doctors, procedures and
// plans from which the agent resolves identifiers, because the scheduling API has no call that
// lists them (contract).  It may also hold what the clinic wants said about itself (answers), when its
// people answer (reception), and how its patients name what is in the lists (phrases).
//
// The same file, with more keys, drives the scheduling API server (hours, closed days,
// preparations).  Each side accepts the keys of the other and ignores them, but for the closed days,
// which hold for the reception too.  A file that cannot be served is refused as a whole, with every
// problem and its line, before the process starts.
package catalog

import "time"

// Clinic is one valid clinic file.  Every reference in it resolves and every id is unique within
// its list.
type Clinic struct {
	// Version tells one state of the file from another: the beginning of its hash.
	Version string
	// Source is the file itself, from which Parse makes the same Clinic.
	Source []byte
	// Name is what patients read, for example "Clínica Boa Vida".
	Name string
	// Phone is what patients call when nobody can be called for them, as the file writes it: "(11) 3333-4444"; "" when
	// the file does not say.
	Phone string
	// DPO answers for personal data (LGPD, art. 41, the "encarregado"); nil when the file does not say who that is.
	DPO *DPO
	// Location is the clinic's time zone; every date and hour of the file is in it.
	Location    *time.Location
	Specialties []Specialty
	Doctors     []Doctor
	Procedures  []Procedure
	Plans       []Plan
	// Lines is where the entries of the four lists above stand in the file.
	Lines Lines

	// Answers are the clinic's own words about itself, in the order of the file; a topic occurs once.
	Answers []Answer
	// Reception is when people answer; nil when the file does not say.
	Reception *Reception
	// Offer bounds what patients are offered at once.
	Offer Offer
	// Tags are the contact tags that the clinic calls otherwise, by their names in spec C, rule 5: agendado,
	// transferido, sem_interesse.  One that is not to be added is "".
	Tags map[string]string
	// Phrases are further words of patients for entries of the four lists.
	Phrases Phrases

	// Hours, Closed, Preparations and Durations matter only to the scheduling API server.
	Hours        []Hours
	Closed       []string // days without appointments, YYYY-MM-DD
	Preparations []Preparation
	Durations    []Duration
}

// Lines are line numbers, from 1: the i-th of a list is that of the i-th entry of the Clinic's list of that
// name.
type Lines struct {
	Specialties, Doctors, Procedures, Plans []int
}

// DPO is who answers for personal data, and where: an e-mail, an address or a phone, as patients read it.
type DPO struct{ Name, Contact string }

// Specialty is a line of "specialties"; ID is the especialidade_id of the wire.
type Specialty struct {
	ID      int
	Name    string
	Aliases []string
}

// Doctor is a line of "doctors"; AgendaID is the agenda_id of the wire.  Name keeps its title.
type Doctor struct {
	AgendaID    int
	Name        string
	SpecialtyID int
	Aliases     []string
}

// Procedure is a line of "procedures"; ID is one of the procedimentos of the wire.
type Procedure struct {
	ID          int
	Name        string
	SpecialtyID int
	Aliases     []string
}

// Plan is a line of "plans"; ID is the convenio_id of the wire.
type Plan struct {
	ID      int
	Name    string
	Aliases []string
}

// Answer is an entry of "answers": what the clinic wants said to a question about Topic, word for
// word.  Text is one message: at most 1,000 characters, no blank line.
type Answer struct {
	// Topic is one of those that every clinic knows (address, hours, plans, prices, payment,
	// preparation, documents) or one of the clinic's own, as it is written in the file.
	Topic string
	// Aliases are words by which a question is told to be about the topic.  A topic of the clinic's
	// own has some, and its own name is the first; no two topics share one.
	Aliases []string
	Text    string
}

// Phrases is the block "phrases" in the dialect of package language.  Its first line is the one behind Line; none: no
// Text.
type Phrases struct {
	File string // the path that the clinic file was read from
	Line int    // of the key
	Text string
}

// Offer bounds an offer to a patient without a wish: Days from 1 to 5, of which each has at most Morning times before
// noon and Afternoon from noon on, from 1 to 2 (spec 8, contract "The offer").
type Offer struct{ Days, Morning, Afternoon int }

// Hours says when an agenda takes appointments: on Weekdays from From to To (both HH:MM, To is
// when the last appointment must have ended), one every Every.
type Hours struct {
	AgendaID int
	Weekdays []time.Weekday
	From, To string
	Every    time.Duration
}

// Preparation is the preparo text of one procedure.
type Preparation struct {
	ProcedureID int
	Text        string
}

// Duration is how long one procedure takes, in whole minutes; one without takes the Every of its agenda.
type Duration struct {
	ProcedureID int
	Takes       time.Duration
}
