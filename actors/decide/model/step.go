package model

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide/grounding"
	"atende/actors/pii"
	"atende/actors/wording"
	"atende/integrations/model"
)

const (
	// maxCalls is how many tool calls of one answer are looked at.
	maxCalls = 6
	// maxMoves is how many moves one turn may propose.
	maxMoves = 14
	// maxRefused is how often the same call may be refused in one turn.
	maxRefused = 2
	// maxEmpty is how many answers without a meaning one turn may have.
	maxEmpty = 2
	// maxText is the longest text that is said, in bytes: four messages of WhatsApp.
	maxText = 16_000
	// maxParts is how many messages one text may become.
	maxParts = 20
)

// step looks at the next call, or asks the model.  It returns an event, a reason for the rules to take over, or
// neither, to be called again.
func (d *dialogue) step(ctx context.Context, s *conversation.State) (event conversation.Event, why string, err error) {
	if len(d.calls) > 0 {
		event, why = d.call(s)
		return event, why, nil
	}
	answer, why := d.ask(ctx, d.request(s))
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case why != "" && d.corrected: // what it said before was refused, and it says nothing else
		event, why = d.replace(s, d.unsaid)
		return event, why, nil
	case why != "":
		return nil, why, nil
	case len(answer.Calls) > 0:
		d.take(answer.Calls)
		return nil, "", nil
	default:
		event, why = d.say(s, strings.TrimSpace(answer.Text))
		return event, why, nil
	}
}

// take keeps the calls of an answer.  What was said beside them is dropped: nobody knows yet what comes of them.
func (d *dialogue) take(calls []model.Call) {
	d.corrected = false
	d.calls = slices.Clone(calls[:min(len(calls), maxCalls)])
	d.thread = append(d.thread, model.Message{Role: model.Assistant, Calls: slices.Clone(d.calls)})
}

// syntaxFormat is how small models write what should have been a call, or repeat what they were told.
var syntaxFormat = regexp.MustCompile(`(?i)^[\s\x60]*(json)?\s*[\[{]\s*"|\b(` + strings.Join(toolNames(), "|") + `)\b|SITUAÇÃO:|\bCATÁLOGO \(|<\|?/?(tool|im_|start|end)`)

func isSyntax(text string) bool { return syntaxFormat.MatchString(text) }

// call looks at the next call.
func (d *dialogue) call(s *conversation.State) (event conversation.Event, why string) {
	next := d.calls[0]
	d.calls = d.calls[1:]
	if next.Name == toolClinic {
		return nil, d.consult(s, next)
	}
	move, bad := d.moveOf(s, next)
	if bad != nil {
		return nil, d.refuse(s, next, *bad)
	}
	if _, confirms := move.(conversation.Confirm); confirms && d.complete(s) {
		if d.second.GivesUp() { // who books does not
			return nil, whyNonsense
		}
		if d.forPerson {
			return nil, d.refuse(s, next, refusal{
				reason: "o paciente pediu uma pessoa, ou algo que só uma pessoa resolve; responda a isso, ou chame transferir_atendimento",
			})
		}
		return d.readBack(s)
	}
	if d.moves++; d.moves > maxMoves {
		return nil, whySteps
	}
	d.asked, d.move = &next, move
	return move, ""
}

// complete reports that nothing is missing but the booking.
func (d *dialogue) complete(s *conversation.State) bool {
	return s.Choice != nil && s.Identified() && s.Closed == ""
}

// readBack ends the turn with all that would be booked: only a yes to it books.  What was asked is answered first, in the
// clinic's own words.  A time that must be looked up again, or has passed, is for the rules.
func (d *dialogue) readBack(s *conversation.State) (event conversation.Event, why string) {
	if d.outdated(s) {
		return nil, whyNonsense
	}
	var parts []wording.Words
	for _, m := range d.fresh {
		for _, answer := range d.Rules.About(d.turn, s, m.Text) {
			if !slices.ContainsFunc(parts, func(a wording.Words) bool { return a.Text == answer.Text }) {
				parts = append(parts, answer)
			}
		}
	}
	reply := d.safe(s)
	return saying(reply, wording.Join("\n\n", append(parts, wording.Quote(reply.Text, reply.From...))...)), ""
}

// outdated reports times that must be looked up again before the code tells of them: hours old, or chosen and passed.
func (d *dialogue) outdated(s *conversation.State) bool {
	if s.Choice != nil && s.Choice.Passed(d.now()) {
		return true
	}
	return s.Stale(d.turn.Now) && (s.Choice != nil || len(s.Offer) > 0)
}

