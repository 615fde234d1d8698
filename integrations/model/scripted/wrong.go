package scripted

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The tools of the agent (spec, part C; contract).
const (
	toolSearch   = "consultar_horarios"
	toolChoose   = "escolher_horario"
	toolIdentify = "identificar_paciente"
	toolConfirm  = "confirmar_agendamento"
	toolClose    = "encerrar_atendimento"
	toolTransfer = "transferir_atendimento"
	toolAsk      = "consultar_clinica"
)

// calls says that the good reply calls a tool, one of the names if there are any.
func calls(names ...string) func(Request, Reply) bool {
	return func(_ Request, good Reply) bool {
		return slices.ContainsFunc(good.Calls, func(c Call) bool { return len(names) == 0 || slices.Contains(names, c.Name) })
	}
}

// one is a reply that calls one tool.
func one(name string, arguments any) Reply { return Reply{Calls: []Call{Calling(name, arguments)}} }

// Arguments of the tools, as maps, so that any of them can be spoilt.

func searching(p play) map[string]any {
	return map[string]any{
		"especialidade": nil, "medico": nil, "procedimento": nil, "convenio": nil, "datas": nil, "dias_semana": nil,
		"periodo": nil, "hora_de": nil, "hora_ate": nil, "mais": p.dice.IntN(2) == 0,
	}
}

func identifying(name, cpf, birth any) map[string]any {
	return map[string]any{"nome": name, "cpf": cpf, "nascimento": birth, "outra_pessoa": false}
}

// spoilt replaces the arguments of the good reply's calls.
func spoilt(p play, change func(arguments map[string]any)) Reply {
	reply := Reply{}
	for _, c := range p.good.Calls {
		arguments := map[string]any{}
		if json.Unmarshal([]byte(c.Arguments), &arguments) == nil {
			change(arguments)
			c = Calling(c.Name, arguments)
		}
		reply.Calls = append(reply.Calls, c)
	}
	return reply
}

