package sim

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"atende/actors/conversation"
)

// The operations of the clinic.
const (
	opTimes    = "times"    // A1
	opFind     = "find"     // A2
	opRegister = "register" // A3
	opBook     = "book"     // A4
)

// sample is the catalogue of all runs.
var sample = conversation.NewClinic(conversation.Clinic{
	Name: "Clínica Boa Vida", Location: time.FixedZone("America/Sao_Paulo", -3*60*60),
	Specialties: []conversation.Service{
		{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista"}},
		{ID: 8, Name: "Dermatologia", Aliases: []string{"dermatologista"}},
	},
	Doctors: []conversation.Doctor{
		{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7},
		{AgendaID: 102, Name: "Dr. Carlos Menezes", SpecialtyID: 7},
		{AgendaID: 103, Name: "Dra. Beatriz Reis", SpecialtyID: 8},
	},
	Procedures: []conversation.Procedure{
		{ID: 501, Name: "Consulta", SpecialtyID: 7},
		{ID: 503, Name: "Consulta", SpecialtyID: 8},
	},
	Plans: []conversation.Service{{ID: 1, Name: "Particular"}, {ID: 2, Name: "Unimed"}},
})

// clinic is the scheduling API.  The world's lock guards it.
type clinic struct {
	w        *world
	patients map[string]int    // by CPF
	taken    map[string]bool   // not listed any more
	sold     map[string]bool   // to strangers: refused
	intents  map[string]answer // first results, by Atende-Intent
	booked   int
}

// appointment is an A4 that was executed.
type appointment struct {
	number  int
	chat    *thread
	booking string // the number of the booking in its chat, from the intent
	at      time.Time
	told    bool
}

func newClinic(w *world) *clinic {
	return &clinic{w: w, patients: map[string]int{}, taken: map[string]bool{}, sold: map[string]bool{}, intents: map[string]answer{}}
}

// route reads the four paths of spec A.  A1 carries nothing of the patient: its chat is unknown.
func (c *clinic) route(q request) (operation, chatID string) {
	known := func(cpf string) string {
		if who := c.w.chatOfCPF(cpf); who != nil {
			return who.id
		}
		return ""
	}
	switch {
	case q.path == "/api/v1/agendamento/horarios":
		return opTimes, ""
	case strings.HasPrefix(q.path, "/api/v1/cadastros/pacientes/cpf/"):
		return opFind, known(strings.TrimPrefix(q.path, "/api/v1/cadastros/pacientes/cpf/"))
	case q.path == "/api/v1/paciente/multiplos":
		return opRegister, known(registration(q.body).CPF)
	case q.path == "/api/v1/agendamento/agendamento":
		var b order
		_ = json.Unmarshal(q.body, &b)
		return opBook, known(b.CPF)
	}
	return "unknown", ""
}

// newcomer is a patient in A3, order the body of A4.
type newcomer struct {
	CPF string `json:"cpf"`
}

type order struct {
	Patient int    `json:"paciente_id"`
	CPF     string `json:"cpf"`
	Date    string `json:"data"`
	Hour    string `json:"hora"`
	Agenda  int    `json:"agenda_id"`
}

func registration(body []byte) newcomer {
	var list struct {
		Patients []newcomer `json:"pacientes"`
	}
	if json.Unmarshal(body, &list) != nil || len(list.Patients) != 1 {
		return newcomer{}
	}
	return list.Patients[0]
}

// serve makes the effect of a call.  A clinic that knows intents says so in every success.
func (c *clinic) serve(q request) answer {
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	a := c.answer(q)
	if c.w.plan.replays && a.status == 200 {
		a.header = map[string]string{"Atende-Intent": "1"}
	}
	return a
}

func (c *clinic) answer(q request) answer {
	switch q.operation {
	case opTimes:
		return c.times(q.body)
	case opFind:
		cpf := strings.TrimPrefix(q.path, "/api/v1/cadastros/pacientes/cpf/")
		if id, ok := c.patients[cpf]; ok {
			return data(map[string]any{"id": id, "paciente_id": id, "cpf": cpf, "nome": c.w.chatOfCPF(cpf).name, "dataNascimento": "12-03-1985"})
		}
		return data("O CPF informado não foi encontrado.")
	case opRegister:
		cpf := registration(q.body).CPF
		chat := c.w.chatOfCPF(cpf)
		chat.stray = chat.stray || chat.overtaken(q.node)
		_, known := c.patients[cpf]
		if known && !chat.stray {
			c.w.violate(q.chat, "A3", "a patient was registered twice")
		}
		if !known {
			c.patients[cpf] = 1000 + len(c.patients)
		}
		return data("ok")
	case opBook:
		return c.book(q)
	}
	c.w.violate(q.chat, "clinic", "unknown call %s %s", q.method, q.path)
	return answer{status: 404}
}

func data(v any) answer { return answer{status: 200, body: map[string]any{"data": v}} }

// The times of a day.
var hours = []string{"08:00", "09:00", "14:00", "15:00"}

// times is A1: four days from the first one asked for.
func (c *clinic) times(body []byte) answer {
	var b struct {
		Filter struct {
			From    string `json:"data"`
			To      string `json:"endDate"`
			Agendas []struct {
				ID int `json:"id"`
			} `json:"agendas"`
		} `json:"filter"`
	}
	if json.Unmarshal(body, &b) != nil || len(b.Filter.Agendas) != 1 {
		return answer{status: 400}
	}
	from, err := time.Parse(time.DateOnly, b.Filter.From)
	if err != nil {
		return answer{status: 400}
	}
	agenda := b.Filter.Agendas[0].ID
	doctor, _ := sample.Doctor(agenda)
	days := []any{}
	for i := range 4 {
		day := from.AddDate(0, 0, i)
		if day.Format(time.DateOnly) > b.Filter.To {
			break
		}
		var free []map[string]string
		for _, hour := range hours {
			if c.lists(agenda, day, hour) {
				free = append(free, map[string]string{"hora": hour, "dataconsulta": "?"})
			}
		}
		days = append(days, map[string]any{
			"data": day.Format("02-01-2006"), "agendas": []any{map[string]any{"agendaNome": doctor.Name, "horarios": free}},
		})
	}
	return data(days)
}

func slotName(agenda int, date, hour string) string { return fmt.Sprint(agenda, " ", date, " ", hour) }

// book is A4.  A clinic that is not exclusive, or lax, books a slot as often as it is asked to.
func (c *clinic) book(q request) answer {
	var o order
	if json.Unmarshal(q.body, &o) != nil || c.w.chatOfCPF(o.CPF) == nil || c.patients[o.CPF] != o.Patient {
		c.w.violate(q.chat, "A4", "wrong patient")
		return answer{status: 422}
	}
	intent := q.header.Get("Atende-Intent")
	r := c.w.dice.roll(c.w.chatOfCPF(o.CPF).steps, "refusal", q.chat)
	if q.twist == refused && chance(r, 0.5) { // at the door, without a look at the intent
		return answer{status: pick(r, 401, 403, 404)}
	}
	c.w.checkCall(c.w.chatOfCPF(o.CPF), q, intent)
	if first, known := c.intents[intent]; known && c.w.plan.replays {
		return first
	}
	slot := slotName(o.Agenda, o.Date, o.Hour)
	if q.twist == strangers {
		c.taken[slot], c.sold[slot] = c.w.plan.exclusive, true
	}
	a := answer{status: pick(r, 400, 422)}
	if q.twist != refused {
		a = c.execute(o, q, slot, intent)
	}
	if c.w.plan.replays {
		a.header = map[string]string{"Atende-Intent": "1"}
		c.intents[intent] = a
	}
	return a
}

func (c *clinic) execute(o order, q request, slot, intent string) answer {
	if c.sold[slot] || c.taken[slot] && !c.w.plan.lax {
		c.w.noteLocked(q.chat, "clinic: %s is taken", slot)
		return answer{status: 409, body: map[string]string{"data": "Horário ocupado."}}
	}
	c.taken[slot] = c.w.plan.exclusive
	c.booked++
	made := &appointment{number: c.booked, chat: c.w.chatOfCPF(o.CPF), booking: bookingOf(intent), at: time.Now()}
	c.w.noteLocked(q.chat, "clinic: appointment %d, %s (%s)", made.number, slot, q.twist)
	c.w.tally.Appointments++
	if q.twist == late {
		c.w.tally.Late++
	}
	c.w.checkAppointment(made)
	c.w.checkAgreed(made.chat, o)
	c.w.checkLate(made.chat, slot)
	made.chat.appointments = append(made.chat.appointments, made)
	switch {
	case q.twist == garbled:
		return answer{status: 200, body: "feito"}
	case made.number%2 == 0: // both places are right
		return answer{status: 201, body: made.texts()}
	}
	return data(made.texts())
}

func (a *appointment) texts() map[string]string {
	return map[string]string{
		"description": "Consulta confirmada para você" + a.mark(), "preparo": "Chegue 15 minutos antes" + a.mark(),
	}
}

// mark stands in the texts of an appointment, so that they are known when the patient reads them.
func (a *appointment) mark() string { return fmt.Sprintf(" [consulta %d]", a.number) }

// bookingOf is the number of the booking in an intent, "hash/number-token".
func bookingOf(intent string) string {
	_, rest, _ := strings.Cut(intent, "/")
	number, _, _ := strings.Cut(rest, "-")
	return number
}

// tokenOf is its token.
func tokenOf(intent string) string {
	_, token, _ := strings.Cut(intent, "-")
	return token
}
