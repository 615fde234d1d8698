package rules

import (
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
	f := understand.Read(m.Text, d.turn.Now)
	short := f.Choice > 0 || f.Intent == understand.Confirm || f.Intent == understand.Deny
	says := len(f.Dates)+len(f.Times) > 0 || f.Period != "" || f.Name != "" || f.CPF != "" || f.BirthDate != ""
	return short && !says && d.clinic.Find(m.Text).Empty()
}
