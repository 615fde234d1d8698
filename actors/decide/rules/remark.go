package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
	"atende/actors/wording"
)

// remarked reports a message that asks for nothing and gives nothing: a complaint of how it goes here, a question that
// nobody can answer.  The open question follows, and it counts neither as understood wrong nor as unanswered.
func remarked(r reading) bool {
	silent := r.Intent == understand.Other || r.Intent == understand.Question || r.Intent == understand.Greet
	return silent && !r.data() && !r.More && onlyComplains(r)
}

// toldAside reports what is told beside the open question and answers it only in part: how somebody is called where a CPF or a
// birth date is asked for, "mas me chama de bia", whose the plan is, "é do meu pai", or a time of everyday life, "acordo 5 hora".
func toldAside(_ *dialogue, h *heard) bool {
	if tellsLife(h) {
		return true
	}
	if h.s.Closed != "" || h.CPF+h.BirthDate != "" || hasDigit(h.whole.text) || h.asked.asks() || len(h.Plans) > 0 {
		return false
	}
	switch h.s.Asked {
	case conversation.AskCPF, conversation.AskBirthDate:
		return h.whole.says(say.CallsMe)
	case conversation.AskPlan:
		return h.whole.says(say.WhosePlan) || saysWhoWrites(h)
	case conversation.AskService, conversation.AskDoctor, conversation.AskProcedure:
		return saysWhoWrites(h)
	default:
		return false
	}
}

// saysWhoWrites reports a message that says nothing but what the writer is to those who are booked: "sou cuidadora deles".
func saysWhoWrites(h *heard) bool {
	return h.Intent == understand.Other && !h.data() && h.whole.saysAny(say.TheyOfWriter, say.WriterIs) && !strings.Contains(h.whole.text, "?")
}

// tellsLife reports a message that tells nothing but a time of everyday life beside a question, or that somebody is on leave.
func tellsLife(h *heard) bool {
	open := wasAsked(h.s) && !readingBack(h.s) && !h.asked.asks()
	told := h.toldOnly || h.whole.says(say.OnLeave)
	return open && told && h.Intent == understand.Other && !h.data() && len(h.not) == 0
}

// onlyComplains reports a question that nobody can answer, or a complaint that is not about the appointment.
func onlyComplains(r reading) bool {
	return r.says(say.Rhetorical) || r.says(say.Grumbles) && !r.says(say.AboutBooking)
}

// onlyRemarks reports a message after a booking that asks for nothing and changes nothing: "que bom", "kkk".  Where it speaks of
// somebody else or wants something more, "Combinado!" would be a promise that nobody keeps.
func onlyRemarks(s *conversation.State, r reading) bool {
	if r.Intent != understand.Other || r.data() || r.saysAny(say.Wonders, say.AsksWhen, say.AboutBooking) {
		return false
	}
	known := strings.Fields(s.Patient.Name)
	other := slices.ContainsFunc(r.tokens, func(t language.Token) bool { return partOfName(t) && capital(t) && !sameWord(known, t.Raw) })
	return !other && !r.saysAny(say.Also, say.AnotherNow, say.ForRelative, say.ForSomebody, say.Wishing)
}

// capital reports a word that is written with a capital letter.
func capital(t language.Token) bool { return t.Raw != strings.ToLower(t.Raw) }

// regrets is sorry for what a patient complains of, once in a conversation.
func (d *dialogue) regrets(h *heard) {
	first := !h.s.Greeted // which is taken up in any case
	apart := first || d.withoutGrumbles(h.whole.text) != h.whole.text || remarked(h.whole)
	if h.s.Regretted || d.regretted || !h.whole.says(say.Grumbles) || !apart || h.whole.says(say.TagQuestion) {
		return
	}
	if first && d.compassion().Text != "" || d.sympathy(h.s).Text != "" { // says it better
		return
	}
	d.regretted = true
	d.note(d.text(wording.TalkSorry))
}

