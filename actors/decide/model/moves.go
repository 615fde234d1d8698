package model

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/pii"
	"atende/actors/understand"
	"atende/actors/wording"
	"atende/integrations/model"
)

// moveOf turns a call into the move that it asks for.  What can be seen to be wrong without the conversation is
// refused here, the rest by conversation.Step.
func (d *dialogue) moveOf(s *conversation.State, call model.Call) (conversation.Move, *refusal) {
	switch call.Name {
	case toolSearch:
		return d.search(s, call.Arguments)
	case toolChoose:
		return d.choose(s, call.Arguments)
	case toolIdentify:
		return d.identify(s, call.Arguments)
	case toolConfirm:
		return d.confirm(call.Arguments)
	case toolClose:
		return d.giveUp(s, call.Arguments)
	case toolTransfer:
		return d.transfer(call.Arguments)
	default:
		return nil, &refusal{reason: "essa ferramenta não existe", options: toolNames()}
	}
}

func toolNames() []string {
	return []string{toolSearch, toolChoose, toolIdentify, toolConfirm, toolClose, toolTransfer, toolClinic}
}

func (d *dialogue) search(s *conversation.State, arguments string) (conversation.Move, *refusal) {
	var a searchArguments
	if bad := decode(arguments, &a); bad != nil {
		return nil, bad
	}
	if s.Closed != "" && !d.goesOn() && a.empty() { // or thanks would begin another booking
		return nil, &refusal{reason: "o atendimento foi encerrado e o paciente não pediu outro horário"}
	}
	if !d.chose && d.choosesOnly() { // another offer would take the place of the one that was chosen from
		return nil, &refusal{reason: "o paciente escolheu um horário da oferta; chame escolher_horario primeiro"}
	}
	move := conversation.Search{More: isTrue(a.More)}
	var bad *refusal
	if move.Wish, bad = a.wish(d.now().Format(time.DateOnly)); bad != nil {
		return nil, bad
	}
	if bad := d.resolve(s, a, &move); bad != nil {
		return nil, bad
	}
	move.Renew = len(s.Offer) > 0 && s.Stale(d.turn.Now)
	move.Unsure = d.unsureSearch(s, move)
	return move, nil
}

func (d *dialogue) choose(s *conversation.State, arguments string) (conversation.Move, *refusal) {
	var a chooseArguments
	if bad := decode(arguments, &a); bad != nil {
		return nil, bad
	}
	if a.Number == nil {
		return nil, &refusal{reason: "falta o número"}
	}
	move := conversation.Choose{Number: int(*a.Number), Unsure: d.unsureChoice(s, int(*a.Number))}
	if move.Unsure && !s.OfferRead() {
		return nil, &refusal{reason: "o paciente ainda não viu esta oferta; mostre os horários com os números"}
	}
	return move, nil
}

func (d *dialogue) identify(s *conversation.State, arguments string) (conversation.Move, *refusal) {
	var a identifyArguments
	if bad := decode(arguments, &a); bad != nil {
		return nil, bad
	}
	move := conversation.Identify{Other: isTrue(a.Other)}
	var badName, badCPF, badBirth *refusal
	move.Name, badName = d.nameOf(s, a.Name)
	move.CPF, badCPF = d.valueOf(s, a.CPF, conversation.AskCPF, digits)
	move.BirthDate, badBirth = d.valueOf(s, a.Birth, conversation.AskBirthDate, d.birthDate)
	if bad := cmp.Or(badName, badCPF, badBirth); bad != nil {
		return nil, bad
	}
	if move.Identity == (conversation.Identity{}) && !move.Other {
		return nil, &refusal{reason: "nenhum dado foi passado"}
	}
	if bad := d.notRead(move.Identity); bad != nil {
		return nil, bad
	}
	move.Unsure = d.unsureIdentity(s, move)
	return move, nil
}

// notRead refuses data of another person than the one whose data the patient writes in this turn.
func (d *dialogue) notRead(who conversation.Identity) *refusal {
	heard := d.heard()
	for q, value := range identityValues(who) {
		if differs(value, heard[q]) {
			return &refusal{reason: "o paciente escreveu outros dados nesta mensagem; passe os marcadores dela"}
		}
	}
	return nil
}

// maskKind is the part that the names of all masks for a datum have.
func maskKind(q conversation.Question) string {
	return map[conversation.Question]string{
		conversation.AskName: "NOME", conversation.AskCPF: "CPF", conversation.AskBirthDate: "NASCIMENTO",
	}[q]
}

