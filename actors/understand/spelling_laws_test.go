package understand

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// spelling is a way to type that changes nothing of what a text means.
type spelling struct {
	name  string
	write func(string) string
}

// spellings keep every fact and the intent.
var spellings = []spelling{
	{"upper case", strings.ToUpper},
	{"without accents", unaccented},
	{"decomposed accents", norm.NFD.String},
	{"more spaces", func(s string) string { return "  " + strings.ReplaceAll(s, " ", "   ") + " " }},
	{"emphasis", func(s string) string { return s + "!!" }},
	{"full stop", func(s string) string { return s + "." }},
	{"hesitation", func(s string) string { return s + "..." }},
	{"emoji", func(s string) string { return s + " 😊" }},
	{"stretched", func(s string) string { return s + strings.Repeat(last(s), 3) }},
}

// surroundings keep the days, the times, the part of the day and the documents; an intent may be
// heard where none was, in "oi".
var surroundings = []spelling{
	{"greeting", func(s string) string { return "Oi, boa tarde! " + s }},
	{"greeting without a stop", func(s string) string { return "oi boa noite tudo bem " + s }},
	{"thanks", func(s string) string { return s + ", obrigada" }},
	{"please", func(s string) string { return s + " por favor" }},
	{"lines", func(s string) string { return "bom dia\n" + s + "\nobrigado" }},
	{"then", func(s string) string { return "então " + s }},
	{"hum", func(s string) string { return "hmm " + s }},
}

func unaccented(s string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), s)
	if err != nil {
		panic(err)
	}
	return plain
}

// last returns the last letter of a text, or nothing where it ends in something else.
func last(s string) string {
	letters := []rune(s)
	if len(letters) == 0 || !unicode.IsLetter(letters[len(letters)-1]) {
		return ""
	}
	return string(letters[len(letters)-1])
}

// lawful are texts of every kind; what they mean is fixed by testdata, here it must only stay.
var lawful = []string{
	"quinta", "na quinta que vem", "segunda-feira às 9", "amanhã depois das 14h", "depois de amanhã", "dia 15 às 10:30", "15/3", "25 de março às duas da tarde",
	"entre quarta e sexta de manhã", "até dia 20", "a partir de segunda", "semana que vem de tarde", "fim de semana", "daqui a 15 dias", "dias 15, 16 e 17",
	"das 9 às 11", "entre 14h e 16h", "lá pelas 3 da tarde", "quinze para as nove", "duas e meia da tarde", "meio-dia", "14h30", "à uma da tarde", "umas 9h ou 10h",
	"segunda não posso, terça sim", "quinta, na verdade sexta", "dia 12, digo, dia 13", "qualquer dia menos segunda e quarta", "sem ser na segunda", "não pode ser antes das 10",
	"primeira sexta de julho", "segunda quinzena de abril", "começo do mês que vem", "hoje à noite", "em março", "sábado de manhã",
	"529.982.247-25", "cpf 529 982 247 25", "(31) 99876-5432", "nasci em 12/03/1985", "meu cpf é 529.982.247-26",
	"cinco dois nove nove oito dois dois quatro sete dois cinco",
	"a segunda opção", "opção 3", "qualquer um",
	"quero marcar uma consulta", "queria remarcar minha consulta", "preciso desmarcar", "não vou poder ir", "minha mãe não vai conseguir comparecer",
	"quanto custa a consulta?", "vocês aceitam unimed?", "qual o endereço?", "quero falar com um atendente", "deixa pra lá", "não é isso", "nenhum desses",
	"pode confirmar", "sim", "tem vaga amanhã?", "que horas é minha consulta?", "me liga por favor",
}

func TestSpellingLaws(t *testing.T) {
	for _, law := range spellings {
		t.Run(law.name, func(t *testing.T) {
			for _, text := range lawful {
				typed := law.write(text)
				want, got := Read(text, tuesday), Read(typed, tuesday)
				if facts(got) != facts(want) || got.Intent != want.Intent {
					t.Errorf("%q: %s %s, but %q: %s %s", text, want.Intent, facts(want), typed, got.Intent, facts(got))
				}
			}
		})
	}
}

