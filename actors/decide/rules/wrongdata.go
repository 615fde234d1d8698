package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// correctsData hands over who says, once an appointment was made, that something of what was given for it is wrong: "o cpf nem é
// meu", "nasceu 09/04 e não 19/04".  The record that it was made with exists already, so a person puts it right.
func (d *dialogue) correctsData(h *heard) bool {
	if !afterBooking(h.s) || !d.dataWrong(h) {
		return false
	}
	name := d.meantOne(h.s, h.whole.text).Name
	words := d.text(wording.TransferBookedData, "name", name)
	d.propose(conversation.Transfer{Reason: reasonOwnData, Text: words.Text, From: words.From, Asked: conversation.DataCorrect})
	return true
}

// dataWrong reports that a datum of who was booked is wrong.  What comes with a wish for one more is the next one's.
func (d *dialogue) dataWrong(h *heard) bool {
	r := h.whole
	if r.Intent == understand.Book || presentsNext(h) || r.says(say.AnotherNow) {
		return false
	}
	if r.says(say.DataWrong) || d.gaveTheirs(h.s, r.parsed) {
		return true
	}
	right := r.saysAny(say.WrongData, say.PutsRight, say.Corrects, say.PutRightBehind) || r.says(say.Born) && h.s.For == ""
	return h.s.Asked != conversation.AskNext && (right && otherData(h.s.Patient, r) || d.putsDatumRight(h, right))
}

// putsDatumRight reports a part of the birth date, or of the name, of who was booked as a text puts it right: "opa, errei, é 1985",
// "não é Ana, é Anna com dois n".
func (d *dialogue) putsDatumRight(h *heard, right bool) bool {
	r := h.whole
	if name, _ := d.newName(h.s.Patient.Name, h.s.For, r.parsed); name != "" && spells(r) {
		return true
	}
	return (right && r.says(say.BornThen) || r.saysAny(say.YearRight, say.YearAlone)) && d.newBirth(h.s, r.text) != ""
}
