package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
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
// day goes to a person and is not looked up, in a session that has given no other (contract, "Identity").
// The journal holds none of them, nor the phone, beside the sessions themselves.
func TestManyCPFsOfOnePhone(t *testing.T) {
	t.Parallel()
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
		h.gateway.hears(session, "Falta pouco") // and who it is for: the same as in the session before?
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
// sentence, with the clinic's phone where its file has one.
func TestRefusedTransferIsTold(t *testing.T) { eachDialect(t, refusedTransferIsTold) }

func refusedTransferIsTold(t *testing.T, dialect string) {
	h := houseIn(t, dialect, "ATENDE_CATALOG", clinicFile(t, "phone: (11) 3333-4444\n"), "ATENDE_TAGS", "true")
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

// Who takes a conversation over finds what it is about on its page, to which the log leads, and by atende conversation:
// why, what is wanted, what was offered and chosen, what is missing; and nothing of who it is.
func TestHandoverInforms(t *testing.T) { eachDialect(t, handoverInforms) }

func handoverInforms(t *testing.T, dialect string) {
	h := houseIn(t, dialect, "ATENDE_ADMIN_URL", "https://operators.example/")
	const id = "3f2a9c1e-7b4d-4e8a-9c0f-5d6e7f8a9b0c"
	h.says(id, "m1", "oi, quero marcar com a dra. Ana na parte da manhã, particular")
	offer := h.gateway.hears(id, "*1*")
	hour := regexp.MustCompile(`\d\d:\d\d`).FindString(offer)
	h.says(id, "m2", "1")
	h.gateway.hears(id, "nome")
	h.says(id, "m3", "Maria Aparecida da Silva, CPF 529.982.247-25")
	h.gateway.hears(id, "nascimento")
	h.says(id, "m4", "quero falar com um atendente humano")
	h.gateway.hears(id, "pessoa")
	h.measures(`atende_outcomes_total{outcome="TRANSFERIDO"} 1`, "atende_journal_pending 0")

	code, out, problems := ask(t, h.agent.admin, "", "conversation", id)
	summary, _, _ := strings.Cut(out, "\nturn 1 ")
	for _, want := range []string{
		"a person has it", "reason   pediu_atendente\n", "wanted   Consulta, Cardiologia, Dra. Ana Souza, Particular\n",
		"when     morning\n", "offered  20", "chosen   20", hour + " Dra. Ana Souza\n", "open     birth_date\n",
	} {
		if !strings.Contains(summary, want) {
			t.Errorf("%q is not in the summary (%d, %s):\n%s", want, code, problems, out)
		}
	}
	request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/admin/conversations/"+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	_, page := h.do(request)
	if !strings.Contains(page, "<h2>Resumo</h2>") || !strings.Contains(page, "pediu atendente") {
		t.Errorf("the page is %s", page)
	}
	link := `"page":"https://operators.example/admin/conversations/` + id + `"`
	logs := h.agent.logOf(link)
	if !strings.Contains(logs, link) {
		t.Errorf("no line has %s:\n%s", link, logs)
	}
	for _, word := range []string{"52998224725", "529.982", "Maria", "Aparecida", "988887777"} {
		if strings.Contains(logs+summary+page, word) {
			t.Errorf("%q stands in a log, a summary or a page", word)
		}
	}
}

// What was said in a session that a person had is known in the next one of the same phone, and in the same one when
// the person is done: it is proposed, in words that identify nobody to who does not know them, and a no begins anew.
// It is erased with the session it comes from.
func TestInformedAfterHandover(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	handedOver := func(id string) {
		h.says(id, id+"-1", "oi, quero marcar com a dra. Ana, particular")
		h.gateway.hears(id, "*1*")
		h.says(id, id+"-2", "1")
		h.gateway.hears(id, "nome")
		h.says(id, id+"-3", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980")
		h.gateway.hears(id, "Posso marcar?")
		h.says(id, id+"-4", "quero falar com um atendente humano")
		h.gateway.hears(id, "Vou passar você")
		h.measures(`atende_outcomes_total{outcome="TRANSFERIDO"} 1`, "atende_journal_pending 0")
	}
	proposed := func(id, heard string) {
		if strings.Contains(heard, "Maria") || strings.Contains(heard, "529") {
			t.Errorf("%s: it is told who it was: %s", id, heard)
		}
	}
	handedOver("s-1")
	h.agent.kill()
	h.agent = start(t, h.env, "serve")

	h.says("s-2", "m1", "oi")
	proposed("s-2", h.gateway.hears("s-2", "*Consulta* com a Dra. Ana Souza, como particular", "Seguimos daí?"))
	h.says("s-2", "m2", "sim")
	h.gateway.hears("s-2", "*1*")
	h.says("s-2", "m3", "1")
	h.gateway.hears("s-2", "É para *Maria*, CPF com final 47-25?")
	h.says("s-2", "m4", "sim")
	h.gateway.hears("s-2", "Maria Aparecida da Silva", "Posso marcar?")
	h.says("s-2", "m5", "sim")
	h.gateway.hears("s-2", "15 minutos")
	if rows := appointments(t, h.database); len(rows) != 1 || !strings.HasPrefix(rows[0], "Maria Aparecida da Silva|52998224725|101|1|") {
		t.Errorf("appointments %q", rows)
	}

	h.gateway.set("s-1", "status", "COMPLETED") // the person closes it
	h.says("s-1", "m6", "obrigada")
	h.measures(`atende_outcomes_total{outcome="IGNORADO_STATUS"} 1`)
	h.gateway.set("s-1", "status", "Pendente")
	h.says("s-1", "m7", "oi, voltei")
	h.gateway.hears("s-1", "*Consulta* com a Dra. Ana Souza", "Seguimos daí?")
	h.says("s-1", "m8", "não")
	h.gateway.hears("s-1", "*1*") // the clinic has but one of everything
	h.says("s-1", "m9", "1")
	h.gateway.hears("s-1", "*nome completo*")

	code, out, problems := ask(t, h.agent.admin, "", "erase", "--phone", "5511988887777", "--yes")
	if code != 0 {
		t.Fatalf("%d %s %s", code, out, problems)
	}
	h.says("s-3", "m1", "oi")
	if heard := h.gateway.hears("s-3", "Clínica Boa Vida"); strings.Contains(heard, "Seguimos") {
		t.Errorf("after the erasure: %s", heard)
	}
}
