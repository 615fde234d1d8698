package node

import (
	"testing"

	"atende/actors/conversation"
	"atende/integrations/catalog"
)

const smallClinic = `clinic: Clínica Boa Vida
specialties: [{id: 7, name: Cardiologia}]
doctors: [{agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}]
procedures: [{id: 501, name: Consulta, specialty_id: 7}]
plans: [{id: 1, name: Particular}]
`

func TestKnowledgeOfABareCatalogue(t *testing.T) {
	file, err := catalog.Parse([]byte(smallClinic))
	if err != nil {
		t.Fatal(err)
	}
	if clinic := knowledge(Options{Clinic: file}); clinic.Reception != nil || clinic.Answers != nil {
		t.Errorf("reception %v, answers %v", clinic.Reception, clinic.Answers)
	}
}

// The catalogue cannot import the topics of the conversation, so both name them.
func TestBothSidesKnowTheSameTopics(t *testing.T) {
	topics := []conversation.Topic{
		conversation.TopicAddress, conversation.TopicHours, conversation.TopicPlans, conversation.TopicPrices,
		conversation.TopicPayment, conversation.TopicPreparation, conversation.TopicDocuments,
	}
	text := smallClinic + "answers:\n"
	for _, topic := range topics {
		text += "  " + string(topic) + ": oi\n" // a topic of the clinic's own would need aliases
	}
	text += "reception: {hours: [{weekdays: [mon], from: \"08:00\", to: \"18:00\"}]}\n"
	file, err := catalog.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	clinic := knowledge(Options{Clinic: file})
	for i, topic := range topics {
		if got := clinic.Answers[i]; got.Topic != topic || got.Text != "oi" || got.Aliases != nil {
			t.Errorf("answer %+v, want one about %s", got, topic)
		}
	}
	if clinic.Reception == nil {
		t.Error("no reception")
	}
}

// When the clinic is open is answered from its reception, unless its own words say so.
func TestHoursOfTheReception(t *testing.T) {
	const reception = "reception: {hours: [{weekdays: [mon, tue, wed], from: \"08:00\", to: \"18:00\"}]"
	for more, want := range map[string]string{
		reception + "}\n":                                    "Nossa equipe atende de segunda a quarta, das 8h às 18h. Nos feriados nacionais não atendemos.",
		reception + ", holidays: none}\n":                    "Nossa equipe atende de segunda a quarta, das 8h às 18h.",
		reception + "}\nanswers: {hours: \"De dia.\"}\n":     "De dia.",
		"answers: {address: \"Rua das Flores, 120.\"}\n":     "",
		reception + "}\nanswers: {address: \"Rua A, 1.\"}\n": "Nossa equipe atende de segunda a quarta, das 8h às 18h. Nos feriados nacionais não atendemos.",
	} {
		file, err := catalog.Parse([]byte(smallClinic + more))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, a := range knowledge(Options{Clinic: file}).Answers {
			if a.Topic == conversation.TopicHours {
				got += a.Text
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", more, got, want)
		}
	}
}
