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
	begins, behind := d.inClauses(s, r.parsed).begins()
	beside := d.parse(behind)
	if begins && len(r.Times) == 0 && d.tellsMonths(beside) {
		r.Dates = nil
	}
	if !begins || beside.saysAny(say.PutsRight, say.Prefers, say.ToBook, say.Also, say.AnotherNow) {
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

// tellsMonths reports words beside a yes that tell what happens in some weeks or a month, and wish for nothing: "to mudando de
// plano mês que vem".
func (d *dialogue) tellsMonths(beside *parsed) bool {
	long := slices.ContainsFunc(d.facts(beside.text).Dates, func(span conversation.Span) bool { return daysLater(span.From, weekAlone) < span.To })
	if !long || beside.saysAny(say.TimeMoved, say.Wishing, say.TakesBack, say.Provided) {
		return false
	}
	return slices.ContainsFunc(beside.tokens, func(t language.Token) bool {
		return t.Kind == language.Letters && len(t.Text) >= minPartly && say.MonthName.Value(t.Text) == ""
	})
}

// weekAlone is how many days a time may take beside a yes that is wished for whatever stands with it.
const weekAlone = 8

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
