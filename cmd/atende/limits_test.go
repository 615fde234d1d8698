package main

import (
	"fmt"
	"strings"
	"testing"
)

// A phone books three times, in chat sessions of its own and over a restart of the agent: the fourth within a day goes to
// a person before A4.  Another phone books for one of the same CPFs meanwhile.
func TestManyBookingsOfOnePhone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	asks := func(session string, n int) string {
		h.says(session, session+"-1", "oi, quero marcar com a dra. Ana, particular")
		h.gateway.hears(session, "*1*")
		h.says(session, session+"-2", fmt.Sprint(1+n))
		h.gateway.hears(session, "Falta pouco")
		h.says(session, session+"-3", "Rui Barbosa Lima, CPF "+validCPF(123456780+n)+", nascido em 05/03/1980")
		h.gateway.hears(session, "Posso marcar?")
		h.says(session, session+"-4", "sim")
		h.measures("atende_journal_pending 0")
		var heard []string
		for len(h.gateway.sent) > 0 {
			heard = append(heard, (<-h.gateway.sent).text)
		}
		return strings.Join(heard, "\n")
	}
	for n := range 3 {
		if heard := asks(fmt.Sprint("book-", n), n); strings.Contains(heard, "várias consultas") {
			t.Fatal(heard)
		}
		if n == 1 {
			h.agent.stop()
			h.agent = start(t, h.env, "serve")
		}
	}
	if heard := asks("book-3", 3); !strings.Contains(heard, "várias consultas") {
		t.Errorf("heard %s", heard)
	}
	h.measures(`atende_handovers_total{reason="muitas_marcacoes"} 1`)
	if made := appointments(t, h.database); len(made) != 3 {
		t.Errorf("%d appointments: %q", len(made), made)
	}
	asks("s-00001", 0) // a phone of its own
	if made := appointments(t, h.database); len(made) != 4 {
		t.Errorf("%d appointments: %q", len(made), made)
	}
}

// A session that sends more messages in a minute than ATENDE_MAX_MESSAGES goes to a person; another one is answered.
func TestManyMessagesOfASession(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ATENDE_MAX_MESSAGES", "10")
	for n := range 11 {
		h.says("fast", fmt.Sprint("m", n), "oi")
	}
	h.measures(`atende_handovers_total{reason="muitas_mensagens"} 1`, "atende_journal_pending 0")
	for len(h.gateway.sent) > 0 {
		<-h.gateway.sent
	}
	h.says("slow", "m1", "oi")
	h.gateway.hears("slow", "Boa Vida")
}

// An emergency among more messages than anybody would answer is told where to call, wherever it stands.
func TestEmergencyAmongManyMessages(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ATENDE_QUIET_WINDOW", "3s")
	for n := range 115 {
		text := fmt.Sprint("oi ", n)
		if n == 105 {
			text = "estou com dor forte no peito e falta de ar"
		}
		h.says("s1", fmt.Sprint("m", n), text)
	}
	h.gateway.hears("s1", "192")
	h.measures(`atende_handovers_total{reason="emergencia"} 1`, "atende_journal_pending 0")
}

// A webhook that is sent again after more than 64 messages of its session is no message, in a new process either.
func TestOldWebhookAgain(t *testing.T) {
	inBothStores(t, func(t *testing.T, settings []string) {
		h := newHouse(t, settings...)
		h.says("s1", "m0", "quero marcar com a dra. Ana, particular")
		h.gateway.hears("s1", "*1*")
		for n := range 80 { // as many as nobody calls too many
			h.says("s1", fmt.Sprint("n", n), "obrigada")
		}
		h.measures("atende_journal_pending 0")
		h.agent.stop()
		h.agent = start(t, h.env, "serve")
		for len(h.gateway.sent) > 0 {
			<-h.gateway.sent
		}
		h.says("s1", "m0", "quero marcar com a dra. Ana, particular")
		h.measures("atende_journal_pending 0")
		if n := len(h.gateway.sent); n != 0 {
			t.Errorf("it was answered: %q", (<-h.gateway.sent).text)
		}
		h.says("s1", "m1", "quero marcar com a dra. Ana, particular")
		h.gateway.hears("s1", "*1*")
	})
}
