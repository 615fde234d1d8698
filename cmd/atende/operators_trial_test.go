package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/webhook/admin"
)

// Everything that identifies the patient of these tests, as they write it and as it is stored.
var mariaIs = []string{"52998224725", "529.982", "Maria", "Aparecida", "988887777", "88887777", "1980-03-05", "05/03/1980"}

// desk asks the operators' listener of the agent; a body makes it a POST.
func (h *house) desk(path string, body any) (status int, answer string) {
	h.t.Helper()
	method, content := http.MethodGet, []byte(nil)
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			h.t.Fatal(err)
		}
		method, content = http.MethodPost, raw
	}
	request, err := http.NewRequest(method, "http://"+h.agent.admin+path, bytes.NewReader(content))
	if err != nil {
		h.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Atende-Operator", "joana")
	return h.do(request)
}

// timeline waits until a conversation is as wanted; a turn is over a moment after its last message was heard.
func (h *house) timeline(session string, wanted func(admin.Timeline) bool) (shown admin.Timeline, raw string) {
	h.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		status, raw := h.desk("/admin/conversations/"+url.PathEscape(session), nil)
		shown = admin.Timeline{}
		if status == http.StatusOK && json.Unmarshal([]byte(raw), &shown) == nil && wanted(shown) {
			return shown, raw
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("%d %s", status, raw)
		}
	}
}

// books lets Maria book in a session.
func (h *house) books(session string) {
	h.t.Helper()
	h.says(session, session+"-1", "oi, quero marcar com a dra. Ana, particular")
	h.gateway.hears(session, "*1*")
	h.says(session, session+"-2", "1")
	h.gateway.hears(session, "nome")
	h.says(session, session+"-3", "Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980")
	h.gateway.hears(session, "Posso marcar?")
	h.says(session, session+"-4", "sim")
	h.gateway.hears(session, "15 minutos")
}

// verb runs the program as an operator on the machine of the agent.
func (h *house) verb(input string, args ...string) (out string, code int) {
	h.t.Helper()
	command := exec.Command("atende", args...)
	command.Env = variables(h.t, map[string]string{"ATENDE_ADMIN_LISTEN": h.agent.admin, "ATENDE_OPERATOR": "rita"})
	command.Stdin = strings.NewReader(input)
	raw, err := command.CombinedOutput()
	if command.ProcessState == nil {
		h.t.Fatal(err)
	}
	return string(raw), command.ProcessState.ExitCode()
}

// An operator reads a conversation: what was heard, done and said and where it comes from, and nothing that
// identifies the patient, on no page.
func TestOperatorsReadAConversation(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const session = "0a1b2c3d/4e5f" // ids hold any characters
	h.books(session)
	shown, raw := h.timeline(session, func(s admin.Timeline) bool { return len(s.Turns) == 4 && s.Waiting == 0 })
	if shown.SessionID != session || shown.Standing != admin.StandingEnded {
		t.Errorf("%s is %q", shown.SessionID, shown.Standing)
	}
	last := shown.Turns[3]
	var calls []string
	for _, step := range last.Steps {
		calls = append(calls, step.Name)
	}
	for _, call := range []string{"A2", "A3", "A4"} {
		if !slices.Contains(calls, call) {
			t.Errorf("%s is not among the steps %q", call, calls)
		}
	}
	if !slices.Contains(last.Outcomes, "AGENDADO") || len(last.Traces) != 1 || !strings.Contains(shown.Turns[2].Heard[0].Text, "[CPF 1]") {
		t.Errorf("the last turn: %+v", last)
	}
	for _, turn := range shown.Turns {
		for _, said := range turn.Said {
			if said.Kind == "part" && len(said.From) == 0 {
				t.Errorf("turn %d says %q, and not where that is from", turn.Turn, said.Text)
			}
		}
	}
	request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/admin/conversations/"+url.PathEscape(session), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	_, page := h.do(request)
	if !strings.Contains(page, "A4") || !strings.Contains(page, "[CPF 1]") {
		t.Errorf("the page:\n%s", page)
	}
	out, code := h.verb("", "conversation", session)
	if code != exitOK || !strings.Contains(out, "turn 4") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	_, accesses := h.desk("/admin/accesses", nil)
	if strings.Count(accesses, `"action":"timeline","subject":"`+session+`"`) < 3 || !strings.Contains(accesses, `"operator":"rita"`) {
		t.Errorf("access log %s", accesses)
	}
	for _, word := range mariaIs {
		for where, text := range map[string]string{"timeline": raw, "page": page, "terminal": out, "access log": accesses, "log": h.agent.log()} {
			if strings.Contains(text, word) {
				t.Errorf("%q stands in the %s:\n%s", word, where, text)
			}
		}
	}
	if status, answer := h.desk("/admin/conversations/nobody", nil); status != http.StatusNotFound || !strings.Contains(answer, "unknown_session") {
		t.Errorf("nobody: %d %s", status, answer)
	}
}

