package rules

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestWithout(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"sou a MARIA  das dores, unimed", "Maria das Dores", "sou a  , unimed"},
		{"maria\nsilva e Maria Silva", "Maria Silva", "  e  "},
		{"Mariasilva", "Maria Silva", "Mariasilva"},
		{"maria", "", "maria"},
		{"ÁUREA Conceição", "Áurea Conceição", " "},
		{"Bia Biamar", "Bia", "   mar"},
		{"d'Ávila (neta)", "D'Ávila (Neta)", " "},
		{"a\xff b", "\xff", "a\xff b"},
	} {
		if got := (&dialogue{}).without(c.text, c.name); got != c.want {
			t.Errorf("%q without %q: %q", c.text, c.name, got)
		}
	}
}

func TestCalledDoctor(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"outra pro meu marido, dr Carlos", "Carlos", true},
		{"a Dra.  ANA souza", "Ana Souza", true},
		{"dr.Carlos", "Carlos", false},
		{"Carlos, com o doutor carlos", "Carlos", true},
		{"quadr Carlos", "Carlos", false},
		{"dr", "", false},
	} {
		if got := (&dialogue{}).calledDoctor(c.text, c.name); got != c.want {
			t.Errorf("%q in %q: %t", c.name, c.text, got)
		}
	}
}

// Nothing of a text is lost in its sentences, and each ends where it should.
func TestSentencesIn(t *testing.T) {
	t.Parallel()
	sentence := regexp.MustCompile(`[^?!\n]*[?!\n]|[^?!\n]+`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aé ?!\n.,"))).Draw(t, "text")
		if got, want := sentencesIn(text), sentence.FindAllString(text, -1); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	})
}
