package emergency

import "strings"

// minForm is the length from which a word is looked up as a form of another one.
const minForm = 5

// spoken calls try with what an unknown word may be a form of, most likely first, until try says it is:
//
//	sangrano, morreno, caino    as the country says sangrando, morrendo, caindo
//	engolio, dismaio, acorda    without the last letter of engoliu, desmaiou, acordar
//
// All texts are folded: no accents, no doubled letters.
func spoken(text string, try func(string) bool) bool {
	n := len(text)
	if n < minForm {
		return false
	}
	switch {
	case strings.HasSuffix(text, "ano"), strings.HasSuffix(text, "eno"), strings.HasSuffix(text, "ino"):
		return try(text[:n-1]+"do") || try(text+"u")
	case strings.HasSuffix(text, "io"):
		return try(text[:n-1]+"u") || try(text+"u")
	case text[n-1] == 'o':
		return try(text + "u")
	case text[n-1] == 'a', text[n-1] == 'e', text[n-1] == 'i':
		return try(text + "r")
	default:
		return false
	}
}

// small does the same with what a diminutive is made of: boquinha, barriguinhas, pezinho, dedin.
func small(text string, try func(string) bool) bool {
	if len(text) < minForm {
		return false
	}
	plural := ""
	if end, ok := strings.CutSuffix(text, "s"); ok {
		text, plural = end, "s"
	}
	stem, vowel := "", ""
	switch {
	case strings.HasSuffix(text, "inha"):
		stem, vowel = text[:len(text)-4], "a"
	case strings.HasSuffix(text, "inho"):
		stem, vowel = text[:len(text)-4], "o"
	case strings.HasSuffix(text, "in"):
		stem, vowel = text[:len(text)-2], "o"
	}
	switch {
	case len(stem) < 2:
		return false
	case strings.HasSuffix(stem, "qu"):
		stem = stem[:len(stem)-2] + "c"
	case strings.HasSuffix(stem, "gu"):
		stem = stem[:len(stem)-1]
	}
	if root, ok := strings.CutSuffix(stem, "z"); ok && (try(root+plural) || try(root)) {
		return true
	}
	return len(stem) > 2 && (try(stem+vowel+plural) || try(stem+"e"+plural) || try(stem+plural))
}
