package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// namesVague calls somebody, of whom no more is known than that there is one more, by the name that a text tells: "sim, a Manu",
// where "o seu outro filho" is the patient, or who comes next.  The text is read again with that.
func (d *dialogue) namesVague(s *conversation.State, text string) bool {
	asksNext := afterBooking(s) && s.Asked == conversation.AskNext && len(s.Next) > 0
	if d.literal || s.Closed != "" && !asksNext {
		return false
	}
	whom := s.For
	if asksNext {
		whom = s.Next[0].For
	}
	call, rest := d.callFor(whom, text)
	if call == "" || s.Patient.Name != "" && !asksNext {
		return false
	}
	if asksNext {
		for _, next := range s.Next {
			d.moves = append(d.moves, conversation.Later{Next: next, Drop: true})
		}
		for i, next := range s.Next {
			if i == 0 {
				next.For, next.Called = call, ""
			}
			d.moves = append(d.moves, conversation.Later{Next: next})
		}
		if rest == "" {
			rest = text
		}
	} else {
		d.propose(conversation.Identify{For: call})
	}
	d.learned, d.shown = true, nil
	if asksIdentity(s.Asked) {
		rest = text
	}
	if !asksNext && !d.readAgain(s, rest).data() {
		d.answeredAside = true
		return true
	}
	d.readNext(rest)
	return true
}

// callFor is how somebody is called by a text that says hardly more than their name, where what they were called told only that they
// are one more, or does not fit the name, "o seu filho" and "a Manu"; and what is left of the text.
func (d *dialogue) callFor(whom, text string) (call, rest string) {
	if whom == "" || whom == conversation.ForWriter || byName(whom) {
		return "", ""
	}
	named, calls := d.standIns(d.parse(text), "")
	p := d.parse(named)
	m, ok := p.match(say.OnlyNames)
	if !ok || len(calls) != 1 {
		return "", ""
	}
	vague := whom == d.text(wording.NextOther).Text || d.oneMore(whom)
	if !byName(calls[0]) || !vague && whom[0] == calls[0][0] {
		return "", ""
	}
	name := m.To - 1
	for p.tokens[name].Text != standIn {
		name--
	}
	from := name
	for from > m.From && say.NameLead.Has(p.tokens[from-1].Text) {
		from--
	}
	left := strings.Fields(cutOut(named, place{p.tokens[from].Start, p.tokens[name].End}))
	return calls[0], strings.Trim(strings.ReplaceAll(strings.Join(left, " "), " ,", ","), " ,.;!")
}
