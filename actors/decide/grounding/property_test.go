package grounding

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever a model writes is judged, and what is found stands in the text.
func FuzzCheck(f *testing.F) {
	for _, s := range samples(f, "claims*.txt", false) {
		f.Add(s.text)
	}
	for _, s := range samples(f, "harmless*.txt", true) {
		f.Add(s.text)
	}
	f.Add("\xff\xfe 14:\x80h Dra. \xf0\x9f")
	f.Fuzz(func(t *testing.T, text string) {
		for name, facts := range situations {
			found := Check(text, facts)
			for _, v := range found {
				if v.From < 0 || v.To < v.From || v.To > len(text) {
					t.Errorf("%s: %+v of %d bytes", name, v, len(text))
				}
				if utf8.ValidString(text) && !utf8.ValidString(text[v.From:v.To]) {
					t.Errorf("%s: %+v cuts a letter", name, v)
				}
			}
			Lists(text, facts.Offer)
		}
	})
}

// A long text takes no more than its length: no stage looks back further than a few words, and none looks through a
// whole sentence for each claim in it.
func BenchmarkCheck(b *testing.B) {
	b.Run("one long sentence of claims", func(b *testing.B) {
		text := strings.Repeat("Boa consulta Estou marcando a sua vaga Ficou para terça ", 1800)
		for b.Loop() {
			Check(text, situations["offer"])
		}
	})
	const listing = "Tenho estes horários com a Dra. Ana Souza:\n1 - terça-feira, 24/11, às 08:00\n2 - terça-feira, 24/11, às 09:30\nQual prefere? Assim que eu tiver o CPF, marco. "
	for _, size := range []int{1000, 10_000, 100_000} {
		text := strings.Repeat(listing, size/len(listing)+1)[:size]
		b.Run(strings.TrimSuffix(strings.Repeat("0", 0)+itoa(size), ""), func(b *testing.B) {
			for b.Loop() {
				Check(text, situations["offer"])
			}
		})
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}