func TestSurroundingLaws(t *testing.T) {
	for _, law := range surroundings {
		t.Run(law.name, func(t *testing.T) {
			for _, text := range lawful {
				typed := law.write(text)
				if want, got := facts(Read(text, tuesday)), facts(Read(typed, tuesday)); got != want {
					t.Errorf("%q: %s, but %q: %s", text, want, typed, got)
				}
			}
		})
	}
}

// facts shows all of an answer but the intent and what only guesses.
func facts(f Facts) string {
	return joinWords(number0(f.Choice), when(f), prefixed("cpf=", f.CPF), prefixed("invalid_cpf=", f.InvalidCPF),
		prefixed("birth_date=", f.BirthDate), prefixed("phone=", f.Phone))
}

// An intent stays behind a greeting and before thanks.
func TestIntentInPoliteness(t *testing.T) {
	for _, text := range lawful {
		want := Read(text, tuesday).Intent
		if want != Book && want != Reschedule && want != Cancel && want != Question && want != Human {
			continue
		}
		for _, form := range []string{"oi, %s", "Bom dia! %s", "oi tudo bem? %s", "olá boa tarde\n%s\nobrigado", "então %s", "%s, obrigada", "%s por favor", "%s 🙏"} {
			typed := fmt.Sprintf(form, text)
			if got := Read(typed, tuesday).Intent; got != want {
				t.Errorf("%q: %s, want %s", typed, got, want)
			}
		}
	}
}

// What only greets before data is no yes.
func TestDataBehindGreeting(t *testing.T) {
	for _, text := range []string{"Maria da Silva", "529.982.247-25", "unimed", "amanhã", "às 14h", "de manhã", "kkkk", "estou com febre"} {
		for _, form := range []string{"oi tudo bem? %s", "bom dia, tudo bem? %s", "olá %s"} {
			if got := Read(fmt.Sprintf(form, text), tuesday).Intent; got != Other {
				t.Errorf("%q: %s", fmt.Sprintf(form, text), got)
			}
		}
	}
}

// One missing or swapped letter inside of a key word changes nothing.
func TestTypoLaws(t *testing.T) {
	for _, tc := range []struct{ text, word string }{
		{"próxima quinta", "próxima"}, {"segunda-feira", "segunda"}, {"quarta de manhã", "quarta"}, {"sexta à tarde", "sexta"}, {"domingo", "domingo"},
		{"amanhã cedo", "amanhã"}, {"semana que vem", "semana"}, {"15 de setembro", "setembro"}, {"em fevereiro", "fevereiro"}, {"nesta semana", "semana"},
		{"semana seguinte", "seguinte"}, {"até no máximo sexta", "máximo"}, {"período noturno", "noturno"}, {"comecinho de abril", "comecinho"},
		{"primeira quinzena de abril", "quinzena"}, {"quero cancelar", "cancelar"}, {"quero desmarcar", "desmarcar"}, {"quero remarcar", "remarcar"},
		{"preciso agendar uma consulta", "agendar"}, {"quero alterar a data", "alterar"}, {"preciso adiantar minha consulta", "adiantar"},
		{"quero falar com um atendente", "atendente"}, {"qual o endereço", "endereço"}, {"aceita convênio?", "convênio"}, {"preciso de um cardiologista", "cardiologista"},
		{"desisto", "desisto"}, {"obrigada", "obrigada"}, {"vocês atendem aos sábados?", "vocês"}, {"não vou conseguir comparecer", "comparecer"},
	} {
		want := Read(tc.text, tuesday)
		letters := []rune(tc.word)
		for i := 1; i+1 < len(letters); i++ {
			missing := string(letters[:i]) + string(letters[i+1:])
			swapped := string(letters[:i]) + string(letters[i+1]) + string(letters[i]) + string(letters[i+2:])
			for _, typo := range []string{missing, swapped} {
				typed := strings.Replace(tc.text, tc.word, typo, 1)
				if got := Read(typed, tuesday); facts(got) != facts(want) || got.Intent != want.Intent {
					t.Errorf("%q: %s %s, want %s %s", typed, got.Intent, facts(got), want.Intent, facts(want))
				}
			}
		}
	}
}
