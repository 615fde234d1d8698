package model

import (
	"encoding/json"

	"atende/actors/conversation"
	"atende/integrations/model"
)

// The tools, by the names that the clinic knows (spec C, rule 4).  All but the last are moves.
const (
	toolSearch   = "consultar_horarios"
	toolChoose   = "escolher_horario"
	toolIdentify = "identificar_paciente"
	toolConfirm  = "confirmar_agendamento"
	toolClose    = "encerrar_atendimento"
	toolTransfer = "transferir_atendimento"
	toolClinic   = "consultar_clinica"
)

// schema is a part of a JSON schema.
type schema map[string]any

// property is one of an object.
type property struct {
	name   string
	schema schema
}

// object is strict: every property is there, and no other.
func object(properties ...property) schema {
	of, names := schema{}, []string{}
	for _, p := range properties {
		of[p.name], names = p.schema, append(names, p.name)
	}
	return schema{"type": "object", "properties": of, "required": names, "additionalProperties": false}
}

func text(description string) schema { return schema{"type": "string", "description": description} }

func boolean(description string) schema { return schema{"type": "boolean", "description": description} }

func oneOf(names []string) schema { return schema{"type": "string", "enum": names} }

// orNull makes a property that may be null.
func orNull(s schema) schema {
	s["type"] = []string{s["type"].(string), "null"}
	if values, ok := s["enum"].([]string); ok {
		var list []any
		for _, v := range values {
			list = append(list, v)
		}
		s["enum"] = append(list, nil)
	}
	return s
}

// tool is what the model may call.  What can be seen to be wrong of its arguments without the conversation is refused
// by move, the rest by conversation.Step; a tool without a move changes nothing.
type tool struct {
	name, description string
	arguments         schema
	move              func(d *dialogue, s *conversation.State, arguments string) (conversation.Move, *refusal)
}

// tools are declared in one order, so that equal prompts are equal bytes.
func tools() []tool {
	return []tool{
		{toolSearch, "Guarda o que o paciente quer e busca horários livres. Passe só o que ele disse; o que já foi guardado continua valendo. A resposta diz o que falta ou traz a oferta numerada.",
			object(
				property{"especialidade", orNull(text("nome da especialidade"))},
				property{"medico", orNull(text("nome do médico ou da médica, como o paciente disse; \"qualquer\" se tanto faz, \"médica\" se quer uma mulher"))},
				property{"procedimento", orNull(text("o que vai ser marcado, por exemplo consulta ou o nome do exame"))},
				property{"convenio", orNull(text("nome do convênio, ou particular"))},
				property{"datas", orNull(schema{"type": "array", "description": "dias que o paciente pediu, de e até, inclusive", "items": object(
					property{"de", text("AAAA-MM-DD")}, property{"ate", text("AAAA-MM-DD")},
				)})},
				property{"dias_semana", orNull(schema{"type": "array", "items": oneOf(weekdayNames())})},
				property{"periodo", orNull(oneOf(periodNames()))},
				property{"hora_de", orNull(text("HH:MM, a partir desta hora"))},
				property{"hora_ate", orNull(text("HH:MM, até esta hora"))},
				property{"mais", boolean("true: os próximos horários da mesma busca, depois dos já mostrados")},
			), moveBy((*dialogue).search)},
		{toolChoose, "Escolhe o horário que o paciente escolheu.",
			object(property{"numero", schema{"type": "integer", "description": "número na oferta atual; 0 desfaz a escolha"}}), moveBy((*dialogue).choose)},
		{toolIdentify, "Guarda quem vai ser atendido. Passe os dados como estão no texto, por exemplo [NOME 1] ou [CPF 1].",
			object(
				property{"nome", orNull(text("nome completo"))},
				property{"cpf", orNull(text("CPF"))},
				property{"nascimento", orNull(text("data de nascimento"))},
				property{"outra_pessoa", boolean("true: é outra pessoa que a dos dados já guardados, que são esquecidos")},
			), moveBy((*dialogue).identify)},
		{toolConfirm, "Mostra ao paciente tudo o que será marcado e pergunta se pode marcar. O sistema marca quando ele disser que sim.", object(), moveBy((*dialogue).confirm)},
		{toolClose, "Encerra: o paciente desistiu de marcar.", object(), moveBy((*dialogue).giveUp)},
		{toolTransfer, "Passa a conversa para uma pessoa da clínica.", object(property{"motivo", oneOf(transferReasons())}), moveBy((*dialogue).transfer)},
		{toolClinic, "Informa sobre a clínica: medicos, especialidades, procedimentos, convenios, endereco, horario, precos, pagamento, preparo, documentos, ou uma pergunta.",
			object(property{"assunto", text("um dos assuntos, ou a pergunta do paciente")}), nil},
	}
}

// moveBy is the move of a tool whose arguments are an A.
func moveBy[A any](of func(*dialogue, *conversation.State, A) (conversation.Move, *refusal)) func(*dialogue, *conversation.State, string) (conversation.Move, *refusal) {
	return func(d *dialogue, s *conversation.State, arguments string) (conversation.Move, *refusal) {
		var a A
		if bad := decode(arguments, &a); bad != nil {
			return nil, bad
		}
		return of(d, s, a)
	}
}

// functions are the tools as the model is told of them.
func functions() []model.Function {
	var list []model.Function
	for _, t := range tools() {
		list = append(list, model.Function{Name: t.name, Description: t.description, Parameters: json.RawMessage(encoded(t.arguments))})
	}
	return list
}

func toolNames() []string {
	return []string{toolSearch, toolChoose, toolIdentify, toolConfirm, toolClose, toolTransfer, toolClinic}
}

// moveOf turns a call into the move that it asks for.
func (d *dialogue) moveOf(s *conversation.State, call model.Call) (conversation.Move, *refusal) {
	for _, t := range d.tools {
		if t.name == call.Name {
			return t.move(d, s, call.Arguments)
		}
	}
	return nil, &refusal{reason: "essa ferramenta não existe", options: toolNames()}
}
