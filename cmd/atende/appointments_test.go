package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"atende/actors/wording"
)

// The clinic's own appointments: a file is sent twice, and with kill -9 before and behind everything the phone is asked once
// a day before; the answer comes in a chat session and ends it.  What is stored of it is encrypted, exported and erased like
// all else.
func TestAppointmentsPrograms(t *testing.T) {
	inBothStores(t, func(t *testing.T, settings []string) {
		wait := unhurried(t, 10*time.Second) // from here to the question: enough to send a file twice
		clinic, visit := noonCatalogue(t), workday()
		zone := time.FixedZone("noon", (12-time.Now().UTC().Hour())*3600) // as noonCatalogue has it
		start := time.Date(visit.Year(), visit.Month(), visit.Day(), 10, 0, 0, 0, zone)
		asked := time.Now().Add(wait)
		key := secretFile(t, newDataKey(t))
		h := newHouse(t, append(settings, "ATENDE_CATALOG", clinic, "ATENDE_CONFIRM_BEFORE", (time.Until(start)-wait).String(), "ATENDE_TAGS", "true", "ATENDE_DATA_KEY_FILE", key)...)
		h.gateway.mu.Lock()
		h.gateway.phones = true
		h.gateway.mu.Unlock()
		file := "chave;telefone;paciente;m\xe9dico;data;hora\n" +
			"A-77;(11) 98888-7777;ROSINHA DE TESTE;Dra. Ana Souza;" + visit.Format("02/01/2006") + ";10:00\n" +
			"A-78;(11) 98888-7777;ROSINHA DE TESTE;Dra. Ana Souza;02/01/2020;10:00\n"
		h.sends(file, "1 accepted, 0 changed, 0 unchanged, 0 cancelled, 1 skipped\n")
		h.again("n2")
		h.sends(file, "0 accepted, 0 changed, 1 unchanged, 0 cancelled, 1 skipped\n")
		h.measures(`atende_appointments_total{result="unchanged"} 1`, `atende_appointments_total{result="skipped"} 1`)
		if time.Now().After(asked) {
			t.Fatal("sending took longer than from here to the question")
		}
		h.again("n3")
		time.Sleep(max(0, time.Until(asked)-5*time.Second))
		h.gateway.hears("phone", "Passando para lembrar do horário de *Rosinha*", "Dra. Ana Souza")
		h.measures(`atende_visits_total{event="asked"} 1`)
		h.again("n4")
		h.says("s1", "m1", "vou sim!")
		h.gateway.hears("s1", opening(wording.VisitThanks))
		h.measures(`atende_visits_total{event="confirmado"} 1`)
		h.again("n5")
		h.sends(file, "0 accepted, 0 changed, 1 unchanged, 0 cancelled, 1 skipped\n")
		moved := strings.Replace(file, ";10:00\nA-78", ";16:00\nA-78", 1)
		h.sends(moved, "0 accepted, 1 changed, 0 unchanged, 0 cancelled, 1 skipped\n")
		h.measures("atende_journal_pending 0")
		if n := h.gateway.called("POST /chat/v1/message/send"); n != 1 {
			t.Errorf("asked %d times", n)
		}
		if h.gateway.mu.Lock(); fmt.Sprint(h.gateway.tagged) != "[confirmado]" {
			t.Errorf("tagged %q", h.gateway.tagged)
		}
		h.gateway.mu.Unlock()
		if out, code := h.verb("", "export", "--phone", "5511988887777"); code != exitOK || !strings.Contains(out, "A-77") || !strings.Contains(out, "16:00") {
			t.Errorf("export: %d %s", code, out)
		}
		if out, code := h.verb("", "erase", "--phone", "5511988887777", "--yes"); code != exitOK || out != "2 sessions forgotten\n" {
			t.Errorf("erase: %d %s", code, out)
		}
		if raw, err := os.ReadFile(strings.TrimPrefix(h.env["ATENDE_DATABASE_URL"], "sqlite:")); err == nil {
			for _, word := range []string{"A-77", "Rosinha", "88887777"} {
				if bytes.Contains(raw, []byte(word)) {
					t.Errorf("the file has %q", word)
				}
			}
		}
		if out, code := h.verb(strings.Replace(file, "Dra. Ana Souza", "Dra. Ninguém", 1), "appointments", "-"); code != exitFailure || !strings.Contains(out, "row 2, doctor: not in the catalogue") {
			t.Errorf("an unknown doctor: %d %s", code, out)
		}
	})
}

// sends uploads a file with the verb.
func (h *house) sends(file, want string) {
	h.t.Helper()
	if out, code := h.verb(file, "appointments", "-"); code != exitOK || out != want {
		h.t.Fatalf("exit code %d, %q, want %q", code, out, want)
	}
}
