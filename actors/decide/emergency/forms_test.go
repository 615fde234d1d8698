package emergency

import (
	"fmt"
	"strings"
	"testing"

	"atende/actors/language"
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
		{"desmiaou", "#faints", true},
		{"sangramnto", "sangramento", true},
		{"infarto", "infartou", false}, // a word of its own
		{"minha", "mao", false},
		{"vizinha", "vida", false},
		{"cozinha", "coca", false},
	}
	var groups strings.Builder
	for i, c := range cases {
		fmt.Fprintf(&groups, "[form-%d]\n%s\n", i, c.meant)
	}
	tables, err := newTables(language.Options{Files: []string{"emergency"}, More: map[string]string{"test.phrases": groups.String()}}, language.New)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		t.Run(c.written, func(t *testing.T) {
			word, _ := tables.look(language.Single(language.Fold(c.written)))
			got := tables.book.Occurs(tables.book.Group(fmt.Sprintf("form-%d", i)), []language.Word{word})
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
