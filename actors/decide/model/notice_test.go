package model

import (
	"slices"
	"strings"
	"testing"

	"atende/actors/wording"
)

// Who writes for the first time reads the privacy notice, also where a model speaks; nobody reads it twice.
func TestNoticeOnFirstContact(t *testing.T) {
	notice := wording.Default().Text(wording.PrivacyNotice)
	const hello, question = "Oi! 😊 Aqui é a *Clínica Boa Vida*.", "O que você gostaria de marcar?"
	for text, want := range map[string]string{
		hello + "\n\n" + question:                               hello + "\n\n" + notice + "\n\n" + question,
		hello + " " + question:                                  hello + " " + question + "\n\n" + notice,
		hello + "\n\n" + notice + "\n\n" + question:             hello + "\n\n" + notice + "\n\n" + question,
		hello + "\n\nTemos cardiologia.\n\nO que você prefere?": hello + "\n\nTemos cardiologia.\n\n" + notice + "\n\nO que você prefere?",
	} {
		c := newChat(t)
		c.write([]string{"oi"}, says(text))
		source := "model:test prompt=" + c.driver.Version()
		if c.reply() != want || !slices.Equal(c.from, []string{source, "text:privacy.notice"}) {
			t.Errorf("said %q from %q", c.reply(), c.from)
		}
		if c.state.Notice == nil || !c.state.Notice.At.Equal(c.now) || c.state.Notice.Version == "" {
			t.Errorf("noted %+v", c.state.Notice)
		}
		c.write([]string{"cardiologia"}, calls(toolSearch, `{"especialidade":"cardiologia"}`), says("Com quem você prefere marcar?"))
		if strings.Contains(c.reply(), notice) || !slices.Equal(c.from, []string{source}) {
			t.Errorf("then said %q from %q", c.reply(), c.from)
		}
	}
}

// Where the code speaks instead of a model, or after it, its texts are named, and the model only where it is heard.
func TestSourcesWhereTheCodeSpeaks(t *testing.T) {
	tests := map[string]struct {
		say   func(c *chat)
		named string
		model bool
	}{
		"instead":   {func(c *chat) { c.write([]string{"quarta às 14h"}, says("Prontinho, sua consulta está agendada!")) }, "text:ask.service", false},
		"behind it": {func(c *chat) { c.toChoice(); c.write([]string{"obrigada"}, says("Imagina!")) }, "text:ask.patient", true},
		"down":      {func(c *chat) { c.toChoice(); c.write([]string{maria}) }, "text:ask.cpf", false},
		"asked":     {func(c *chat) { c.toChoice(); c.write([]string{"marcou?"}, says("Sim!")) }, "text:talk.not_booked", false},
		"transfer":  {func(c *chat) { c.write([]string{"quero cancelar"}) }, "text:transfer.cancel", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := newChat(t)
			test.say(c)
			model := slices.ContainsFunc(c.from, func(source string) bool { return strings.HasPrefix(source, "model:") })
			if !slices.Contains(c.from, test.named) || model != test.model {
				t.Errorf("said %q from %q", c.reply(), c.from)
			}
		})
	}
}
