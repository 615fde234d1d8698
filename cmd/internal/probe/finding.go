package probe

import (
	"fmt"
	"strings"
	"unicode"
)

// Kind is what is wrong with a line, as the setting --accept names it.
type Kind string

// The kinds of findings.
const (
	Everything  Kind = "everything"  // no line of the file has a time
	Agenda      Kind = "agenda"      // a doctor without any time: the agenda_id is wrong, or all is taken
	Name        Kind = "name"        // times are discarded, or another doctor's taken, because of the name
	Procedure   Kind = "procedure"   // a procedure that no doctor has times for
	Plan        Kind = "plan"        // a plan that no doctor has times for
	Specialty   Kind = "specialty"   // a specialty none of whose doctors has a time
	Combination Kind = "combination" // a doctor who has times, but not for this procedure or plan
	FirstName   Kind = "first_name"  // doctors that A1's first-name rule cannot tell apart
	Failure     Kind = "failure"     // the API refused or failed
)

// Kinds are all of them.
func Kinds() []string {
	var names []string
	for _, k := range []Kind{Everything, Agenda, Name, Procedure, Plan, Specialty, Combination, FirstName, Failure} {
		names = append(names, string(k))
	}
	return names
}

// The likelier reasons of a finding.
const (
	LikelyID      = "id"      // an id of the line
	LikelyName    = "name"    // the name of the line
	LikelyFull    = "full"    // nothing is wrong but that all is taken
	LikelyUnknown = "unknown" // one look cannot tell
)

// Finding is a line of the clinic file that does not work, or may work otherwise than it reads.
type Finding struct {
	Line    int    `json:"line"`
	Kind    Kind   `json:"kind"`
	Subject string `json:"subject"` // what stands on the line
	Reason  string `json:"reason"`
	// Likely is which of the reasons is the likelier one.
	Likely string `json:"likely"`
	// Note says that it is worth knowing and no fault.
	Note bool `json:"note,omitempty"`
}

// The subjects of the four lists, by place.

func (r *run) doctor(i int) string {
	d := r.Clinic.Doctors[i]
	return fmt.Sprintf("%s (agenda_id %d)", d.Name, d.AgendaID)
}

func (r *run) procedure(i int) string {
	p := r.Clinic.Procedures[i]
	return fmt.Sprintf("%s (procedure id %d)", p.Name, p.ID)
}

func (r *run) plan(i int) string {
	p := r.Clinic.Plans[i]
	return fmt.Sprintf("%s (plan id %d)", p.Name, p.ID)
}

func (r *run) specialty(i int) string {
	s := r.Clinic.Specialties[i]
	return fmt.Sprintf("%s (specialty id %d)", s.Name, s.ID)
}

// maxName is how much of a name that the API gave is printed.
const maxName = 60

// quoted is a name from the API for a terminal.
func quoted(name string) string {
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, name)
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName]) + "…"
	}
	return `"` + strings.TrimSpace(name) + `"`
}

// listed joins a few words; of many it gives the first and a count.
func listed(words []string) string {
	const most = 5
	if len(words) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
	}
	return strings.Join(words, ", ")
}
