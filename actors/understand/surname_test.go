package understand

import "testing"

func TestSurname(t *testing.T) {
	for word, want := range map[string]bool{"Prado": true, "SOUZA": true, "araujo": true, "Rosa": false, "Maria": false, "hmm": false, "": false, "Prado Reis": false} {
		if got := Surname(word); got != want {
			t.Errorf("%q: %t", word, got)
		}
	}
}
