package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/language"
)

// calledPatient is the patient whom a text names by nothing but a name, "pra dona Heloísa", "cuido do seu Anselmo", as the writer
// is told back who that is: "a dona Heloísa"; "" for none.  The name of somebody who is known says nothing new.
func (d *dialogue) calledPatient(r reading) string {
	if d.literal || len(d.turn.Messages) == 0 || d.maybeKins(r) {
		return ""
	}
	if call := calledThey(r); call != "" && d.before.For == "" {
		return call
	}
	if d.callsRelative() {
		return ""
	}
	calls := d.calledPatients(r)
	if len(calls) == 0 {
		return ""
	}
	return calls[0]
}

// calledPatients are all those whom a text names so, as patients: "uma pra mim e outra pra dona Heloísa", "eu e o seu Anselmo".
func (d *dialogue) calledPatients(r reading) []string {
	if d.maybeKins(r) {
		return nil
	}
	return d.namedBy(r, say.ForNamed, say.NamedAndI)
}

// maybeKins reports that a name in a text may be that of the one relative whom it speaks of, and not of "o marido dela".
func (d *dialogue) maybeKins(r reading) bool {
	kin := d.onlyKin(r.parsed)
	return kin != "" && !strings.HasSuffix(kin, " dela") && !strings.HasSuffix(kin, " dele")
}

// namedToo are those whom a text names so behind relatives: "pra minha mãe e pra dona Heloísa".
func (d *dialogue) namedToo(r reading) []string { return d.namedBy(r, say.NamedToo) }

// namedBy are those whom a text calls by nothing but a name in words of some groups.
func (d *dialogue) namedBy(r reading, groups ...language.Group) (called []string) {
	if d.literal || len(d.turn.Messages) == 0 {
		return nil
	}
	text, calls := d.namesIn(r)
	if len(calls) == 0 {
		return nil
	}
	p := d.parse(text)
	told, self := p.matches(say.TellsNamed), p.matches(say.PresentsSelf)
	for _, m := range slices.Concat(each(groups, p.matches)...) {
		if slices.ContainsFunc(told, func(of language.Match) bool { return of.From < m.To && m.From < of.To }) {
			continue
		}
		if p.tokens[m.From].Text == standIn && slices.ContainsFunc(self, func(of language.Match) bool { return of.To <= m.From && m.From-of.To <= 1 }) {
			continue // "aqui é a Camila, eu e meu marido …"
		}
		at := p.standInsBefore(language.Match{From: m.To}) - 1
		for to := m.To; at >= 0 && at < len(calls); at++ {
			if !slices.Contains(called, calls[at]) && relativeBehind(p, to) == "" { // "pro Jorge, meu marido" is one
				called = append(called, calls[at])
			}
			if to = p.nextInList(to); to == 0 {
				break
			}
		}
	}
	return called
}

// nextInList is the place behind the name that stands in one list with that before a place, "dona Lurdes, o seu Anselmo e a Neide"; 0 for
// none.
func (p *parsed) nextInList(from int) int {
	joined := false
	for i := from; i < len(p.tokens) && i-from <= maxLed; i++ {
		switch t := p.tokens[i]; {
		case t.Text == standIn:
			if joined {
				return i + 1
			}
			return 0
		case t.Text == "e", t.Text == ",":
			joined = true
		case !leadsName(t):
			return 0
		}
	}
	return 0
}

// leadsName reports a word between two names of a list: "e pra dona", "e do marido dela, o seu".
func leadsName(t language.Token) bool {
	if say.NameLead.Value(t.Text) != "" || say.Honour.Value(t.Text) != "" {
		return true
	}
	return say.ForPerson.Has(t.Text) || say.ToldBack.Value(t.Text) != "" || say.ThirdPersons.Has(t.Text)
}

// maxLed is how many words lead from one name of a list to the next: ", e do marido dela, o seu".
const maxLed = 7

// namesIn are the names of a text that are nobody's who is known, and the text with a stand-in for each.
func (d *dialogue) namesIn(r reading) (text string, calls []string) {
	known := append(patientNames(&d.before), each(d.before.Returning, func(who conversation.Returning) string { return who.Name })...)
	return d.standIns(r.parsed, strings.Join(known, " "))
}

