package main

import (
	"strings"
	"testing"
)

// A phone that booked is greeted by the first name in a new chat session, of a new process, and its patient proposed by
// that and the last two digits of the CPF: a yes books with the same CPF, a no asks for everything.  Who was booked so is
// proposed beside the first one.  An erasure forgets both, and nothing of it stands in the log.
func TestRecognisedByPhone(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ATENDE_RECOGNISE", "true")
	const maria, rosa = "Maria Aparecida da Silva|52998224725|101|1|", "Rosa Alves da Silva|39053344705|101|1|"
	begins := func(id string, greeting ...string) {
		h.says(id, id+"-1", "oi, quero marcar com a dra. Ana")
		heard := h.gateway.hears(id, append(greeting, "*1*")...)
		for _, secret := range []string{"Aparecida", "da Silva", "529", "47-25", "05/03/1980"} {
			if strings.Contains(heard, secret) {
				t.Errorf("%s: %q is told before a yes: %s", id, secret, heard)
			}
		}
		h.says(id, id+"-2", "1")
	}
	begins("s-1", "Clínica Boa Vida")
	h.gateway.hears("s-1", "nome")
	h.says("s-1", "s-1-3", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980")
	h.gateway.hears("s-1", "Posso marcar?")
	h.says("s-1", "s-1-4", "sim")
	h.gateway.hears("s-1", "15 minutos")
	h.measures("atende_journal_pending 0") // or the last part may be said again
	h.agent.kill()
	h.agent = start(t, h.env, "serve")

	begins("s-2", "Oi, *Maria*!")
	h.gateway.hears("s-2", "É para você de novo, *Maria* (CPF com final 25)?")
	h.says("s-2", "s-2-3", "sim")
	h.gateway.hears("s-2", "Maria Aparecida da Silva", "Posso marcar?")
	h.says("s-2", "s-2-4", "sim")
	h.gateway.hears("s-2", "15 minutos")

	begins("s-3", "Oi, *Maria*!")
	h.gateway.hears("s-3", "É para você de novo, *Maria* (CPF com final 25)?")
	h.says("s-3", "s-3-3", "não, é para minha mãe")
	h.gateway.hears("s-3", "*nome completo*", "da sua mãe")
	h.says("s-3", "s-3-4", "Rosa Alves da Silva, CPF 390.533.447-05, nascida em 01/02/1950")
	h.gateway.hears("s-3", "Rosa Alves da Silva", "Posso marcar?")
	h.says("s-3", "s-3-5", "sim")
	h.gateway.hears("s-3", "15 minutos")
	rows := appointments(t, h.database)
	if len(rows) != 3 || !strings.HasPrefix(rows[0], maria) || !strings.HasPrefix(rows[1], maria) || !strings.HasPrefix(rows[2], rosa) {
		t.Errorf("appointments %q", rows)
	}

	begins("s-4", "Oi, *Maria*!")
	h.gateway.hears("s-4", "Para quem é desta vez?", "Rosa (CPF com final 05)", "Maria (CPF com final 25)", "Outra pessoa")

	code, out, problems := ask(t, h.agent.admin, "", "erase", "--phone", "5511988887777", "--yes")
	if code != 0 {
		t.Fatalf("%d %s %s", code, out, problems)
	}
	begins("s-5", "Boa ", "Aqui é a assistente virtual")
	h.gateway.hears("s-5", "*nome completo*")
	logs := h.agent.logOf("turn ended")
	for _, secret := range []string{"Maria", "Aparecida", "Rosa", "52998224725", "39053344705", "988887777"} {
		if strings.Contains(logs, secret) {
			t.Errorf("%q stands in the log", secret)
		}
	}
}

// Where it is not switched on, a new chat session of the phone knows nobody by the name.
func TestNotRecognisedByPhone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.books("s-1")
	h.says("s-2", "m5", "oi")
	if heard := h.gateway.hears("s-2", "Clínica Boa Vida"); strings.Contains(heard, "Maria") {
		t.Errorf("known by the name: %s", heard)
	}
}
