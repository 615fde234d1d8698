package rules

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// Fifty patients ask for a Saturday morning, which the clinic has none of, each in a chat of its own: that is counted
// once for each of them, whatever they say next.
func TestFiftySaturdays(t *testing.T) {
	openings := []string{
		"> quero consulta com a dra ana souza, unimed, sábado de manhã",
		"> oi\n> consulta com a dra ana souza\n\n> unimed\n\n> só posso sábado de manhã",
		"> bom dia, consulta cardio dra ana souza pela unimed\n\n> tem sábado de manhã?",
		"> dra ana souza, consulta, tenho unimed\n\n> nenhum desses, queria no sábado pela manhã",
		"> consulta dra ana souza unimed\n\n> outros\n\n> não tem no sábado de manhã?",
	}
	endings := []string{
		"", "\n\n> outros", "\n\n> outros\n\n> outros", "\n\n> mas eu queria sábado de manhã", "\n\n> 1\n\n> Maria das Dores Silva",
		"\n\n> não quero mais, obrigada", "\n\n> quero falar com uma pessoa", "\n\n> onde fica a clínica?", "\n\n> particular", "\n\n> sábado de manhã\n\n> 2",
	}
	n := 0
	for _, opening := range openings {
		for _, ending := range endings {
			n++
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				w := play(t, "clock 2026-11-23 09:00\nslots 101 2026-11-24..2026-12-18 08:00 08:30 14:00 14:30\n"+opening+ending+"\n")
				saturday := 0
				for _, u := range w.unmet {
					if asksSaturdayMorning(u.Wish) && u.Request.AgendaID == 101 && u.Cause == conversation.UnmetWished {
						saturday++
					}
				}
				if saturday != 1 || len(w.unmet) != 1 {
					t.Errorf("counted %+v\n%s", w.unmet, w.out.String())
				}
			})
		}
	}
	if n != 50 {
		t.Errorf("%d chats", n)
	}
}

func asksSaturdayMorning(w conversation.Wish) bool {
	saturday := len(w.Weekdays) == 1 && w.Weekdays[0] == time.Saturday
	for _, span := range w.Dates {
		day, err := time.Parse(time.DateOnly, span.From)
		saturday = saturday || err == nil && day.Weekday() == time.Saturday && span.From == span.To
	}
	return saturday && (w.Period == understand.Morning || strings.HasPrefix(fmt.Sprint(w.Times), "[{0"))
}