// While a session is paused nothing of it is answered; what came meanwhile is answered when it ends.
func TestOperatorsPauseASession(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.says("s-1", "m1", "oi")
	h.gateway.hears("s-1", "Clínica Boa Vida")
	h.timeline("s-1", func(s admin.Timeline) bool { return s.Waiting == 0 })
	if status, answer := h.desk("/admin/conversations/s-1/pause", map[string]string{"for": "2h"}); status != 200 || !strings.HasPrefix(answer, `{"status":"paused","until":"`) {
		t.Fatalf("%d %s", status, answer)
	}
	h.says("s-1", "m2", "quero marcar com a dra. Ana, particular")
	h.says("s-2", "m3", "oi")
	h.gateway.hears("s-2", "Clínica Boa Vida") // it fails if the other session got a word
	shown, _ := h.timeline("s-1", func(s admin.Timeline) bool { return s.Standing == admin.StandingPaused && s.Waiting == 1 })
	if left := time.Until(shown.Until); left < time.Hour || left > 2*time.Hour {
		t.Errorf("paused until %v", shown.Until)
	}
	if out, code := h.verb("", "conversation", "resume", "s-1"); code != exitOK || out != "messages are answered\n" {
		t.Errorf("exit code %d: %s", code, out)
	}
	h.gateway.hears("s-1", "*1*")
	h.timeline("s-1", func(s admin.Timeline) bool { return s.Standing == admin.StandingAgent && s.Waiting == 0 })
	h.measures("atende_journal_pending 0")
	if status, answer := h.desk("/admin/conversations/s-1/pause", map[string]string{"for": "13h"}); status != http.StatusBadRequest {
		t.Errorf("a pause of 13 hours: %d %s", status, answer)
	}
	if status, answer := h.desk("/admin/conversations/nobody/pause", struct{}{}); status != http.StatusNotFound {
		t.Errorf("a pause of nobody: %d %s", status, answer)
	}
}

// A person takes a session, the agent is silent; given back, the agent answers again.
func TestOperatorsHandOverAndBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.says("s-1", "m1", "quero marcar com a dra. Ana, particular")
	h.gateway.hears("s-1", "*1*")
	if status, answer := h.desk("/admin/conversations/s-1/hand-over", struct{}{}); status != 200 || answer != `{"status":"transferred"}`+"\n" {
		t.Fatalf("%d %s", status, answer)
	}
	if n := h.gateway.called("PUT /chat/v2/session/s-1/partial"); n != 1 {
		t.Errorf("%d transfers", n)
	}
	h.timeline("s-1", func(s admin.Timeline) bool { return s.Standing == admin.StandingPerson })
	h.says("s-1", "m2", "1")
	h.says("s-2", "m3", "oi")
	h.gateway.hears("s-2", "Clínica Boa Vida") // it fails if the other session got a word
	h.timeline("s-1", func(s admin.Timeline) bool { return s.Standing == admin.StandingPerson && s.Waiting == 0 })
	if out, code := h.verb("", "conversation", "hand-back", "s-1"); code != exitOK {
		t.Fatalf("exit code %d: %s", code, out)
	}
	h.says("s-1", "m4", "quero marcar com a dra. Ana, particular")
	h.gateway.hears("s-1", "*1*")
	h.measures(`atende_handovers_total{reason="operator"} 1`)
}

// Fifty patients want a Saturday morning, and the clinic works on weekdays: that is what the demand says, to the
// manager's browser, spreadsheet and terminal.
func TestUnmetDemandOfAScript(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	const chats = 50
	saying := []string{"sábado de manhã", "no sábado de manhã", "só posso aos sábados de manhã"}
	for i := range chats {
		session := fmt.Sprintf("s-%02d", i)
		h.says(session, session+"-1", "quero uma consulta com cardiologista, particular, "+saying[i%len(saying)])
	}
	row := admin.DemandRow{Specialty: "Cardiologia", Doctor: "Dra. Ana Souza", Plan: "Particular", Weekday: "sat", Period: "morning", Cause: "wished", Count: chats}
	var got admin.Demand
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		status, answer := h.desk("/admin/demand", nil)
		if status != http.StatusOK || json.Unmarshal([]byte(answer), &got) != nil {
			t.Fatalf("%d %s", status, answer)
		}
		if got.Total >= chats {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v", got)
		}
	}
	h.measures("atende_journal_pending 0")
	if len(got.Rows) != 1 || got.Rows[0] != row || got.Total != chats {
		t.Errorf("%+v", got)
	}
	_, table := h.desk("/admin/demand?format=csv", nil)
	if want := "Cardiologia,Dra. Ana Souza,Particular,sat,morning,wished,50\n"; !strings.HasSuffix(table, "\n"+want) || strings.Count(table, "\n") != 2 {
		t.Errorf("CSV\n%s", table)
	}
	if out, code := h.verb("", "demand"); code != exitOK || !strings.Contains(out, "50      Cardiologia  Dra. Ana Souza  Particular  sat      morning  none as wished") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if out, code := h.verb("", "demand", "--from", "2020-01-01", "--to", "2020-01-31"); code != exitOK || !strings.HasSuffix(out, ": 0\n") {
		t.Errorf("of another month: exit code %d\n%s", code, out)
	}
}

