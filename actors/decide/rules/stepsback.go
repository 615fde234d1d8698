package rules

import (
	"strings"

	"atende/actors/conversation"
)

// onlyForMe is how a text says that nothing is for anybody but the writer.
const onlyForMe = "é só pra mim"

// withStepsBack is a text in which the one who was to be the patient steps back and leaves it to the writer, as one that says only that it
// is for the writer: "minha sogra desistiu, só eu agora".  It ends nothing: one appointment is still wanted.
func (d *dialogue) withStepsBack(s *conversation.State, text string) string {
	others := s.For != "" || len(s.Next) > 0
	if d.literal || s.Closed != "" || opens(s) || !others || strings.Contains(text, "?") {
		return text
	}
	p := d.parse(text)
	back, ok := p.match(say.StepsBack)
	mine, only := p.match(say.OnlyWriter)
	if !ok || !only || mine.From < back.From {
		return text
	}
	left := strings.Trim(cutOut(text, p.placeOf(back), p.placeOf(mine)), " ,.;!")
	if d.readAgain(s, left).data() {
		return onlyForMe + ". " + left
	}
	return onlyForMe
}
