package model

import (
	"strings"
	"testing"

	"atende/actors/conversation"
)

// Who asks for the data that are stored is answered for that, and a person is told, wherever the talk is and whatever the
// model makes of it: it hands over, says something, or is down.
func TestOwnDataBesideAModel(t *testing.T) {
	asked := map[string]struct {
		text, answer string
		what         conversation.DataRequest
	}{
		"see":         {"que dados vocês têm de mim?", "mostra os dados que temos", conversation.DataSee},
		"erase":       {"apaga meus dados", "apagar os dados", conversation.DataErase},
		"responsible": {"quem é o encarregado de dados?", "*Rita Prado* (dados@boavida.example)", conversation.DataWho},
	}
	stages := map[string]func(c *chat){
		"at first": func(*chat) {}, "with a choice": (*chat).toChoice, "with what is read back": (*chat).all, "after a booking": (*chat).book,
		"while it is being booked": func(c *chat) {
			c.all()
			c.state.Pending, c.state.Asked = &conversation.Pending{Said: 1, Since: c.now}, conversation.AskNothing
		},
		"without getting on": func(c *chat) { c.toChoice(); c.state.Idled = maxIdle },
	}
	for stage, begin := range stages {
		for name, want := range asked {
			for how, answers := range map[string]func(c *chat){
				"the model hands over":    func(c *chat) { c.write([]string{want.text}, calls(toolTransfer, `{"motivo":"dados_pessoais"}`)) },
				"it gives another reason": func(c *chat) { c.write([]string{want.text}, calls(toolTransfer, `{"motivo":"outro"}`)) },
				"the model says it is so": func(c *chat) {
					c.write([]string{want.text}, says("Claro, já resolvi isso para você!"), says("Pronto!"))
				},
				"the model is down": func(c *chat) { c.write([]string{want.text}) },
			} {
				t.Run(stage+", "+name+", "+how, func(t *testing.T) {
					c := newChat(t, func(config *Config) {
						config.Clinic.DPO = &conversation.DPO{Name: "Rita Prado", Contact: "dados@boavida.example"}
					})
					c.t = t
					begin(c)
					answers(c)
					if c.wants(want.answer); len(c.handed) != 1 || c.handed[0] != conversation.ReasonOwnData || len(c.asked) != 1 || c.asked[0] != want.what {
						t.Errorf("handed over %v, asked %v: %q", c.handed, c.asked, c.said)
					}
				})
			}
		}
	}
}

// What the rules have no phrase for is noted, too, where the model knows it for what it is.
func TestOwnDataThatOnlyTheModelHears(t *testing.T) {
	c := newChat(t)
	c.write([]string{"não quero que fique nada meu guardado aí"}, calls(toolTransfer, `{"motivo":"dados_pessoais"}`))
	if len(c.asked) != 1 || c.asked[0] != conversation.DataOther || !strings.Contains(c.reply(), "cuida dos seus dados") {
		t.Errorf("asked %v: %q", c.asked, c.reply())
	}
}
