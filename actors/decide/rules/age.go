package rules

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/wording"
)

// maxAge is the age of nobody, in years.
const maxAge = 120

// ageOfChild is up to what age "ele tem 6 anos" is told of a patient who was not named.
const ageOfChild = 16

// ageIn is how old a text says that somebody is for whom an appointment is, "meu filho de 5 anos", in years and at least 1; 0
// for nothing, or for the age of somebody else.
func (d *dialogue) ageIn(s *conversation.State, r reading) int {
	r.scan()
	if !slices.ContainsFunc(r.tokens, func(t language.Token) bool { return say.YearsOld.Has(t.Text) }) {
		return 0
	}
	patient := d.patientOf(r)
	other := cmp.Or(patient, s.For, conversation.ForWriter) != conversation.ForWriter // whom "ela" may be
	for _, m := range r.matches(say.Aged) {
		call := d.toldBack(r.parsed, language.Match{From: m.From, To: m.From + 1})
		whose := call == "" && other || call != "" && (call == patient || call == s.For)
		n := count{to: m.To}
		if m.To < len(r.tokens) {
			n = countAt(r.parsed, m.To)
		}
		years := n.to > m.To && n.to < len(r.tokens) && say.YearsOld.Has(r.tokens[n.to].Text)
		since := years && n.to+1 < len(r.tokens) && slices.Contains([]string{"que", "atras"}, r.tokens[n.to+1].Text)
		child := n.value < ageOfChild && slices.Contains([]string{"ele", "ela"}, r.tokens[m.From].Text) // whose relative was not said
		if (whose || child) && years && !since && n.value <= maxAge {
			return max(n.value, 1)
		}
	}
	return 0
}

// notesAge keeps in mind how old the patient is said to be, but for what was just asked about.
func (d *dialogue) notesAge(h *heard) {
	if age := d.ageIn(h.s, h.whole); age != 0 && age != h.s.Age && h.s.Closed == "" && !d.rejected {
		d.moves = append(d.moves, conversation.Identify{Age: age})
	}
}

// otherAge leaves out a birth date that does not fit the age that was told, and asks for it once more, once: of a child of five
// it is rather the mother's (receptionist A8).
func (d *dialogue) otherAge(s *conversation.State, r *reading) bool {
	said := s.Age
	if age := d.ageIn(s, *r); age != 0 {
		said = age
	}
	born, err := time.Parse(time.DateOnly, r.BirthDate)
	if said == 0 || err != nil {
		return false
	}
	gives := yearsAt(born, d.now())
	if gives >= said-1 && gives <= said+1 {
		return false
	}
	text := d.text(wording.BadBirthDateAge, "said", ageText(said), "gives", ageText(gives), "birth", written(r.BirthDate), "of", d.ofPatient(s).Text).With(d.ofPatient(s))
	r.BirthDate = ""
	if s.Choice == nil { // it is asked for in its turn
		return false
	}
	d.moves = append(d.moves, conversation.Identify{Age: conversation.AgeForgotten})
	d.reject(conversation.AskBirthDate, text)
	return true
}

// yearsAt is how old somebody is on a day, in years.
func yearsAt(born, day time.Time) int {
	years := day.Year() - born.Year()
	if day.Month() < born.Month() || day.Month() == born.Month() && day.Day() < born.Day() {
		years--
	}
	return years
}

// ageText is an age with its unit.
func ageText(years int) string {
	if years == 1 {
		return "1 ano"
	}
	return strconv.Itoa(years) + " anos"
}
