package model

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/rules"
	"atende/integrations/model"
)

// saoPaulo is the clinic's zone; monday is when conversations begin: a Monday morning.
var (
	saoPaulo = time.FixedZone("-03", -3*60*60)
	monday   = time.Date(2026, 11, 23, 9, 0, 0, 0, saoPaulo)
)

func clinic() *conversation.Clinic {
	return conversation.NewClinic(conversation.Clinic{
		Name: "Clínica Boa Vida", Version: "c0ffee", Location: saoPaulo,
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista"}}, {ID: 9, Name: "Dermatologia"}},
		Doctors: []conversation.Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}, {AgendaID: 102, Name: "Dr. Carlos Menezes", SpecialtyID: 7},
			{AgendaID: 201, Name: "Dr. Rafael Teixeira", SpecialtyID: 9},
		},
		Procedures: []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}, {ID: 511, Name: "Consulta", SpecialtyID: 9}},
		Plans:      []conversation.Service{{ID: 1, Name: "Particular", Aliases: []string{"sem convênio"}}, {ID: 2, Name: "Unimed"}},
		Answers:    []conversation.Answer{{Topic: conversation.TopicPrices, Text: "A consulta particular custa *R$ 250*."}},
	})
}

// says and calls are answers of a model.
func says(text string) model.Answer {
	return model.Answer{Text: text, Usage: model.Usage{Prompt: 100, Completion: 10}}
}

func calls(pairs ...string) model.Answer {
	var a model.Answer
	for i := 0; i < len(pairs); i += 2 {
		a.Calls = append(a.Calls, model.Call{ID: "c" + pairs[i], Name: pairs[i], Arguments: pairs[i+1]})
	}
	return a
}

// scripted answers in order; where the script ends it fails.
type scripted struct {
	answers  []model.Answer
	requests []model.Request
	hang     bool
}

var errDown = errors.New("model is down")

func (m *scripted) Complete(ctx context.Context, r model.Request) (model.Answer, error) {
	m.requests = append(m.requests, r)
	if m.hang {
		<-ctx.Done()
		return model.Answer{}, ctx.Err()
	}
	if len(m.answers) == 0 {
		return model.Answer{}, errDown
	}
	a := m.answers[0]
	m.answers = m.answers[1:]
	return a, nil
}

// chat is a conversation with a driver, without an engine around it.
type chat struct {
	t      *testing.T
	model  *scripted
	driver *Driver
	clinic *conversation.Clinic
	state  *conversation.State
	now    time.Time
	record conversation.Identity // what the clinic has under the CPF

	said    []string // in the last turn
	from    []string // its sources
	booked  []conversation.MakeAppointment
	handed  []string
	asked   []conversation.DataRequest
	account decide.Account
}

func newChat(t *testing.T, change ...func(*Config)) *chat {
	t.Helper()
	c := &chat{t: t, model: &scripted{}, clinic: clinic(), state: &conversation.State{}, now: monday}
	config := Config{Model: c.model, Name: "test", Clinic: c.clinic, Rules: rules.New(c.clinic), Now: time.Now}
	for _, f := range change {
		f(&config)
	}
	c.driver = New(config)
	return c
}

// free are the times of every agenda: two mornings and two afternoons of the next days.
func free() []conversation.Slot {
	var list []conversation.Slot
	for _, day := range []string{"2026-11-24", "2026-11-25"} {
		for _, hour := range []string{"08:00", "09:30", "14:00", "16:30"} {
			list = append(list, conversation.Slot{Date: day, Hour: hour})
		}
	}
	return list
}

// write lets the patient write messages, which the model answers with answers.
func (c *chat) write(texts []string, answers ...model.Answer) {
	c.t.Helper()
	c.now = c.now.Add(time.Minute)
	var messages []decide.Message
	for _, text := range texts {
		messages = append(messages, decide.Message{Type: "TEXT", Text: text, At: c.now})
	}
	c.turn(messages, answers...)
}

