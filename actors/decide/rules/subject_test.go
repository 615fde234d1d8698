package rules

import (
	"testing"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// Each topic of topics.phrases has words for it where the clinic's file has no answer.
func TestSubjects(t *testing.T) {
	for _, topic := range conversation.LayTopics() {
		if subjects[topic] == "" && topic != opinions {
			t.Errorf("%s has no subject", topic)
		}
	}
	if len(subjects)+1 != len(conversation.LayTopics()) {
		t.Errorf("%d subjects of %d topics", len(subjects), len(conversation.LayTopics()))
	}
}

// After a booking the sentence of its preparation is said that a question is about.
func TestPreparedFor(t *testing.T) {
	d := reader(storyClinic("answers"))
	s := &conversation.State{}
	s.Closed, s.Booked = conversation.OutcomeBooked, &conversation.Booked{
		Preparation: "Venha com uma roupa fácil de tirar. O exame leva cerca de 30 minutos. Você pode vir com acompanhante.",
	}
	for text, want := range map[string]string{
		"com que roupas eu vou?":        "Venha com uma roupa fácil de tirar.",
		"quanto tempo demora?":          "O exame leva cerca de 30 minutos.",
		"minha irmã pode entrar junto?": "Você pode vir com acompanhante.",
		"vocês dão recibo?":             d.knownBy(s, []wording.ID{wording.AboutInvoice}).Text,
	} {
		got := d.inquire(s, text)
		said := got.noAnswer.Text
		if len(got.answers) > 0 {
			said = got.answers[0].Text
		}
		if said != want {
			t.Errorf("%q: %q, want %q", text, said, want)
		}
	}
}
