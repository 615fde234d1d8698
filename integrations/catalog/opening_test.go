package catalog

import (
	"strings"
	"testing"
)

// The hours of a reception as a patient reads them.
func TestReceptionHours(t *testing.T) {
	for want, hours := range map[string]string{
		"de segunda a sexta, das 8h às 18h; sábado, das 8h às 12h":                   `{weekdays: [mon, tue, wed, thu, fri], from: "08:00", to: "18:00"}, {weekdays: [sat], from: "08:00", to: "12:00"}`,
		"de segunda a sexta, das 8h às 12h e das 13h30 às 18h05":                     `{weekdays: [fri, mon, tue, wed, thu], from: "13:30", to: "18:05"}, {weekdays: [mon, tue, wed, thu, fri], from: "08:00", to: "12:00"}`,
		"segunda e terça, das 8h às 9h; quarta, sexta e domingo, da 1h à meia-noite": `{weekdays: [mon, tue], from: "08:00", to: "09:00"}, {weekdays: [sun, wed, fri], from: "01:00", to: "24:00"}`,
		"todos os dias, 24 horas":                           `{weekdays: [mon, tue, wed, thu, fri, sat, sun], from: "00:00", to: "24:00"}`,
		"segunda e de quarta a domingo, da meia-noite à 1h": `{weekdays: [mon, wed, thu, fri, sat, sun], from: "00:00", to: "01:00"}`,
	} {
		c, err := Parse([]byte(strings.TrimRight(bare, "\n") + "\nreception:\n  hours: [" + hours + "]\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Reception.Hours(); got != want || !c.Reception.KeepsHolidays() {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
