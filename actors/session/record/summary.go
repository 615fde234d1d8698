package record

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/history"
)

// Summary is what a conversation is about, for the person who takes it over and for operators: names of
// the catalogue, times and codes, made of the record without a model.  Nothing in it identifies the patient.
type Summary struct {
	// Reason is why it was handed over, one of metrics.HandOverReasons; "" where the agent handed nothing over.
	Reason string `json:"reason,omitempty"`
	// Specialty, Doctor, Procedure and Plan are what is wanted, as far as it is known.
	Specialty string `json:"specialty,omitempty"`
	Doctor    string `json:"doctor,omitempty"`
	Procedure string `json:"procedure,omitempty"`
	Plan      string `json:"plan,omitempty"`
	// When are the days and hours that are wished for: "2026-11-26..2026-11-27", "thu", "morning", "09:00..12:00".
	When []string `json:"when,omitempty"`
	// Offered are the times of the last offer and Chosen is the one that was taken, "2026-11-24 09:30" and the doctor.
	Offered []string `json:"offered,omitempty"`
	Chosen  string   `json:"chosen,omitempty"`
	// Booked is the last appointment that was made here.
	Booked string `json:"booked,omitempty"`
	// Open is what is missing: "service", "doctor", "procedure", "plan", "slot", "name", "cpf", "birth_date", "confirm"
	// (the patient's yes), "booking" (whether the appointment was made) and "next" (somebody or something else waits).
	Open []string `json:"open,omitempty"`
}

// maxOffered bounds the times of an offer in a summary.
const maxOffered = 20

// Summarize is the summary of a stored session; nil where nothing is known of a wish.
func Summarize(stored journal.Stored, clinic *conversation.Clinic) *Summary {
	rec, known := ReadStored(stored)
	if !known {
		return nil
	}
	return summaryOf(rec.State, clinic)
}

func summaryOf(s *conversation.State, clinic *conversation.Clinic) *Summary {
	sum := &Summary{When: whenOf(s.Wish)}
	if s.HandedOver != "" {
		sum.Reason = history.ReasonCode(s.HandedOver)
	}
	sum.name(clinic, s.Request)
	for _, slot := range s.Offer[:min(len(s.Offer), maxOffered)] {
		sum.Offered = append(sum.Offered, slotOf(clinic, slot))
	}
	if s.Choice != nil {
		sum.Chosen = slotOf(clinic, *s.Choice)
	}
	if s.Booked != nil {
		procedure, _ := clinic.Procedure(s.Booked.ProcedureID)
		sum.Booked = strings.TrimSpace(slotOf(clinic, s.Booked.Slot) + " " + procedure.Name)
	}
	if s.Closed != conversation.OutcomeBooked && s.Closed != conversation.OutcomeNoInterest {
		sum.Open = openOf(s)
	}
	if len(s.Next) > 0 {
		sum.Open = append(sum.Open, "next")
	}
	if sum.empty() {
		return nil
	}
	return sum
}

// empty reports that there is nothing but what every new conversation lacks.
func (sum *Summary) empty() bool {
	named := sum.Reason + sum.Specialty + sum.Doctor + sum.Procedure + sum.Plan + sum.Chosen + sum.Booked
	return named == "" && len(sum.When)+len(sum.Offered) == 0
}

func (sum *Summary) name(clinic *conversation.Clinic, r conversation.Request) {
	specialtyID := r.SpecialtyID
	if doctor, known := clinic.Doctor(r.AgendaID); known {
		sum.Doctor, specialtyID = doctor.Name, cmp.Or(specialtyID, doctor.SpecialtyID)
	}
	if specialty, known := clinic.Specialty(specialtyID); known {
		sum.Specialty = specialty.Name
	}
	if procedure, known := clinic.Procedure(r.ProcedureID); known {
		sum.Procedure = procedure.Name
	}
	if plan, known := clinic.Plan(r.PlanID); known {
		sum.Plan = plan.Name
	}
}

// openOf is what is missing to an appointment.
func openOf(s *conversation.State) []string {
	var open []string
	missing := func(is bool, what string) {
		if is {
			open = append(open, what)
		}
	}
	r, who := s.Request, s.Patient
	missing(r.SpecialtyID == 0, "service")
	missing(r.AgendaID == 0 && len(s.Among) == 0, "doctor")
	missing(r.ProcedureID == 0, "procedure")
	missing(r.PlanID == 0, "plan")
	missing(s.Choice == nil, "slot")
	missing(who.Name == "", "name")
	missing(who.CPF == "", "cpf")
	missing(who.BirthDate == "", "birth_date")
	switch {
	case s.Pending != nil:
		return []string{"booking"}
	case len(open) == 0:
		return []string{"confirm"}
	default:
		return open
	}
}

func slotOf(clinic *conversation.Clinic, slot conversation.Slot) string {
	doctor, _ := clinic.Doctor(slot.AgendaID)
	return strings.TrimSpace(slot.Date + " " + slot.Hour + " " + doctor.Name)
}

// whenOf are the parts of a wish, each once.
func whenOf(w conversation.Wish) []string {
	var parts []string
	span := func(s conversation.Span) string {
		if s.From == s.To {
			return s.From
		}
		return s.From + ".." + s.To
	}
	for _, d := range w.Dates {
		parts = append(parts, span(d))
	}
	for _, d := range w.Weekdays {
		parts = append(parts, strings.ToLower(d.String()[:len("mon")]))
	}
	if w.Period != "" {
		parts = append(parts, string(w.Period))
	}
	for _, t := range w.Times {
		parts = append(parts, span(t))
	}
	for _, either := range w.Any {
		parts = append(parts, whenOf(either)...)
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}
