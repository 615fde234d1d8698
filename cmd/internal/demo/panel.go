package demo

import (
	"context"
	"fmt"
	"time"

	"atende/integrations/scheduling/server"
)

// panelLines is how many appointments the chat page shows.
const panelLines = 5

// panelTimeout bounds the look into the database for one refresh of the page.
const panelTimeout = 2 * time.Second

// panel shows on the chat page what stands in the scheduling API's database.
type panel struct{ api *server.Server }

// facts are the newest appointments of the clinic, whoever booked them: the one the visitor just made
// comes first, and is seen to be a row of the database and not only a sentence in the chat.
func (p panel) facts(string) map[string]any {
	ctx, cancel := context.WithTimeout(context.Background(), panelTimeout)
	defer cancel()
	appointments, err := p.api.Appointments(ctx)
	if err != nil {
		return map[string]any{"Agendamentos no banco": "não disponível agora"}
	}
	lines := []string{}
	for i := len(appointments) - 1; i >= 0 && len(lines) < panelLines; i-- {
		a := appointments[i]
		lines = append(lines, fmt.Sprintf("nº %d: %s às %s, %s, %s", a.ID, dayMonth(a.Day), a.Hour, a.Doctor, a.PatientName))
	}
	if len(lines) == 0 {
		return map[string]any{"Agendamentos no banco": "nenhum ainda"}
	}
	return map[string]any{"Agendamentos no banco": lines}
}

// dayMonth is a day as people here write it.
func dayMonth(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02/01/2006")
}
