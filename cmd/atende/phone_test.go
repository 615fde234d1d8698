package main

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// phoneless is a webhook body in which nothing tells a phone.
func phoneless(t *testing.T, session, message, text string) []byte {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"eventType": "MESSAGE_RECEIVED",
		"content": map[string]any{
			"id": message, "sessionId": session, "direction": "FROM_HUB", "type": "TEXT", "text": text, "details": nil,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// Spec 2.4: celular has digits, and is never sent empty.  Where neither the webhook nor the session record tells a
// phone, the patient is asked for one, and what cannot be one is asked for again.
func TestPhoneIsAskedFor(t *testing.T) {
	eachDialect(t, phoneIsAskedFor)
}

func phoneIsAskedFor(t *testing.T, dialect string) {
	h := houseIn(t, dialect)
	h.gateway.set("s-1", "contactDetails", nil)
	says := func(message, text string, hears ...string) {
		t.Helper()
		if status, answer := h.post("/webhook/message", phoneless(t, "s-1", message, text)); status != http.StatusAccepted {
			t.Fatalf("%d %s", status, answer)
		}
		h.gateway.hears("s-1", hears...)
	}
	says("m1", "oi, quero marcar com a dra. Ana, particular", "*1*")
	says("m2", "1", "nome")
	says("m3", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980", "celular com DDD")
	says("m4", "98765-4321", "Não consegui ler esse número") // no area code
	says("m5", "é 11 99876-5432", "Maria Aparecida da Silva", "Posso marcar?")
	says("m6", "sim", "15 minutos")
	if rows := appointments(t, h.database); len(rows) != 1 {
		t.Errorf("appointments %q", rows)
	}
	if phones := phonesOf(t, h.database); len(phones) != 1 || phones[0] != "5511998765432" {
		t.Errorf("registered with the phones %q", phones)
	}
	if logs := h.agent.log() + h.scheduling.log(); strings.Contains(logs, "99876") {
		t.Error("the phone stands in a log")
	}
	h.measures(`atende_outcomes_total{outcome="AGENDADO"} 1`)
}

// phonesOf are those under which the scheduling API registered patients.
func phonesOf(t *testing.T, path string) (phones []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("select phone from patients order by id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var phone string
		if err := rows.Scan(&phone); err != nil {
			t.Fatal(err)
		}
		phones = append(phones, phone)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return phones
}
