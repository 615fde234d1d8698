package load

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"atende/integrations/catalog"
)

// clinic is the scheduling API (spec A): its times never run out, who registers is known, and every
// appointment is made.  It remembers what it did, because that is what a run is about.
type clinic struct {
	times map[int][]byte // A1's answer for each agenda

	mu       sync.Mutex
	patients map[string]int // CPF to paciente_id
	booked   map[string]int // CPF, day and hour to how often
	doubled  int
}

// What a patient of Book takes for the two halves of a confirmation.
const (
	confirmationMark = "Consulta confirmada pela clínica:"
	preparationMark  = "Preparo para a consulta:"
)

// firstHours are the free times of every day.
var firstHours = []string{"08:00", "09:00", "10:30", "14:00", "15:00", "16:30"}

// open lays out the times of the coming days, which are the same for everybody.
func (c *clinic) open(known *catalog.Clinic, now time.Time) {
	c.times = map[int][]byte{}
	for _, doctor := range known.Doctors {
		var b strings.Builder
		b.WriteString(`{"data":[`)
		for day := range 10 {
			if day > 0 {
				b.WriteByte(',')
			}
			date := now.AddDate(0, 0, day+2) // never passed, in any zone
			fmt.Fprintf(&b, `{"data":%q,"agendas":[{"agendaNome":%q,"horarios":[`, date.Format("02-01-2006"), doctor.Name)
			for i, hour := range firstHours {
				if i > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(&b, `{"hora":%q,"dataconsulta":"%s %s:00"}`, hour, date.Format(time.DateOnly), hour)
			}
			b.WriteString("]}]}")
		}
		b.WriteString("]}")
		c.times[doctor.AgendaID] = []byte(b.String())
	}
	c.reset()
}

// reset forgets what happened in an earlier run.
func (c *clinic) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.patients, c.booked, c.doubled = map[string]int{}, map[string]int{}, 0
}

func (c *clinic) serve(r call) (int, []byte) {
	cpf, isPatient := strings.CutPrefix(r.path, "/api/v1/cadastros/pacientes/cpf/")
	switch {
	case isPatient:
		return http.StatusOK, c.find(cpf)
	case r.path == "/api/v1/agendamento/horarios":
		return c.free(r.body)
	case r.path == "/api/v1/paciente/multiplos":
		return c.register(r.body)
	case r.path == "/api/v1/agendamento/agendamento":
		return c.book(r.body)
	default:
		return http.StatusNotFound, nil
	}
}

// free is A1.
func (c *clinic) free(raw []byte) (int, []byte) {
	var body struct {
		Filter struct{ Agendas []struct{ ID int } }
	}
	if json.Unmarshal(raw, &body) != nil {
		return http.StatusBadRequest, nil
	}
	if agendas := body.Filter.Agendas; len(agendas) == 1 && c.times[agendas[0].ID] != nil {
		return http.StatusOK, c.times[agendas[0].ID]
	}
	return http.StatusOK, []byte(`{"data":[]}`)
}

// find is A2.
func (c *clinic) find(cpf string) []byte {
	c.mu.Lock()
	id := c.patients[cpf]
	c.mu.Unlock()
	if id == 0 {
		return []byte(`{"data":"O CPF informado não foi encontrado."}`)
	}
	return fmt.Appendf(nil, `{"data":{"id":%d,"paciente_id":%d,"cpf":%q}}`, id, id, cpf)
}

// register is A3.
func (c *clinic) register(raw []byte) (int, []byte) {
	var body struct{ Pacientes []struct{ CPF string } }
	if json.Unmarshal(raw, &body) != nil {
		return http.StatusBadRequest, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, patient := range body.Pacientes {
		if c.patients[patient.CPF] == 0 {
			c.patients[patient.CPF] = len(c.patients) + 1
		}
	}
	return http.StatusOK, []byte(`{"data":"ok"}`)
}

// book is A4.
func (c *clinic) book(raw []byte) (int, []byte) {
	var body struct{ CPF, Data, Hora string }
	if json.Unmarshal(raw, &body) != nil {
		return http.StatusBadRequest, nil
	}
	key := body.CPF + " " + body.Data + " " + body.Hora
	c.mu.Lock()
	c.booked[key]++
	if c.booked[key] > 1 {
		c.doubled++
	}
	c.mu.Unlock()
	return http.StatusOK, fmt.Appendf(nil, `{"data":{"description":"%s %s às %s.","preparo":"%s chegue 15 minutos antes."}}`,
		confirmationMark, body.Data, body.Hora, preparationMark)
}

// tally is how many appointments were made, and how many more than one for the same patient at the
// same time.
func (c *clinic) tally() (booked, doubled int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.booked), c.doubled
}
