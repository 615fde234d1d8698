package rules

import (
	"strings"
	"time"

	"atende/actors/conversation"
)

func sampleClinic() *conversation.Clinic { return conversation.NewClinic(catalogue()) }

func catalogue() conversation.Clinic {
	return conversation.Clinic{
		Name: "Clínica Boa Vida", Location: brasilia,
		Specialties: []conversation.Service{
			{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista", "coração"}},
			{ID: 8, Name: "Dermatologia", Aliases: []string{"dermatologista", "pele"}},
		},
		Doctors: []conversation.Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7},
			{AgendaID: 102, Name: "Dr. Bruno Lima", SpecialtyID: 7},
			{AgendaID: 103, Name: "Dra. Ana Paula Reis", SpecialtyID: 8},
		},
		Procedures: []conversation.Procedure{
			{ID: 501, Name: "Consulta", SpecialtyID: 7, Aliases: []string{"consulta de rotina"}},
			{ID: 502, Name: "Eletrocardiograma", SpecialtyID: 7, Aliases: []string{"eletro"}},
			{ID: 503, Name: "Consulta", SpecialtyID: 8},
		},
		Plans: []conversation.Service{
			{ID: 1, Name: "Particular", Aliases: []string{"sem convênio", "pagar"}},
			{ID: 2, Name: "Unimed"}, {ID: 3, Name: "Bradesco Saúde", Aliases: []string{"bradesco"}},
		},
	}
}

// storyClinic has what the settings of a story give it.
func storyClinic(story string) *conversation.Clinic {
	clinic := catalogue()
	for line := range strings.Lines(story) {
		if name, ok := strings.CutPrefix(line, "clinic "); ok {
			clinic = otherClinics[strings.TrimSpace(name)]
		}
	}
	for line := range strings.Lines(story) {
		switch strings.TrimSpace(line) {
		case "answers":
			clinic.Answers = []conversation.Answer{
				{Topic: conversation.TopicAddress, Text: "Rua das Flores, 120, Centro."},
				{Topic: conversation.TopicHours, Text: "De segunda a sexta, das 8h às 18h."},
				{Topic: conversation.TopicPrices, Text: "A consulta particular custa R$ 250."},
				{Topic: conversation.TopicPayment, Text: "Pix, cartão e dinheiro."},
				{Topic: conversation.TopicPreparation, Text: "Para a consulta não precisa de preparo. Chegue 15 minutos antes."},
				{Topic: conversation.TopicDocuments, Text: "Traga documento com foto e a carteirinha do convênio."},
				{Topic: "estacionamento", Aliases: []string{"estacionar", "estacionamento", "vaga para carro"}, Text: "Temos estacionamento conveniado ao lado."},
			}
		case "reception":
			clinic.Reception = weekdayReception{}
		case "triples":
			clinic.Offer = conversation.Limits{Days: 5, Morning: 3, Afternoon: 3}
		case "recognises":
			clinic.Recognises = 30 * 24 * time.Hour
		case "patience":
			clinic.Patience.Nudge, clinic.Patience.Close = time.Hour, 22*time.Hour
		case "taps":
			clinic.Interactive = true
		case "waits":
			clinic.Patience.Hold, clinic.Patience.Look = time.Hour, 10*time.Minute
		}
	}
	return conversation.NewClinic(clinic)
}

// weekdayReception answers from Monday to Friday, 8 to 18, but for Christmas.
type weekdayReception struct{}

func (weekdayReception) Open(at time.Time) bool {
	at = at.In(brasilia)
	weekend := at.Weekday() == time.Saturday || at.Weekday() == time.Sunday
	return !weekend && weekdayReception{}.Holiday(at) == "" && at.Hour() >= 8 && at.Hour() < 18
}

func (r weekdayReception) Next(at time.Time) (time.Time, bool) {
	at = at.In(brasilia)
	for next := at.Truncate(time.Hour).Add(time.Hour); next.Sub(at) < 30*24*time.Hour; next = next.Add(time.Hour) {
		if r.Open(next) {
			return next, true
		}
	}
	return time.Time{}, false
}

func (weekdayReception) Holiday(at time.Time) string {
	if at.In(brasilia).Format("01-02") == "12-25" {
		return "Natal"
	}
	return ""
}
