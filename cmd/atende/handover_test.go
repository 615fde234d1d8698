package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// validCPF is the CPF that nine digits begin: the last two check the others.
func validCPF(nine int) string {
	digits := fmt.Sprintf("%09d", nine)
	for range 2 {
		sum := 0
		for i, d := range digits {
			sum += int(d-'0') * (len(digits) + 1 - i)
		}
		digits += fmt.Sprint(sum * 10 % 11 % 10)
	}
	return digits
}

// A phone gives one CPF after another, each in a chat session of its own, over a restart of the agent: the sixth in a
// day goes to a person and is not looked up, in a session that has given no other (contract, "Identity"; features 91).
// The journal holds none of them, nor the phone, beside the sessions themselves.
func TestManyCPFsOfOnePhone(t *testing.T) {
	h := newHouse(t)
	for n := range 6 {
		if n == 3 {
			h.agent.stop()
			h.agent = start(t, h.env, "serve")
		}
		session := fmt.Sprintf("guess-%d", n)
		h.says(session, session+"-1", "oi, quero marcar com a dra. Ana, particular")
		h.gateway.hears(session, "*1*")
		h.says(session, session+"-2", "1")
		h.gateway.hears(session, "nome")
		h.says(session, session+"-3", "Rui Barbosa Lima, CPF "+validCPF(123456780+n)+", nascido em 05/03/1980")
		if n < 5 {
			h.gateway.hears(session, "Rui Barbosa Lima", "Posso marcar?")
			continue
		}
		heard := h.gateway.hears(session, "vários CPFs")
		if strings.Contains(heard, "Posso marcar?") {
			t.Errorf("the sixth CPF is taken: %s", heard)
		}
	}
	h.measures(`atende_handovers_total{reason="muitos_cpfs"} 1`)
	if h.gateway.called("PUT ") != 1 {
		t.Errorf("%d sessions were transferred", h.gateway.called("PUT "))
	}
}

// clinicFile is the contract's catalogue with more keys.
func clinicFile(t *testing.T, keys string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clinic.yaml")
	if err := os.WriteFile(path, []byte(catalogue+keys), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Who was promised a person and cannot be handed over, because the gateway says a definite no, is told so in one
// sentence, with the clinic's phone where its file has one (features 51).
func TestRefusedTransferIsTold(t *testing.T) {
	h := newHouse(t, "ATENDE_CATALOG", clinicFile(t, "phone: (11) 3333-4444\n"), "ATENDE_TAGS", "true")
	h.gateway.refuses = true
	h.says("s-1", "m1", "quero falar com um atendente")
	heard := h.gateway.hears("s-1", "pessoa da nossa equipe", "ligue para a clínica: *(11) 3333-4444*")
	if strings.Count(heard, "3333") != 1 {
		t.Errorf("heard %q", heard)
	}
	h.measures(`atende_outcomes_total{outcome="ERRO"} 1`, "atende_journal_pending 0")
	if h.gateway.called("POST /core/v1/contact") != 0 {
		t.Error("the contact is tagged as handed over")
	}
	h.gateway.mu.Lock()
	h.gateway.refuses = false
	h.gateway.mu.Unlock()
	h.says("s-1", "m2", "oi") // nobody has the session: it is tried again
	h.gateway.hears("s-1", "pessoa da nossa equipe")
	h.measures(`atende_outcomes_total{outcome="TRANSFERIDO"} 1`, "atende_journal_pending 0")
}
