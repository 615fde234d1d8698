package rules

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// dataRequest hands over who asks to see, correct or erase the data that are stored of them, or who answers for these (LGPD,
// art. 18 and 41), wherever the talk is.  A person does it; that it was asked is noted beside (conversation.DataAsked).
func (d *dialogue) dataRequest(h *heard) bool {
	what := d.dataAsked(h)
	if what == "" {
		return false
	}
	d.propose(d.transferData(what))
	return true
}

// dataAsked is what a message wants of the data that are stored of who writes, "" for nothing.  While an appointment is
// being made, what is to be put right is what was just said for it, and the usual rules do that.
func (d *dialogue) dataAsked(h *heard) conversation.DataRequest {
	switch {
	case h.whole.says(say.DataErase):
		return conversation.DataErase
	case h.whole.says(say.DataWho):
		return conversation.DataWho
	case h.whole.says(say.DataSee):
		return conversation.DataSee
	case !underWay(h.s) && h.whole.says(say.DataCorrect):
		return conversation.DataCorrect
	default:
		return ""
	}
}

// transferData hands over with words for what is wanted.
func (d *dialogue) transferData(what conversation.DataRequest) conversation.Transfer {
	words := DataText(d.clinic, what)
	return conversation.Transfer{Reason: reasonOwnData, Text: words.Text, From: words.From, Asked: what}
}

// DataText is what a patient reads who asked for the data that are stored.
func DataText(clinic *conversation.Clinic, what conversation.DataRequest) wording.Words {
	id, values := wording.TransferOwnData, []string(nil)
	switch {
	case what == conversation.DataWho && clinic.DPO != nil:
		id, values = wording.TransferDataWho, []string{"clinic", clinic.Name, "name", clinic.DPO.Name, "contact", clinic.DPO.Contact}
	case what == conversation.DataWho:
		id = wording.TransferDataNobody
	case what == conversation.DataSee:
		id = wording.TransferDataSee
	case what == conversation.DataCorrect:
		id = wording.TransferDataCorrect
	case what == conversation.DataErase:
		id = wording.TransferDataErase
	}
	return clinic.Texts.Words(id, 0, values...)
}

// showsThere reports, where data are asked for, that they are told at the clinic and not here: "só no balcão", "cpf eu levo no dia".
// It is no question for what to bring.
func showsThere(_ *dialogue, h *heard) bool {
	open := h.s.Closed == "" && asksIdentity(h.s.Asked)
	return open && h.whole.says(say.ShowsThere) && !h.whole.data() && !hasDigit(h.whole.text) && !strings.Contains(h.whole.text, "?")
}

// keepsData says once what data are for, to who does not tell them here, and that a person helps; then one takes over.
func (d *dialogue) keepsData(h *heard) {
	if h.s.Excuses+h.s.Misses > 0 {
		d.propose(d.transferNoData(h.s))
		return
	}
	d.sayUnanswered(d.text(wording.DataRefused))
}

// keepsRest reports, where data are asked for, that some are told, or what they are for is asked, and others are not told here: "o nome
// posso dar: Rui Prado. Cpf eu falo na recepção", which asks for nobody there.
func keepsRest(h *heard) bool {
	open := h.s.Closed == "" && asksIdentity(h.s.Asked)
	beside := h.whole.identifies() || h.whole.says(say.AsksWhyData)
	return open && beside && h.whole.saysAny(say.ShowsThere, say.KeepsSecret) && !hasDigit(h.whole.text)
}

// tellsSome says once what the data are for to who keeps some of them.
func (d *dialogue) tellsSome(h *heard) {
	if !keepsRest(h) {
		return
	}
	why := d.text(wording.AnswerWhyData)
	h.asked.answers = slices.DeleteFunc(h.asked.answers, func(w wording.Words) bool { return w.Text == why.Text }) // it says that, too
	d.sayUnanswered(d.text(wording.DataRefused))
}

// lacksCPF reads, where the data of somebody are asked for whose time is chosen, that there is no CPF, whatever papers it speaks of
// beside.  Where these are with somebody else, or are only brought on the day, a person takes over at once: asking again gets none.
func (d *dialogue) lacksCPF(h *heard) bool {
	s, r := h.s, h.whole
	asked := s.Closed == "" && s.Choice != nil && asksIdentity(s.Asked) && s.Patient.CPF == ""
	otherTime := !r.wish().Empty() && endsAsking(r) // "não tem na semana que vem?"
	if !asked || otherTime || d.givesData(r) || d.asksMoreThanPapers(h) {
		return false
	}
	lacks := r.says(say.WithoutCPF) || s.Asked == conversation.AskCPF && r.saysAny(say.NoCPF, say.NeverHadCPF)
	held := r.says(say.HeldByOther) && (lacks || s.Asked == conversation.AskCPF && !showsThere(d, h))
	switch {
	case held && d.said(r.text, say.Waiting):
		return false
	case held, lacks && s.Misses+s.Excuses > 0:
		d.propose(d.transferNoData(s))
	case lacks && s.Asked == conversation.AskCPF:
		d.withoutCPF(s, r)
	default:
		return false
	}
	return true
}

// tellsLoss reports a sentence that tells, while an appointment is made, that the patient has no CPF or no papers.  What it seems to
// ask beside, of papers or of a card that was lost, is whether that is needed: "perdeu a bolsa, tá sem documento, tem problema?"
func (d *dialogue) tellsLoss(s *conversation.State, sentence string) bool {
	return s.Closed == "" && underWay(s) && s.Patient.CPF == "" && d.said(sentence, say.WithoutCPF)
}

// besideLoss is what a sentence of such a text says beside, where a time is still to be chosen: when the bag was lost is none.  Where
// that is nothing, a question beside is answered with what is needed.
func (d *dialogue) besideLoss(s *conversation.State, text, sentence string, all *inquiry) string {
	if s.Choice != nil {
		return sentence
	}
	var left strings.Builder
	for i, clause := range d.clauses(sentence) {
		if i%2 == 1 || !d.said(clause, say.WithoutCPF) {
			left.WriteString(clause)
		}
	}
	rest := left.String()
	if !strings.Contains(text, "?") || hasDigit(rest) || !wishOf(d.facts(rest)).Empty() || !d.find(rest).Empty() {
		return rest
	}
	if len(all.answers) == 0 {
		all.adds(inquiry{answers: []wording.Words{d.text(wording.NoCPF)}})
	}
	return ""
}

// givesData reports a message with data of anybody.
func (d *dialogue) givesData(r reading) bool {
	return r.ownCPF || r.ownBirth || r.identifies() || d.read > 0 && hasDigit(d.turn.Messages[d.read-1].Text)
}

// asksMoreThanPapers reports a message that asks for something else than what is brought along.
func (d *dialogue) asksMoreThanPapers(h *heard) bool {
	papers := d.answerOf(conversation.TopicDocuments)
	return len(h.asked.about) > 0 || slices.ContainsFunc(h.asked.answers, func(w wording.Words) bool { return w.Text != papers.Text })
}

// transferNoData hands over who does not give what is needed to book, with the time that was chosen, which nobody keeps.
func (d *dialogue) transferNoData(s *conversation.State) conversation.Transfer {
	if s.Choice == nil {
		return d.transfer(reasonNoData, wording.TransferNoData)
	}
	return d.transferSaying(reasonNoData, d.text(wording.TransferNoDataAt, "day", d.day(s.Choice.Date), "hour", s.Choice.Hour))
}
