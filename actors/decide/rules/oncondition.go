package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// conditionIn is a condition about the clinic in a text, with the words of it behind those of the condition itself: "rampa" of "pode
// marcar se tiver rampa".
func (d *dialogue) conditionIn(text string) (at place, condition string, ok bool) {
	if at, ok = d.parse(text).place(say.IfThereIs); !ok {
		return at, "", false
	}
	clause := d.clauses(text[at.end:])[0]
	at.end += len(clause)
	return at, strings.TrimSpace(clause), true
}

// yesOnCondition answers what a yes to the read-back depends on, and asks again: "sim se for no térreo", "marca só se aceitar Unimed",
// "tem rampa? se tiver pode marcar".
func (d *dialogue) yesOnCondition(h *heard) bool {
	if d.literal || h.s.Asked != conversation.AskConfirm || h.s.Choice == nil || h.whole.identifies() {
		return false
	}
	at, condition, ok := d.conditionIn(h.whole.text)
	if !ok || !d.said(cutOut(h.whole.text, at), say.Agreeing) || d.mayAnswer(cutOut(h.whole.text, at)) {
		return false
	}
	answers := h.asked
	if condition != "" {
		answers = d.inCondition(h.s, h.whole.text[at.start:at.end], condition)
	}
	if !answers.asks() {
		answers = h.asked
	}
	if !answers.asks() && h.meant == "" && h.whole.Mentions.Empty() && h.whole.wish().Empty() {
		d.askWhetherSure(h.s)
		return true
	}
	if !answers.asks() {
		return false
	}
	d.giveAnswers(answers)
	return true
}

// answersBeforeYes answers what is to be answered before a yes counts, and asks again: "pode, mas me responde do eletro, é no mesmo dia?"
func (d *dialogue) answersBeforeYes(h *heard) bool {
	at, ok := h.whole.place(say.AnswerFirst)
	if !ok || !d.wantsAnswer(h.s, h.whole) {
		return false
	}
	answers := h.asked
	if !answers.asks() {
		asks := strings.Trim(h.whole.text[at.end:], " ,.:;?!")
		if asks == "" {
			return false
		}
		answers = d.inquire(h.s, asks+"?")
	}
	if !answers.asks() {
		answers = inquiry{noAnswer: d.variant(wording.AnswerUnknown, h.s.Excuses)}
	}
	d.giveAnswers(answers)
	return true
}

// wantsAnswer reports an answer to the read-back that wants something answered first, and nothing else than was read back.
func (d *dialogue) wantsAnswer(s *conversation.State, r reading) bool {
	if d.literal || s.Asked != conversation.AskConfirm || s.Choice == nil || !r.says(say.AnswerFirst) {
		return false
	}
	other := len(minus(r.Doctors, []int{s.Request.AgendaID}))+len(minus(r.Plans, []int{s.Request.PlanID})) > 0
	return !other && r.wish().Empty() && !r.identifies() && !r.More
}

// inCondition answers a condition about the clinic, read as a question; nothing where it wishes for another time, or for another plan
// than was read back.
func (d *dialogue) inCondition(s *conversation.State, text, condition string) inquiry {
	asks := "tem " + condition + "?"
	r := d.readAgain(s, asks)
	if len(r.Plans) == 1 && r.Plans[0] == s.Request.PlanID && r.Plans[0] != d.clinic.PrivatePlan() {
		return inquiry{answers: []wording.Words{d.clinic.PlanText(s.Request.PlanID, wording.AnswerPlan, wording.AnswerPrivate)}}
	}
	if r.data() || r.More || !r.Mentions.Empty() || len(d.readAgain(s, text).not) > 0 {
		return inquiry{}
	}
	for _, question := range []string{asks, text + "?"} {
		if one := d.inquire(s, question); one.asks() {
			return one
		}
	}
	if d.said(text, say.IfItHas) {
		return inquiry{noAnswer: d.variant(wording.AnswerUnknown, s.Excuses)}
	}
	return inquiry{}
}

// conditionFirst reports that what stands beside a yes begins with a condition, and asks nothing: "sim, se for no térreo".
func (d *dialogue) conditionFirst(beside string) bool {
	return d.said(beside, say.ConditionFirst) && !strings.Contains(beside, "?")
}
