// Package scheduling is the client of the scheduling API (spec A): free times, find a patient,
// register a patient, create an appointment.  Dates are YYYY-MM-DD and hours HH:MM everywhere in
// this package's types; the format each operation wants on the wire is decided inside (S-9-1).
package scheduling

// Query asks A1 for the free times of one doctor.  All ids are required.
type Query struct {
	AgendaID    int
	Doctor      string // name in the catalogue; other agendas are discarded by their names (spec A1)
	SpecialtyID int
	ProcedureID int
	PlanID      int
	From, To    string // inclusive days, YYYY-MM-DD
}

// Slot is one free time.
type Slot struct {
	Date string // YYYY-MM-DD
	Hour string // HH:MM
}

// Patient is a registered patient (spec 2.3).
type Patient struct {
	ID        int // paciente_id
	Name      string
	CPF       string
	BirthDate string // YYYY-MM-DD
	Phone     string
}

// NewPatient is what A3 registers (spec 2.4); BirthDate is YYYY-MM-DD.
type NewPatient struct {
	Name      string
	CPF       string // 11 digits
	BirthDate string
	Phone     string // digits with country code
}

// Appointment is what A4 creates.
type Appointment struct {
	PatientID   int
	CPF         string
	PlanID      int
	AgendaID    int
	ProcedureID int
	Date        string // YYYY-MM-DD
	Hour        string // HH:MM
	// Intent names the right to book ("<session hash>/<n>-<token>"), sent as the header
	// Atende-Intent so that a server that knows it can answer a repeat with the first result.
	Intent string
	// Guard, if set, is asked immediately before the first byte leaves; an error holds the call
	// back, which is then not executed (B2).
	Guard func() error
}

// Verdict is what is known of an A4 (contract, "A4").
type Verdict int

// The verdicts of an A4.
const (
	Open        Verdict = iota // nobody can tell; never repeat blindly
	Executed                   // 2xx
	NotExecuted                // definitely not: the slot is gone or the data is wrong
)

// Booking is the answer of A4.
type Booking struct {
	Verdict     Verdict
	Description string // to be sent to the patient verbatim
	Preparation string // likewise ("preparo")
	// Readable is false when a 2xx had a body without description: the appointment
	// exists, and a person must tell the patient.
	Readable bool
	// Status is the HTTP status, 0 without an answer.
	Status int
	// Replayable is true when the server announced that it knows Atende-Intent: then, and only
	// then, repeating the same call is safe.
	Replayable bool
}