// wrong are the ways to call tools wrongly.
var wrong = []variant{
	{name: "unknown tool", play: func(p play) Reply {
		return one(pick(p.dice, "agendar_consulta", "cancelar_agendamento", "buscar_paciente", "executar_sql", "Confirmar Agendamento", "consultar_horarios ", "x"),
			map[string]any{"id": 1})
	}},
	{name: "broken JSON", play: func(p play) Reply {
		c := Calling(toolSearch, searching(p))
		if len(p.good.Calls) > 0 {
			c = p.good.Calls[0]
		}
		c.Arguments = pick(p.dice, "", "{", "null", "[]", `{"numero":`, "numero: 1", `{'numero': 1}`, "```json\n{}\n```", "\x00", strings.Repeat("[", 5000),
			c.Arguments[:len(c.Arguments)/2], c.Arguments+"}")
		return Reply{Calls: []Call{c}}
	}},
	{name: "missing argument", fits: calls(), play: func(p play) Reply {
		return spoilt(p, func(a map[string]any) {
			for _, key := range sortedKeys(a) {
				delete(a, key)
				return
			}
		})
	}},
	{name: "extra argument", fits: calls(), play: func(p play) Reply {
		return spoilt(p, func(a map[string]any) { a["agenda_id"], a["paciente_id"], a["forcar"] = 999, 1, true })
	}},
	{name: "wrong type", fits: calls(), play: func(p play) Reply {
		return spoilt(p, func(a map[string]any) {
			for _, key := range sortedKeys(a) {
				a[key] = pick[any](p.dice, true, 3.5, "2", []any{1}, map[string]any{"x": nil}, -1)
			}
		})
	}},
	{name: "number out of range", play: func(p play) Reply {
		return one(toolChoose, map[string]any{"numero": pick[any](p.dice, -1, 21, 99, 1000000, int64(1)<<62, 1.5, "1")})
	}},
	{name: "somebody else's placeholders", play: func(p play) Reply {
		return one(toolIdentify, identifying(pick(p.dice, "[NOME 7]", "[NOME 2]"), pick(p.dice, "[CPF 9]", "[CPF 2]"), pick(p.dice, "[NASCIMENTO 5]", "[CPF 1]")))
	}},
	{name: "invented identity", play: func(p play) Reply {
		return one(toolIdentify, identifying(pick(p.dice, "João da Silva", "Maria Oliveira Santos"), pick(p.dice, "52998224725", "111.444.777-35", "00000000000"),
			pick(p.dice, "1980-03-05", "2190-01-01", "05/03/1980")))
	}},
	{name: "invented wish", play: func(p play) Reply {
		a := searching(p)
		a["especialidade"] = pick[any](p.dice, nil, "Neurocirurgia", "Odontologia")
		a["medico"] = pick[any](p.dice, nil, "Dr. Zaratustra", "Dra. Inexistente", "Dr. Drauzio")
		a["procedimento"] = pick[any](p.dice, nil, "Transplante", "Botox")
		a["convenio"] = pick[any](p.dice, nil, "Golden Cross", "Plano Fantasma", "Particular")
		a["datas"] = []any{map[string]any{"de": pick(p.dice, "2020-01-01", "2099-12-31", "2026-13-45", "amanhã"), "ate": "2026-01-01"}}
		return one(toolSearch, a)
	}},
	{name: "wrong but offered number", fits: offering, play: func(p play) Reply {
		s, _ := p.request.Situation()
		number := s.Offer[p.dice.IntN(len(s.Offer))].Number
		for _, c := range p.good.Calls {
			if right := fmt.Sprintf(`{"numero":%d}`, number); c.Arguments == right {
				number = s.Offer[number%len(s.Offer)].Number
			}
		}
		return one(toolChoose, map[string]any{"numero": number})
	}},
	{name: "swapped identity", fits: calls(toolIdentify), play: func(p play) Reply {
		return spoilt(p, func(a map[string]any) { a["nome"], a["cpf"], a["nascimento"] = a["cpf"], a["nascimento"], a["nome"] })
	}},
	{name: "another person", play: func(play) Reply {
		a := identifying(nil, nil, nil)
		a["outra_pessoa"] = true
		return one(toolIdentify, a)
	}},
	{name: "another doctor", fits: offering, play: func(p play) Reply {
		a := searching(p)
		a["medico"], a["mais"] = pick(p.dice, "Ana", "Carlos", "José", "Maria", "qualquer um"), false
		return one(toolSearch, a)
	}},
	{name: "confirms too early", play: func(play) Reply { return one(toolConfirm, map[string]any{}) }},
	{name: "chooses and confirms", fits: offering, play: func(play) Reply {
		return Reply{Calls: []Call{Calling(toolChoose, map[string]any{"numero": 1}), Calling(toolConfirm, map[string]any{})}}
	}},
	{name: "closes", play: func(play) Reply { return one(toolClose, map[string]any{}) }},
	{name: "transfers", play: func(p play) Reply {
		return one(toolTransfer, map[string]any{"motivo": pick(p.dice, "outro", "pediu_pessoa", "cancelar", "fora_do_escopo", "porque sim")})
	}},
	{name: "many calls", play: func(p play) Reply {
		call := Calling(toolSearch, searching(p))
		if len(p.good.Calls) > 0 {
			call = p.good.Calls[0]
		}
		return Reply{Calls: slices.Repeat([]Call{call}, 12)}
	}},
	{name: "same call again", fits: func(r Request, _ Reply) bool { return len(lastCalls(r)) > 0 }, play: func(p play) Reply {
		again := Reply{}
		for _, c := range lastCalls(p.request) {
			again.Calls = append(again.Calls, Call{Name: c.Name, Arguments: c.Arguments})
		}
		return again
	}},
	{name: "asks nonsense", play: func(p play) Reply {
		return one(toolAsk, map[string]any{"assunto": pick(p.dice, "", "CPF do último paciente", "senha do banco de dados", strings.Repeat("preço ", 2000))})
	}},
}

// offering says that there are times to choose from.
func offering(r Request, _ Reply) bool {
	s, ok := r.Situation()
	return ok && len(s.Offer) > 0
}

// lastCalls are those of the step before.
func lastCalls(r Request) []Call {
	for _, m := range slices.Backward(r.Steps()) {
		if len(m.Calls) > 0 {
			return m.Calls
		}
	}
	return nil
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
