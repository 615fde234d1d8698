package grounding

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
)

// sample is one line of testdata: "reason | situation | text", or "situation | text" for a harmless one; "\n" in
// a text is a line break.
type sample struct {
	file, reason, situation, text string
}

func samples(t testing.TB, pattern string, harmless bool) []sample {
	t.Helper()
	files, err := filepath.Glob("testdata/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/%s: %d files, %v", pattern, len(files), err)
	}
	var list []sample
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			s := sample{file: filepath.Base(file)}
			if !harmless {
				s.reason, line, _ = strings.Cut(line, " | ")
			}
			s.situation, s.text, _ = strings.Cut(line, " | ")
			s.text = strings.ReplaceAll(s.text, `\n`, "\n")
			if _, ok := situations[s.situation]; !ok || s.text == "" {
				t.Fatalf("%s: no situation %q, or no text: %s", file, s.situation, line)
			}
			list = append(list, s)
		}
	}
	return list
}

var (
	brasilia = time.FixedZone("-03", -3*60*60)
	monday   = time.Date(2026, 11, 23, 9, 10, 0, 0, brasilia)

	clinic = conversation.NewClinic(conversation.Clinic{
		Name:        "Clínica Boa Vida",
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia"}, {ID: 8, Name: "Dermatologia"}},
		Doctors: []conversation.Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}, {AgendaID: 102, Name: "Dr. Bruno Lima", SpecialtyID: 7},
			{AgendaID: 103, Name: "Dra. Ana Paula Reis", SpecialtyID: 8}, {AgendaID: 104, Name: "Dr. Domingos Leite", SpecialtyID: 8},
		},
		Procedures: []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}, {ID: 503, Name: "Consulta", SpecialtyID: 8}},
		Plans:      []conversation.Service{{ID: 1, Name: "Particular"}, {ID: 2, Name: "Unimed"}},
	})

	offer = []conversation.Slot{
		{AgendaID: 101, Date: "2026-11-24", Hour: "08:00"}, {AgendaID: 101, Date: "2026-11-24", Hour: "09:30"},
		{AgendaID: 101, Date: "2026-11-24", Hour: "14:00"}, {AgendaID: 101, Date: "2026-11-25", Hour: "10:00"},
		{AgendaID: 101, Date: "2026-11-25", Hour: "15:00"}, {AgendaID: 101, Date: "2026-11-27", Hour: "14:30"},
	}
)

// situations are what the samples are judged by: a Monday morning in November, and
// what the conversation knows then.
var situations = map[string]Facts{
	// start: nothing was looked for yet
	"start": {Clinic: clinic, Now: monday},
	// offer: six times of Dra. Ana Souza, 24/11 8:00 9:30 14:00, 25/11 10:00 15:00, 27/11 14:30
	"offer": {Clinic: clinic, Now: monday, Offer: offer, Slots: offer, Doctors: []int{101}},
	// booked: the same, and 24/11 14:00 is booked
	"booked": {Clinic: clinic, Now: monday, Offer: offer, Slots: offer, Doctors: []int{101}, Booked: &conversation.Booked{Slot: offer[2], ProcedureID: 501}},
	// info: the clinic's words about itself were read, and who works there
	"info": {Clinic: clinic, Now: monday, Doctors: []int{101, 102, 103, 104}, Sayings: []string{
		"Rua das Flores, 120, Centro, em frente à praça.", "De segunda a sexta, das 8h às 18h, e aos sábados das 8h às 12h.",
		"A consulta particular custa *R$ 250,00*. O retorno em 30 dias é gratuito.", "Telefone (11) 4002-8922, site www.clinicaboavida.com.br, e-mail contato@clinicaboavida.com.br.",
	}},
	// wish: Saturday 28/11 in the morning, at 11:00, was asked for; there is only what "offer" has
	"wish": {
		Clinic: clinic, Now: monday, Offer: offer, Slots: offer, Doctors: []int{101},
		Wished: conversation.Wish{
			Dates: []conversation.Span{{From: "2026-11-28", To: "2026-11-28"}}, Times: []conversation.Span{{From: "11:00", To: "11:00"}}, Period: "morning",
		},
	},
	// two: Dra. Ana has 24/11 8:00 and 25/11 10:00, Dr. Bruno 24/11 11:00 and 26/11 16:00
	"two": {Clinic: clinic, Now: monday, Doctors: []int{101, 102}, Offer: twoOffer, Slots: twoOffer},
	// hand: a person takes over
	"hand": {Clinic: clinic, Now: monday, HandsOver: true},
}

var twoOffer = []conversation.Slot{
	{AgendaID: 101, Date: "2026-11-24", Hour: "08:00"}, {AgendaID: 102, Date: "2026-11-24", Hour: "11:00"},
	{AgendaID: 101, Date: "2026-11-25", Hour: "10:00"}, {AgendaID: 102, Date: "2026-11-26", Hour: "16:00"},
}

// Every claim is found for its own reason.
func TestClaims(t *testing.T) {
	for _, s := range samples(t, "claims*.txt", false) {
		if got := reasons(Check(s.text, situations[s.situation])); !strings.Contains(got, s.reason) {
			t.Errorf("%s, %s: found %q in %q", s.reason, s.situation, got, s.text)
		}
	}
}

// What a good model says goes out word for word.
func TestHarmless(t *testing.T) {
	for _, s := range samples(t, "harmless*.txt", true) {
		for _, v := range Check(s.text, situations[s.situation]) {
			t.Errorf("%s: %s %q in %q", s.situation, v.Reason, s.text[v.From:v.To], s.text)
		}
	}
}

func reasons(list []Violation) string {
	var all []string
	for _, v := range list {
		all = append(all, v.Reason)
	}
	return strings.Join(all, " ")
}
