package model

import (
	"strings"
	"testing"

	"atende/actors/conversation"
)

// Where no channel tells a phone the tool for booking is refused and says what is missing, for the model to ask.
func TestConfirmWithoutAPhone(t *testing.T) {
	c := newChat(t)
	c.toChoice()
	c.state.Contact = conversation.Contact{NoPhone: true}
	c.write([]string{patientText},
		calls(toolIdentify, `{"nome":"[NOME 1]","cpf":"[CPF 1]","nascimento":"[NASCIMENTO 1]","outra_pessoa":false}`, toolConfirm, `{}`),
		says("Falta só o seu celular com DDD. Qual é?"))
	if !strings.Contains(c.lastResult(), "celular") || len(c.booked) > 0 || c.state.Asked == conversation.AskConfirm {
		t.Errorf("the model was told %s; asked %q, booked %v", c.lastResult(), c.state.Asked, c.booked)
	}
	c.state.HearPhone("11 98765-4321") // as a session does before the driver
	c.write([]string{"11 98765-4321"}, calls(toolConfirm, `{}`))
	if c.state.Asked != conversation.AskConfirm {
		t.Errorf("not read back, but %q", c.reply())
	}
	if c.write([]string{"sim"}); len(c.booked) != 1 {
		t.Errorf("not booked, but %q", c.reply())
	}
}
