package admin_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/conversation"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/webhook/admin"
)

// teller exports one session after the other.
type teller struct {
	clinicDesk
	told []admin.ExportedSession
}

func (d *teller) Export(_ context.Context, _ string, _ admin.Person, each func(admin.ExportedSession) error) error {
	for _, one := range d.told {
		if err := each(one); err != nil {
			return err
		}
	}
	return d.err
}

// page asks for the page of a person.
func (d *teller) page(t *testing.T) *httptest.ResponseRecorder {
	t.Helper()
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	h := handling(admin.Config{
		Gatherer: prometheus.NewRegistry(), Operator: d, Clinic: "Clínica Boa Vida", Location: zone, Now: func() time.Time { return clock },
	})
	return send(h, http.MethodPost, "/admin/export", `{"cpf":"52998224725"}`, "Content-Type", "application/json", "Accept", "text/html")
}

// What is stored is told in the words, the days and the clock of the clinic; what patients write stays text; the page loads
// nothing and runs nothing.
func TestPageOfAPerson(t *testing.T) {
	d := &teller{told: []admin.ExportedSession{{
		SessionID: "s-1", ChangedAt: clock.Add(50 * time.Hour),
		History: []history.Entry{{
			At: clock, Heard: []history.Heard{{At: clock, Type: "TEXT", Text: "sou [NOME 1] <script>\u202e\x1b👩\u200d⚕️\u2028"}, {At: clock, Type: "IMAGE"}, {At: clock, Text: "oi", Spoken: true}},
			Said: []history.Said{{Kind: "part", Text: "Oi, *Maria* <b>!"}, {Kind: "transfer", Text: "pediu_atendente"}, {Kind: "tag", Text: "agendado"}},
		}},
		About: record.About{
			Phone: "5511988887777", NoReminders: true, Notice: &conversation.Notice{Version: "1a2b", At: clock},
			People: []conversation.Identity{{Name: "Maria Prado", CPF: "52998224725", BirthDate: "1980-03-12"}, {Name: "Lia"}},
			Appointments: []record.Appointment{{
				Date: "2026-11-25", Hour: "09:00", For: "Maria Prado", Doctor: "Dra. Ana Souza", Procedure: "Consulta", Plan: "Particular", Preparation: "Jejum de 8 h",
				AskedAt: clock, Answer: conversation.ComesAnother,
			}},
			Unanswered: []record.Unanswered{{At: clock, Text: "olá?"}, {At: clock}},
		},
	}, {SessionID: "s-2", ChangedAt: clock}}}
	w := d.page(t)
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Cache-Control") != "no-store" ||
		!strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'unsafe-inline';") {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	body := w.Body.String()
	for _, want := range []string{
		"<h1>Os seus dados no atendimento por WhatsApp<br>Clínica Boa Vida</h1>", "tinha guardado em 22/11/2026 09:00,", "Os horários são os de São Paulo.",
		"Conversa 1, de 22/11/2026 a 24/11/2026", "<dd>Maria Prado</dd>", "<dd>529.982.247-25</dd>", "<dd>12/03/1980</dd>", "<dd>&#43;55 (11) 98888-7777</dd>",
		"<dd>25/11/2026, às 09:00</dd>", "<dd>Dra. Ana Souza</dd>", "<dd>Particular</dd>", "<dd>Jejum de 8 h</dd>", "perguntada em 22/11/2026 09:00; resposta: quer outro horário",
		"olá?", "(mensagem sem texto)", "sou [NOME 1] &lt;script&gt;[U+202E][U+001B]👩\u200d⚕️[U+2028]", "(imagem)", "(mensagem de voz)", "Oi, <b>Maria</b> &lt;b&gt;!",
		"passou a uma pessoa da clínica (pediu atendente)", "não receber lembretes", "(versão 1a2b)", "Conversa 2, de 22/11/2026</h2>", "Nada do que foi dito está guardado.",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	for _, no := range []string{"<script", "src=", "href=", "http://", "https://", "agendado", "Nada está guardado"} {
		if strings.Contains(body, no) {
			t.Errorf("the page has %q", no)
		}
	}
	if t.Failed() || !strings.HasSuffix(body, "</html>\n") {
		t.Errorf("\n%s", body)
	}
	if w := (&teller{}).page(t); w.Code != 200 || !strings.Contains(w.Body.String(), "Nada está guardado sobre você.") {
		t.Errorf("of nobody: %d\n%s", w.Code, w.Body)
	}
	d.told, d.err = nil, errors.New("away")
	if w := d.page(t); w.Code != 503 {
		t.Errorf("of a journal that is away: %d", w.Code)
	}
}
