package main

import "testing"

// What a patient sends in pieces is one answer: nothing of it is complete by itself, and the data are read over the seams
// of the messages (contract, ATENDE_QUIET_WINDOW).
func TestDataInPieces(t *testing.T) {
	eachDialect(t, dataInPieces)
}

func dataInPieces(t *testing.T, dialect string) {
	h := houseIn(t, dialect, "ATENDE_QUIET_WINDOW", "3s")
	h.says("s1", "m1", "oi, quero marcar com a dra. Ana, particular")
	h.gateway.hears("s1", "*1*")
	h.says("s1", "m2", "1")
	h.gateway.hears("s1", "nome")
	h.measures("atende_journal_pending 0")
	before := h.gateway.called("POST /chat/v1/session/s1/")
	for i, piece := range []string{"certo", "sou eu mesma", "Maria Aparecida", "da Silva", "529.982", "247-25", "05/03", "1980"} {
		h.says("s1", "p"+string(rune('0'+i)), piece)
	}
	h.gateway.hears("s1", "*Maria Aparecida da Silva* (CPF com final 47-25, nascimento 05/03/1980)", "Posso marcar?")
	if n := h.gateway.called("POST /chat/v1/session/s1/") - before; n != 1 {
		t.Errorf("%d messages were sent, want 1", n)
	}
}
