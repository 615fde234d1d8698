package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"atende/integrations/model/scripted"
)

// Where a language model leads, words alone hand nobody over (spec C.4): the model is asked, and goes on or calls
// transferir_atendimento.  Only a model that fails leaves that to the rules; an emergency is asked of nobody.
func TestModelDecidesWhoIsHandedOver(t *testing.T) {
	t.Parallel()
	var reply atomic.Pointer[scripted.Reply]
	brain := scripted.New(scripted.Config{Brain: scripted.Func(func(scripted.Request) scripted.Reply { return *reply.Load() })})
	server := httptest.NewServer(brain)
	t.Cleanup(server.Close)
	h := newHouse(t, "ATENDE_AGENT", "openai", "ATENDE_MODEL", "scripted", "ATENDE_MODEL_URL", server.URL+"/v1")
	transfers := func(session string, want int) {
		t.Helper()
		h.measures("atende_journal_pending 0") // the turn is over
		if n := h.gateway.called("PUT /chat/v2/session/" + session + "/partial"); n != want {
			t.Errorf("session %s was transferred %d times, want %d", session, n, want)
		}
	}

	const goesOn = "Posso ajudar por aqui mesmo, com calma. Qual especialidade você procura?"
	reply.Store(&scripted.Reply{Text: goesOn})
	for message, text := range []string{"quero falar com um atendente", "não, quero um atendente!", "atendente", "quero cancelar minha consulta"} {
		h.says("s-words", "w"+string(rune('1'+message)), text)
		h.gateway.hears("s-words", goesOn)
	}
	transfers("s-words", 0)

	reply.Store(&scripted.Reply{Calls: []scripted.Call{scripted.Calling("transferir_atendimento", map[string]any{"motivo": "pediu_pessoa"})}})
	h.says("s-words", "w9", "quero falar com um atendente")
	h.gateway.hears("s-words", "para uma pessoa da nossa equipe")
	transfers("s-words", 1)

	reply.Store(&scripted.Reply{Status: http.StatusInternalServerError})
	h.says("s-down", "d1", "quero falar com um atendente")
	h.gateway.hears("s-down", "para uma pessoa da nossa equipe")
	transfers("s-down", 1)

	asked := brain.Requests()
	h.says("s-help", "h1", "socorro, meu pai está infartando")
	if heard := h.gateway.hears("s-help", "192"); strings.Contains(heard, goesOn) || brain.Requests() != asked {
		t.Errorf("the model was asked in an emergency: %q", heard)
	}
	transfers("s-help", 1)
}
