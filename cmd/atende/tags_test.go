package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// S-C-14: "tags are optional and vary by clinic": the catalogue renames them and leaves some out.
func TestTagsOfTheClinic(t *testing.T) {
	eachDialect(t, tagsOfTheClinic)
}

func tagsOfTheClinic(t *testing.T, dialect string) {
	clinic := filepath.Join(t.TempDir(), "clinic.yaml")
	file := catalogue + "tags: {transferido: Com a recepção, sem_interesse: false}\n"
	if err := os.WriteFile(clinic, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	h := houseIn(t, dialect, "ATENDE_CATALOG", clinic, "ATENDE_TAGS", "true")
	h.says("s-1", "m1", "oi, quero marcar uma consulta")
	h.gateway.hears("s-1", "Clínica Boa Vida")
	h.says("s-1", "m2", "deixa pra lá, desisti")
	h.measures(`atende_outcomes_total{outcome="SEM_INTERESSE"} 1`)
	h.gateway.hears("s-1", "")
	h.says("s-2", "m3", "quero falar com um atendente humano")
	h.gateway.hears("s-2", "")
	h.says("s-2", "m4", "quero falar com um atendente humano, por favor")
	h.measures(`atende_outcomes_total{outcome="TRANSFERIDO"} 1`, "atende_journal_pending 0")
	h.agent.stop() // whatever was decided has been sent
	h.gateway.mu.Lock()
	defer h.gateway.mu.Unlock()
	if want := []string{"Com a recepção"}; !slices.Equal(h.gateway.tagged, want) {
		t.Errorf("tags %q, want %q", h.gateway.tagged, want)
	}
}
