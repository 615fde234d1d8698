package model

import (
	"encoding/json"

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

// object is strict: every property is there, and no other.
func object(properties schema, order ...string) schema {
	return schema{"type": "object", "properties": properties, "required": append([]string{}, order...), "additionalProperties": false}
}

func text(description string) schema { return schema{"type": "string", "description": description} }

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

// transferReasons are why a person should take over; they stand in the log and say nothing of the patient.
func transferReasons() []string {
	return []string{"pediu_pessoa", "cancelar", "remarcar", "consulta_existente", "resultado_exame", "reclamacao", "fora_do_escopo", "outro"}
}

// tools are declared in one order, so that equal prompts are equal bytes.
func tools() []model.Function {
	return []model.Function{
		function(toolSearch, "Guarda o que o paciente quer e busca horários livres. Passe só o que ele disse; o que já foi guardado continua valendo. A resposta diz o que falta ou traz a oferta numerada.",
			object(schema{
				"especialidade": orNull(text("nome da especialidade")),
				"medico":        orNull(text("nome do médico ou da médica, como o paciente disse")),
				"procedimento":  orNull(text("o que vai ser marcado, por exemplo consulta ou o nome do exame")),
				"convenio":      orNull(text("nome do convênio, ou particular")),
				"datas": orNull(schema{"type": "array", "description": "dias que o paciente pediu, de e até, inclusive", "items": object(schema{
					"de": text("AAAA-MM-DD"), "ate": text("AAAA-MM-DD"),
				}, "de", "ate")}),
				"dias_semana": orNull(schema{"type": "array", "items": schema{"type": "string", "enum": weekdayNames()}}),
				"periodo":     orNull(schema{"type": "string", "enum": periodNames()}),
				"hora_de":     orNull(text("HH:MM, a partir desta hora")),
				"hora_ate":    orNull(text("HH:MM, até esta hora")),
				"mais":        schema{"type": "boolean", "description": "true: os próximos horários da mesma busca, depois dos já mostrados"},
			}, "especialidade", "medico", "procedimento", "convenio", "datas", "dias_semana", "periodo", "hora_de", "hora_ate", "mais")),
		function(toolChoose, "Escolhe o horário que o paciente escolheu.",
			object(schema{"numero": schema{"type": "integer", "description": "número na oferta atual; 0 desfaz a escolha"}}, "numero")),
		function(toolIdentify, "Guarda quem vai ser atendido. Passe os dados como estão no texto, por exemplo [NOME 1] ou [CPF 1].",
			object(schema{
				"nome": orNull(text("nome completo")), "cpf": orNull(text("CPF")), "nascimento": orNull(text("data de nascimento")),
				"outra_pessoa": schema{"type": "boolean", "description": "true: é outra pessoa que a dos dados já guardados, que são esquecidos"},
			}, "nome", "cpf", "nascimento", "outra_pessoa")),
		function(toolConfirm, "Marca o horário escolhido para o paciente identificado. O sistema confere e envia a confirmação.", object(schema{})),
		function(toolClose, "Encerra: o paciente desistiu de marcar.", object(schema{})),
		function(toolTransfer, "Passa a conversa para uma pessoa da clínica.",
			object(schema{"motivo": schema{"type": "string", "enum": transferReasons()}}, "motivo")),
		function(toolClinic, "Informa sobre a clínica: medicos, especialidades, procedimentos, convenios, endereco, horario, precos, pagamento, preparo, documentos, ou uma pergunta.",
			object(schema{"assunto": text("um dos assuntos, ou a pergunta do paciente")}, "assunto")),
	}
}

func function(name, description string, parameters schema) model.Function {
	return model.Function{Name: name, Description: description, Parameters: json.RawMessage(encoded(parameters))}
}

// weekdayNames are the days of the week from Sunday on.
func weekdayNames() []string {
	return []string{"domingo", "segunda", "terca", "quarta", "quinta", "sexta", "sabado"}
}
