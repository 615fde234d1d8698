package rules

import (
	"slices"
	"strings"
	"unicode"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// asksProblem is where a text asks at its end whether what it says before matters, "ela nunca foi no gineco, tem problema?"; -1
// where it does not.
func (p *parsed) asksProblem() int {
	m, ok := p.match(say.AsksProblem)
	if !ok || m.From > 0 && say.Denial.Has(p.tokens[m.From-1].Text) && !strings.Contains(p.text[p.tokens[m.From].Start:], "?") {
		return -1
	}
	return p.tokens[m.From].Start
}

// problemApart parts a sentence before words that ask whether what it says matters, else before its last clause.
func (d *dialogue) problemApart(sentence string) (before, last string) {
	if at := d.parse(sentence).asksProblem(); at > 0 && strings.TrimSpace(sentence[:at]) != "" && !d.said(sentence[:at], say.AboutName) {
		return sentence[:at], sentence[at:]
	}
	return d.lastClause(sentence)
}

// asksOfBefore reports that what stands before words that ask whether it matters is told: "8h20, pode?" asks for that time.
func (d *dialogue) asksOfBefore(s *conversation.State, before string) bool {
	_, told := d.lastClause(before)
	f := d.facts(told)
	answers := !wishOf(f).Empty() || f.Choice > 0 || f.Name+f.CPF+f.InvalidCPF+f.BirthDate != "" || f.Intent == understand.Book
	return len(strings.Fields(told)) >= minMeant && !answers && sameRequest(d.find(told), s.Request) && !d.answersTo(s, d.parse(before)).asks()
}

// withoutLender is a text without whose phone it is written on, or who writes for the patient: "esse celular é da minha filha", who
// is no patient for that.  Where it tells nothing else it has its answer, and is "".
func (d *dialogue) withoutLender(s *conversation.State, text string) string {
	if s.Asked == conversation.AskPhone || d.literal {
		return text
	}
	left := d.withoutPhrase(text, say.LentPhone)
	switch {
	case d.said(left, say.ThirdPerson): // of whom the rest may speak: "o zap é do meu marido, e ele quer ortopedista"
		return text
	case left == text, strings.ContainsFunc(left, unicode.IsLetter), hasDigit(left):
		return left
	case s.Closed != "" || s.Asked == conversation.AskNothing:
		return text
	}
	d.answerAside(d.text(wording.TalkNoProblem))
	d.learned, d.told = true, true
	return ""
}

// slips lets go what was sent by mistake, or only says that somebody is surprised: "ops", "vixe kkk".
func (d *dialogue) slips(h *heard) bool {
	if !h.whole.says(say.Slips) || h.whole.data() || h.s.Misses > 0 || !strings.ContainsFunc(h.whole.text, unicode.IsLetter) {
		return false
	}
	if afterBooking(h.s) {
		d.note(d.fresh(h.s, wording.TalkHere))
		return true
	}
	if h.s.Closed != "" || h.s.Asked == conversation.AskNothing {
		return false
	}
	d.askInstead(question{text: d.fresh(h.s, wording.TalkListening), asks: h.s.Asked, options: h.s.Options})
	d.paused = true
	return true
}

// callsSelf greets who only says how they are called where something else is asked: "sou a duda".
func (d *dialogue) callsSelf(h *heard) bool {
	s := h.s
	m, ok := h.whole.match(say.CallsSelf)
	if !ok || !wasAsked(s) && !afterBooking(s) || hasDigit(h.whole.text) {
		return false
	}
	name := d.calledSelf(h.whole.parsed, m)
	known := slices.ContainsFunc(namesOfAll(s), func(of language.Token) bool { return of.Text == language.Fold(name) })
	if name == "" || !known && (readingBack(s) || s.Closed != "") { // the patient may be somebody else than was read back
		return false
	}
	d.answerAside(d.text(wording.TalkPleased, "name", name))
	d.learned, d.told = true, true
	return true
}

// wasAsked reports an open question that is not for the name.
func wasAsked(s *conversation.State) bool {
	asks := s.Asked != conversation.AskNothing && s.Asked != conversation.AskName && s.Asked != conversation.AskSame
	return asks && s.Closed == ""
}

// calledSelf is the first name in words by which somebody says how they are called; "" for none.
func (d *dialogue) calledSelf(p *parsed, m language.Match) string {
	for _, t := range slices.Backward(p.tokens[m.From:m.To]) { // "Deus abençoe. sou o Antenor"
		if t.Kind == language.Letters && (understand.PersonName(t.Text) || capital(t)) && !everyday().Has(t.Text) {
			return capitalisedName(t.Raw)
		}
	}
	return ""
}
