package rules

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
)

// precedesQuestion reports a short answer that was written before the open question was put, while the words before it were
// still being thought about: it was meant for another list, or for another yes.  Words that mean the same whatever
// was asked are read.
func (d *dialogue) precedesQuestion(s *conversation.State, m decide.Message) bool {
	if m.Tapped || s.Asked == conversation.AskNothing || s.AskedAt.IsZero() || !d.cameAt(m).Before(s.AskedAt.Truncate(time.Millisecond)) {
		return false
	}
	f := d.facts(m.Text)
	words := len(strings.Fields(m.Text))
	yesOrNo := (f.Intent == understand.Confirm || f.Intent == understand.Deny) && words <= maxYesOrNo || d.parse(m.Text).says(say.Agrees)
	short := f.Choice > 0 && words <= maxChosen || yesOrNo
	says := !wishOf(f).Empty() || f.Name+f.CPF+f.BirthDate != ""
	return short && !says && d.find(m.Text).Empty()
}

const (
	// maxYesOrNo and maxChosen are how many words an answer has that says nothing else: "não, obrigada", "pode ser
	// a opção 11".  "Ah não, é pra minha mãe" does.
	maxYesOrNo, maxChosen = 2, 5
)

// heard is when the newest message came, and its mark.
func (d *dialogue) heard() (time.Time, uint32) {
	if d.newest == nil {
		return time.Time{}, 0
	}
	return d.cameAt(*d.newest), mark(*d.newest)
}

func (d *dialogue) cameAt(m decide.Message) time.Time {
	if m.At.IsZero() {
		return d.turn.Now
	}
	return m.At
}

func mark(m decide.Message) uint32 {
	return conversation.Mark(m.Type + strings.ToLower(strings.Join(strings.Fields(m.Text), " ")))
}

// withoutEchoes drops messages that only repeat the one before, sent before what was answered to that could
// have been read: "1", "1" is one answer, not two.  Where nothing else came the open question is said again.
func (d *dialogue) withoutEchoes(s *conversation.State) {
	last, burst := s.Heard, false
	answered := s.AskedAt.Truncate(time.Millisecond) // as exact as the time of a message
	newest := d.turn.Messages[len(d.turn.Messages)-1]
	d.newest = &newest
	d.turn.Messages = slices.DeleteFunc(slices.Clone(d.turn.Messages), func(m decide.Message) bool {
		one := mark(m)
		repeats := last != 0 && one == last && (burst || d.cameAt(m).Before(answered))
		last, burst = one, true
		return repeats || d.precedesQuestion(s, m)
	})
	d.learned = len(d.turn.Messages) == 0
	d.answeredAside = d.learned
}
