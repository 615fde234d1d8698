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
	if d.literal || len(d.turn.Messages) == 0 || d.onlyKin(r.parsed) != "" {
		return ""
	}
	if call := calledThey(r); call != "" && d.before.For == "" {
		return call
	}
	known := append(patientNames(&d.before), each(d.before.Returning, func(who conversation.Returning) string { return who.Name })...)
	text, calls := d.standIns(r.parsed, strings.Join(known, " "))
	if len(calls) == 0 {
		return ""
	}
	p := d.parse(text)
	told := p.matches(say.TellsNamed)
	for _, m := range p.matches(say.ForNamed) {
		if slices.ContainsFunc(told, func(of language.Match) bool { return of.From < m.To && m.From < of.To }) {
			continue
		}
		at := -1
		for _, t := range p.tokens[:m.To] {
			if t.Text == standIn {
				at++
			}
		}
		if at >= 0 && at < len(calls) && !d.callsRelative() {
			return calls[at]
		}
	}
	return ""
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
	for _, t := range r.tokens[m.From:m.To] {
		switch t.Text {
		case "ela", "dela":
			return "a " + first
		case "ele", "dele":
			return "o " + first
		}
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
