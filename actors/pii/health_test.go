package pii

import (
	"testing"

	"atende/actors/conversation"
)

// What a patient says of somebody's health is in no history; what is asked for is.
func TestHealthIsNotKept(t *testing.T) {
	t.Parallel()
	redactor := NewRedactor(conversation.NewClinic(conversation.Clinic{
		Name: "Clínica Boa Vida", Location: now.Location(),
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista", "coração"}}},
	}))
	for text, want := range map[string]string{
		"quero cardiologista, estou com dor no peito":     "quero cardiologista, estou com …",
		"tenho diabetes e pressão alta, pode ser amanhã?": "tenho … e pressão alta, pode ser amanhã?",
		"minha mãe teve um AVC, é urgente":                "minha mãe teve um …, é urgente",
		"estou grávida de 3 meses, tem horário de manhã?": "estou … de 3 meses, tem horário de manhã?",
		"sinto tontura, febre e dor de cabeça":            "sinto …, … e …",
		"consulta do coração, dia 24 às 10h":              "consulta do coração, dia 24 às 10h",
	} {
		redaction := redactor.Begin("s", nil, now)
		if got := redaction.Heard(redaction.Find(text, conversation.AskNothing)); got != want {
			t.Errorf("%q is kept as %q, want %q", text, got, want)
		}
	}
}