// valueOf is what stands behind a placeholder for a datum, or a value that the patient wrote: nothing that the
// patient did not write is ever taken.
func (d *dialogue) valueOf(s *conversation.State, argument *string, q conversation.Question, normal func(string) string) (string, *refusal) {
	if !given(argument) {
		return "", nil
	}
	if m, ok := pii.Resolve(*argument, s.Masks); ok && strings.Contains(m.Name, maskKind(q)) {
		return m.Value, nil
	}
	value := normal(*argument)
	var options []string
	for _, m := range masksOf(s, maskKind(q)) {
		if value != "" && m.Value == value {
			return value, nil
		}
		options = append(options, m.Name)
	}
	return "", &refusal{reason: "o paciente não escreveu isso; passe o marcador que está no texto", options: options}
}

// nameOf is a name that the patient wrote: behind a placeholder, or where names are not masked, in so many words.
func (d *dialogue) nameOf(s *conversation.State, argument *string) (string, *refusal) {
	name, bad := d.valueOf(s, argument, conversation.AskName, func(name string) string { return name })
	if bad == nil {
		return name, nil
	}
	written := strings.Join(strings.Fields(*argument), " ")
	for _, m := range masksOf(s, maskKind(conversation.AskName)) {
		if strings.EqualFold(m.Value, written) {
			return m.Value, nil
		}
	}
	wrote := func(text string) bool { return folded(written) != "" && hasWords(folded(text), folded(written)) }
	byMessage := slices.ContainsFunc(d.turn.Messages, func(m decide.Message) bool { return wrote(m.Text) })
	byLine := func(line conversation.Line) bool { return !line.Agent && wrote(ownWords(line.Text)) }
	if byMessage || slices.ContainsFunc(s.Thread, byLine) {
		return written, nil
	}
	return "", bad
}

// masksOf are those for a kind of data.
func masksOf(s *conversation.State, kind string) []conversation.Mask {
	return slices.DeleteFunc(slices.Clone(s.Masks), func(m conversation.Mask) bool { return !strings.Contains(m.Name, kind) })
}

func digits(value string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, value)
}

// birthDate is a date in any form that a model writes, as YYYY-MM-DD.
func (d *dialogue) birthDate(value string) string {
	for _, layout := range []string{time.DateOnly, "02/01/2006", "2/1/2006", "02-01-2006"} {
		if day, err := time.Parse(layout, strings.TrimSpace(value)); err == nil {
			return day.Format(time.DateOnly)
		}
	}
	return understand.Read(value, d.turn.Now).BirthDate
}

func (d *dialogue) confirm(arguments string) (conversation.Move, *refusal) {
	if bad := decode(arguments, &struct{}{}); bad != nil {
		return nil, bad
	}
	return conversation.Confirm{Agreed: d.second.Agreed}, nil
}

// giveUp closes, unless the patient has just said something that goes on with the booking.
func (d *dialogue) giveUp(s *conversation.State, arguments string) (conversation.Move, *refusal) {
	if bad := decode(arguments, &struct{}{}); bad != nil {
		return nil, bad
	}
	if d.goesOn() || !d.leaves(s) {
		return nil, &refusal{reason: "o paciente não disse que desistiu; responda a ele"}
	}
	return conversation.Close{}, nil
}

// leaves reports that the patient gives up, or says goodbye before anything was chosen.
func (d *dialogue) leaves(s *conversation.State) bool {
	if d.second.GivesUp() {
		return true
	}
	for _, m := range d.fresh {
		switch understand.Read(m.Text, d.turn.Now).Intent {
		case understand.Decline, understand.Cancel:
			return true
		case understand.Thanks, understand.Deny:
			if s.Choice == nil {
				return true
			}
		default:
		}
	}
	return false
}

// goesOn reports that the patient says something in this turn that a booking needs.
func (d *dialogue) goesOn() bool {
	said := len(read[conversation.Search](d)) + len(read[conversation.Choose](d)) + len(read[conversation.Identify](d))
	return said > 0 || d.second.Confirms()
}

// handOver is a reason of the model in the words of the books, and what the patient reads first; "" for the usual
// sentence.
func handOver(reason string) (recorded string, text wording.ID) {
	switch reason {
	case "pediu_pessoa":
		return "pediu_atendente", ""
	case "cancelar":
		return reason, wording.TransferCancel
	case "remarcar":
		return reason, wording.TransferReschedule
	case "consulta_existente":
		return reason, wording.TransferExisting
	default:
		return reason, ""
	}
}

func (d *dialogue) transfer(arguments string) (conversation.Move, *refusal) {
	var a transferArguments
	if bad := decode(arguments, &a); bad != nil {
		return nil, bad
	}
	reason := "outro"
	if given(a.Reason) {
		if !slices.Contains(transferReasons(), *a.Reason) {
			return nil, &refusal{reason: "motivo desconhecido", options: transferReasons()}
		}
		reason = *a.Reason
	}
	recorded, text := handOver(reason)
	move := conversation.Transfer{Reason: recorded}
	if text != "" {
		words := d.Clinic.Texts.Words(text, 0)
		move.Text, move.From = words.Text, words.From
	}
	return move, nil
}
