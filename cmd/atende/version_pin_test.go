package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atende/integrations/model/scripted"
)

// written is a file of the agent's settings.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// changed starts the agent again with other settings, after it was killed.
func (h *house) changed(settings ...string) {
	h.t.Helper()
	h.measures("atende_journal_pending 0") // nothing is half said
	h.agent.kill()
	for i := 0; i < len(settings); i += 2 {
		h.env[settings[i]] = settings[i+1]
	}
	h.agent = start(h.t, h.env, "serve")
}

// Who was offered times goes on with the catalogue, the texts and the prompt of then, although the process
// was killed and the next one has others; new conversations begin with these.
func TestConversationsKeepTheirVersion(t *testing.T) {
	inBothStores(t, func(t *testing.T, settings []string) {
		h := newHouse(t, append(settings,
			"ATENDE_TEXTS", written(t, "texts.yaml", "ask.confirm: \"PRIMEIRA VERSÃO: {name} ({last}, {birth}), {procedure} {with}, {day}, {hour}, {plan}. Posso marcar?\"\n"))...)
		h.says("s1", "m1", "oi, quero marcar com a dra. Ana, particular")
		h.gateway.hears("s1", "*1*")
		h.changed("ATENDE_NODE_ID", "n2",
			"ATENDE_CATALOG", written(t, "clinic.yaml", strings.Replace(catalogue, "Dra. Ana Souza", "Dra. Ana Prado", 1)),
			"ATENDE_TEXTS", written(t, "texts.yaml", "ask.confirm: \"SEGUNDA VERSÃO: {name} ({last}, {birth}), {procedure} {with}, {day}, {hour}, {plan}. Posso marcar?\"\n"))
		h.says("s1", "m2", "1")
		h.gateway.hears("s1", "nome")
		h.says("s1", "m3", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980")
		h.gateway.hears("s1", "PRIMEIRA VERSÃO", "Ana Souza", "Posso marcar?")

		h.says("s-00002", "n1", "oi, quero marcar com a dra. Ana, particular")
		h.gateway.hears("s-00002", "*1*")
		h.says("s-00002", "n2", "1")
		h.gateway.hears("s-00002", "nome")
		h.says("s-00002", "n3", "Rita Lopes Prado, CPF 111.444.777-35, nascida em 10/10/1975")
		h.gateway.hears("s-00002", "SEGUNDA VERSÃO", "Ana Prado", "Posso marcar?")

		h.says("s1", "m4", "sim")
		h.gateway.hears("s1", "15 minutos")
		h.says("s1", "m5", "quero marcar mais uma consulta com a dra. Ana, pra mim") // a conversation that begins now
		h.gateway.hears("s1", "Ana Prado")
	})
}

// A model reads the instructions and the catalogue of the version that made the offer, and is asked under its name.
func TestConversationsKeepTheirPrompt(t *testing.T) {
	t.Parallel()
	brain := scripted.Func(func(r scripted.Request) scripted.Reply {
		if text := r.Turn(); strings.Contains(text[len(text)-1], "horários") && len(r.Steps()) == 0 {
			return scripted.Reply{Calls: []scripted.Call{scripted.Calling("consultar_horarios", map[string]any{
				"especialidade": nil, "medico": "Ana Souza", "procedimento": "consulta", "convenio": "Particular", "datas": nil,
				"dias_semana": nil, "periodo": nil, "hora_de": nil, "hora_ate": nil, "mais": false,
			})}}
		}
		_, behind, _ := strings.Cut(r.Messages[0].Text, "VERSÃO")
		name, _, _ := strings.Cut(behind, "\n")
		return scripted.Reply{Text: "Bom dia! Aqui é a VERSÃO" + name + " do modelo " + r.Model + ", qual horário você prefere?"}
	})
	server := httptest.NewServer(scripted.New(scripted.Config{Brain: brain}))
	t.Cleanup(server.Close)
	h := newHouse(t, "ATENDE_AGENT", "openai", "ATENDE_MODEL", "alfa", "ATENDE_MODEL_URL", server.URL+"/v1",
		"ATENDE_MODEL_INSTRUCTIONS", written(t, "prompt.txt", "VERSÃO antiga"))
	h.says("s1", "m1", "quais os horários da dra. Ana, particular?")
	h.gateway.hears("s1", "VERSÃO antiga do modelo alfa")
	h.changed("ATENDE_MODEL", "beta", "ATENDE_MODEL_INSTRUCTIONS", written(t, "prompt.txt", "VERSÃO nova"))
	h.says("s1", "m2", "tem estacionamento aí?")
	h.gateway.hears("s1", "VERSÃO antiga do modelo alfa")
	h.says("s-00002", "n1", "bom dia")
	h.gateway.hears("s-00002", "VERSÃO nova do modelo beta")
}

// A share of the conversations goes to a second agent, the same ones after a restart, and is counted apart.
func TestCanaryLeadsAShare(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(scripted.New(scripted.Config{Brain: scripted.Func(func(scripted.Request) scripted.Reply {
		return scripted.Reply{Text: "Aqui fala a assistente virtual. Como posso ajudar?"}
	})}))
	t.Cleanup(server.Close)
	h := newHouse(t, "ATENDE_CANARY", "50% agent=openai model=scripted", "ATENDE_MODEL_URL", server.URL+"/v1")
	const sessions = "abcdefghijkl"
	led := func(message, text string) (byModel string) {
		for _, id := range sessions {
			h.says(string(id), string(id)+message, text)
			h.measures("atende_journal_pending 0") // all parts are sent
			if strings.Contains(h.gateway.sentTo(string(id)), "fala a assistente") {
				byModel += string(id)
			}
		}
		return byModel
	}
	first := led("1", "oi")
	if first == "" || first == sessions {
		t.Fatalf("the model leads %q of %q", first, sessions)
	}
	h.measures(
		fmt.Sprintf(`atende_variant_funnel_total{stage="started",variant="canary"} %d`, len(first)),
		fmt.Sprintf(`atende_variant_funnel_total{stage="started",variant="main"} %d`, len(sessions)-len(first)))
	h.changed()
	if then := led("2", "alô?"); then != first {
		t.Errorf("the model leads %q after a restart, and led %q", then, first)
	}
}

// sentTo is what was sent to a session and not heard yet.
func (g *plainGateway) sentTo(session string) (all string) {
	for {
		select {
		case m := <-g.sent:
			if m.session != session {
				g.t.Errorf("session %s got %q", m.session, m.text)
			}
			all += m.text + "\n\n"
		default:
			return all
		}
	}
}
