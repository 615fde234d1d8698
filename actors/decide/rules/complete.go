package rules

import (
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/understand"
)

// Complete reports whether a text already is a whole answer, so that waiting for more of a burst
// would only make the patient wait: the number that was asked for, a CPF, a yes, a wish with
// everything that A1 needs (contract, ATENDE_QUIET_WINDOW).
func (d *Driver) Complete(text string, s *conversation.State, now time.Time) bool {
	r := (&dialogue{clinic: d.clinic, tables: d.tables, turn: decide.Turn{Now: now}}).reading(s, text)
	switch r.Intent {
	case understand.Human:
		return true
	case understand.Confirm, understand.Deny, understand.Thanks:
		return s.Asked != conversation.AskNothing || s.Closed != ""
	default:
	}
	switch s.Asked {
	case conversation.AskName:
		return r.Name != ""
	case conversation.AskCPF:
		return r.CPF != "" || r.InvalidCPF != ""
	case conversation.AskBirthDate:
		return r.BirthDate != ""
	case conversation.AskSlot:
		return r.Choice > 0 || len(r.Times) > 0
	case conversation.AskNothing:
		return len(r.Doctors)+len(r.Specialties) == 1 && len(r.Plans) == 1
	default:
		return r.Choice > 0 || !r.Mentions.Empty()
	}
}
