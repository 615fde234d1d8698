// Package receptionist is the well-behaved brain of the scripted model server: it leads a whole booking through
// the agent's tools as a good language model would, from what stands in the request alone.  It is what a clinic's
// own model is compared with, and what Misbehave spoils.
//
//	view      what the request tells: situation, catalogue, the patient's words, what was called in this turn
//	read      what the patient's words mean
//	begin     the first calls of a turn; proceed: what follows from their results
//	speak     the text that ends the turn; offer, lists: how times and names are shown
package receptionist

import "atende/integrations/model/scripted"

// Brain implements scripted.Brain.  It remembers nothing.
type Brain struct{}

// maxRounds is how often in one turn tools are called before something is said.
const maxRounds = 5

// Answer implements scripted.Brain.
func (Brain) Answer(r scripted.Request) scripted.Reply {
	v, ok := look(r)
	if !ok {
		return scripted.Reply{Text: "Olá! Como posso ajudar?"}
	}
	var calls []scripted.Call
	switch {
	case v.rounds == 0:
		calls = v.begin()
	case v.rounds < maxRounds:
		calls = v.proceed()
	}
	if len(calls) > 0 {
		return scripted.Reply{Calls: calls[:min(len(calls), maxAtOnce)]}
	}
	return scripted.Reply{Text: v.speak()}
}

// maxAtOnce is how many tools are called at once.
const maxAtOnce = 6

// The tools of the agent (contract).
const (
	toolSearch   = "consultar_horarios"
	toolChoose   = "escolher_horario"
	toolIdentify = "identificar_paciente"
	toolConfirm  = "confirmar_agendamento"
	toolClose    = "encerrar_atendimento"
	toolTransfer = "transferir_atendimento"
	toolClinic   = "consultar_clinica"
)

// search are the arguments of consultar_horarios.
type search struct {
	Specialty *string  `json:"especialidade"`
	Doctor    *string  `json:"medico"`
	Procedure *string  `json:"procedimento"`
	Plan      *string  `json:"convenio"`
	Dates     []span   `json:"datas"`
	Weekdays  []string `json:"dias_semana"`
	Period    *string  `json:"periodo"`
	From      *string  `json:"hora_de"`
	To        *string  `json:"hora_ate"`
	More      bool     `json:"mais"`
}

type span struct {
	From string `json:"de"`
	To   string `json:"ate"`
}

func (s search) empty() bool {
	return s.Specialty == nil && s.Doctor == nil && s.Procedure == nil && s.Plan == nil && !s.wishes()
}

// wishes reports that something is said of when.
func (s search) wishes() bool {
	return len(s.Dates)+len(s.Weekdays) > 0 || s.Period != nil || s.From != nil || s.To != nil || s.More
}

// identity are the arguments of identificar_paciente.
type identity struct {
	Name  *string `json:"nome"`
	CPF   *string `json:"cpf"`
	Birth *string `json:"nascimento"`
	Other bool    `json:"outra_pessoa"`
}

func (i identity) empty() bool { return i == identity{} }

func choose(number int) scripted.Call {
	return scripted.Calling(toolChoose, map[string]int{"numero": number})
}

func transfer(why string) scripted.Call {
	return scripted.Calling(toolTransfer, map[string]string{"motivo": why})
}

func ask(topic string) scripted.Call {
	return scripted.Calling(toolClinic, map[string]string{"assunto": topic})
}

func plain(tool string) scripted.Call { return scripted.Calling(tool, struct{}{}) }
