package rules

import (
	"cmp"
	"slices"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// anotherWrites keeps apart who writes now, "aqui é o Tiago agora, meu cpf …", and the patient whose name the one before gave: what the
// message has of data is the writer's.  They hear for whom it is, and say so if it is for themselves.
func (d *dialogue) anotherWrites(h *heard) bool {
	s := h.s
	known := s.Patient.Name
	m, ok := h.whole.match(say.AnotherWrites)
	writers := s.Closed == "" && s.For == "" && known != ""
	if !ok || d.literal || !writers || h.whole.saysAny(say.TheirDatum, say.PatientsDatum, say.Corrects, say.Myself) {
		return false
	}
	name := d.calledSelf(h.whole.parsed, m)
	folded := language.Fold(name)
	same := slices.ContainsFunc(language.Tokenize(known), func(t language.Token) bool { return t.Text == folded || language.OneTypo(t.Text, folded) })
	if !understand.PersonName(folded) || same || shortFor(known, language.Token{Text: folded}) || d.patientOf(h.whole) != "" {
		return false
	}
	d.propose(conversation.Identify{For: d.patientCalled(h.whole.parsed, known)})
	d.given = conversation.Identity{}
	d.answerAside(d.text(wording.TalkWritesNow, "name", name, "what", known))
	d.learned, d.told = true, true
	return true
}

// patientCalled is how the patient, whose name is known, is called to somebody else who writes now: by what that one is to them, "marido
// dela", or by name.
func (d *dialogue) patientCalled(p *parsed, known string) string {
	first := capitalisedName(firstName(known))
	for i, t := range p.tokens[:max(0, len(p.tokens)-1)] {
		call := ""
		switch p.tokens[i+1].Text {
		case "dela":
			call = cmp.Or(say.RelativeOfHer.Value(t.Text), "a_"+first)
		case "dele":
			call = cmp.Or(say.RelativeOfHim.Value(t.Text), "o_"+first)
		}
		if call != "" {
			return spaced(call)
		}
	}
	if article := articleOf(first); article != "" {
		return article + " " + first
	}
	return d.text(wording.NextOther).Text
}
