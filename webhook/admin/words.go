package admin

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// inPortuguese are codes of the pages in the words of who works at the clinic; reasons of hand-overs are in Portuguese already.
var inPortuguese = map[string]string{
	StandingAgent: "o assistente responde", StandingPerson: "com uma pessoa", StandingPaused: "em pausa", StandingEnded: "encerrada",
	"service": "especialidade", "doctor": "médico", "procedure": "procedimento", "plan": "convênio", "slot": "horário", "name": "nome", "cpf": "CPF",
	"birth_date": "data de nascimento", "phone": "telefone", "confirm": "confirmação", "booking": "resultado da marcação", "next": "mais um pedido",
	"mon": "segunda", "tue": "terça", "wed": "quarta", "thu": "quinta", "fri": "sexta", "sat": "sábado", "sun": "domingo", "any": "qualquer",
	"morning": "manhã", "afternoon": "tarde", "evening": "noite", "unknown": "não se sabe", "webhook": "pelo gateway", "operator": "pela recepção",
	"list": "listou", "timeline": "viu", "export": "exportou", "erase": "apagou", "pause": "pausou", "resume": "retomou", "hand_over": "passou a uma pessoa",
	"hand_back": "devolveu ao assistente", "history": "leu os históricos", "rekey": "cifrou de novo", "appointments": "enviou a agenda", "patient": "o paciente",
	"asked_see": "pediu para ver", "asked_correct": "pediu correção", "asked_erase": "pediu para apagar", "asked_responsible": "perguntou pelo responsável", "asked_other": "perguntou sobre os dados",
	"started": "começou", "wished": "fez um pedido", "identified": "disse o que quer", "offered": "recebeu horários", "chosen": "escolheu", "stage patient": "deu os dados", "booked": "marcou", "none": "nenhuma",
	"cause none": "nenhum horário", "cause wished": "nenhum como pedido", "cause plan": "convênio não atendido", "cause person": "ninguém atendia",
	"other": "outro motivo",

	"visit yes": "vem", "visit no": "não vem", "visit move": "quer outro horário", "visit stop": "não quer lembretes", "visit none": "a mensagem não chegou", "visit off": "a clínica desmarcou",
	"part": "assistente", "transfer": "transferência", "tag": "etiqueta",
	"type IMAGE": "imagem", "type AUDIO": "mensagem de voz", "type VIDEO": "vídeo", "type DOCUMENT": "documento", "type STICKER": "figurinha",
	"type LOCATION": "localização", "type CONTACT": "contato", "type REACTION": "reação",

	"turn replied": "respondido", "turn silent": "sem resposta", "turn ignored": "ignorado", "turn handed_over": "passado a uma pessoa", "turn held": "em espera",
	"turn failed": "falhou", "turn fenced": "deixado a outro nó",

	"asks other": "outro médico, outros dias ou uma pessoa", "asks same": "se é para a mesma pessoa", "asks person": "seguir aqui ou com uma pessoa",
	"asks change": "o que mudar", "asks past": "se segue com o pedido de antes", "asks free": "pergunta do modelo",

	"step reminder": "lembrete", "step taken": "assumida por uma pessoa", "step handed_back": "devolvida ao assistente",
	"key specialty": "especialidade", "key procedure": "procedimento", "key plan": "convênio", "key agendas": "agendas", "key from": "de", "key to": "até", "key slot": "horário",
	"key number": "número", "key n": "marcação", "key wish": "desejo", "key reason": "motivo", "key more": "mais", "key renew": "de novo", "key name": "nome", "key cpf": "CPF",
	"key birth_date": "nascimento", "key other": "outra pessoa", "key stranger": "desconhecido", "key agreed": "concordou",
	"value yes": "sim",
}

// word is a code in words, as it is where it has none.
func word(code string) string {
	return cmp.Or(inPortuguese[code], strings.ReplaceAll(code, "_", " "))
}

// places are cities of time zones as they are written here.
var places = map[string]string{
	"Sao Paulo": "São Paulo", "Cuiaba": "Cuiabá", "Belem": "Belém", "Maceio": "Maceió", "Araguaina": "Araguaína", "Santarem": "Santarém",
	"Eirunepe": "Eirunepé", "Noronha": "Fernando de Noronha",
}

// placeOf is the city of a time zone: "America/Sao_Paulo" is "São Paulo".
func placeOf(zone string) string {
	city := strings.ReplaceAll(zone[strings.LastIndex(zone, "/")+1:], "_", " ")
	return cmp.Or(places[city], city)
}

// within is a code of one kind in words; "" for one that has none.
func within(kind, code string) string { return inPortuguese[kind+" "+code] }

// words is a list of codes in words.
func words(codes []string) string {
	list := make([]string, len(codes))
	for i, code := range codes {
		list[i] = cmp.Or(inPortuguese[code], inDays(code))
	}
	return strings.Join(list, ", ")
}

// codesOf are the ids and codes of a step.
func codesOf(codes map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(codes)) {
		list = append(list, cmp.Or(within("key", key), key)+"="+cmp.Or(within("value", codes[key]), inDays(inResults.Replace(codes[key]))))
	}
	return strings.Join(list, " ")
}

// inResults are the words of which results of steps are made (history.Step).
var inResults = strings.NewReplacer(
	"made, texts lost", "marcado, sem os textos", "left to a person", "deixado a uma pessoa", "refused", "recusado", "missing", "falta", "failed", "falhou",
	"found", "encontrado", "differs", "difere", "none", "nenhum", "made", "marcado", "pending", "pendente", "uncertain", "incerto",
	"unknown_id", "código desconhecido", "no_offer", "sem oferta", "stale", "antigo", "not_offered", "não oferecido", "bad_identity", "dados inválidos",
	"other_record", "outro cadastro", "not_chosen", "não escolhido", "not_agreed", "sem acordo", "not_identified", "não identificado", "closed", "encerrado",
	"unexpected", "inesperado", "morning", "manhã", "afternoon", "tarde", "evening", "noite", "operator", "recepção", "birth_date", "nascimento", "name", "nome",
	"service", "especialidade", "doctor", "médico", "procedure", "procedimento", "plan", "convênio", "slot", "horário", "cpf", "CPF", "webhook", "gateway",
)

// resultOf is the result of a step in words.
func resultOf(result string) string { return inResults.Replace(result) }

// parties are where words come from (history.Said.From).
var parties = strings.NewReplacer("text:", "texto:", "catalog:", "cadastro:", "tool:", "consulta:", "clinic:", "clínica:", "model:", "modelo:")

func sourceOf(from string) string { return parties.Replace(from) }

// stamp finds the English words of who led a turn (decide.Account.Stamp).
var stamp = regexp.MustCompile(`\b(rules|catalogue)\b`)

func ledOf(led string) string {
	return stamp.ReplaceAllStringFunc(led, func(found string) string {
		if found == "rules" {
			return "regras"
		}
		return "cadastro"
	})
}
