package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	"atende/integrations/model/scripted"
)

// Who asks to see, correct or erase what is stored, or who answers for it (LGPD, art. 18 and 41), is answered, a person has
// the session, the request is counted, and stands in the log of accesses without anything of the patient: for the rules,
// and for a model that only talks.
func TestRequestsForOwnData(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(scripted.New(scripted.Config{Brain: scripted.Func(func(scripted.Request) scripted.Reply {
		return scripted.Reply{Text: "Claro! Em que mais posso ajudar?"}
	})}))
	t.Cleanup(server.Close)
	for agent, settings := range map[string][]string{
		"rules": nil, "model": {"ATENDE_AGENT", "openai", "ATENDE_MODEL", "scripted", "ATENDE_MODEL_URL", server.URL + "/v1"},
	} {
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			catalog := clinicFile(t, "dpo: {name: Rita Prado, contact: dados@boavida.example}\n")
			h := newHouse(t, append(settings, "ATENDE_CATALOG", catalog)...)
			for kind, asked := range map[string]struct{ text, answer string }{
				"see":         {"boa tarde, que dados vocês têm de mim?", "mostra os dados que temos"},
				"correct":     {"quero corrigir meus dados, meu nome é Maria Aparecida", "pedido de correção"},
				"erase":       {"apaguem os meus dados, CPF 529.982.247-25", "apagar os dados"},
				"responsible": {"quem é o encarregado de dados da clínica?", "*Rita Prado* (dados@boavida.example)"},
			} {
				session := "own-" + kind
				h.says(session, session, asked.text)
				h.gateway.hears(session, asked.answer)
				h.measures(`atende_data_requests_total{kind="`+kind+`"} 1`, "atende_journal_pending 0")
				if n := h.gateway.called("PUT /chat/v2/session/" + session + "/partial"); n != 1 {
					t.Errorf("%s: handed over %d times", kind, n)
				}
				_, accesses := h.desk("/admin/accesses", nil)
				if line := `"operator":"patient","action":"asked_` + kind + `","subject":"` + session + `"`; strings.Count(accesses, line) != 1 {
					t.Errorf("%s is not once in %s", line, accesses)
				}
				for _, word := range mariaIs {
					if strings.Contains(accesses, word) {
						t.Errorf("%q is in %s", word, accesses)
					}
				}
			}
			h.measures(`atende_handovers_total{reason="dados_pessoais"} 4`)
		})
	}
}
