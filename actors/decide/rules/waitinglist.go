package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// waitsInLine takes the wish to be told when a time comes free, where nothing of what was looked for is.
func (d *dialogue) waitsInLine(h *heard) bool {
	if !d.clinic.CanWait(h.s) || !h.whole.says(say.TellMe) || h.whole.data() {
		return false
	}
	d.await()
	return true
}

// onlyWaits reports that what is wanted waits, and that the turn asks for nothing else: nothing is open then.
func (d *dialogue) onlyWaits(s *conversation.State) bool {
	return s.WaitsFor() && s.Choice == nil && d.before.Asked == conversation.AskNothing && !d.searched && !d.chose
}

// offerOver reads an answer to an offer of the waiting list whose time is over: what there is else is shown.
func (d *dialogue) offerOver(h *heard) bool {
	answer := h.Intent == understand.Confirm || h.Intent == understand.Deny
	if !h.s.SlotGone || h.s.Closed != "" || len(h.s.Offer) > 0 || !answer || h.whole.data() {
		return false
	}
	if d.learned = true; h.Intent == understand.Deny {
		d.propose(conversation.Close{})
	}
	return true
}

// await lets what was wished for wait.
func (d *dialogue) await() {
	d.propose(conversation.Await{Heard: d.newest.At})
}

// waitQuestion asks whether the patient wants to be told when a time comes free, beside the other ways on.
func (d *dialogue) waitQuestion(s *conversation.State) question {
	q := d.waysOnQuestion(s, d.text(wording.NoneLeftWait, "with", d.clinic.WithWhom(s.Request)))
	q.names = slices.Insert(q.names, 0, d.text(wording.WayWait))
	q.options = slices.Insert(q.options, 0, optionWait)
	return q
}

// waitTail says behind a list without what was wished for that it can be waited for; nothing where it cannot.
func (d *dialogue) waitTail(s *conversation.State) wording.Words {
	if s.Found != conversation.FoundElse || !d.clinic.CanWait(s) {
		return wording.Words{}
	}
	return d.text(wording.WaitTail)
}
