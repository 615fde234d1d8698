package model

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/rules"
	"atende/actors/pii"
	"atende/actors/understand"
)

func (d *dialogue) search(s *conversation.State, a searchArguments) (conversation.Move, *refusal) {
	if s.Closed != "" && !d.goesOn() && a.empty() { // or thanks would begin another booking
		return nil, &refusal{reason: "o atendimento foi encerrado e o paciente não pediu outro horário"}
	}
	if d.second.ChangesExisting() { // or there would be two in the place of one that was to be moved
		return nil, &refusal{reason: "o paciente quer mudar ou cancelar uma consulta que já existe, o que só uma pessoa faz; chame transferir_atendimento ou responda a ele"}
	}
	if !d.chose && d.choosesOnly() { // another offer would take the place of the one that was chosen from
		return nil, &refusal{reason: "o paciente escolheu um horário da oferta; chame escolher_horario primeiro"}
	}
	move := conversation.Search{More: bool(a.More)}
	if bad := a.wish(d.now(), &move.Wish); bad != nil {
		return nil, bad
	}
	if bad := d.resolve(s, a, &move); bad != nil {
		return nil, bad
	}
	move.Renew = len(s.Offer) > 0 && s.Stale(d.turn.Now)
	move.Unsure = d.second.Against
	return move, nil
}

func (d *dialogue) choose(s *conversation.State, a chooseArguments) (conversation.Move, *refusal) {
	if a.Number == nil {
		return nil, &refusal{reason: "falta o número"}
	}
	slot, offered := slotAt(s.Offer, int(*a.Number))
	if offered && !s.OfferRead() && !d.picked(s, slot) {
		return nil, &refusal{reason: "o paciente ainda não viu esta oferta; mostre os horários com os números"}
	}
	return conversation.Choose{Number: int(*a.Number)}, nil
}

func (d *dialogue) identify(s *conversation.State, a identifyArguments) (conversation.Move, *refusal) {
	move := conversation.Identify{Other: bool(a.Other)}
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

// valueOf is what stands behind a placeholder for a datum, or a value that the patient wrote: nothing that the
// patient did not write is ever taken.
func (d *dialogue) valueOf(s *conversation.State, argument string, q conversation.Question, normal func(string) string) (string, *refusal) {
	if !given(argument) {
		return "", nil
	}
	masks, value := masksOf(s, q), normal(argument)
	if m, ok := pii.Resolve(argument, s.Masks); ok && slices.Contains(masks, m) {
		return m.Value, nil
	}
	var options []string
	for _, m := range masks {
		if value != "" && m.Value == value {
			return value, nil
		}
		options = append(options, m.Name)
	}
	return "", &refusal{reason: "o paciente não escreveu isso; passe o marcador que está no texto", options: options}
}

// nameOf is a name that the patient wrote: behind a placeholder, or where names are not masked, in so many words.
func (d *dialogue) nameOf(s *conversation.State, argument string) (string, *refusal) {
	name, bad := d.valueOf(s, argument, conversation.AskName, func(name string) string { return name })
	if bad == nil {
		return name, nil
	}
	written := strings.Join(strings.Fields(argument), " ")
	for _, m := range masksOf(s, conversation.AskName) {
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

// masksOf are those of all that was ever written of a datum.
func masksOf(s *conversation.State, q conversation.Question) []conversation.Mask {
	kind := map[conversation.Question]string{
		conversation.AskName: "NOME", conversation.AskCPF: "CPF", conversation.AskBirthDate: "NASCIMENTO",
	}[q]
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

func (d *dialogue) confirm(*conversation.State, struct{}) (conversation.Move, *refusal) {
	return conversation.Confirm{}, nil
}

// giveUp closes, unless the patient has just said something that goes on with the booking.
func (d *dialogue) giveUp(s *conversation.State, _ struct{}) (conversation.Move, *refusal) {
	if d.goesOn() || !d.leaves(s) {
		return nil, &refusal{reason: "o paciente não disse que desistiu; responda a ele"}
	}
	return conversation.Close{}, nil
}

// leaves reports that the patient gives up, or says goodbye before anything was chosen.
func (d *dialogue) leaves(s *conversation.State) bool {
	return d.second.GivesUp() || slices.ContainsFunc(d.fresh, func(m decide.Message) bool {
		switch understand.Read(m.Text, d.turn.Now).Intent {
		case understand.Decline, understand.Cancel:
			return true
		case understand.Thanks, understand.Deny:
			return s.Choice == nil
		default:
			return false
		}
	})
}

// goesOn reports that the patient says something in this turn that a booking needs.
func (d *dialogue) goesOn() bool {
	said := len(read[conversation.Search](d)) + len(read[conversation.Choose](d)) + len(read[conversation.Identify](d))
	return said > 0
}

// transferReasons are why a person should take over; they stand in the log and say nothing of the patient.
func transferReasons() []string {
	return []string{
		"pediu_pessoa", "cancelar", "remarcar", "consulta_existente", "resultado_exame", "documento", "dados_pessoais",
		"retorno", "reclamacao", "fora_do_escopo", "outro",
	}
}

func (d *dialogue) transfer(_ *conversation.State, a transferArguments) (conversation.Move, *refusal) {
	reason := "outro"
	if given(a.Reason) {
		reason = a.Reason
	}
	move := conversation.Transfer{Reason: reason}
	switch {
	case !slices.Contains(transferReasons(), reason):
		return nil, &refusal{reason: "motivo desconhecido", options: transferReasons()}
	case reason == "pediu_pessoa":
		move.Reason = conversation.ReasonAsked // in the books
	}
	if move.Asked = d.second.DataAsked(); move.Asked != "" {
		words := rules.DataText(d.Clinic, move.Asked)
		move.Reason, move.Text, move.From = conversation.ReasonOwnData, words.Text, words.From
	} else if text := rules.TransferText(reason); text != "" {
		words := d.Clinic.Texts.Words(text, 0)
		move.Text, move.From = words.Text, words.From
	}
	return move, nil
}
