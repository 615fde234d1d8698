package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"
	"time"

	"atende/actors/wording"
	"atende/webhook/admin"
)

// The day before an appointment the patient is asked whether they come, by whatever process there is by then and in spite
// of kill -9 before and behind it: once, by phone, because the gateway has closed the chat session since.  The answer comes
// in another session.
func TestVisitPrograms(t *testing.T) {
	inBothStores(t, func(t *testing.T, settings []string) {
		wait := unhurried(t, 20*time.Second) // from here to the question: enough to book
		clinic, visit := noonCatalogue(t), workday()
		zone := time.FixedZone("noon", (12-time.Now().UTC().Hour())*3600) // as noonCatalogue has it
		start := time.Date(visit.Year(), visit.Month(), visit.Day(), 10, 0, 0, 0, zone)
		before := time.Until(start) - wait
		asked := time.Now().Add(wait)
		h := newHouse(t, append(settings, "ATENDE_CATALOG", clinic, "ATENDE_CONFIRM_BEFORE", before.String(), "ATENDE_TAGS", "true")...)
		h.says("s1", "m1", fmt.Sprintf("oi, quero marcar com a dra. Ana, particular, dia %s às 10h", visit.Format("02/01")))
		h.gateway.hears("s1", "10:00")
		h.says("s1", "m1b", "pode ser")
		h.gateway.hears("s1", "nome")
		h.says("s1", "m2", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980")
		h.gateway.hears("s1", "Posso marcar?")
		h.says("s1", "m3", "sim")
		h.gateway.hears("s1", "15 minutos")
		if time.Now().After(asked) {
			t.Fatal("booking took longer than from here to the question")
		}
		h.gateway.set("s1", "status", "COMPLETED")
		h.gateway.mu.Lock()
		h.gateway.phones = true
		h.gateway.mu.Unlock()
		h.again("n2")
		if time.Sleep(max(0, time.Until(asked)-5*time.Second)); h.gateway.called("POST /chat/v1/message/send") != 0 {
			t.Error("asked too early")
		}
		h.gateway.hears("phone", "Passando para lembrar", "Dra. Ana Souza")
		h.measures(`atende_visits_total{event="asked"} 1`)
		h.again("n3")
		h.says("s2", "m4", "vou sim!")
		h.gateway.hears("s2", opening(wording.VisitThanks))
		h.measures(`atende_visits_total{event="confirmado"} 1`)
		h.again("n4")
		h.says("s2", "m5", "qual o endereço?")
		h.gateway.hears("s2", "")
		h.measures("atende_journal_pending 0")
		if n := h.gateway.called("POST /chat/v1/message/send"); n != 1 {
			t.Errorf("asked %d times", n)
		}
		out, code := h.verb("", "report", "--since", "2d", "--json") // over all those processes
		var r admin.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitOK || !maps.Equal(r.Present.Visits, map[string]int{"asked": 1, "confirmado": 1}) {
			t.Errorf("exit code %d, %v: reported %v", code, err, r.Present.Visits)
		}
		if h.gateway.mu.Lock(); len(h.gateway.tagged) != 2 || h.gateway.tagged[1] != "confirmado" {
			t.Errorf("tagged %q", h.gateway.tagged)
		}
		h.gateway.mu.Unlock()
	})
}

// unhurried is enough time for what takes a few seconds on an idle machine: more where programs are slow to start now.
func unhurried(t *testing.T, atLeast time.Duration) time.Duration {
	t.Helper()
	began := time.Now()
	run(t, "atende", "version")
	return atLeast + 40*time.Since(began)
}

// workday is the day after tomorrow, or the Monday that follows.
func workday() time.Time {
	day := time.Now().AddDate(0, 0, 2)
	for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, 1)
	}
	return day
}
