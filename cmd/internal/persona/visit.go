package persona

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// Visit is one patient's conversation as it looks from outside: what was written and said, what the
// clinic and the gateway were asked to do.  Everything is checked in the moment in which it happens.
// It is safe for concurrent use.
type Visit struct {
	mu      sync.Mutex
	patient *Patient
	began   time.Time

	story    []string
	unread   []string
	reply    []string // what the agent said after the last words of the patient
	before   []string // and after those before
	spoke    bool     // the patient waits for an answer
	messages int
	words    [2]string // of the last two acts
	wrote    time.Time // when the patient's last message was sent
	unasked  int       // texts since then that came long after it
	free     map[Slot]bool

	appointments []Appointment
	persons      []string // reasons of the hand-overs
	outcomes     []string
	faults       []Fault
}

// Appointment is an A4 that was executed, with what the clinic knows of the patient.
type Appointment struct {
	Person      Person
	AgendaID    int
	ProcedureID int
	PlanID      int
	Slot        Slot
}

// NewVisit is the conversation of a patient who has not written yet.
func NewVisit(p *Patient) *Visit { return &Visit{patient: p, began: p.now} }

// Next is what the patient does, having read what was said since the last call.
func (v *Visit) Next(now time.Time) Act {
	v.mu.Lock()
	defer v.mu.Unlock()
	heard := v.unread
	v.unread = nil
	if v.spoke && len(v.reply) == 0 && len(v.persons) == 0 {
		v.fault(Unanswered, "nothing came")
	}
	act := v.patient.Next(heard, now)
	if v.patient.again != askNothing {
		v.fault(AskedAgain, "the %s is known", v.patient.again)
		v.patient.again = askNothing
	}
	if act.Done {
		v.note(now, "  (puts the phone away)")
		return act
	}
	v.spoke = len(act.Say) > 0
	if v.spoke {
		v.before, v.reply = v.reply, nil
		v.words = [2]string{v.words[1], wordsOf(act)}
	} else {
		v.note(now, "  (waits up to %v)", act.Listen)
	}
	v.messages += len(act.Say)
	return act
}

// wordsOf is what an act says.
func wordsOf(a Act) string {
	text := ""
	for _, u := range a.Say {
		text += u.Type + u.Text
	}
	return text
}

// Wrote notes a message of the patient at the moment of sending.
func (v *Visit) Wrote(u Utterance, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	text := u.Text
	if u.Type != "TEXT" {
		text = "!" + u.Type
	}
	v.note(now, "> %s", text)
	v.wrote, v.unasked = now, 0
}

// Hear takes a text of the agent.
func (v *Visit) Hear(text string, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.note(now, "| %s", strings.ReplaceAll(text, "\n", "\n           | "))
	v.checkText(text)
	v.checkRepeat(text)
	v.checkClaim(text, now)
	v.checkOffer(text, now)
	v.checkHour(now)
	v.unread = append(v.unread, text)
	v.reply = append(v.reply, text)
}

// Heard reports whether there is something that the patient has not read yet.
func (v *Visit) Heard() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.unread) > 0
}

// List takes a time that the clinic listed (A1); once there is one, no other may be offered.
func (v *Visit) List(s Slot) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.free == nil {
		v.free = map[Slot]bool{}
	}
	v.free[s] = true
}

// Full reports that an agenda has no times: some patients have that luck, too.
func (v *Visit) Full(agenda int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.patient.full == agenda
}

// Gone reports that somebody else took the time that an A4 asks for: some patients have that luck.
// The clinic asks it before each A4.
func (v *Visit) Gone(a Appointment, now time.Time) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.patient.gone == 0 {
		return false
	}
	v.patient.gone--
	v.note(now, "  A4 %s: taken meanwhile", a)
	return true
}

// Book takes an appointment that was made.
func (v *Visit) Book(a Appointment, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.note(now, "  A4 %s", a)
	v.checkAppointment(a)
	v.appointments = append(v.appointments, a)
}

// HandOver takes the news that a person has the session; reason is the agent's, "" where nobody tells:
// then it is what the patient makes of the last words.
func (v *Visit) HandOver(reason string, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if reason == "" {
		reason = guessReason(fold(strings.Join(v.reply, "\n")))
	}
	v.note(now, "  a person takes over: %s", reason)
	v.persons = append(v.persons, reason)
}

// Outcome takes an outcome that the agent counted, where that can be known.
func (v *Visit) Outcome(name string, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.note(now, "  outcome %s", name)
	v.outcomes = append(v.outcomes, name)
}

// note adds a line to the story; the caller holds the lock.
func (v *Visit) note(now time.Time, format string, args ...any) {
	v.story = append(v.story, fmt.Sprintf("%10s ", now.Sub(v.began).Round(time.Second))+fmt.Sprintf(format, args...))
}

// fault notes a broken promise; the caller holds the lock.
func (v *Visit) fault(promise Promise, format string, args ...any) {
	f := Fault{Promise: promise, What: fmt.Sprintf(format, args...)}
	v.faults = append(v.faults, f)
	v.story = append(v.story, "!!!!!!!!!! "+f.String())
}

// String names the patient by what tells them apart here.
func (a Appointment) String() string {
	return fmt.Sprintf("agenda %d procedure %d plan %d %s %s for %s, %s, %s", a.AgendaID, a.ProcedureID, a.PlanID,
		a.Slot.Date, a.Slot.Hour, a.Person.Name, a.Person.CPF, a.Person.BirthDate)
}
