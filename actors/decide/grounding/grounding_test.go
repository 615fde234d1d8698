package grounding

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
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

// Every claim is refused, for whatever reason.
func TestClaims(t *testing.T) {
	t.Parallel()
	for _, s := range samples(t, "claims*.txt", false) {
		if len(Check(s.text, situations[s.situation])) == 0 {
			t.Errorf("%s, %s: %q", s.reason, s.situation, s.text)
		}
	}
}

// What gets through is known: gaps.txt says so.
func TestGaps(t *testing.T) {
	t.Parallel()
	for _, s := range samples(t, "gaps.txt", false) {
		if len(Check(s.text, situations[s.situation])) > 0 {
			t.Errorf("it is refused now, move it to claims_third.txt: %q", s.text)
		}
	}
}

// maxStiff is how many harmless texts in a hundred may be refused.
const maxStiff = 3

// What a good model says goes out word for word.
func TestHarmless(t *testing.T) {
	t.Parallel()
	list, refused := samples(t, "harmless*.txt", true), 0
	for _, s := range list {
		found := Check(s.text, situations[s.situation])
		if len(found) > 0 {
			refused++
		}
		for _, v := range found[:min(len(found), 1)] {
			t.Logf("%s: %s %q in %q", s.situation, v.Reason, s.text[v.From:v.To], s.text)
		}
	}
	if 100*refused > maxStiff*len(list) {
		t.Errorf("%d of %d harmless texts are refused", refused, len(list))
	}
}

// Every phrase holds its examples, and no counter-example.
func TestPhrasesHoldTheirExamples(t *testing.T) {
	t.Parallel()
	facts := situations["offer"]
	for _, err := range lex.book.Check(func(text string) []language.Word { return read(text, &facts).words }) {
		t.Error(err)
	}
}

func TestFill(t *testing.T) {
	words := func(name string) string {
		return map[string]string{"ofertas": "*1* - 08:00", "escolha": "terça"}[name]
	}
	for text, want := range map[string][2]string{
		"Tenho:\n{ofertas}\nQual prefere?": {"Tenho:\n*1* - 08:00\nQual prefere?", ""},
		"Ótimo, {escolha}. {precos} {foo}": {"Ótimo, terça.  ", "{precos}"},
		"Sem nada":                         {"Sem nada", ""},
		"{ofertas {}":                      {"{ofertas {}", ""},
	} {
		if filled, missing := Fill(text, words); filled != want[0] || missing != want[1] {
			t.Errorf("%q became %q, %q is missing", text, filled, missing)
		}
	}
}

// The place of the chosen time is read like the time itself.
func TestPlaceholders(t *testing.T) {
	for text, ok := range map[string]bool{
		"Ótimo, {escolha}. Qual é o nome completo?":                     true,
		"Tenho estes horários:\n{ofertas}\nQual fica melhor para você?": true,
		"Os preços:\n{precos}\nQuer marcar?":                            true,
		"Fica para {escolha}. Até mais!":                                false,
		"Sua consulta é {escolha}.":                                     false,
		"Está marcado para {escolha}.":                                  false,
	} {
		if found := Check(text, situations["offer"]); (len(found) == 0) != ok {
			t.Errorf("%q: %v", text, found)
		}
	}
}

// What a trait of a group says holds for each of its phrases: what is a claim by itself, and what stands beside it that
// makes it none.  The corpora above would not notice one: some of their texts may fail.
func TestTraits(t *testing.T) {
	t.Parallel()
	for trait, texts := range map[string]struct{ situation, claim, none string }{
		"settles is alone":    {"start", "Pronto!", "Pronto! É a primeira vez aqui?"},
		"picks is pending":    {"start", "Conseguimos a vaga! É a primeira vez aqui?", "Conseguimos a vaga! Posso marcar?"},
		"underway is pending": {"start", "Estou marcando para você.", "Estou marcando para você. Qual é o CPF?"},
		"owns is timed":       {"offer", "Terça, às 14:00: o horário é seu.", "O prazer é todo seu."},
	} {
		if found := Check(texts.claim, situations[texts.situation]); len(found) == 0 {
			t.Errorf("%s: %q is a claim", trait, texts.claim)
		}
		if found := Check(texts.none, situations[texts.situation]); len(found) > 0 {
			t.Errorf("%s: %q is none: %v", trait, texts.none, found)
		}
	}
}
