package guard

import (
	"slices"
	"testing"
)

// A word of the tables is known in the forms that people give it, and others are not taken for it.
func TestWordForms(t *testing.T) {
	cases := []struct {
		written, meant string
		want           bool
	}{
		{"boquinha", "boca", true},
		{"barriguinha", "barriga", true},
		{"pezinho", "pe", true},
		{"dedin", "dedo", true},
		{"perninhas", "pernas", true},
		{"sangrano", "sangrando", true},
		{"caino", "caindo", true},
		{"engolio", "engoliu", true},
		{"perneta", "perna", false},
		{"desmiaou", "desmaiou", true},
		{"sangramnto", "sangramento", true},
		{"infarto", "infartou", false}, // a word of its own
		{"minha", "mao", false},
		{"vizinha", "vida", false},
		{"cozinha", "coca", false},
	}
	for _, c := range cases {
		t.Run(c.written, func(t *testing.T) {
			l := rules.lexicon
			got := false
			for _, a := range l.look(nil, plain(c.written)) {
				got = got || slices.Contains(l.exact[plain(c.meant)], a)
			}
			if got != c.want {
				t.Errorf("%q known as %q: %v", c.written, c.meant, got)
			}
		})
	}
}

// Weak signs are an alarm three at a time, in words of their own, and not beside the wish for an
// appointment.
func TestWeakSignsAddUp(t *testing.T) {
	cases := map[string]bool{
		"ela está babando, tremendo e com a vista embaçada": true,
		"quero marcar, meu olho está tremendo de cansaço":   false,
		"tontura, tontura, tontura":                         false,
	}
	for text, want := range cases {
		if got := RedFlag(text); got != want {
			t.Errorf("RedFlag(%q) = %v, want %v", text, got, want)
		}
	}
}
