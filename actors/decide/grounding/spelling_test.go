package grounding

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// However a claim of a booking is spelled and whatever stands around it, it is found.
func TestBookingsInDisguise(t *testing.T) {
	disguises := map[string]func(string) string{
		"in capitals":                      strings.ToUpper,
		"in small letters":                 strings.ToLower,
		"without accents":                  unaccented,
		"with accents apart":               norm.NFD.String,
		"in bold":                          func(s string) string { return "*" + s + "*" },
		"with invisible spaces":            interspersed("\u200b"),
		"with joiners":                     interspersed("\u2060"),
		"with Cyrillic letters":            strings.NewReplacer("a", "а", "o", "о", "e", "е", "c", "с", "p", "р").Replace,
		"in wide letters":                  wide,
		"behind a greeting":                func(s string) string { return "Oi, tudo bem? " + s },
		"behind a word of joy":             func(s string) string { return "Perfeito! " + s },
		"behind a line":                    func(s string) string { return "Obrigada por esperar.\n\n" + s },
		"behind a soothing word":           func(s string) string { return "Não se preocupe. " + s },
		"behind a condition of its own":    func(s string) string { return "Se precisar, me chame. " + s },
		"behind a refusal of its own":      func(s string) string { return "Não tenho outro horário. " + s },
		"before a pleasantry":              func(s string) string { return s + " 😊 Qualquer dúvida, me chame." },
		"before a question of its own":     func(s string) string { return s + "\nPosso ajudar em mais alguma coisa?" },
		"before a reminder":                func(s string) string { return s + "\n\nTraga um documento com foto." },
		"with Windows' ends of lines":      func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"with spaces that do not break":    func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
		"in a text that is not all UTF-8":  func(s string) string { return "\xff" + s + "\xfe" },
		"with every space written doubled": func(s string) string { return strings.ReplaceAll(s, " ", "  ") },
	}
	for name, disguise := range disguises {
		t.Run(name, func(t *testing.T) {
			for _, s := range samples(t, "claims*.txt", false) {
				if s.reason != "booking" {
					continue
				}
				text := disguise(s.text)
				if len(Check(text, situations[s.situation])) == 0 {
					t.Errorf("%s: %q", s.situation, text)
				}
			}
		})
	}
}

// Harmless texts stay so when they are typed carelessly.
func TestHarmlessInCapitals(t *testing.T) {
	for name, disguise := range map[string]func(string) string{
		"with accents apart":            norm.NFD.String,
		"behind a greeting":             func(s string) string { return "Oi, tudo bem? 😊\n" + s },
		"before a farewell":             func(s string) string { return s + "\n\nEstou por aqui. 🙂" },
		"with spaces that do not break": func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
	} {
		t.Run(name, func(t *testing.T) {
			for _, s := range samples(t, "harmless*.txt", true) {
				if len(Check(s.text, situations[s.situation])) > 0 {
					continue
				}
				text := disguise(s.text)
				for _, v := range Check(text, situations[s.situation]) {
					t.Errorf("%s: %s %q in %q", s.situation, v.Reason, text[v.From:v.To], text)
				}
			}
		})
	}
}

func unaccented(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

func interspersed(separator string) func(string) string {
	return func(s string) string { return strings.Join(strings.Split(s, ""), separator) }
}

// wide writes Latin letters and digits as East Asian keyboards do.
func wide(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r - '!' + '！'
		}
		return r
	}, s)
}
