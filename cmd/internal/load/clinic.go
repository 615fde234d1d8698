package load

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"atende/cmd/internal/persona"
	"atende/integrations/catalog"
)

// clinic is the scheduling API (spec A): its times never run out, who registers is known, and every
// appointment is made.  It remembers what it did, because that is what a run is about.
type clinic struct {
	times map[int][]byte // A1's answer for each agenda
	days  []string       // of them, YYYY-MM-DD

	// taken is asked before an appointment is made.
	taken func(appointment) bool

	mu       sync.Mutex
	patients map[string]registered // by CPF
	booked   map[string]int        // CPF, day and hour to how often
	doubled  int
}

// registered is a patient as A3 brought them; id is the paciente_id.
type registered struct {
	id                  int
	name, born, celular string
}

// appointment is what A4 asks for, and for whom.
type appointment struct {
	who                     registered
	cpf, date, hour         string // date is DD-MM-YYYY
	agenda, plan, procedure int
}

// What a patient of Book takes for the two halves of a confirmation.
const (
	confirmationMark = "Consulta confirmada pela clínica:"
	preparationMark  = "Preparo para a consulta:"
)

const (
	// openDays is how many days have times, from the firstOpen-th on: never passed, in any zone.
	openDays  = 10
	firstOpen = 2
)

// firstHours are the free times of every day.
var firstHours = []string{"08:00", "09:00", "10:30", "14:00", "15:00", "16:30"}

// open lays out the times of the coming days, which are the same for everybody.
func (c *clinic) open(known *catalog.Clinic, now time.Time) {
	c.times = map[int][]byte{}
	for day := range openDays {
		c.days = append(c.days, now.AddDate(0, 0, day+firstOpen).Format(time.DateOnly))
	}
	for _, doctor := range known.Doctors {
		var b strings.Builder
		b.WriteString(`{"data":[`)
		for day := range openDays {
			if day > 0 {
				b.WriteByte(',')
			}
			date := now.AddDate(0, 0, day+firstOpen)
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
	c.patients, c.booked, c.doubled = map[string]registered{}, map[string]int{}, 0
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
	id := c.patients[cpf].id
	c.mu.Unlock()
	if id == 0 {
		return []byte(`{"data":"O CPF informado não foi encontrado."}`)
	}
	return fmt.Appendf(nil, `{"data":{"id":%d,"paciente_id":%d,"cpf":%q}}`, id, id, cpf)
}

// register is A3.
func (c *clinic) register(raw []byte) (int, []byte) {
	var body struct {
		Pacientes []struct{ CPF, Nome, DataNascimento, Celular string }
	}
	if json.Unmarshal(raw, &body) != nil {
		return http.StatusBadRequest, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, patient := range body.Pacientes {
		if c.patients[patient.CPF].id == 0 {
			c.patients[patient.CPF] = registered{len(c.patients) + 1, patient.Nome, patient.DataNascimento, patient.Celular}
		}
	}
	return http.StatusOK, []byte(`{"data":"ok"}`)
}

// book is A4.
func (c *clinic) book(raw []byte) (int, []byte) {
	var body struct {
		CPF, Data, Hora string
		Agenda          int `json:"agenda_id"`
		Plan            int `json:"convenio_id"`
		Servicos        []struct{ ID int }
	}
	if json.Unmarshal(raw, &body) != nil {
		return http.StatusBadRequest, nil
	}
	c.mu.Lock()
	who := c.patients[body.CPF]
	c.mu.Unlock()
	asked := appointment{who: who, cpf: body.CPF, date: body.Data, hour: body.Hora, agenda: body.Agenda, plan: body.Plan}
	if len(body.Servicos) == 1 {
		asked.procedure = body.Servicos[0].ID
	}
	if c.taken(asked) {
		return http.StatusConflict, []byte(`{"data":"Este horário já foi ocupado."}`)
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

// slots are all times that A1 lists, of any doctor.
func (c *clinic) slots() []persona.Slot {
	var slots []persona.Slot
	for _, day := range c.days {
		for _, hour := range firstHours {
			slots = append(slots, persona.Slot{Date: day, Hour: hour})
		}
	}
	return slots
}
