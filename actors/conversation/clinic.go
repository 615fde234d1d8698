package conversation

import "time"

// Clinic is what the conversation knows of the clinic.
type Clinic struct {
	Name        string
	Location    *time.Location
	Specialties []Service
	Doctors     []Doctor
	Procedures  []Procedure
	Plans       []Service
}

// Service is a thing with a name: a specialty or a plan.
type Service struct {
	ID      int
	Name    string
	Aliases []string
}

// Doctor is one agenda.
type Doctor struct {
	AgendaID    int
	Name        string // with its title
	SpecialtyID int
	Aliases     []string
}

// Procedure belongs to one specialty.
type Procedure struct {
	ID          int
	Name        string
	SpecialtyID int
	Aliases     []string
}
