package rules

import (
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// text is one of the clinic's texts (package wording) with its placeholders filled.  A reply joins them
// by line breaks: blank lines would part it into several messages (spec C, rule 3).
func (d *dialogue) text(id wording.ID, fill ...string) string {
	return d.clinic.Texts.Text(id, fill...)
}

// badIdentity says what is the matter with an answer that cannot be right.
var badIdentity = map[conversation.Question]wording.ID{
	conversation.AskName:      wording.BadName,
	conversation.AskCPF:       wording.BadCPF,
	conversation.AskBirthDate: wording.BadBirthDate,
}

func joinLines(lines []string) string { return strings.Join(lines, "\n") }

func (d *dialogue) greetingText() string {
	hello := wording.GreetingEvening
	switch hour := d.now().Hour(); {
	case hour >= 5 && hour < 12:
		hello = wording.GreetingMorning
	case hour >= 12 && hour < 18:
		hello = wording.GreetingAfternoon
	}
	return d.text(wording.Introduction, "greeting", d.text(hello), "clinic", d.clinic.Name)
}

func isPrivate(plan string) bool { return strings.EqualFold(plan, "particular") }

func (d *dialogue) acceptsPlanText(name string) string {
	if isPrivate(name) {
		return d.text(wording.AnswerPrivate)
	}
	return d.text(wording.AnswerPlan, "plan", name)
}

func (d *dialogue) plansText() string {
	return d.text(wording.AnswerPlans, "plans", enumerated(d.planNames()))
}

func (d *dialogue) planNames() []string {
	var names []string
	for _, p := range d.clinic.Plans {
		names = append(names, p.Name)
	}
	return names
}

// enumerated is "a, b e c".
func enumerated(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " e " + names[len(names)-1]
}

func (d *dialogue) doctorsText() string {
	lines := []string{d.text(wording.AnswerDoctors)}
	for _, s := range d.clinic.Specialties {
		var names []string
		for _, doctor := range d.clinic.DoctorsOf(s.ID) {
			names = append(names, doctor.Name)
		}
		lines = append(lines, d.text(wording.AnswerDoctorLine, "specialty", s.Name, "doctors", strings.Join(names, ", ")))
	}
	return joinLines(lines)
}

// hasText names who works in a specialty.
func (d *dialogue) hasText(id int) string {
	specialty, _ := d.clinic.Specialty(id)
	var names []string
	for _, doctor := range d.clinic.DoctorsOf(id) {
		names = append(names, doctor.Name)
	}
	return d.text(wording.AnswerDoctorLine, "specialty", specialty.Name, "doctors", strings.Join(names, ", "))
}

func dayText(date string, now time.Time) string { return conversation.Day(date, now) }

func capitalised(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return text
}

func (d *dialogue) chosenText(slot conversation.Slot) string {
	return d.text(wording.ChoiceMade, "day", capitalised(dayText(slot.Date, d.now())), "hour", slot.Hour)
}

func (d *dialogue) choiceText(slot conversation.Slot) string {
	return d.text(wording.ChoiceTold, "day", dayText(slot.Date, d.now()), "hour", slot.Hour)
}

func (d *dialogue) worksInText(agendaID int) string {
	doctor, _ := d.clinic.Doctor(agendaID)
	specialty, _ := d.clinic.Specialty(doctor.SpecialtyID)
	return d.text(wording.AnswerWorksIn, "doctor", doctor.Name, "specialty", specialty.Name)
}

func (d *dialogue) offerText(s *conversation.State) string {
	with := d.clinic.With(s.Request.AgendaID)
	if len(s.Offer) == 1 && !s.SlotGone && s.Found == conversation.FoundWished {
		slot := s.Offer[0]
		return d.text(wording.OfferSingle, "day", dayText(slot.Date, d.now()), "hour", slot.Hour, "with", with)
	}
	head, tail := wording.OfferHead, wording.OfferTail
	switch {
	case s.SlotGone:
		head = wording.OfferGone
	case s.Found == conversation.FoundElse:
		head = wording.OfferElse
	case s.Found == conversation.FoundExhausted:
		head = wording.OfferAll
	case len(s.Seen) > 0:
		head, tail = wording.OfferMore, wording.OfferMoreTail
	}
	return d.text(head, "with", with) + d.offerLines(s.Offer) + "\n" + d.text(tail)
}

// offerLines lists slots by day, two to a line so that they fit a small phone.
func (d *dialogue) offerLines(offer []conversation.Slot) string {
	var b strings.Builder
	day, inLine := "", 0
	for i, slot := range offer {
		if slot.Date != day {
			day, inLine = slot.Date, 0
			b.WriteString("\n*" + capitalised(dayText(day, d.now())) + "*")
		}
		separator := "\n"
		if inLine%2 == 1 {
			separator = "   "
		}
		b.WriteString(separator + d.text(wording.AskOption, "number", strconv.Itoa(i+1), "name", slot.Hour))
		inLine++
	}
	return b.String()
}

func (d *dialogue) nothingLeftText(s *conversation.State) string {
	id := wording.NoneLeft
	if s.SlotGone {
		id = wording.NoneLeftGone
	}
	return d.text(id, "with", d.clinic.With(s.Request.AgendaID))
}

func (d *dialogue) nothingElseText(s *conversation.State) string {
	return d.text(wording.NoneElse, "with", d.clinic.With(s.Request.AgendaID))
}

func (d *dialogue) onlyDoctorText(s *conversation.State) string {
	doctor, _ := d.clinic.Doctor(s.Request.AgendaID)
	return d.text(wording.NoneOnlyDoctor, "doctor", doctor.Name)
}

func (d *dialogue) bookedText(b *conversation.Booked) string { return d.clinic.BookedText(b, d.now()) }
