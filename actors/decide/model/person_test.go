package model

import (
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
)

// Spec C.4: a person takes over because the agent calls transferir_atendimento, and never because of what the patient
// says.  Wherever a talk is, the model is asked first.
func TestWordsAloneHandNobodyOver(t *testing.T) {
	const goesOn = "Entendo! Posso ajudar por aqui mesmo?"
	stages := map[string]func(c *chat){
		"at first": func(*chat) {},
		"with an offer": func(c *chat) {
			c.write([]string{"oi, quero consulta com a Dra. Ana Souza, pela Unimed"}, calls(toolSearch, searchAna), says(offerText))
		},
		"with a choice":          (*chat).toChoice,
		"with what is read back": (*chat).all,
		"hours after that":       func(c *chat) { c.all(); c.now = c.now.Add(6 * time.Hour) },
		"after a booking":        (*chat).book,
		"after silence": func(c *chat) {
			c.toChoice()
			c.state.Ending = conversation.Ending{Lapsed: true, Closed: conversation.OutcomeNoInterest}
		},
		"without getting on": func(c *chat) { c.toChoice(); c.state.Idled = maxIdle },
	}
	for stage, begin := range stages {
		texts := []string{"quero falar com um atendente"}
		if stage == "at first" || stage == "after a booking" { // in between it would be what is being booked
			texts = append(texts, "quero cancelar a consulta que tenho marcada aí")
		}
		for _, text := range texts {
			t.Run(stage+": "+text, func(t *testing.T) {
				begun := func() *chat {
					c := newChat(t)
					begin(c)
					return c
				}
				c := begun()
				c.write([]string{text}, calls(toolTransfer, `{"motivo":"pediu_pessoa"}`))
				if len(c.handed) != 1 || c.handed[0] != "pediu_atendente" || c.account.Agent != agentModel {
					t.Errorf("the model hands over: %v, %+v, %q", c.handed, c.account, c.reply())
				}
				c = begun()
				c.write([]string{text})
				if len(c.handed) != 1 || c.account.Agent != agentBoth || c.account.Why != whyFailed {
					t.Errorf("the model is down: %v, %+v, %q", c.handed, c.account, c.reply())
				}
				c = begun()
				c.write([]string{text}, says(goesOn))
				if stage == "without getting on" { // and has done so for three turns: it fails
					if len(c.handed) != 1 || len(c.model.requests) == 0 || c.account.Why != whyIdle {
						t.Errorf("the model does not get on: %v, %+v, %q", c.handed, c.account, c.reply())
					}
					return
				}
				if c.wants(goesOn); len(c.handed) > 0 || c.account.Agent != agentModel {
					t.Errorf("the model goes on: %v, %+v", c.handed, c.account)
				}
				booked := len(c.booked)
				c.write([]string{text}, says(goesOn))
				if c.wants(goesOn); len(c.handed) > 0 {
					t.Errorf("the model goes on again: %v, %+v", c.handed, c.account)
				}
				c.write([]string{"sim"}, says("Certo! Como posso ajudar?"))
				if len(c.booked) != booked || len(c.handed) > 0 {
					t.Errorf("a yes to the model's words booked %v, handed over %v", c.booked, c.handed)
				}
			})
		}
	}
}

// A model that wants to book at the wish for a person is told of it.
func TestNothingIsReadBackToWhoWantsAPerson(t *testing.T) {
	c := newChat(t)
	c.all()
	c.write([]string{"quero falar com um atendente antes"}, calls(toolConfirm, `{}`), says("Sobre o que você quer falar?"))
	if c.wants("Sobre o que você quer falar?"); len(c.booked)+len(c.handed) > 0 || c.state.Asked == conversation.AskConfirm {
		t.Errorf("booked %v, handed over %v, asked %q", c.booked, c.handed, c.state.Asked)
	}
}

// While nobody knows yet whether the appointment was made, the model decides on a person, and of the rest only the code
// speaks.
func TestPersonWhileAnAppointmentIsOpen(t *testing.T) {
	pending := func() *chat {
		c := newChat(t)
		c.all()
		c.state.Pending, c.state.Asked = &conversation.Pending{Said: 1, Since: c.now}, conversation.AskNothing
		return c
	}
	c := pending()
	c.write([]string{"quero falar com um atendente"}, says("Já está tudo certo!"))
	if c.wants("confirmando o seu horário"); len(c.handed) > 0 || len(c.said) != 1 {
		t.Errorf("handed over %v: %q", c.handed, c.said)
	}
	c = pending()
	c.write([]string{"quero falar com um atendente"}, calls(toolTransfer, `{"motivo":"pediu_pessoa"}`))
	if len(c.handed) != 1 {
		t.Errorf("said %q", c.reply())
	}
	c = pending()
	c.write([]string{"quero falar com um atendente"})
	if len(c.handed) != 1 || c.account.Why != whyFailed {
		t.Errorf("account %+v, said %q", c.account, c.reply())
	}
}

// A conversation that begins is told what an earlier one of the phone was about, without anything of the patient; not one
// that is a day old, nor once something is known of this one.
func TestWhatWasBeforeIsTold(t *testing.T) {
	begun := func(ago time.Duration) *chat {
		c := newChat(t)
		c.state.Recall(&conversation.Past{
			At: c.now, Request: conversation.Request{SpecialtyID: 7, AgendaID: 101, ProcedureID: 501, PlanID: 2},
			Patient: conversation.Identity{Name: maria, CPF: "52998224725", BirthDate: "1988-05-12"},
		}, c.now)
		c.now = c.now.Add(ago)
		return c
	}
	const before = `\"antes\":{\"especialidade\":\"Cardiologia\",\"medico\":\"Dra. Ana Souza\",\"procedimento\":\"Consulta\",\"convenio\":\"Unimed\"}`
	c := begun(time.Hour)
	c.write([]string{"oi"}, says("Bom dia! Da outra vez era uma consulta com a Dra. Ana Souza, pela Unimed. Seguimos daí?"))
	if !strings.Contains(c.sent(), before) || strings.Contains(c.sent(), "Maria") {
		t.Errorf("the model read %s", c.sent())
	}
	c.wants("Seguimos daí?")
	c.write([]string{"sim"}, calls(toolSearch, searchAna), says("{ofertas}\nQual fica melhor?"))
	c.wants("08:00", "Qual fica melhor?")
	if strings.Contains(c.lastResult(), `"antes":{`) {
		t.Error("it is told again")
	}
	c = begun(conversation.GuessWindow)
	c.write([]string{"oi"}, says("Bom dia! Com quem você quer marcar?"))
	if strings.Contains(c.sent(), before) {
		t.Error("it is told a day later")
	}
}
