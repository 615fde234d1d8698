package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// catalogue is the one of the contract.
const catalogue = `clinic: Clínica Boa Vida
timezone: America/Sao_Paulo
specialties:
  - {id: 7, name: Cardiologia, aliases: [cardiologista, coração]}
doctors:
  - {agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7, aliases: [consulta de rotina]}
plans:
  - {id: 1, name: Particular, aliases: [sem convênio, pagar]}
`

// house is an agent and a scheduling API as two programs that share nothing but settings, and a
// gateway that is a stranger to both.
type house struct {
	t          *testing.T
	gateway    *plainGateway
	scheduling *process
	agent      *process
	env        map[string]string // of the agent
	database   string            // of the scheduling API
}

// newHouse starts all three; settings are pairs of further variables of the agent.
func newHouse(t *testing.T, settings ...string) *house {
	t.Helper()
	folder := t.TempDir()
	clinic := filepath.Join(folder, "clinic.yaml")
	if err := os.WriteFile(clinic, []byte(catalogue), 0o600); err != nil {
		t.Fatal(err)
	}
	dialect := *houseDialect
	if at := slices.Index(settings, "ATENDE_GATEWAY_DIALECT"); at >= 0 {
		dialect = settings[at+1]
	}
	h := &house{t: t, gateway: newPlainGateway(t, dialect), database: filepath.Join(folder, "scheduling.db")}
	h.scheduling = start(t, map[string]string{
		"ATENDE_SCHEDULING_LISTEN":       "127.0.0.1:0",
		"ATENDE_SCHEDULING_DATABASE_URL": "sqlite:" + h.database,
		"ATENDE_SCHEDULING_TOKEN":        "clinic",
		"ATENDE_CLINIC":                  clinic,
	}, "scheduling")
	h.env = map[string]string{
		"ATENDE_LISTEN":              "127.0.0.1:0",
		"ATENDE_ADMIN_LISTEN":        "127.0.0.1:0",
		"ATENDE_GATEWAY_URL":         h.gateway.server.URL,
		"ATENDE_GATEWAY_TOKEN":       gatewayToken,
		"ATENDE_CHANNEL_ID":          "channel-1",
		"ATENDE_HUMAN_DEPARTMENT_ID": "department-9",
		"ATENDE_ALLOWED_INSTANCES":   "1," + instanceID,
		"ATENDE_ALLOWED_TEAM":        teamName,
		"ATENDE_WEBHOOK_OPEN":        "true",
		"ATENDE_SCHEDULING_URL":      h.scheduling.url(),
		"ATENDE_SCHEDULING_HEADERS":  "Authorization: Bearer clinic",
		"ATENDE_CATALOG":             clinic,
		"ATENDE_DATABASE_URL":        "sqlite:" + filepath.Join(folder, "atende.db"),
		"ATENDE_QUIET_WINDOW":        "0",
	}
	if dialect != "spec" { // which is the default
		h.env["ATENDE_GATEWAY_DIALECT"] = dialect
	}
	for i := 0; i < len(settings); i += 2 {
		h.env[settings[i]] = settings[i+1]
	}
	h.agent = start(t, h.env, "serve")
	return h
}

// phoneOf is the phone of a session, as the gateway writes it: one of its own for each patient of a trial, whose sessions
// have numbers of five digits; all others are Maria's.
func phoneOf(session string) string {
	if _, n, numbered := strings.Cut(session, "-"); numbered && len(n) == 5 { // of a trial
		return "+55|119700" + n
	}
	return "+55|11988887777"
}

// event is a webhook body like those of the real gateway family, with more than the spec names.
func event(session, message, text string) []byte {
	return eventWith(session, message, text, map[string]any{"from": phoneOf(session), "to": instanceID, "file": nil, "location": nil})
}

// event is one as this gateway writes it; in the other dialect it tells no phone.
func (g *plainGateway) event(session, message, text string) []byte {
	if g.flw {
		return eventWith(session, message, text, map[string]any{"file": nil, "files": nil, "fileAsLink": nil, "transcription": nil})
	}
	return event(session, message, text)
}

func eventWith(session, message, text string, details map[string]any) []byte {
	body, err := json.Marshal(map[string]any{
		"eventType": "MESSAGE_RECEIVED", "date": "2026-11-21T12:00:00Z", "changeMetadata": nil,
		"content": map[string]any{
			"id": message, "sessionId": session, "senderId": "5511988887777", "direction": "FROM_HUB",
			"type": "TEXT", "text": text, "status": "DELIVERED", "timestamp": "2026-11-21T12:00:00Z",
			"details": details,
		},
	})
	if err != nil {
		panic(err) // only strings and nulls
	}
	return body
}