// A person asks what is stored, and that it be forgotten: all of it is exported, then nothing of it is left, not
// even in the pages that the database no longer uses.
func TestExportAndErase(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.books("s-1")
	h.measures("atende_journal_pending 0")
	h.says("s-2", "m1", "oi") // the same phone, another session
	h.gateway.hears("s-2", "Clínica Boa Vida")
	h.measures("atende_journal_pending 0")

	path := filepath.Join(t.TempDir(), "maria.json")
	if out, code := h.verb("529.982.247-25\n", "export", "--cpf", "-", "--out", path); code != exitOK {
		t.Fatalf("exit code %d: %s", code, out)
	}
	raw, err := os.ReadFile(path)
	if err != nil || !json.Valid(raw) || !strings.Contains(string(raw), "52998224725") || !strings.Contains(string(raw), "Maria Aparecida da Silva") {
		t.Errorf("%v\n%s", err, raw)
	}
	if out, _ := h.verb("", "export", "--phone", "+55 11 98888-7777"); strings.Count(out, `{"session":`) != 2 {
		t.Errorf("by phone:\n%s", out)
	}

	if found := h.stored("52998224725", "Aparecida"); len(found) < 2 {
		t.Fatalf("before the erasure there is %q", found)
	}
	if out, code := h.verb("529.982.247-25\nsim\n", "erase", "--cpf", "-"); code != exitOK || !strings.HasSuffix(out, "2 sessions forgotten\n") { // the other one knows whom it was about before
		t.Errorf("exit code %d: %s", code, out)
	}
	h.says("s-3", "m1", "oi")
	h.gateway.hears("s-3", "Clínica Boa Vida")
	h.measures("atende_journal_pending 0")
	if out, code := h.verb("", "erase", "--phone", "5511988887777", "--yes"); code != exitOK || out != "1 session forgotten\n" {
		t.Errorf("exit code %d: %s", code, out)
	}
	if out, code := h.verb("", "erase", "--phone", "5511988887777", "--yes"); code != exitOK || out != "nothing is stored about this person\n" {
		t.Errorf("exit code %d: %s", code, out)
	}
	for _, who := range []string{"--cpf=52998224725", "--phone=5511988887777"} {
		if out, code := h.verb("", "export", who); code != exitOK || !strings.HasSuffix(out, `"sessions":[]}`+"\n") {
			t.Errorf("exit code %d: %s", code, out)
		}
	}
	if found := h.stored(mariaIs...); len(found) > 0 {
		t.Errorf("after the erasure there is %q", found)
	}
	_, accesses := h.desk("/admin/accesses", nil)
	for _, line := range []string{`"operator":"rita","action":"export","subject":"s-1"`, `"action":"erase","subject":"s-1"`, `"action":"erase","subject":"s-2"`, `"action":"erase","subject":"s-3"`} {
		if !strings.Contains(accesses, line) {
			t.Errorf("%s is not in the access log %s", line, accesses)
		}
	}
	// She is a stranger now, and the agent still knows how to talk.
	h.says("s-1", "m9", "oi")
	h.gateway.hears("s-1", "Clínica Boa Vida")
}

// stored are those of the words that stand in a file of the journal, while the agent runs.
func (h *house) stored(words ...string) (found []string) {
	h.t.Helper()
	files, err := filepath.Glob(strings.TrimPrefix(h.env["ATENDE_DATABASE_URL"], "sqlite:") + "*")
	if err != nil || len(files) == 0 {
		h.t.Fatalf("%q %v", files, err)
	}
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, lead := range []string{"Por exemplo: ", "Escreva assim: ", "ano, assim: "} { // of our own texts, which are stored by version
			content = bytes.ReplaceAll(content, []byte(lead+"05/03/1980"), nil)
		}
		for _, word := range words {
			if bytes.Contains(content, []byte(word)) {
				found = append(found, word+" in "+filepath.Base(path))
			}
		}
	}
	return found
}