// withNamed reports that a text has the writer for one of two patients, and a name for the other: "eu e a dona
// Heloísa", "cuido da dona Heloísa, queria marcar pra nós duas".
func (d *dialogue) withNamed(r reading) bool {
	if d.literal || d.before.Closed != "" || len(d.before.Offer) > 0 {
		return false
	}
	text, calls := d.namesIn(r)
	p := d.parse(text)
	return len(calls) > 0 && (p.says(say.NamedAndI) || p.says(say.ForUs) && p.says(say.ForNamed)) && d.onlyKin(r.parsed) == ""
}

// calledThey is the patient whose name comes with words that tell only that it is not the writer's, "o nome dela é Heloísa Prado",
// "Anselmo Rocha, eu cuido dele": "a Heloísa"; "" for none.
func calledThey(r reading) string {
	m, ok := r.match(say.Theirs)
	if !ok {
		m, ok = r.match(say.TheyOfWriter)
	}
	if !ok || !fullName(r.Name) {
		return ""
	}
	first, _, _ := strings.Cut(r.Name, " ")
	if article := r.pronoun(m); article != "-" {
		return article + first
	}
	return ""
}

// fullName reports a name of more than one word.
func fullName(name string) bool { return strings.Contains(name, " ") }

// callsRelative reports that a name is how the patient is called, who was told by kin and has no name yet: "pra minha mãe", and then
// "é pra dona Alzira".
func (d *dialogue) callsRelative() bool {
	s := &d.before
	return s.Closed == "" && s.For != "" && !byName(s.For) && s.Patient.Name == ""
}

// byName reports that somebody is known to the writer by name alone, "a dona Heloísa", and not as a relative or in other words.
func byName(call string) bool {
	first, _ := utf8.DecodeRuneInString(lastWord(call))
	return unicode.IsUpper(first)
}

// lastWord is the last word of how somebody is called.
func lastWord(call string) string { return call[strings.LastIndexByte(call, ' ')+1:] }

// asCalled is how somebody, whom a text calls by a name, is called in this conversation already: who was "a dona Heloísa" at first
// is the same when the writer says "a Heloísa".
func asCalled(s *conversation.State, call string) string {
	known := append(each(s.Next, forOf), s.For)
	known = append(known, each(s.Appointments(), func(b conversation.Booked) string { return b.For })...)
	same := func(other string) bool { return byName(other) && strings.EqualFold(lastWord(other), lastWord(call)) }
	if at := slices.IndexFunc(known, same); at >= 0 {
		return known[at]
	}
	return call
}

// lookedAfter is how somebody is called to the writer who looks after them: by the name behind the words for it, "a senhora que eu
// cuido, a dona Heloísa", or in these words; "" for nobody, and for the learned readers, whose examples know none.
func (d *dialogue) lookedAfter(p *parsed, at int) string {
	call := say.LookedAfter.Value(p.tokens[at].Text)
	if call == "" || len(d.turn.Messages) == 0 {
		return ""
	}
	said := p.matches(say.WhomICareFor)
	one := slices.IndexFunc(said, func(m language.Match) bool { return m.From == at })
	if one < 0 {
		return ""
	}
	behind := said[one].To
	for i := behind; i < min(behind+nearName, len(p.tokens)); i++ {
		if d.namesSomebody(p, i, nil) {
			return asCalled(&d.before, d.calledWith(p, i))
		}
		if !say.AheadOfName.Has(p.tokens[i].Text) {
			break
		}
	}
	return spaced(call)
}

// nearName is how many words behind somebody their name may stand: ", o nome dela é".
const nearName = 7

// withoutOrder is a text without that somebody asked the writer to book, which is not for the writer: "ela pediu pra mim marcar um
// ortopedista", nor for a relative of the patient's: "a filha dela pediu pra eu marcar um cardiologista pra ela".
func (d *dialogue) withoutOrder(_ *conversation.State, text string) string {
	p := d.parse(text)
	m, ok := p.match(say.AskedMe)
	if d.literal || !ok {
		return text
	}
	m.To-- // the verb stays
	return cutOut(text, p.placeOf(m))
}

// withoutAskedFor is a question that the writer passes on, as the one who asks would put it: "ela tá perguntando se não tem mais tarde".
func (d *dialogue) withoutAskedFor(_ *conversation.State, text string) string {
	p := d.parse(text)
	m, ok := p.match(say.PassesQuestion)
	if d.literal || !ok || m.To >= len(p.tokens) {
		return text
	}
	rest := p.text[p.tokens[m.To].Start:]
	if !strings.ContainsAny(rest, ",.!?\n") {
		rest += "?"
	}
	return rest
}