// post sends a body and returns status and answer.
func (h *house) post(path string, body []byte, headers ...string) (int, string) {
	h.t.Helper()
	request, err := http.NewRequest(http.MethodPost, h.agent.url()+path, bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return h.do(request)
}

func (h *house) do(request *http.Request) (int, string) {
	h.t.Helper()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

// says delivers a message of a patient.
func (h *house) says(session, message, text string) {
	h.t.Helper()
	if status, answer := h.post("/webhook/message", h.gateway.event(session, message, text)); status != http.StatusAccepted || answer != `{"status":"accepted"}` {
		h.t.Fatalf("%d %s", status, answer)
	}
}

// appointments are the rows of the scheduling API's database.
func appointments(t *testing.T, path string) (rows []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Query(`select p.name || '|' || p.cpf || '|' || a.agenda_id || '|' || a.plan_id || '|' || a.day || '|' || a.hour
		from appointments a join patients p on p.id = a.patient_id order by a.id`)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	for found.Next() {
		var row string
		if err := found.Scan(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// Two programs with only the contract's settings and a gateway that is any server of spec C: a patient
// who is new to the clinic books (S-1-6, S-1-7, S-1-13, S-1-14, S-1-15, S-A4-6, S-C-1, S-C-5).
func TestBookingAcrossProcesses(t *testing.T) { eachDialect(t, bookingAcrossProcesses) }

func bookingAcrossProcesses(t *testing.T, dialect string) {
	h := houseIn(t, dialect)
	const session = "0a1b2c3d-session"
	h.says(session, "m1", "oi, quero marcar com a dra. Ana, particular")
	offer := h.gateway.hears(session, "*1*")
	hour := regexp.MustCompile(`\d\d:\d\d`).FindString(offer)
	h.says(session, "m2", "1")
	h.gateway.hears(session, "nome")
	h.says(session, "m2", "1") // the gateway repeats what it was not sure of
	h.says(session, "m3", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980")
	h.gateway.hears(session, "Maria Aparecida da Silva", "Ana Souza", hour, "Posso marcar?")
	h.says(session, "m4", "sim")
	h.gateway.hears(session, "Ana Souza", hour, "15 minutos") // description and preparo

	rows := appointments(t, h.database)
	if len(rows) != 1 || !strings.HasPrefix(rows[0], "Maria Aparecida da Silva|52998224725|101|1|") || !strings.HasSuffix(rows[0], "|"+hour) {
		t.Errorf("appointments %q, want one for Maria at %s", rows, hour)
	}
	if h.gateway.called("PUT ") != 0 {
		t.Error("the session was transferred")
	}
	for _, word := range []string{"52998224725", "529.982", "Maria", "988887777", "05/03/1980", "1980-03-05", "quero marcar"} {
		if logs := h.agent.log() + h.scheduling.log(); strings.Contains(logs, word) {
			t.Errorf("%q stands in a log:\n%s", word, logs)
		}
	}
	h.measures(`atende_outcomes_total{outcome="AGENDADO"} 1`, `atende_funnel_total{stage="booked"} 1`, "atende_journal_pending 0")
}

// measures waits until the agent's metrics hold all the lines: a turn is over a moment after its last
// message was heard.
func (h *house) measures(lines ...string) {
	h.t.Helper()
	request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/metrics", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		_, page := h.do(request)
		missing := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.Contains(page, line+"\n") })
		if len(missing) == 0 {
			return
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("%q are not among the metrics", missing)
		}
	}
}

// A message that was accepted survives kill -9 and is answered after the restart.
func TestKilledAfterAccepting(t *testing.T) { eachDialect(t, killedAfterAccepting) }

func killedAfterAccepting(t *testing.T, dialect string) {
	h := houseIn(t, dialect)
	h.gateway.close()
	h.says("s-1", "m1", "oi")
	h.agent.kill()
	h.gateway.open()
	h.agent = start(t, h.env, "serve")
	h.gateway.hears("s-1", "Clínica Boa Vida")
}

// A stop while a turn runs loses nothing either, and the exit code is 0 (process.stop wants it).
func TestStoppedWhileAnswering(t *testing.T) { eachDialect(t, stoppedWhileAnswering) }

func stoppedWhileAnswering(t *testing.T, dialect string) {
	h := houseIn(t, dialect)
	h.says("s-1", "m1", "oi")
	h.agent.stop()
	h.agent = start(t, h.env, "serve")
	h.gateway.hears("s-1", "Clínica Boa Vida")
}

// A second agent on the same journal is a mistake in the settings: exit code 2 and one line that says
// so.  A start that fails for another reason, here a port that is taken, is exit code 1.
func TestStartRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	link := h.env["ATENDE_DATABASE_URL"] + ".link" // a hard link in the same folder
	if err := os.Link(strings.TrimPrefix(h.env["ATENDE_DATABASE_URL"], "sqlite:"), strings.TrimPrefix(link, "sqlite:")); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		set  map[string]string
		code int
		says string
	}{
		"journal in use":                 {nil, exitUsage, "atende serve: a journal serves one process at a time: "},
		"journal in use by another name": {map[string]string{"ATENDE_DATABASE_URL": link}, exitUsage, "atende serve: a journal serves one process at a time: "},
		"port in use": {map[string]string{"ATENDE_LISTEN": h.agent.address, "ATENDE_DATABASE_URL": "memory:"},
			exitFailure, "atende serve: webhooks: "},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience) // one that starts would not end
			defer cancel()
			second := exec.CommandContext(ctx, "atende", "serve")
			second.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
			for _, env := range []map[string]string{h.env, test.set} {
				for key, value := range env {
					second.Env = append(second.Env, key+"="+value)
				}
			}
			output, err := second.CombinedOutput()
			var failed *exec.ExitError
			if !errors.As(err, &failed) || failed.ExitCode() != test.code {
				t.Errorf("%v, want exit code %d", err, test.code)
			}
			if !strings.HasPrefix(string(output), test.says) || strings.Count(string(output), "\n") != 1 {
				t.Errorf("it says %q", output)
			}
		})
	}
	h.says("s-1", "m1", "oi") // the first one is unharmed
	h.gateway.hears("s-1", "Clínica Boa Vida")
}

