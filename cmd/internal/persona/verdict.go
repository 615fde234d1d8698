package persona

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Promise is something an agent must always keep, whoever writes.
type Promise string

// The promises.
const (
	WrongBooking      Promise = "wrong booking"
	FalseConfirmation Promise = "false confirmation"
	SameWords         Promise = "same words"
	BadText           Promise = "bad text"
	Unanswered        Promise = "unanswered"
	InventedTime      Promise = "invented time"
	Untimely          Promise = "untimely"
	AskedAgain        Promise = "asked again"
)

// Fault is a broken promise.
type Fault struct {
	Promise Promise
	What    string
}

func (f Fault) String() string { return string(f.Promise) + ": " + f.What }

// End is a way in which a visit may end well.
type End struct {
	name string
	// reasons are those of a hand-over, any if there are none.
	reasons []string
}

// Booked: all appointments that were wanted were made.  Gone: the patient gave up and was let go.
var (
	Booked = End{name: "booked"}
	Gone   = End{name: "gone"}
)

// String is how a Verdict names the end.
func (e End) String() string { return e.name }

// Handed is a hand-over for one of the reasons.
func Handed(reasons ...string) End { return End{name: "person", reasons: reasons} }

// reasons are words by which a patient sees why a person takes over, in the agent's own terms.
var reasons = []struct {
	name string
	word *regexp.Regexp
}{
	{"emergencia", regexp.MustCompile(`\b(192|188)\b`)},
	{"remarcar", regexp.MustCompile(`remarc|outro horario`)},
	{"cancelar", regexp.MustCompile(`cancel|desmarc`)},
	{"consulta_existente", regexp.MustCompile(`ja esta marcad`)},
	{"erro", regexp.MustCompile(`problema|dificuldade`)},
	{"nao_entendido", regexp.MustCompile(`nao (consegui|entendi)`)},
}

// guessReason is a reason as far as words tell, "" if they do not.
func guessReason(folded string) string {
	for _, r := range reasons {
		if r.word.MatchString(folded) {
			return r.name
		}
	}
	return ""
}

// Verdict is what came of a visit.
type Verdict struct {
	Persona string
	Seed    uint64
	// End is what it came to: "booked", "gone", "nothing", "person: REASON", or "person" where nobody
	// tells why.
	End string
	// Right: that is how it should end.
	Right bool
	// Appointments is how many were made.
	Appointments int
	// Messages is how many the patient wrote.
	Messages int
	// Long: too many, for one who cooperates.
	Long   bool
	Faults []Fault
}

// OK reports that it ended well and every promise was kept.
func (v Verdict) OK() bool { return v.Right && !v.Long && len(v.Faults) == 0 }

// Broke reports that a promise was broken.
func (v Verdict) Broke(p Promise) bool {
	return slices.ContainsFunc(v.Faults, func(f Fault) bool { return f.Promise == p })
}

// Why is what was wrong, in one line; "" if nothing was.
func (v Verdict) Why() string {
	var list []string
	if !v.Right {
		list = append(list, "ends with "+v.End)
	}
	if v.Long {
		list = append(list, fmt.Sprint(v.Messages, " messages"))
	}
	for _, f := range v.Faults {
		list = append(list, f.String())
	}
	return strings.Join(list, "; ")
}

// Verdict judges the visit; it is over.
func (v *Visit) Verdict() Verdict {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.patient
	r := Verdict{Persona: p.Persona.Name, Seed: p.Seed, End: v.end(), Appointments: len(v.appointments), Messages: v.messages, Faults: slices.Clone(v.faults)}
	for _, e := range p.ends {
		r.Right = r.Right || v.is(e)
	}
	r.Long = p.Persona.Cooperative && v.messages > MaxMessages
	return r
}

// is reports whether the visit came to an end.
func (v *Visit) is(e End) bool {
	switch end := v.end(); {
	case e.name != "person":
		return end == e.name
	case len(v.persons) == 0:
		return false
	default:
		reason := v.persons[0]
		return len(e.reasons) == 0 || reason == "" || slices.Contains(e.reasons, reason)
	}
}

// end is what the visit came to.  An agent that does not tell its outcomes is taken at its word when
// it lets go a patient who gave up.
func (v *Visit) end() string {
	switch {
	case len(v.persons) > 0:
		return strings.TrimSuffix("person: "+v.persons[0], ": ")
	case len(v.appointments) >= len(v.patient.goals):
		return Booked.name
	case slices.Contains(v.outcomes, "SEM_INTERESSE"), v.outcomes == nil && v.patient.gaveUp && len(v.appointments) == 0:
		return Gone.name
	default:
		return "nothing"
	}
}

// Story is the whole conversation, for people.
func (v *Visit) Story() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.patient
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d, on %s\n", p.Persona.Name, p.Seed, v.began.Format("Monday 2006-01-02 15:04"))
	for _, g := range p.goals {
		fmt.Fprintf(&b, "wants agenda %d (%s) procedure %d (%s) plan %d (%s) %s, for %s, %s, %s\n",
			g.AgendaID, p.doctor(g.AgendaID), g.ProcedureID, p.procedure(g.ProcedureID), g.PlanID, p.plan(g.PlanID), g.Wish.words(),
			g.For.Name, g.For.CPF, g.For.BirthDate)
	}
	for _, line := range v.story {
		b.WriteString(line + "\n")
	}
	return b.String()
}
