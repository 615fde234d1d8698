package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// withoutSwears is a text without swear words, which change nothing of what is asked or wanted beside them: "tá mas qual o endereço da
// clínica porra", "onde fica esse caralho?"  Where nothing is, they stay: that is a complaint of how it goes here.
func (d *dialogue) withoutSwears(s *conversation.State, text string) string {
	if d.literal || !d.said(text, say.Swears) && !d.said(text, say.SwearsAt) || d.onlyUnreached(text) {
		return text
	}
	p := d.parse(text)
	var left strings.Builder
	from := 0
	for _, m := range p.matches(say.SwearsAt) { // "dessa merda" is "disso"
		at := p.placeOf(m)
		left.WriteString(text[from:at.start] + say.ThatThing.Value(p.tokens[m.From].Text))
		from = at.end
	}
	rest := d.withoutPhrase(left.String()+text[from:], say.Swears)
	if r := d.readAgain(s, rest); !r.data() && r.Intent == understand.Other && !d.inquire(s, rest).asks() {
		return text
	}
	return strings.TrimSpace(rest)
}

// unreached is sorry, before anything is wanted, with who only swears or complains that nobody answers here, and asks what it is to be: that
// alone is no matter for people.
func (d *dialogue) unreached(h *heard) bool {
	if d.literal || !opens(h.s) || h.s.Regretted || d.regretted || !d.onlyUnreached(h.whole.text) {
		return false
	}
	d.regretted = true
	d.note(d.text(wording.TalkSorry))
	return true
}

// onlyUnreached reports a text that swears, or complains that nobody answers here, and says nothing else: to who is answered now it is
// enough to be sorry.  What the clinic did wrong is for people.
func (d *dialogue) onlyUnreached(text string) bool {
	left := d.withoutPhrase(text, say.Unreached)
	if left = d.withoutPhrase(d.withoutPhrase(left, say.SwearsAt), say.Swears); left == text {
		return false
	}
	return !slices.ContainsFunc(language.Tokenize(left), func(t language.Token) bool {
		return t.Kind == language.Letters && !say.BesideUnreached.Has(t.Text)
	})
}
