package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/session/record"
	"atende/integrations/scheduling/server"
)

// panelLines is how many appointments the chat page shows.
const panelLines = 5

// panelTimeout bounds the look into the database for one refresh of the page.
const panelTimeout = 2 * time.Second

// panel shows on the chat page what stands in the scheduling API's database.
type panel struct{ api *server.Server }

// What the facts are called.
const (
	factOwn    = "Agendamentos no banco"
	factOthers = "De outras conversas"
)

// facts are the newest appointments that were made in the session, and are seen to be rows of the database and not only
// sentences in the chat; of others it tells how many there are, and with all the newest, too.
func (p panel) facts(session string, all bool) map[string]any {
	ctx, cancel := context.WithTimeout(context.Background(), panelTimeout)
	defer cancel()
	appointments, err := p.api.Appointments(ctx)
	if err != nil {
		return map[string]any{factOwn: "não disponível agora"}
	}
	mark := fmt.Sprintf("%x/", record.HashOf(session)) // how the agent marks what it books
	var own, others []string
	for _, a := range slices.Backward(appointments) {
		line := fmt.Sprintf("nº %d: %s às %s, %s, %s", a.ID, dayMonth(a.Day), a.Hour, a.Doctor, a.PatientName)
		if strings.HasPrefix(a.Intent, mark) {
			own = append(own, line)
		} else {
			others = append(others, line)
		}
	}
	facts := map[string]any{factOwn: "nenhum ainda"}
	if len(own) > 0 {
		facts[factOwn] = own[:min(len(own), panelLines)]
	}
	switch {
	case len(others) == 0:
	case all:
		facts[factOthers] = others[:min(len(others), panelLines)]
	default:
		facts[factOthers] = len(others)
	}
	return facts
}

// dayMonth is a day as people here write it.
func dayMonth(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02/01/2006")
}
