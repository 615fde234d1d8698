package language

import (
	"slices"
	"testing"
)

func TestFormsLeadToTheirWords(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]struct {
		of   func(string, func(string) bool) bool
		word string
	}{
		"boquinha": {Diminutive, "boca"}, "pezinho": {Diminutive, "pe"}, "dedin": {Diminutive, "dedo"}, "amiguinhas": {Diminutive, "amigas"},
		"sangrano": {Spoken, "sangrando"}, "engolio": {Spoken, "engoliu"}, "dismaio": {Spoken, "dismaiou"}, "acorda": {Spoken, "acordar"},
	} {
		var tried []string
		found := want.of(form, func(word string) bool {
			tried = append(tried, word)
			return word == want.word
		})
		if !found {
			t.Errorf("%q may be %q, but not %q", form, tried, want.word)
		}
	}
	for _, word := range []string{"ino", "minh", "tosse"} {
		if Diminutive(word, func(string) bool { return true }) {
			t.Errorf("%q is a diminutive", word)
		}
	}
	if Spoken("mano", func(string) bool { return true }) {
		t.Error("a short word is a form of another one")
	}
}

func TestSingleLeavesOneLetterOfEachRun(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"socorrooo": "socoro", "carro": "caro", "0011aa": "0011a", "": "", "a": "a", "dor": "dor"} {
		if got := Single(text); got != want {
			t.Errorf("Single(%q) is %q, want %q", text, got, want)
		}
	}
}

func TestLatinWritesVariantsAsLettersAndDigits(t *testing.T) {
	t.Parallel()
	kept := []rune("–😂")
	keep := func(r rune) bool { return slices.Contains(kept, r) }
	for text, want := range map[string]string{
		"dor é ruim": "dor é ruim", "𝐒𝐎𝐒 ﬁm": "sos fim", "3½": "312", "5.³": "5. 3", "мама": "    ", "a–b😂🙏": "a–b😂 ", "\xffa": " a", "straße": "stra e",
	} {
		if got := Latin(text, keep); got != want {
			t.Errorf("Latin(%q) is %q, want %q", text, got, want)
		}
	}
}