func (c *chat) turn(messages []decide.Message, answers ...model.Answer) {
	c.t.Helper()
	c.model.answers, c.model.requests = answers, nil
	c.said, c.from = nil, nil
	dialogue := c.driver.Start(decide.Turn{Now: c.now, Messages: messages})
	var refused *conversation.Refusal
	for range 40 {
		event, err := dialogue.Next(c.t.Context(), c.state, refused)
		if err != nil {
			c.t.Fatal(err)
		}
		res := c.follow(event)
		if refused = res.Refusal; res.Done {
			c.account = dialogue.(decide.Accountant).Account()
			c.stored()
			return
		}
	}
	c.t.Fatal("the turn does not end")
}

// follow plays the clinic.
func (c *chat) follow(event conversation.Event) conversation.Result {
	for {
		res := conversation.Step(c.clinic, c.state, c.now, event)
		event = nil
		for _, effect := range res.Effects {
			switch e := effect.(type) {
			case conversation.Say:
				c.said, c.from = append(c.said, e.Text), append(c.from, e.From...)
				if len(e.From) == 0 {
					c.t.Errorf("%.100q comes from nowhere", e.Text)
				}
			case conversation.HandOver:
				c.handed = append(c.handed, e.Reason)
			case conversation.DataAsked:
				c.asked = append(c.asked, e.What)
			case conversation.FindSlots:
				slots := free()
				for i := range slots {
					slots[i].AgendaID = e.Agendas[0]
				}
				event = conversation.SlotsFound{Slots: slots}
			case conversation.FindPatient:
				event = conversation.PatientFound{ID: 77, Differs: c.state.Patient.Differs(c.record)}
			case conversation.MakeAppointment:
				c.booked = append(c.booked, e)
				event = conversation.AppointmentMade{Description: "Consulta agendada.", Preparation: "Chegue 15 minutos antes."}
			}
		}
		if event == nil {
			return res
		}
	}
}

// stored sends the state through JSON, as a crash after the turn would.
func (c *chat) stored() {
	c.t.Helper()
	data, err := json.Marshal(c.state)
	if err != nil {
		c.t.Fatal(err)
	}
	c.state = &conversation.State{}
	if err := json.Unmarshal(data, c.state); err != nil {
		c.t.Fatal(err)
	}
}

// reply is all that was said in the last turn.
func (c *chat) reply() string { return strings.Join(c.said, "\n\n") }

// wants fails unless all parts were said in the last turn.
func (c *chat) wants(parts ...string) {
	c.t.Helper()
	for _, part := range parts {
		if !strings.Contains(c.reply(), part) {
			c.t.Errorf("said %.300q, want %q in it", c.reply(), part)
		}
	}
}

// sent is everything that the model was told in the last turn.
func (c *chat) sent() string {
	var b strings.Builder
	for _, r := range c.model.requests {
		b.WriteString(encoded(r))
	}
	return b.String()
}

// lastResult is the last tool result that the model was told.
func (c *chat) lastResult() string {
	c.t.Helper()
	for _, r := range slices.Backward(c.model.requests) {
		for _, m := range slices.Backward(r.Messages) {
			if m.Role == model.Tool {
				return m.Content
			}
		}
	}
	c.t.Fatal("no tool result")
	return ""
}

const (
	searchAna = `{"especialidade":null,"medico":"Ana Souza","procedimento":"consulta","convenio":"Unimed","datas":null,"dias_semana":null,"periodo":null,"hora_de":null,"hora_ate":null,"mais":false}`
	maria     = "Maria Lima Santos"
	cpf       = "529.982.247-25"
)

const offerText = `Tenho estes horários com a Dra. Ana Souza:

*Terça-feira, 24/11*
1 - 08:00
2 - 09:30
3 - 14:00
4 - 16:30

*Quarta-feira, 25/11*
5 - 08:00
6 - 09:30
7 - 14:00
8 - 16:30

Qual fica melhor?`

// toChoice leads a well-behaved conversation to a choice.
func (c *chat) toChoice() {
	c.t.Helper()
	c.write([]string{"oi, quero consulta com a Dra. Ana Souza, pela Unimed"}, calls(toolSearch, searchAna), says(offerText))
	c.write([]string{"2"}, calls(toolChoose, `{"numero":2}`), says("Ótimo! Qual é o nome completo, o CPF e a data de nascimento de quem vai ser atendido?"))
}