// withoutGrumbles is a text without those of its parts that only complain of how it goes here: "pode marcar, mas que demora
// hein".  What may be about the appointment stays: "pode, mas esse horário é péssimo".
func (d *dialogue) withoutGrumbles(text string) string {
	if !d.said(text, say.Grumbles) {
		return text
	}
	var kept strings.Builder
	parts := d.clauses(text)
	dropped := false
	for i := 0; i < len(parts); i += 2 { // what is between them ends them
		if d.onlyGrumbles(parts[i]) {
			dropped = true
			continue
		}
		kept.WriteString(parts[i])
		if i+1 < len(parts) && (i+2 >= len(parts) || !d.onlyGrumbles(parts[i+2])) {
			kept.WriteString(parts[i+1])
		}
	}
	if left := strings.TrimSpace(kept.String()); dropped && left != "" {
		return left
	}
	return text
}

// onlyGrumbles reports a part of a text that complains of how it goes here and says nothing of the appointment.
func (d *dialogue) onlyGrumbles(clause string) bool {
	p := d.parse(clause)
	if !p.says(say.Grumbles) || p.says(say.AboutBooking) || !d.find(clause).Empty() {
		return false
	}
	f := d.facts(clause)
	return wishOf(f).Empty() && f.Choice == 0 && f.Name+f.CPF+f.InvalidCPF+f.BirthDate == "" && f.Intent != understand.Cancel && f.Intent != understand.Human
}

// maxConfirmed is how many words such a question has.
const maxConfirmed = 7

// confirmsKnown reports a question for a yes to what the patient just read: "é a Dra. Ana, né?"
func (d *dialogue) confirmsKnown(s *conversation.State, sentence *parsed) bool {
	if s.Closed == "" && asksIdentity(s.Asked) && d.onlyDoctor(sentence) {
		return sameRequest(d.find(sentence.text), s.Request)
	}
	if s.Closed != "" || !sentence.says(say.TagNe) || strings.Contains(sentence.text, ",") && !strings.HasSuffix(strings.TrimSpace(sentence.text), "?") {
		return false
	}
	if len(strings.Fields(sentence.text)) > maxConfirmed { // "o médico já dá o pedido na consulta, né?" asks for more
		return false
	}
	f := d.facts(sentence.text)
	named := d.find(sentence.text)
	if named.Empty() || !wishOf(f).Empty() || f.Name+f.CPF+f.BirthDate != "" || f.Intent == understand.Book {
		return false
	}
	if sentence.saysAny(say.PricesAsked, say.OfMoney) { // "pelo Amil ela não paga nada, né?"
		return false
	}
	known := s.Request
	if known.AgendaID == 0 && len(s.Offer) > 0 && !slices.ContainsFunc(s.Offer, func(slot conversation.Slot) bool { return slot.AgendaID != s.Offer[0].AgendaID }) {
		known.AgendaID = s.Offer[0].AgendaID
	}
	return sameRequest(named, known)
}

// confirmsWho reports a question for a yes to which specialist sees to something: "é o cardiologista né, que vê pressão?"
func (d *dialogue) confirmsWho(s *conversation.State, sentence *parsed) bool {
	if s.Closed != "" || !sentence.says(say.SeesTo) || !sentence.saysAny(say.TagNe, say.TagQuestion) {
		return false
	}
	named := d.find(sentence.text).Specialties
	return len(named) == 1 && slices.Contains(d.clinic.Lay(sentence.text).Specialties, named[0])
}

// onlyDoctor reports a question that is nothing but the name of a doctor: "o Rafael?", "é o dr. Rafael Teixeira?"
func (d *dialogue) onlyDoctor(sentence *parsed) bool {
	hits := d.hits(sentence.text).Doctors
	if len(hits) == 0 || !strings.HasSuffix(strings.TrimSpace(sentence.text), "?") {
		return false
	}
	hit := hits[0]
	return !slices.ContainsFunc(sentence.tokens, func(t language.Token) bool {
		outside := t.End <= hit.Start || t.Start >= hit.End
		return outside && t.Kind != language.Mark && !say.BeforeDoctor.Has(t.Text)
	})
}
