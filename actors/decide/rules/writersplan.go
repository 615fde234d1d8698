package rules

import (
	"slices"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// withoutWritersPlan leaves out of two plans the one that a text says to be the writer's, where somebody else is the patient: "Bradesco, o
// dele. O meu é Unimed", "eu sou da Unimed mas ele é Bradesco".
func (d *dialogue) withoutWritersPlan(h *heard) bool {
	if d.literal || h.s.Closed != "" || h.s.For == "" || h.s.For == conversation.ForWriter || len(h.s.Next) > 0 {
		return false
	}
	hits := slices.Clone(d.hits(h.whole.text).Plans)
	if len(hits) != 2 || h.whole.saysAny(say.PayingIf, say.PlanLost) {
		return false
	}
	text := h.whole.text
	slices.SortFunc(hits, func(one, other understand.Hit) int { return one.Start - other.Start })
	for _, hit := range slices.Backward(hits) {
		text = text[:hit.Start] + planStandIn + text[hit.End:]
	}
	p := d.parse(text)
	writers := -1
	for _, m := range p.matches(say.WritersPlan) {
		at := -1
		for i, t := range p.tokens[:m.To] {
			if t.Text == planStandIn {
				if at++; i >= m.From {
					break
				}
			}
		}
		if at < 0 || writers >= 0 && writers != at {
			return false // of both
		}
		writers = at
	}
	if writers < 0 || writers > 1 {
		return false
	}
	theirs := []int{hits[1-writers].ID}
	h.Plans, h.whole.Plans, h.notPlans, h.whole.notPlans = theirs, theirs, nil, nil
	if h.refuses() { // "não no meu" refuses nothing
		h.Intent = understand.Other
	}
	return true
}

// planStandIn stands for each plan in the phrases of whose it is.
const planStandIn = "planodito"
