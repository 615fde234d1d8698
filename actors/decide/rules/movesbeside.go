package rules

import (
	"strings"

	"atende/actors/understand"
)

// movesBeside hands over who asks something after a booking and, in another sentence, does not come or wants another time: "tem
// estacionamento? não vou poder ir".  What was asked is for the person, too.  A message that means that as a whole, which is its
// kind, is none of these.
func (d *dialogue) movesBeside(h *heard, kind string) bool {
	if changes := kind == meansMove || kind == meansCancel || kind == meansPerson; changes && !d.asksPlainly(h, kind) {
		return false
	}
	var told strings.Builder
	asks, moves := false, false
	for _, sentence := range sentencesIn(h.whole.text) {
		if d.asksToMove(sentence) {
			moves = true
		} else if strings.HasSuffix(sentence, "?") {
			begun := strings.LastIndex(sentence, ". ") + 1 // "quero desmarcar. posso tomar dipirona?"
			sentence, asks = sentence[:begun], true
		}
		told.WriteString(sentence)
	}
	rest := strings.TrimSpace(told.String())
	if !asks || rest == "" {
		return false
	}
	r := d.readAgain(h.s, rest)
	beside := alone(h.s, r)
	if r.saysAny(say.NoMoreWishes, say.KeepsIt, say.AsksToCancel, say.WillCome) || d.besides(beside) != 0 || d.ofSomebodyElse(beside) {
		return false
	}
	switch {
	case moves, r.Intent == understand.Reschedule, r.says(say.MovesIt):
		h.purpose = meansMove
	case r.Intent == understand.Cancel, r.saysAny(say.NotComing, say.CallsOff):
		h.purpose = meansCancel
	case r.saysAny(say.ToMove, say.CannotCome):
		h.purpose = meansMove
	default:
		return false
	}
	meanings[h.purpose](d, h)
	return true
}

// asksToMove reports a question for another time of what was made, in one of several sentences: "dá pra trocar pra sexta? e qual é o endereço?"
func (d *dialogue) asksToMove(sentence string) bool {
	p := d.parse(sentence)
	if !strings.HasSuffix(sentence, "?") || !p.says(say.ToChangeVisit) || p.saysAny(say.Hypothetical, say.ChangeSupposed, say.IfCancelled) {
		return false
	}
	return !wishOf(d.facts(sentence)).Empty()
}
