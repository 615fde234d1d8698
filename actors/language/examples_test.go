package language

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Kinds are told apart by texts that nobody has written before, and what nothing is known of is for nothing.
func TestExamples(t *testing.T) {
	e, err := learn([]exampleFile{{"few.examples", `// two kinds that leave, one that stays
[late] // on the way
estou atrasada para a consulta
o ônibus não vem, estou atrasado
o trânsito está parado, vou atrasar
vou atrasar, estou no trânsito
já estou a caminho
a caminho, já chego

[paper]
preciso da receita do remédio
cadê a receita?
pode mandar o atestado?
manda a receita, por favor

[stays: stays]
quero marcar uma consulta
quero marcar para amanhã
tem vaga para amanhã?
tem vaga hoje?
boa tarde
boa tarde, tudo bem?
qual o preço da consulta?
qual o preço?
`}, {"more.examples", `[paper]
queria a segunda via
perdi a segunda via
`}}, nil, usual)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"o ônibus parou, estou atrasado": "late", "a caminho": "late", "cadê minha receita": "paper", "e a segunda via?": "paper", "quero marcar para amanhã": "", "boa tarde, tem vaga?": "",
		"xyz": "", "": "", strings.Repeat("marcar ", 10_000): "",
	} {
		g := e.Guess(text)
		if got := g.Kind; g.Sure >= 0.5 && got != want || g.Sure < 0.5 && want != "" {
			t.Errorf("%.20q: %+v, want %q", text, g, want)
		}
	}
	if why := e.Why("já estou a caminho", "late"); len(why) != 3 || e.Why("já estou a caminho", "nothing") != nil {
		t.Errorf("why: %q", why)
	}
}

// Whoever learns from the same file learns the same.
func TestExamplesAreTheSameEverywhere(t *testing.T) {
	var first, second *Examples
	for _, e := range []**Examples{&first, &second} {
		learned, err := Learn("purposes")
		if err != nil {
			t.Fatal(err)
		}
		*e = learned
	}
	for _, text := range []string{"perdi minha consulta", "quero cardiologista", "apaga meus dados"} {
		a, b := first.Guess(text), second.Guess(text)
		if a.Kind != b.Kind || math.Abs(a.Sure-b.Sure) > 1e-9 {
			t.Errorf("%q: %+v and %+v", text, a, b)
		}
	}
}

func TestExamplesThatAreWrong(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"of no kind":    {"oi\n[a]\nb\n[c: stays]\nd\n", "x.examples:1: \"oi\" is of no kind"},
		"twice":         {"[a]\nb\n[c: stays]\nd\n[a]\ne\n", "x.examples:5: [a] stands here twice"},
		"nothing stays": {"[a]\nb\n[c]\nd\n", "texts that stay"},
		"nothing":       {"", "texts that stay"},
	} {
		if _, err := learn([]exampleFile{{"x.examples", c.text}}, nil, usual); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Learn("nowhere"); err == nil {
		t.Error("a file that is not there")
	}
}

// A text as long as people write, beside the floor: taking it apart into words.
func BenchmarkGuess(b *testing.B) {
	e, err := Learn("purposes")
	if err != nil {
		b.Fatal(err)
	}
	const text = "bom dia, aqui é a Terezinha, eu tenho consulta hoje às 10 com o doutor mas o ônibus quebrou e vou atrasar um pouquinho"
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			_ = Tokenize(text)
		}
	})
	b.Run("guess", func(b *testing.B) {
		for b.Loop() {
			_ = e.Guess(text)
		}
	})
	b.Run("learn", func(b *testing.B) {
		for b.Loop() {
			if _, err := Learn("purposes"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// What is learned from, and what a guess is told by, are the same features.
func TestBucketsAreThoseOfTheFeatures(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "oi", "bom dia, vocês atendem Unimed?", "às 10h30 não dá, só a partir das 14:00 🙏", strings.Repeat("quero marcar 2 ", 60)} {
		var want []uint32
		eachFeature(text, func(f feature) { want = append(want, bucketOf(f, usual.bits)) })
		if got := appendBuckets(nil, text, usual.bits); !slices.Equal(got, want) {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
