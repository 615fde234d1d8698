package rules

import (
	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// objects: something speaks against what was said before.
var objects = phrase(`\b(mas|por[ée]m|s[óo] que|ali[áa]s|espera|calma|ops)\b|\bn[ãa]o (marca|marque|agend|confirm|quero|posso|pode|vou|[ée]|era|sei)|\bainda n[ãa]o\b|\bs[óo] se\b|\bdesde que\b|\b[ée] cedo\b|muito (cedo|tarde)|\boutro (dia|hor[áa]rio)`)

// agrees is a yes to what was read back, and nothing but politeness beside it.
var agrees = phrase(`^[\s,.!]*(` + yesWords + `[\s,.!]+)*(` + yesWords + `|(pode|podes|quero) (sim|marcar|agendar|confirmar)|marca|marque|agenda|agende|confirm[ao]|` +
	`(est[áa]|t[áa]) (tudo )?(certo|cert[ií]nho|[óo]timo|correto))` +
	`([\s,.!]+(sim|isso|pra mim|a consulta|por favor|pfv?|(muito )?obrigad[ao]|obg|valeu|se deus quiser|gra[çc]as a deus|am[ée]m|viu))*[\s,.!]*$`)

// yesWords say yes to anything.
const yesWords = `(sim|ok|okay|isso( mesmo| a[íi])?|certo|claro|perfeito|pode ser|beleza|blz|exato|exatamente|com certeza|t[áa] bom)`

// heldBack reports that nothing may be booked before the patient says yes to all of it: they objected to
// something with the very words that completed the data, or were asked already.
func (d *dialogue) heldBack() bool {
	return !d.agreed && (d.holds || d.start == conversation.AskConfirm)
}

// readBack reads the answer to what was read back, and notes objections.
func (d *dialogue) readBack(s *conversation.State, r reading) bool {
	if s.Closed != "" {
		return false
	}
	if r.says(objects) && !bare(r.text) {
		d.holds = true
	}
	switch {
	case s.Asked != conversation.AskConfirm || d.holds || r.data() && !r.says(agrees):
		return false
	case r.Intent == understand.Confirm, r.says(agrees):
		d.agreed, d.learned = true, true
	case r.Intent == understand.Deny && !r.More && !r.says(takesBack):
		d.instead(question{text: d.text(wording.AskChange), asks: conversation.AskConfirm})
	default:
		return false
	}
	return true
}

// readBackText is all that would be booked.
func (d *dialogue) readBackText(s *conversation.State) string {
	procedure, _ := d.clinic.Procedure(s.Request.ProcedureID)
	return d.text(wording.AskConfirm, "procedure", procedure.Name, "with", d.clinic.With(s.Request.AgendaID),
		"day", dayText(s.Choice.Date, d.now()), "hour", s.Choice.Hour, "plan", d.planText(s.Request.PlanID),
		"name", s.Patient.Name, "last", lastOfCPF(s.Patient.CPF))
}
