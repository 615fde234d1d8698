package rules

import (
	"cmp"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
)

// kin tells what somebody whom a message speaks of is to the booking; see kin.examples.
var kin = learned("kin")

// What they are.
const (
	kinPatient = "patient"
	kinAlso    = "also"
	kinMention = "mention"
)

// surelyKin is how likely somebody must be the patient to be taken for that, surelyAlso one more, surelyMentioned none.
const surelyKin, surelyAlso, surelyMentioned = 0.95, 0.9, 0.8

// minTold is the fewest words in which somebody is told of: "eu e meu marido" are two patients.
const minTold = 6

// kinIs reports that the relative whom a text speaks of is likely that to the booking.
func (d *dialogue) kinIs(p *parsed, kind string, least float64) bool {
	if d.literal || d.onlyKin(p) == "" {
		return false
	}
	likely, sure := kin().Likeliest(p.text)
	return likely == kind && sure >= least
}

// onlyKin is how the one relative of a text is called to the writer; "" for none, or for several.
func (d *dialogue) onlyKin(p *parsed) string {
	p.scan()
	only := ""
	for i := range p.tokens {
		call := d.toldBack(p, language.Match{From: i, To: i + 1})
		if call != "" && only != "" && call != only {
			return ""
		}
		only = cmp.Or(call, only)
	}
	return only
}

// likelyPatient is who a text is likely for that has no phrase for it: "mainha é quem vai se consultar"; "" for the writer.
func (d *dialogue) likelyPatient(r reading) string {
	if d.kinIs(r.parsed, kinPatient, surelyKin) {
		return d.onlyKin(r.parsed)
	}
	return ""
}

// onlyMentions reports a message that likely only tells of a relative: "meu filho tem judô sábado".
func (d *dialogue) onlyMentions() bool {
	if d.read == 0 || d.read > len(d.turn.Messages) {
		return false
	}
	p := d.parse(d.turn.Messages[d.read-1].Text)
	several := p.saysAny(say.Myself, say.AndThem, say.Both) // "pra mim e pra ela"
	return !several && len(strings.Fields(p.text)) >= minTold && d.kinIs(p, kinMention, surelyMentioned)
}

// alsoFor keeps in mind somebody who comes afterwards, in whatever words and beside whatever answer: "a 2, e depois um pro
// meu pai".
func (d *dialogue) alsoFor(h *heard) {
	begun := choosingTime(h.s) && h.s.Asked != conversation.AskConfirm // before that it is for whom it is
	if !begun || h.whole.says(say.ForRelative) || !d.kinIs(h.whole.parsed, kinAlso, surelyAlso) {
		return
	}
	if call := d.onlyKin(h.whole.parsed); call != h.s.For {
		d.keepNew(h.s, conversation.Next{For: call})
	}
}
