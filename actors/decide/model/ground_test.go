package model

import (
	"strings"
	"testing"

	"atende/actors/conversation"
	"atende/integrations/model"
)

// What the model leaves to the code is filled in with the code's own words.
func TestPlaceholdersAreFilled(t *testing.T) {
	c := newChat(t)
	c.write([]string{"oi, quero consulta com a Dra. Ana Souza, pela Unimed"}, calls(toolSearch, searchAna), says("Tenho estes horários:\n{ofertas}\nQual fica melhor para você?"))
	for _, want := range []string{"*Ter 24/11*  *1* 08:00", "Qual fica melhor para você?"} {
		if !strings.Contains(c.reply(), want) {
			t.Errorf("no %q in %q", want, c.reply())
		}
	}
	if !c.state.OfferRead() {
		t.Error("the offer does not count as read")
	}
	c.write([]string{"2"}, calls(toolChoose, `{"numero":2}`), says("Ótimo, {escolha}. Qual é o nome completo?"))
	if want := "Ótimo, terça, 24/11, às 09:30. Qual é o nome completo?"; !strings.Contains(c.reply(), want) {
		t.Errorf("said %q", c.reply())
	}
}

// Any of several doctors is asked for by one word, and the offer says whose each time is.
func TestAnyDoctor(t *testing.T) {
	c := newChat(t)
	c.write([]string{"cardiologia, tanto faz quem, consulta pela Unimed"},
		calls(toolSearch, `{"especialidade":"cardiologia","medico":"qualquer","procedimento":"consulta","convenio":"Unimed"}`),
		says("Tenho estes horários:\n{ofertas}\nQual fica melhor para você?"))
	if len(c.state.Among) != 2 || len(c.state.Offer) == 0 || !c.state.OfferRead() {
		t.Errorf("any of %v, offered %v", c.state.Among, c.state.Offer)
	}
}

// The model is told once in a turn why a text was not said, and may say it in other words.
func TestRefusedTextsAreToldOnce(t *testing.T) {
	const claim, question = "Prontinho, sua consulta está agendada!", "Qual é o nome completo?"
	c := newChat(t)
	c.write([]string{"oi, quero consulta com a Dra. Ana Souza, pela Unimed"}, calls(toolSearch, searchAna), says("{ofertas}\nQual fica melhor?"))
	c.write([]string{"2"}, calls(toolChoose, `{"numero":2}`), says(claim), says(question))
	if !strings.Contains(c.reply(), question) || strings.Contains(c.reply(), "agendada") {
		t.Errorf("said %q", c.reply())
	}
	last := c.model.requests[len(c.model.requests)-1].Messages
	if told := last[len(last)-1]; told.Role != model.User || !strings.HasPrefix(told.Content, notSent) || strings.Contains(told.Content, "\n") {
		t.Errorf("told %v", told)
	}
	c.write([]string{"tá bom"}, says(claim), says(question))
	if len(c.model.requests) != 1 || strings.Contains(c.reply(), "agendada") || len(c.account.Replaced) == 0 {
		t.Errorf("asked %d times, said %q, replaced %v", len(c.model.requests), c.reply(), c.account.Replaced)
	}
}

// What the clinic itself wants done and paid goes out in its own words, and not in the model's.
func TestTheClinicsOwnWordsAreNotJudged(t *testing.T) {
	const preparation = "Tome o remédio da pressão com um gole de água. Suspenda o anticoagulante três dias antes."
	const payment = "Para reservar, faça um PIX de sinal e mande o comprovante na recepção."
	own := func(config *Config) {
		clinic := *config.Clinic
		clinic.Answers = []conversation.Answer{{Topic: conversation.TopicPreparation, Text: preparation}, {Topic: conversation.TopicPayment, Text: payment}}
		*config.Clinic = *conversation.NewClinic(clinic)
	}
	c := newChat(t, own)
	c.write([]string{"oi"}, says("Olá! O preparo é este:\n{preparo}\n\n{pagamento}\n\nO que você quer marcar?"))
	c.wants(preparation, payment, "O que você quer marcar?")
	c = newChat(t, own)
	c.write([]string{"oi"}, says("Olá! "+payment+" O que você quer marcar?"))
	c.wants(payment)
	c = newChat(t, own)
	c.write([]string{"oi"}, says("Olá! Suspenda o remédio e faça um PIX. O que você quer marcar?"))
	if strings.Contains(c.reply(), "PIX") {
		t.Errorf("said %q", c.reply())
	}
}

// Without words to put in, a placeholder is no text.
func TestPlaceholdersWithoutWords(t *testing.T) {
	for _, text := range []string{"{escolha}, certo?", "{agendamento}", "{endereco}", "{nada}", "A consulta:\n{agendamento}\nAté mais!"} {
		c := newChat(t)
		c.write([]string{"oi"}, says(text), says(text))
		if strings.ContainsAny(c.reply(), "{}") {
			t.Errorf("said %q", c.reply())
		}
	}
}
