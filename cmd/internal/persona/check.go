package persona

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// The checks of a visit.  All of them are called with its lock held.

// maxText is the longest text that WhatsApp takes, in characters.
const maxText = 4096

var (
	english  = regexp.MustCompile(`(?i)\b(the|sorry|please|error|your|appointment|undefined|null|nil|internal|failed|timeout|not found)\b`)
	markdown = regexp.MustCompile(`\*\*|(?m)^#{1,6} |\]\(http|<\w+>`)
	elevens  = regexp.MustCompile(`\d{3}\.?\d{3}\.?\d{3}-?\d{2}`)
)

// checkText: what no text of a clinic may be.
func (v *Visit) checkText(text string) {
	switch {
	case strings.TrimSpace(text) == "":
		v.fault(BadText, "a blank message")
	case utf8.RuneCountInString(text) > maxText:
		v.fault(BadText, "%d characters", utf8.RuneCountInString(text))
	case english.MatchString(text):
		v.fault(BadText, "English: %q", english.FindString(text))
	case markdown.MatchString(text):
		v.fault(BadText, "formatting that WhatsApp does not know: %q", markdown.FindString(text))
	case elevens.MatchString(text):
		v.fault(BadText, "a CPF in full")
	}
}

// checkRepeat: whoever was not understood does not hear the same sentence again, and nobody hears a
// whole reply again without having written the same again.  The lines of a list may come again.
func (v *Visit) checkRepeat(text string) {
	whole := fold(text)
	for _, earlier := range v.before {
		if fold(earlier) == whole && v.words[0] != v.words[1] {
			v.fault(SameWords, "the same reply twice in a row")
			return
		}
	}
	if !misses.MatchString(whole) {
		return
	}
	earlier := sentences(fold(strings.Join(v.before, "\n")))
	for _, s := range sentences(whole) {
		if len(s) < 12 || numbered.MatchString(s) || dayMonth.MatchString(s) {
			continue
		}
		for _, e := range earlier {
			if e == s {
				v.fault(SameWords, "again, not understood: %q", s)
				return
			}
		}
	}
}

// checkClaim: nobody hears of an appointment that there is none of.
func (v *Visit) checkClaim(text string, now time.Time) {
	if !Claims(text) {
		return
	}
	if len(v.appointments) == 0 {
		v.fault(FalseConfirmation, "said before anything was booked: %q", text)
		return
	}
	for _, s := range sentences(text) {
		if !Claims(s) {
			continue
		}
		_, slots := itemsOf(s, now)
		for _, slot := range slots {
			if !v.made(slot.Slot) {
				v.fault(FalseConfirmation, "no appointment is on %s at %s", slot.Date, slot.Hour)
			}
		}
	}
}

func (v *Visit) made(s Slot) bool {
	for _, a := range v.appointments {
		if a.Slot == s {
			return true
		}
	}
	return false
}

// checkOffer: every time that may be chosen by its number was listed by the clinic.
func (v *Visit) checkOffer(text string, now time.Time) {
	if v.free == nil {
		return
	}
	_, slots := itemsOf(text, now)
	for _, one := range slots {
		if one.number > 0 && !v.free[one.Slot] {
			v.fault(InventedTime, "%s %s was never listed", one.Date, one.Hour)
			return
		}
	}
}

const (
	// promptly is within how long an answer is an answer; what comes later was said unasked.
	promptly = 10 * time.Minute
	// unaskedAtMost: one nudge, and a goodbye.
	unaskedAtMost = 2
	// window is how long after the patient's last message WhatsApp takes texts.
	window = 24 * time.Hour
)

// checkHour: nobody is spoken to unasked at night, more than twice, or after a day.
func (v *Visit) checkHour(now time.Time) {
	late := now.Sub(v.wrote)
	if late < promptly {
		return
	}
	v.unasked++
	switch {
	case v.unasked > unaskedAtMost:
		v.fault(Untimely, "said unasked for the %d. time", v.unasked)
	case now.Hour() < 8 || now.Hour() >= 20:
		v.fault(Untimely, "said unasked at %s", now.Format("15:04"))
	case late > window:
		v.fault(Untimely, "said %v after the patient's last message", late.Round(time.Minute))
	}
}

// checkAppointment: it is what the patient wants and agreed to, and for whom.
func (v *Visit) checkAppointment(a Appointment) {
	p := v.patient
	if len(v.appointments) >= len(p.goals) {
		v.fault(WrongBooking, "appointment %d of %d that were wanted", len(v.appointments)+1, len(p.goals))
		return
	}
	g := p.goals[len(v.appointments)]
	wrong := func(what string, is, want any) {
		if is != want {
			v.fault(WrongBooking, "%s %v, wanted %v", what, is, want)
		}
	}
	wrong("CPF", a.Person.CPF, g.For.CPF)
	wrong("name", fold(a.Person.Name), fold(g.For.Name))
	wrong("birth date", a.Person.BirthDate, g.For.BirthDate)
	wrong("agenda", a.AgendaID, g.AgendaID)
	wrong("procedure", a.ProcedureID, g.ProcedureID)
	wrong("plan", a.PlanID, g.PlanID)
	wentAlong := p.agreed == nil && p.settled != nil && *p.settled == a.Slot && g.Wish.allows(a.Slot) // and nothing else was said since
	switch {
	case wentAlong:
	case p.agreed == nil:
		v.fault(WrongBooking, "%s %s, agreed on nothing", a.Slot.Date, a.Slot.Hour)
	default:
		wrong("time", a.Slot, *p.agreed)
	}
}
