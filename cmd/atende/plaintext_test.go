package main

import (
	"strings"
	"testing"
)

// What goes over a wire in the clear needs a word; what stays on this machine, or within a network of one's own, does not.
func TestPlaintext(t *testing.T) {
	t.Parallel()
	const database, gateway, scheduling = "ATENDE_DATABASE_URL", "ATENDE_GATEWAY_URL", "ATENDE_SCHEDULING_URL"
	for _, test := range []struct {
		variable, value string
		word            string // that allows it; "": it needs none
	}{
		{database, "sqlite:x.db", ""},
		{database, "memory:", ""},
		{database, "postgres://u@127.0.0.1/db", ""},
		{database, "postgres://u@127.0.0.1:5433/db?sslmode=disable", ""},
		{database, "postgres://u@127.8.8.8/db?sslmode=prefer", ""},
		{database, "postgres://u@localhost/db?sslmode=disable", ""},
		{database, "postgres://u@[::1]:5432/db", ""},
		{database, "postgres:///db?host=/var/run/postgresql", ""},
		{database, "postgres://u@%2Ftmp%2Fsocket/db?sslmode=disable", ""},
		{database, "postgres://u@db.example/db?sslmode=require", ""},
		{database, "postgres://u@db.example/db?sslmode=verify-full", ""},
		{database, "postgres://u@db.example/db", "database"},
		{database, "postgres://u@db.example/db?sslmode=disable", "database"},
		{database, "postgres://u@db.example/db?sslmode=allow", "database"},
		{database, "postgresql://u@db.example/db?sslmode=prefer", "database"},
		{database, "postgres://u@10.0.0.7/db", "database"},
		{database, "postgres://u@postgres:5432/db?sslmode=disable", "database"},
		{database, "postgres://u@localhost,db.example/db", "database"},
		{database, "postgres://u@localhost.example/db", "database"},
		{gateway, "http://127.0.0.1:8070", ""},
		{gateway, "http://localhost:8070/base", ""},
		{gateway, "http://[::1]:8070", ""},
		{gateway, "http://[fd00::1]", ""},
		{gateway, "http://169.254.1.1", ""},
		{gateway, "http://10.1.2.3", ""},
		{gateway, "http://gateway", ""},
		{gateway, "http://gateway.clinic.svc.cluster.local:80", ""},
		{gateway, "http://GATEWAY.clinic.svc.", ""},
		{gateway, "https://gateway.example", ""},
		{gateway, "http://gateway.example", "gateway"},
		{gateway, "http://93.184.216.34", "gateway"},
		{gateway, "http://[2606:2800:220:1::1]", "gateway"},
		{gateway, "http://[::ffff:93.184.216.34]", "gateway"},
		{gateway, "http://1572395042", "gateway"},
		{gateway, "http://0x5db8d822", "gateway"},
		{gateway, "http://localhost.example", "gateway"},
		{gateway, "HTTP://gateway.example", "gateway"},
		{scheduling, "http://scheduling:8090", ""},
		{scheduling, "http://192.168.0.9:8090", ""},
		{scheduling, "http://api.clinic.com.br", "scheduling"},
		{"ATENDE_MODEL_URL", "http://ollama:11434/v1", ""},
		{"ATENDE_MODEL_URL", "http://model.example/v1", "model"},
		{"ATENDE_TRANSCRIPTION_URL", "http://127.0.0.1:9000", ""},
		{"ATENDE_TRANSCRIPTION_URL", "http://speech.example/v1", "transcription"},
	} {
		t.Run(test.value, func(t *testing.T) {
			env := complete(t).with("ATENDE_AGENT", "openai", "ATENDE_MODEL", "m", "ATENDE_MODEL_URL", "https://model.example/v1",
				"ATENDE_TRANSCRIPTION_MODEL", "w", test.variable, test.value)
			_, err := readServe(env)
			if test.word == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), test.variable+": ") || strings.Contains(err.Error(), "\n") ||
				!strings.Contains(err.Error(), "ATENDE_PLAINTEXT="+test.word) {
				t.Errorf("without a word: %v", err)
			}
			if _, err := readServe(env.with("ATENDE_PLAINTEXT", "database, gateway, scheduling, model, transcription")); err != nil {
				t.Errorf("with all words: %v", err)
			}
			others := strings.ReplaceAll("database,gateway,scheduling,model,transcription", test.word, "database")
			if test.word == "database" {
				others = "gateway,scheduling,model,transcription"
			}
			if _, err := readServe(env.with("ATENDE_PLAINTEXT", others)); err == nil {
				t.Error("the words for others allow it")
			}
			if _, err := readServe(env.with("ATENDE_PLAINTEXT", test.word)); err != nil {
				t.Errorf("with its word: %v", err)
			}
		})
	}
	if _, err := readServe(complete(t).with("ATENDE_PLAINTEXT", "leak")); err == nil || strings.Contains(err.Error(), "leak") ||
		!strings.HasPrefix(err.Error(), "ATENDE_PLAINTEXT: must be of database, ") {
		t.Errorf("another word: %v", err)
	}
	if _, err := readServe(complete(t).with("ATENDE_MODEL_URL", "http://model.example/v1")); err != nil {
		t.Errorf("a model that is not asked: %v", err)
	}
}