// settle tells the model what became of its move.
func (d *dialogue) settle(s *conversation.State, refusal *conversation.Refusal) (why string) {
	call, move := d.asked, d.move
	if call == nil {
		return ""
	}
	d.asked, d.move = nil, nil
	if refusal != nil && refusal.Reason != conversation.ReasonMissing {
		return d.refuse(s, *call, reasonOf(*refusal))
	}
	_, chose := move.(conversation.Choose)
	d.chose = d.chose || chose && refusal == nil
	d.done = d.done || refusal == nil || s.Learned(&d.before) // what was said is kept all the same
	d.answer(*call, result{OK: true, Situation: d.situation(s), Options: d.optionsFor(s)})
	return ""
}

// result is what a tool answers.
type result struct {
	OK        bool       `json:"ok"`
	Reason    string     `json:"motivo,omitempty"`
	Options   []string   `json:"opcoes,omitempty"`
	Answer    string     `json:"resposta,omitempty"`
	Situation *situation `json:"situacao,omitempty"`
}

func (d *dialogue) answer(call model.Call, r result) {
	d.thread = append(d.thread, model.Message{Role: model.Tool, CallID: call.ID, Content: encoded(r)})
}

// refuse tells the model why a call was not done.  One who insists makes no sense.
func (d *dialogue) refuse(s *conversation.State, call model.Call, bad refusal) (why string) {
	name := call.Name
	if !slices.Contains(toolNames(), name) {
		name = "unknown" // to the books
	}
	d.account.Refused = append(d.account.Refused, name)
	d.answer(call, result{Reason: bad.reason, Options: bad.options, Situation: d.situation(s)})
	key := call.Name + " " + call.Arguments
	if d.refused[key]++; d.refused[key] >= maxRefused {
		return whyNonsense
	}
	return ""
}

// reasonOf is a refusal of the conversation in words.
func reasonOf(r conversation.Refusal) refusal {
	words, ok := map[conversation.Reason]string{
		conversation.ReasonNoOffer:       "não há oferta; chame consultar_horarios",
		conversation.ReasonNotOffered:    "esse número não está na oferta",
		conversation.ReasonBadIdentity:   "não pode estar certo, peça de novo ao paciente",
		conversation.ReasonOtherRecord:   "peça ao paciente, de uma vez, o nome completo e a data de nascimento como estão no documento, sem dizer por quê",
		conversation.ReasonNotChosen:     "nenhum horário foi escolhido",
		conversation.ReasonNotIdentified: "faltam dados do paciente",
		conversation.ReasonStale:         "a oferta é antiga; chame consultar_horarios",
		conversation.ReasonClosed:        "o atendimento foi encerrado; para marcar de novo, chame consultar_horarios",
	}[r.Reason]
	if !ok {
		words = fmt.Sprintf("não é possível agora (%s)", r.Reason)
	}
	bad := refusal{reason: words}
	if r.Reason != conversation.ReasonMissing {
		for _, q := range r.Missing {
			bad.options = append(bad.options, questionName(q))
		}
	}
	return bad
}

// questionName is what the model is told to ask for.
func questionName(q conversation.Question) string {
	return map[conversation.Question]string{
		conversation.AskName:      "nome completo, com sobrenome",
		conversation.AskCPF:       "cpf",
		conversation.AskBirthDate: "nascimento",
		conversation.AskPhone:     "celular com DDD: peça ao paciente, basta ele escrever",
	}[q]
}

// optionsFor are the names among which the patient chooses next.
func (d *dialogue) optionsFor(s *conversation.State) []string {
	r := s.Request
	switch {
	case s.Closed != "" || r.SpecialtyID == 0:
		return nil
	case r.AgendaID == 0 && len(s.Among) == 0:
		return d.doctorNames(nil, r.SpecialtyID)
	case r.ProcedureID == 0:
		return d.procedureNames(r.SpecialtyID)
	case r.PlanID == 0:
		return d.planNames(nil)
	default:
		return nil
	}
}

