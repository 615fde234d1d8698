package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// dropBesideYes drops, behind a yes to what was read back, the specialty of a part of the body, a doctor who is asked
// about, and days that are refused and were not chosen: "pode. tem escada aí? meu joelho não é bom", "pode marcar. domingo
// tenho jogo".  Who wants something else says so.
func (d *dialogue) dropBesideYes(s *conversation.State, r *reading) {
	if s.Asked != conversation.AskConfirm || s.Choice == nil {
		return
	}
	clauses := d.clauses(r.text)
	behind := 0 // the clauses that are a yes: "isso mesmo, pode marcar"
	for behind < len(clauses) {
		if yes, _ := d.yesIn(s, clauses[behind]); !yes {
			break
		}
		behind += 2 // what is between them ends them
	}
	beside := d.parse(strings.Join(clauses[min(behind, len(clauses)):], ""))
	if behind == 0 || beside.saysAny(say.PutsRight, say.Prefers, say.ToBook, say.Also, say.AnotherNow) {
		return
	}
	r.Specialties = nil
	if beside.says(say.Objects) {
		return
	}
	if strings.Contains(r.text, "?") {
		r.Doctors = nil
	}
	r.not = slices.DeleteFunc(slices.Clone(r.not), func(w conversation.Wish) bool { return !w.Empty() && !w.Allows(*s.Choice) })
}

// squeezed is a text in which words of a yes and the like that are drawn out are written as usual: "issoo", "simmm".
func squeezed(text string) string {
	var list []string
	for _, t := range language.Tokenize(text) {
		if short := drawnOut(t); short != "" {
			list = append(list, t.Raw, short)
		}
	}
	if list == nil {
		return text
	}
	return strings.NewReplacer(list...).Replace(text)
}

// drawnOut is a word of a yes without its repeated letters, "" where it is written as usual or is another word.
func drawnOut(t language.Token) string {
	short := language.Squeeze(t.Text, 3)
	if n := len(short); n > 2 && short[n-1] == short[n-2] {
		short = short[:n-1]
	}
	if t.Kind != language.Letters || short == t.Text || !say.DrawnOut.Has(short) {
		return ""
	}
	return short
}
