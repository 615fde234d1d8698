package conversation

import (
	"slices"
	"testing"
)

// A topic is found by its aliases in any inflection, and by what patients call it; what the clinic says nothing of is named.
func TestFindTopics(t *testing.T) {
	c := NewClinic(Clinic{Answers: []Answer{
		{Topic: "estacionamento", Aliases: []string{"estacionamento", "deixar o carro"}, Text: "Ao lado."},
		{Topic: "Nota", Aliases: []string{"Nota", "recibo"}, Text: "Na hora."},
	}})
	for text, want := range map[string][]Topic{
		"posso estacionar aí?":               {"estacionamento"},
		"onde deixo meu carro?":              {"estacionamento"},
		"tem lugar pra parar uma van?":       {"estacionamento"},
		"vocês emitem nota fiscal?":          {"Nota"},
		"quanto dura? e dão recibo?":         {"duração", "Nota"},
		"posso parar de tomar o remédio?":    nil,
		"quero marcar pra minha filha":       nil,
		"deixa o horário de quinta comigo":   nil,
		"a estação fica perto da clínica?":   nil,
		"quero uma consulta pra uma criança": nil,
	} {
		var got []Topic
		for _, hit := range c.FindTopics(text) {
			got = append(got, hit.Topic)
			if (hit.Text == "") != (c.Answer(hit.Topic) == "") {
				t.Errorf("%q: %+v", text, hit)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
