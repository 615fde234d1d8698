package model

import (
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/decide/grounding"
	"atende/actors/pii"
	"atende/actors/wording"
	"atende/integrations/model"
)

// ground fills the placeholders of a text and judges what the patient would read.  bad is why it cannot be said, in
// words for the model, and reasons the same for the books.
func (d *dialogue) ground(s *conversation.State, text string) (filled wording.Words, reasons []string, bad string) {
	var missing string
	filled.Text, missing = grounding.Fill(text, func(name string) string {
		words := d.codeWords(s, name)
		filled = filled.With(words)
		return words.Text
	})
	if missing != "" {
		return wording.Words{}, []string{"empty"}, "o sistema não tem o que pôr em " + missing
	}
	judged, _ := grounding.Fill(text, func(name string) string {
		if name == "ofertas" { // a list of the code's own, which needs no judge
			return "{ofertas}"
		}
		return d.codeWords(s, name).Text
	})
	d.showsOffer = strings.Contains(text, "{ofertas}")
	f := d.facts(s, judged)
	if strings.Contains(text, "{medicos}") { // the code names them
		for _, doctor := range d.Clinic.Doctors {
			f.Doctors = append(f.Doctors, doctor.AgendaID)
		}
	}
	list := grounding.Check(judged, f)
	if revealed, _ := pii.Reveal(judged, s.Masks); revealed != judged { // "Dra. Ana [NOME 1]" names another doctor once it is filled in
		list = append(list, slices.DeleteFunc(grounding.Check(revealed, f), func(v grounding.Violation) bool { return v.Reason != "doctor" })...)
	}
	if len(list) == 0 && !d.showsOffer && d.soundsBooked(s, judged) {
		return wording.Words{}, []string{"booking"}, adviceFor("booking")
	}
	for _, v := range list {
		if !slices.Contains(reasons, v.Reason) { // one text counts once
			reasons = append(reasons, v.Reason)
		}
	}
	if len(list) > 0 {
		return wording.Words{}, reasons, adviceFor(list[0].Reason)
	}
	return filled, nil, ""
}

// adviceFor is what the model is told of a refused text, by the reason.
func adviceFor(reason string) string {
	return map[string]string{
		"booking":  "não diga nem dê a entender que algo foi marcado; faça a próxima pergunta",
		"date":     "dia que nenhuma ferramenta informou; use {ofertas} ou {escolha}",
		"hour":     "hora que nenhuma ferramenta informou; use {ofertas} ou {escolha}",
		"slot":     "isso não confere com os horários; use {ofertas} ou {escolha}",
		"number":   "número que não confere; use {ofertas}",
		"doctor":   "médico que nenhuma ferramenta informou; chame consultar_clinica ou use {medicos}",
		"person":   "ninguém foi chamado; chame transferir_atendimento ou pergunte se o paciente quer uma pessoa",
		"price":    "valor que a clínica não informou; use {precos}",
		"link":     "endereço que a clínica não informou; use {endereco}",
		"health":   "nada de conselho de saúde, diagnóstico ou \"não é nada\": só o médico avalia; diga isso e siga com o agendamento",
		"payment":  "nunca peça pagamento, cartão, senha ou código; paga-se na recepção",
		"human":    "você é a assistente virtual; não diga nem dê a entender que é uma pessoa",
		"empty":    "escreva uma frase",
		"language": "escreva em português, com palavras inteiras",
		"catalog":  "a clínica tem ou aceita isso; chame consultar_clinica ou use {convenios}",
	}[reason]
}

// notSent begins what the model is told of a text that was not said.
const notSent = "[o sistema não enviou a sua mensagem] "

// refuseText tells the model why a text is not said, once in a turn in which it got on.  One who insists, has no more
// steps, or has done nothing yet is replaced.
func (d *dialogue) refuseText(s *conversation.State, text string, reasons []string, bad string) (event conversation.Event, why string) {
	if d.told || !d.done || d.spent.over(d.Now()) != "" {
		return d.replace(s, reasons)
	}
	d.told, d.corrected, d.unsaid = true, true, reasons
	d.thread = append(d.thread, model.Message{Role: model.Assistant, Content: text}, model.Message{Role: model.User, Content: notSent + bad})
	return nil, ""
}

// replace says the code's own sentence instead of the model's.
func (d *dialogue) replace(s *conversation.State, reasons []string) (event conversation.Event, why string) {
	d.account.Replaced = append(d.account.Replaced, reasons...)
	if !d.done || d.outdated(s) {
		return nil, whyNonsense // what the patient wrote is answered by the rules
	}
	return d.safe(s), ""
}

// topicOf is the clinic's answer that a placeholder stands for, "" for none.
func topicOf(name string) conversation.Topic {
	return map[string]conversation.Topic{
		"endereco":            conversation.TopicAddress,
		"horario_atendimento": conversation.TopicHours,
		"precos":              conversation.TopicPrices,
		"pagamento":           conversation.TopicPayment,
		"preparo":             conversation.TopicPreparation,
		"documentos":          conversation.TopicDocuments,
	}[name]
}

// codeWords are the code's words for a placeholder, none where there is nothing to say.
func (d *dialogue) codeWords(s *conversation.State, name string) wording.Words {
	clinic := func(text string) wording.Words { return wording.Quote(text, "clinic:"+name) }
	switch {
	case topicOf(name) != "":
		return clinic(d.Clinic.Answer(topicOf(name)))
	case name == "ofertas" && !d.outdated(s):
		return d.Rules.Times(d.turn, s)
	case name == grounding.Chosen && s.Choice != nil:
		return clinic(conversation.Day(s.Choice.Date, d.now()) + ", às " + s.Choice.Hour)
	case name == "agendamento" && s.Booked != nil:
		return d.Clinic.BookedText(s, d.turn.Now)
	case name == "medicos":
		return clinic(strings.Join(d.doctorsWithSpecialty(s), "; "))
	case name == "convenios":
		return clinic(strings.Join(d.planNames(nil), "; "))
	case name == "especialidades":
		return clinic(strings.Join(d.specialtyNames(), "; "))
	default:
		return wording.Words{}
	}
}