// say ends the turn with a text of the model, if nothing in it is uncovered.
func (d *dialogue) say(s *conversation.State, text string) (event conversation.Event, why string) {
	if !isMessage(text) {
		if d.empty++; d.empty >= maxEmpty {
			return nil, whyNonsense
		}
		return nil, ""
	}
	if d.second.DataAsked() != "" { // a person must know of it, and no text of ours is an answer (LGPD, art. 18)
		return nil, whyNonsense
	}
	if s.Pending != nil { // no person then, and of the rest only the code knows
		return d.Rules.Waiting(d.turn, s), ""
	}
	if !d.done && d.leftUndone(s, text) {
		return nil, whyNonsense
	}
	if d.asksWhether(s) && !holds(text, say.Denies) { // "marcou?", "Sim!"
		if d.outdated(s) {
			return nil, whyNonsense
		}
		return d.notBooked(s), ""
	}
	filled, reasons, bad := d.ground(s, text)
	if bad != "" {
		return d.refuseText(s, text, reasons, bad)
	}
	revealed, unknown := pii.Reveal(filled.Text, s.Masks)
	switch blank := unknown || strings.TrimSpace(revealed) == ""; {
	case s.Closed == "" && d.outdated(s) && (blank || s.Identified() && !d.forPerson):
		return nil, whyNonsense
	case blank:
		return d.safe(s), ""
	}
	reply := d.reply(s, wording.Quote(revealed, d.source...).With(filled), filled.Text)
	if d.forPerson && reply.Idle && d.before.Idled >= maxIdle { // and would keep the patient for ever
		return nil, whyIdle
	}
	return d.withNotice(s, reply), ""
}

// isMessage reports a text that can be sent as it is: not empty, not too long, no call.
func isMessage(text string) bool {
	return text != "" && len(text) <= maxText && strings.Count(text, "\n\n") <= maxParts && !isSyntax(text)
}

// leftUndone reports that the patient's words of this turn ask for a move.  A text alone does not answer them.
func (d *dialogue) leftUndone(s *conversation.State, text string) bool {
	switch {
	case d.goesOn() && holds(text, say.Stalls): // "vou verificar", and nobody does
		return true
	case d.forPerson: // what else was said can wait for what the model makes of that
		return holds(text, say.Promises)
	case s.Closed == conversation.OutcomeBooked && d.goesOn(): // another booking is wanted, and nobody notes it
		return true
	case d.second.GivesUp(): // and would be reminded of what is not wanted
		return true
	default:
		return d.answered() // and nobody listened
	}
}

// reply is a text of the model.  What it asks is what comes next in the conversation, so that short answers are
// read in that light, also by the rules; but only the code's own words can be a read-back.
func (d *dialogue) reply(s *conversation.State, own wording.Words, text string) conversation.Reply {
	next := d.safe(s)
	asks := strings.Contains(text, "?")
	onlyChosen := s.Choice != nil && s.Closed == "" && !asks && !holds(text, say.AsksFor) // it must not look as if that were all
	switch {
	// the model's answer to who wants a person stands alone, and a yes to it books nothing
	case d.forPerson && s.Closed == "" && (next.Asks == conversation.AskConfirm || d.outdated(s)):
		next.Asks = conversation.AskFree
	// where nothing is missing, the model did not book: only a yes to all of it may
	case next.Asks == conversation.AskConfirm, onlyChosen:
		if !asks { // two questions, and nobody knows which one the yes is for
			next.Line = text + "\n\n" + next.Text
			next = saying(next, wording.Join("\n\n", own, wording.Quote(next.Text, next.From...)))
		}
		return next
	case s.Closed == "" && (next.Asks == conversation.AskNothing || yesAble(s, next)):
		next.Asks = conversation.AskFree
	}
	open := next.Asks
	lists := d.showsOffer || grounding.Lists(text, s.Offer)
	return d.Rules.Heard(d.turn, conversation.Reply{
		OffersPerson: d.forPerson,
		Line:         text, Unlists: !lists,
		Text: own.Text, From: own.From, Asks: open, Options: d.numbered(s, text, open), Lists: lists, Unsure: d.second.Against,
		Idle: !d.done && len(d.sayings) == 0 && !s.Learned(&d.before) && d.before.Asked != conversation.AskNothing,
	})
}

// yesAble reports a question that a bare yes answers.  Beside a text of the model nobody knows what the yes is for.
func yesAble(s *conversation.State, r conversation.Reply) bool {
	switch r.Asks {
	case conversation.AskSame, conversation.AskPerson, conversation.AskOther:
		return true
	case conversation.AskSlot:
		return len(s.Offer) == 1
	default:
		return len(r.Options) == 1
	}
}