// Filters end in silence, and a person who took over is left alone (S-B-11).
func TestIgnoredSessions(t *testing.T) { eachDialect(t, ignoredSessions) }

func ignoredSessions(t *testing.T, dialect string) {
	h := houseIn(t, dialect)
	h.gateway.set("s-team", "teamName", "Financeiro")
	h.says("s-team", "m1", "oi")
	h.says("s-mine", "m2", "oi")
	h.gateway.hears("s-mine", "Clínica Boa Vida") // hears fails if the other session got a word
}

// Every kind of wrong input of the contract's table against the running program.
func TestWrongInput(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, c := range []struct {
		name, path, body string
		status           int
		answer           string
	}{
		{"S-B-2 another event", "/webhook/message", `{"eventType":"SESSION_NEW","content":7}`, 200, `{"status":"ignored","reason":"not_message_received"}`},
		{"S-B-3 from the clinic", "/webhook/message", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"TO_HUB"}}`, 200, `{"status":"ignored","reason":"not_from_hub"}`},
		{"no JSON", "/webhook/message", `oi`, 400, `{"status":"error","reason":"invalid_json"}`},
		{"nothing", "/webhook/message", ``, 400, `{"status":"error","reason":"invalid_json"}`},
		{"a list", "/webhook/message", `[]`, 400, `{"status":"error","reason":"invalid_json"}`},
		{"wrong type", "/webhook/message", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","sessionId":5}}`, 400, `{"status":"error","reason":"invalid_json"}`},
		{"no session", "/webhook/message", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"FROM_HUB","text":"oi"}}`, 400, `{"status":"error","reason":"missing_session_id"}`},
		{"too large", "/webhook/message", `{"x":"` + strings.Repeat("x", 1<<20) + `"}`, 413, `{"status":"error","reason":"body_too_large"}`},
		{"transfer without session", "/webhook/transfer", `{}`, 400, `{"status":"error","reason":"missing_session_id"}`},
		{"transfer, no JSON", "/webhook/transfer", `{`, 400, `{"status":"error","reason":"invalid_json"}`},
		{"S-B-13 transfer", "/webhook/transfer", `{"sessionId":"s-9","reason":"test"}`, 200, `{"status":"transferred"}`},
		{"unknown path", "/webhook/other", `{}`, 404, ``},
		{"operators only", "/metrics", ``, 404, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, answer := h.post(c.path, []byte(c.body))
			if status != c.status || (c.answer != "" && answer != c.answer) {
				t.Errorf("%d %s, want %d %s", status, answer, c.status, c.answer)
			}
		})
	}
	// The session that was handed over may be read, for what its phone is remembered by; when, nobody has promised.
	if n := h.gateway.called("GET ") - h.gateway.called("GET /chat/v2/session/s-9"); n != 0 {
		t.Errorf("the gateway was asked %d times for events that do not matter", n)
	}
	if n := h.gateway.called("PUT /chat/v2/session/s-9/partial"); n != 1 {
		t.Errorf("%d transfers", n)
	}
	for method, path := range map[string]string{http.MethodGet: "/webhook/message", http.MethodPost: "/health"} {
		request, err := http.NewRequest(method, h.agent.url()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := h.do(request); status != http.StatusMethodNotAllowed {
			t.Errorf("%s %s: %d", method, path, status)
		}
	}
}

// signed is the signature of a body.
func signed(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// With a token and a secret every call proves both, except health.
func TestUnauthorized(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ATENDE_WEBHOOK_TOKEN", "gate", "ATENDE_WEBHOOK_SECRET", "seal")
	body := event("s-1", "m1", "oi")
	signature := signed("seal", body)
	for _, c := range []struct {
		name             string
		token, signature string
		status           int
	}{
		{"nothing", "", "", 401},
		{"token only", "Bearer gate", "", 401},
		{"signature only", "", signature, 401},
		{"wrong token", "Bearer gates", signature, 401},
		{"wrong signature", "Bearer gate", "sha256=00", 401},
		{"both", "Bearer gate", signature, 202},
	} {
		// Events that do not matter are no exception.
		if status, answer := h.post("/webhook/message", []byte(`{"eventType":"PING"}`), "Authorization", c.token); status != 401 {
			t.Errorf("%s, ignored event: %d %s", c.name, status, answer)
		}
		t.Run(c.name, func(t *testing.T) {
			if status, answer := h.post("/webhook/message", body, "Authorization", c.token, "X-Webhook-Signature", c.signature); status != c.status {
				t.Errorf("%d %s", status, answer)
			}
		})
	}
	health, err := http.NewRequest(http.MethodGet, h.agent.url()+"/health", nil)
	if err != nil {
		t.Fatal(err)
	}
	if status, answer := h.do(health); status != 200 || answer != `{"status":"ok"}` {
		t.Errorf("S-B-14: %d %s", status, answer)
	}
	h.gateway.hears("s-1", "Clínica Boa Vida")
}

// Without token and secret serve does not start, unless it is told that webhooks may come from anybody; that is then
// said in the log, on /ready and in a metric.
func TestWebhookOpen(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	if log := h.agent.log(); !strings.Contains(log, "ATENDE_WEBHOOK_OPEN") {
		t.Errorf("the log says nothing:\n%s", log)
	}
	h.measures("atende_webhook_open 1")
	ready := func() string {
		request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/ready", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, page := h.do(request)
		return page
	}
	if page := ready(); page != `{"status":"ready","webhook_open":true}` {
		t.Errorf("/ready: %s", page)
	}
	h.agent.stop()

	closed := exec.Command("atende", "serve")
	closed.Env = variables(t, environment(h.env).with("ATENDE_WEBHOOK_OPEN", ""))
	output, err := closed.CombinedOutput()
	if code := closed.ProcessState.ExitCode(); code != exitUsage || strings.Count(string(output), "\n") != 1 ||
		!strings.HasPrefix(string(output), "atende serve: ATENDE_WEBHOOK_TOKEN: set it, or ATENDE_WEBHOOK_SECRET") {
		t.Errorf("%v, exit code %d, it says %q", err, code, output)
	}

	// Beside a token the permission has no effect.
	h.agent = start(t, environment(h.env).with("ATENDE_WEBHOOK_TOKEN", "gate"), "serve")
	h.measures("atende_webhook_open 0")
	if page := ready(); page != `{"status":"ready"}` {
		t.Errorf("/ready: %s", page)
	}
	if status, answer := h.post("/webhook/message", event("s-1", "m1", "oi")); status != http.StatusUnauthorized {
		t.Errorf("%d %s", status, answer)
	}
}
