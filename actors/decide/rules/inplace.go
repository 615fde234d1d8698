package rules

import (
	"strings"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// withoutInPlace is a text without the question whether somebody else may have the patient's appointment, which is answered: "se eu não
// puder, minha filha vai no meu lugar?"  It makes nobody the patient, and a yes beside it books nothing.  Of a patient for whom somebody
// else writes, it is the writer's place that may be meant.
func (d *dialogue) withoutInPlace(s *conversation.State, text string) string {
	made, whose := afterBooking(s), s.For
	if made {
		whose = s.Booked.For
	}
	if d.literal || whose != "" || !made && !readingBack(s) {
		return text
	}
	at, ok := d.parse(text).place(say.AsksInPlace)
	if !ok {
		return text
	}
	around := sentenceAround(text, at)
	sentence := text[around.start:around.end]
	asks := strings.Contains(sentence, "?") || d.said(sentence, say.MayAsk)
	if !asks || d.said(text[at.start:around.end], say.FetchesInstead) {
		return text
	}
	d.answerAside(d.text(wording.AnswerInPlace))
	left := strings.TrimSpace(cutOut(text, around))
	if readingBack(s) || !d.readAgain(s, left).data() {
		return ""
	}
	return left
}
