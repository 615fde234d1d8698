package catalog

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const withAnswers = bare + `answers:
  address: "Rua das Acácias, 12."
  Prices:
    text: >-
      A consulta custa
      R$ 250.
    aliases: [tabela]
  estacionamento:
    aliases: [estacionar, Estacionamento]
    text: |
      Há um ao lado.
      Peça o selo.
`

func TestParseReadsAnswers(t *testing.T) {
	clinic, err := Parse([]byte(withAnswers))
	if err != nil {
		t.Fatal(err)
	}
	want := []Answer{
		{Topic: "address", Text: "Rua das Acácias, 12."},
		{Topic: "prices", Aliases: []string{"tabela"}, Text: "A consulta custa R$ 250."},
		{Topic: "estacionamento", Aliases: []string{"estacionamento", "estacionar"}, Text: "Há um ao lado.\nPeça o selo."},
	}
	if diff := cmp.Diff(want, clinic.Answers); diff != "" {
		t.Error(diff)
	}
}

func TestAnswersThatAreNumbersNullOrReferences(t *testing.T) {
	clinic, err := Parse([]byte(bare + "answers: {prices: 250, payment: &p Pix., wifi: {text: *p, aliases: &a [internet]}, hours: {text: 9h, aliases: ~}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Answer{
		{Topic: "prices", Text: "250"},
		{Topic: "payment", Text: "Pix."},
		{Topic: "wifi", Aliases: []string{"wifi", "internet"}, Text: "Pix."},
		{Topic: "hours", Text: "9h"},
	}
	if diff := cmp.Diff(want, clinic.Answers); diff != "" {
		t.Error(diff)
	}
	for _, empty := range []string{"answers:\n", "answers: {}\n"} {
		if clinic, err := Parse([]byte(bare + empty)); err != nil || clinic.Answers != nil {
			t.Errorf("%q: %v, %v", empty, clinic, err)
		}
	}
}

func TestParseNamesTheLineOfABadAnswer(t *testing.T) {
	known := "address, hours, plans, prices, payment, preparation, documents"
	tests := []struct {
		name, answers string // the section begins at line 11
		want          string
	}{
		{"a text", "answers: oi", "line 11: a mapping (key: value) is expected here"},
		{"a list", "answers: [oi]", "line 11: a mapping (key: value) is expected here"},
		{"unknown topic without aliases", "answers:\n  endereco: oi", `line 12: the topic "endereco" is none of ` + known + ": one of your own needs aliases"},
		{"unknown topic with an empty list", "answers:\n  wifi: {text: oi, aliases: []}", `line 12: the topic "wifi" is none of ` + known + ": one of your own needs aliases"},
		{"blank topic", "answers:\n  \"\": oi", "line 12: the topic is blank"},
		{"topic that is a list", "answers:\n  [a]: oi", "line 12: the topic must be a text without control characters"},
		{"nothing", "answers:\n  hours:", `line 12: the text of "hours" is missing`},
		{"blank text", "answers:\n  hours: \"\"", `line 12: the text of "hours" is blank`},
		{"aliases without text", "answers:\n  hours: {aliases: [expediente]}", `line 12: the text of "hours" is missing`},
		{"text that is a list", "answers:\n  hours:\n    - oi", `line 13: the text of "hours" must be a text without control characters`},
		{"control character", "answers:\n  hours: \"a\\u0007\"", `line 12: the text of "hours" must be a text without control characters`},
		{"blank line", "answers:\n  hours: \"a\\n \\nb\"", `line 12: the text of "hours" has a blank line, which would make it two messages`},
		{"blank line of a block", "answers:\n  hours: |\n    a\n\n    b", `line 12: the text of "hours" has a blank line, which would make it two messages`},
		{"too long", "answers:\n  hours: " + strings.Repeat("é", 1001), `line 12: the text of "hours" has 1001 characters; 1000 are the most`},
		{"unknown key", "answers:\n  hours:\n    text: oi\n    alias: [a]", `line 14: unknown key "alias", the nearest is aliases`},
		{"repeated key", "answers:\n  hours:\n    text: oi\n    text: olá", `line 14: key "text" is already defined at line 13`},
		{"aliases that are a text", "answers:\n  hours:\n    text: oi\n    aliases: a", "line 14: a list is expected here"},
		{"blank alias", "answers:\n  hours:\n    text: oi\n    aliases: [a, ' ']", "line 14: an alias must be a text that is not blank"},
		{"empty entry of the aliases", "answers:\n  hours:\n    text: oi\n    aliases:\n      -", "line 15: this entry of the list is empty"},
		{"repeated topic", "answers:\n  hours: oi\n  hours: olá", `line 13: the name "hours" is already used at line 12`},
		{"repeated topic but for the case", "answers:\n  hours: oi\n  HOURS: olá", `line 13: the name "HOURS" is already used at line 12`},
		{"repeated topic of its own", "answers:\n  sábado: {text: oi, aliases: [a]}\n  SABADO: {text: oi, aliases: [b]}", `line 13: the name "SABADO" is already used at line 12`},
		{"alias twice", "answers:\n  hours: {text: oi, aliases: [a, Á]}", `line 12: the name "Á" is already used at line 12`},
		{"alias of another topic", "answers:\n  hours: {text: oi, aliases: [a]}\n  wifi: {text: oi, aliases: [a]}", `line 13: the name "a" is already used at line 12`},
		{"alias that is another topic", "answers:\n  wifi: {text: oi, aliases: [rede]}\n  hours: {text: oi, aliases: [wifi]}", `line 13: the name "wifi" is already used at line 12`},
		{"all at once", "answers:\n  wifi: \"\"\n  hours: {aliases: [' ']}\nclosed: [x]", `line 12: the topic "wifi" is none of ` + known + `: one of your own needs aliases
line 12: the text of "wifi" is blank
line 13: an alias must be a text that is not blank
line 13: the text of "hours" is missing
line 14: closed day "x" is not a date like 2026-12-25`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			refused(t, bare+tt.answers+"\n", tt.want)
		})
	}
	if _, err := Parse([]byte(bare + "answers:\n  hours: " + strings.Repeat("é", 1000) + "\n")); err != nil {
		t.Errorf("1000 characters: %v", err)
	}
}

func refused(t *testing.T, file, want string) {
	t.Helper()
	clinic, err := Parse([]byte(file))
	if err == nil || clinic != nil {
		t.Fatalf("Parse: %v, %v; want an error", clinic, err)
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}
