package rules

import (
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
)

// crossed reports a short answer that was written before the open question was put, while the words before it were
// still being thought about: it was meant for another list, or for another yes.  Words that mean the same whatever
// was asked are read.
func (d *dialogue) crossed(s *conversation.State, m decide.Message) bool {
	if s.Asked == conversation.AskNothing || s.AskedAt.IsZero() || !d.cameAt(m).Before(s.AskedAt.Truncate(time.Millisecond)) {
		return false
	}
	f := d.facts(m.Text)
	words := len(strings.Fields(m.Text))
	yesOrNo := (f.Intent == understand.Confirm || f.Intent == understand.Deny) && words <= maxYesOrNo || d.passage(m.Text).says(say.Agrees)
	short := f.Choice > 0 && words <= maxChosen || yesOrNo
	says := !wishOf(f).Empty() || f.Name+f.CPF+f.BirthDate != ""
	return short && !says && d.find(m.Text).Empty()
}

const (
	// maxYesOrNo and maxChosen are how many words an answer has that says nothing else: "não, obrigada", "pode ser
	// a opção 11".  "Ah não, é pra minha mãe" does.
	maxYesOrNo, maxChosen = 2, 5
)
