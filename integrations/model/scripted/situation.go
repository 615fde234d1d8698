package scripted

import (
	"encoding/json"
	"slices"
	"strings"
)

// Situation is what the agent tells the model of the conversation: a JSON object at the end of the system
// message and in the answer of every tool.
type Situation struct {
	Now     string `json:"agora"`
	Request struct {
		Specialty *string `json:"especialidade"`
		Doctor    *string `json:"medico"`
		Procedure *string `json:"procedimento"`
		Plan      *string `json:"convenio"`
	} `json:"pedido"`
	Offer []Slot `json:"oferta"`
	// Why the offer is what it is: "", "mais_proximos", "todos_ja_vistos", "nenhum".
	Why     string `json:"oferta_motivo"`
	Chosen  *Slot  `json:"escolhido"`
	Patient struct {
		Name  *string `json:"nome"`
		CPF   *string `json:"cpf"`
		Birth *string `json:"nascimento"`
	} `json:"paciente"`
	Booked *struct {
		Slot
		Doctor    string `json:"medico"`
		Procedure string `json:"procedimento"`
	} `json:"agendado"`
	// Missing is what is still needed, in order.
	Missing []string `json:"falta"`
	// Closed is how the conversation ended; "" while it goes on.
	Closed string `json:"encerrado"`
}

// Slot is a time of the offer, as it is said ("terça-feira, 24/11/2026", "08:00").
type Slot struct {
	Number int    `json:"numero"`
	Day    string `json:"dia"`
	Hour   string `json:"hora"`
}

// Outcome is the answer of a tool.
type Outcome struct {
	OK bool `json:"ok"`
	// Reason and Options say why a call was refused, and what could be said instead.
	Reason  string   `json:"motivo"`
	Options []string `json:"opcoes"`
	// Answer is what the clinic says to a question.
	Answer    string     `json:"resposta"`
	Situation *Situation `json:"situacao"`
}

// situationMark is the line before the situation in the system message.
const situationMark = "SITUAÇÃO:"

// Situation is the newest one that the request tells of; false if it tells of none.
func (r Request) Situation() (Situation, bool) {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == ToolRole {
			if o, ok := m.Outcome(); ok && o.Situation != nil {
				return *o.Situation, true
			}
		}
		if m.Role == System {
			return situationOf(m.Text)
		}
	}
	return Situation{}, false
}

func situationOf(system string) (Situation, bool) {
	at := strings.LastIndex(system, situationMark)
	if at < 0 {
		return Situation{}, false
	}
	var s Situation
	err := json.NewDecoder(strings.NewReader(system[at+len(situationMark):])).Decode(&s)
	return s, err == nil
}

// Outcome reads a tool message; false if it is none of the agent's.
func (m Message) Outcome() (Outcome, bool) {
	var o Outcome
	err := json.Unmarshal([]byte(m.Text), &o)
	return o, err == nil && m.Role == ToolRole
}

// Needs reports whether something is still missing.
func (s Situation) Needs(what string) bool { return slices.Contains(s.Missing, what) }
