package rules

import (
	"cmp"
	"strings"

	"atende/actors/conversation"
)

// speaksOf notes whom, or what else, a message after a booking asks about: "e pro meu marido, tem médico de osso?"  What follows
// may speak of them by little words.
func (d *dialogue) speaksOf(h *heard) {
	if d.literal || !afterBooking(h.s) || h.whole.identifies() {
		return
	}
	before := h.s.Spoken
	now := conversation.Spoken{For: d.onlyKin(h.whole.parsed), ProcedureID: d.onlyThing(h.whole)}
	if now.For != "" && (now.For == h.s.For || bookedFor(h.s, now.For)) {
		return
	}
	if h.s.Former != nil && now.ProcedureID == h.s.Former.ProcedureID {
		now.ProcedureID = 0
	}
	if now == (conversation.Spoken{}) {
		return
	}
	if now.For == "" || now.For == before.For {
		now.ProcedureID = cmp.Or(now.ProcedureID, before.ProcedureID)
	}
	now.For = cmp.Or(now.For, before.For)
	d.spoken = now
}

// spokenOf is what was asked about before that a wish for a further appointment means: "marca pra ele", "marca pro meu marido" where
// he, or a doctor for him, was asked about; nothing where the message says it all, or means the patient of the booking before.
func (d *dialogue) spokenOf(h *heard) conversation.Spoken {
	if !afterBooking(h.s) {
		return conversation.Spoken{}
	}
	spoken, call := h.s.Spoken, d.onlyKin(h.whole.parsed)
	switch {
	case call != "" && spoken.ProcedureID != 0 && (spoken.For == "" || spoken.For == call) && h.whole.saysAny(say.ToBook, say.Also):
	case call == "" && spoken.For != "" && strings.HasPrefix(spoken.For, d.themArticle(h.whole)) && !bookedFor(h.s, spoken.For):
	default:
		return conversation.Spoken{}
	}
	if len(h.Doctors)+len(h.Specialties) > 0 {
		spoken.ProcedureID = 0
	}
	return spoken
}

// themArticle is the article of who "pra ele" or "pra ela" means in a wish for an appointment; "-" for nobody.
func (d *dialogue) themArticle(r reading) string {
	m, _ := r.match(say.ForThem)
	return r.pronoun(m)
}

// booksForWhom asks which way it is, after a booking, who wants one "pra ele também" where it is not known who that is: another
// person, or another time for the same one.
func (d *dialogue) booksForWhom(h *heard) bool {
	unknown := afterBooking(h.s) && h.s.Asked != conversation.AskNext && h.whole.says(say.ForThem) && h.whole.says(say.Also)
	if d.literal || !unknown || d.spokenOf(h) != (conversation.Spoken{}) {
		return false
	}
	if d.onlyKin(h.whole.parsed) != "" || !h.Mentions.Empty() || h.whole.identifies() {
		return false
	}
	if m, _ := h.whole.match(say.ForThem); !say.ForPerson.Has(h.whole.tokens[m.To-2].Text) { // "o João tb vai, põe ele junto"
		return false
	}
	d.asksWhichWay(h)
	return true
}
