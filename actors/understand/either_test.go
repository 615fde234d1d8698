package understand

import (
	"fmt"
	"strings"
	"testing"
)

// Where days have hours of their own, or days and hours are parted by "ou", not all hours go with all days.
func TestEither(t *testing.T) {
	for text, want := range map[string]string{
		"hoje depois das 16 ou amanhã até meio-dia": "03-10 16:00..23:59 | 03-11 00:00..12:00",
		"quinta de manhã, sexta à tarde":            "03-12 morning | 03-13 afternoon",
		"depois das 14 na quinta ou às 9 na sexta":  "03-12 14:00..23:59 | 03-13 09:00",
		"bem cedo ou no sábado":                     "morning | 03-14",
		"no sábado ou depois das 18h":               "03-14 | 18:00..23:59",
		"quinta ou sexta de manhã":                  "",
		"quinta às 8 ou às 9":                       "",
		"quinta de manhã ou de tarde":               "",
		"quinta de manhã ou sexta":                  "",
		"às 8 ou às 9, na quinta ou na sexta":       "",
		"amanhã das 8 às 10":                        "",
	} {
		var list []string
		for _, w := range Read(text, tuesday).Any {
			list = append(list, joinWords(when(Facts{Dates: w.Dates, Times: w.Times, Period: w.Period})))
		}
		if got := strings.Join(list, " | "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is refused is not only no wish.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"quarta de jeito nenhum":         "[03-11]",
		"de manhã, mas não às 8":         "[08:00]",
		"quinta às 8 não, às 9 pode":     "[03-12 08:00]",
		"não precisa ser sábado":         "[]",
		"eu não pedi sexta":              "[]",
		"quinta eu fui aí":               "[]",
		"dia 12, não, dia 13":            "[]",
		"sem ser segunda nem terça cedo": "[03-16 03-17]",
		"não consigo quarta de manhã":    "[03-11 morning]",
		"segunda 8h não, terça 8h":       "[03-16 08:00]",
		"nem levanto 7h":                 "[07:00]",
		"quinta tem jogo, sexta sim":     "[03-12]",
		"entro às 13h, tem de manhã?":    "[]",
	} {
		list := []string{}
		for _, w := range Read(text, tuesday).Not {
			list = append(list, joinWords(when(Facts{Dates: w.Dates, Times: w.Times, Period: w.Period})))
		}
		if got := fmt.Sprint(list); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
