package scheduling

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// blankLines part messages.
var blankLines = regexp.MustCompile(`\n[\s\p{Z}]*\n`)

// Whatever a scheduling API answers to A4, what of it is told is bounded, and holds nothing that nobody sees.
func FuzzDecodeConfirmation(f *testing.F) {
	for _, body := range []string{
		`{"data":{"description":"Consulta marcada.","preparo":"Jejum."}}`, `{"description":"a","data":"ok"}`, `{"data":{"description":["x"]}}`,
		`{"data":{"description":"\u202ea\u0000\ud800","preparo":"👩\u200d⚕️"}}`, `[]`, `null`, "\xff", `{"description":"` + strings.Repeat("é", 5000) + `"}`,
		`{"preparo":"` + strings.Repeat(`a\n \n`, 1000) + `"}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		description, preparation := decodeBooking(body)
		for _, text := range []string{description, preparation} {
			odd := func(r rune) bool {
				return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
			}
			if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxTold || strings.ContainsFunc(text, odd) || text != "" && strings.TrimSpace(text) == "" {
				t.Fatalf("%q", text)
			}
			if n := len(blankLines.Split(strings.TrimSpace(text), -1)); n > maxParagraphs {
				t.Fatalf("%q is %d messages", text, n)
			}
			if legible(text) != text {
				t.Fatalf("%q is made legible twice: %q", text, legible(text))
			}
		}
	})
}
