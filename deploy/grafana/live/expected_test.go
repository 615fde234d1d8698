package live

// shown is what a panel shows: every value that is not 0, by what stands beside it.
type shown map[string]float64

// expectedMorning and expectedAfternoon are what the two halves of the day add to the panels of the conversion
// dashboard.  Rates are not here: they are parts of these numbers, see TestRates.
var (
	expectedMorning = map[string]shown{
		"Conversas":          {"Conversas": 6},
		"Consultas marcadas": {"Consultas marcadas": 2},
		"Passadas à equipe":  {"Passadas à equipe": 1},
		"Até onde chegaram": {
			"1. Escreveram": 6, "2. Fizeram um pedido": 5, "3. Pedido completo": 4, "4. Viram horários": 3,
			"5. Escolheram": 2, "6. Deram os dados": 2, "7. Marcaram": 2,
		},
		"Conversas e consultas por dia": {"conversas": 6, "consultas marcadas": 2},
		"Por médico": {
			"Dra. Ana Souza, Cardiologia, Com horários": 3, "Dra. Ana Souza, Cardiologia, Escolheram": 2,
			"Dra. Ana Souza, Cardiologia, Marcadas": 2,
		},
		"Por convênio": {
			"Unimed, Com horários": 2, "Unimed, Escolheram": 1, "Unimed, Marcadas": 1,
			"Particular, Com horários": 1, "Particular, Escolheram": 1, "Particular, Marcadas": 1,
		},
		"Por especialidade": {"Cardiologia, Com horários": 3, "Cardiologia, Escolheram": 2, "Cardiologia, Marcadas": 2},
		"Como terminaram": {
			"AGENDADO": 2, "TRANSFERIDO": 1, "SEM_INTERESSE": 3, "FALHA_CONSULTA": 1,
		},
		"Mensagens ignoradas":            {"IGNORADO_PLATAFORMA": 1},
		"Por que foram para a equipe":    {"pediu_atendente": 1},
		"Onde desistem":                  {"2. Fizeram um pedido": 1, "3. Pedido completo": 1, "4. Viram horários": 1},
		"De onde vão para a equipe":      {"1. Escreveram": 1},
		"Sem horário, por especialidade": {"Dermatologia": 1},
		"Sem horário, por dia":           {"qualquer dia": 1},
		"Sem horário, por período":       {"qualquer hora": 1},
		"Onde faltam horários":           {"Dermatologia, any, any": 1},
		"Sem horário, por médico":        {"Dr. Rafael Teixeira": 1},
		"Sem horário, por convênio":      {"Particular": 1},
		"O que mais faltou":              {"plan": 1},
	}
	expectedAfternoon = map[string]shown{
		"Conversas":          {"Conversas": 4},
		"Consultas marcadas": {"Consultas marcadas": 1},
		"Passadas à equipe":  {"Passadas à equipe": 1},
		"Até onde chegaram": {
			"1. Escreveram": 4, "2. Fizeram um pedido": 3, "3. Pedido completo": 3, "4. Viram horários": 2,
			"5. Escolheram": 1, "6. Deram os dados": 1, "7. Marcaram": 1,
		},
		"Conversas e consultas por dia": {"conversas": 4, "consultas marcadas": 1},
		"Por médico": {
			"Dra. Ana Souza, Cardiologia, Com horários": 2, "Dra. Ana Souza, Cardiologia, Escolheram": 1,
			"Dra. Ana Souza, Cardiologia, Marcadas": 1,
		},
		"Por convênio":      {"Unimed, Com horários": 2, "Unimed, Escolheram": 1, "Unimed, Marcadas": 1},
		"Por especialidade": {"Cardiologia, Com horários": 2, "Cardiologia, Escolheram": 1, "Cardiologia, Marcadas": 1},
		"Como terminaram": {
			"AGENDADO": 1, "TRANSFERIDO": 1, "SEM_INTERESSE": 1, "FALHA_CONSULTA": 1, "ERRO": 1,
		},
		"Mensagens ignoradas":            {"IGNORADO_STATUS": 1},
		"Por que foram para a equipe":    {"webhook": 1},
		"Onde desistem":                  {"3. Pedido completo": 1},
		"De onde vão para a equipe":      {"4. Viram horários": 1},
		"Sem horário, por especialidade": {"Dermatologia": 1},
		"Sem horário, por dia":           {"sábado": 1},
		"Sem horário, por período":       {"tarde": 1},
		"Onde faltam horários":           {"Dermatologia, sat, afternoon": 1},
		"Sem horário, por médico":        {"Dr. Rafael Teixeira": 1},
		"Sem horário, por convênio":      {"Unimed": 1},
		"O que mais faltou":              {},
	}
)

// plus adds what two stretches of time show.
func plus(a, b map[string]shown) map[string]shown {
	sum := map[string]shown{}
	for _, part := range []map[string]shown{a, b} {
		for panel, values := range part {
			if sum[panel] == nil {
				sum[panel] = shown{}
			}
			for name, value := range values {
				sum[panel][name] += value
			}
		}
	}
	return sum
}
