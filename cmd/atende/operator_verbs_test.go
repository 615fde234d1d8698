package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/journal"
	"atende/actors/session/history"
	"atende/webhook/admin"
)

// counter is what stands behind the operators' pages of a node: one conversation, and notes of what was asked.
type counter struct {
	busy  int   // this many erasures find something under way
	left  int   // sessions to erase
	err   error // of everything
	asked []string
}

const counterSession = "a/b c"

func (c *counter) note(by, id, what string) error {
	if id != counterSession {
		return admin.ErrUnknown
	}
	c.asked = append(c.asked, by+": "+what)
	return c.err
}

func (c *counter) Timeline(_ context.Context, by, id string) (admin.Timeline, error) {
	return admin.Timeline{
		SessionID: id, Standing: admin.StandingPerson, Waiting: 1, Notice: "v1",
		Turns: []history.Entry{{
			Turn: 3, At: time.Date(2026, 11, 22, 9, 30, 0, 0, time.FixedZone("BRT", -3*3600)), Seconds: 0.25, Outcomes: []string{"AGENDADO"}, Led: "rules", Traces: []string{"0123"},
			Heard: []history.Heard{{Type: "TEXT", Text: "sou [NOME 1]\x1b[2J"}, {Type: "IMAGE"}},
			Steps: []history.Step{{Name: "A1", With: map[string]string{"plan": "1", "agenda": "101"}, Result: "12"}},
			Said:  []history.Said{{Kind: "part", Text: "Temos:\n*1* segunda", From: []string{"text:offer", "tool:consultar_horarios"}}, {Kind: "tag", Text: "agendado"}},
		}},
	}, c.note(by, id, "timeline")
}

func (c *counter) Conversations(context.Context, string, admin.Search) (admin.Conversations, error) {
	return admin.Conversations{}, c.err
}

func (c *counter) Pause(_ context.Context, by, id string, length time.Duration) (time.Time, error) {
	return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC).Add(length), c.note(by, id, "pause "+length.String())
}
func (c *counter) Resume(_ context.Context, by, id string) error { return c.note(by, id, "resume") }
func (c *counter) HandOver(_ context.Context, by, id string) error {
	return c.note(by, id, "hand over")
}
func (c *counter) HandBack(_ context.Context, by, id string) error {
	return c.note(by, id, "hand back")
}

func (c *counter) Demand(_ context.Context, from, to string) (admin.Demand, error) {
	if from > to && to != "" {
		return admin.Demand{}, admin.ErrRange
	}
	return admin.Demand{From: "2026-11-01", To: "2026-11-30", Total: 50, Rows: []admin.DemandRow{
		{Specialty: "Cardiologia", Doctor: "any", Plan: "Particular", Weekday: "sat", Period: "morning", Cause: "wished", Count: 50},
	}}, c.err
}

// Report is one of two steps.
func (c *counter) Report(_ context.Context, ask admin.ReportAsk) (admin.Report, error) {
	c.asked = append(c.asked, fmt.Sprintf("report %s %s %s", ask.Since, ask.Until, ask.After))
	if ask.Since > ask.Until && ask.Until > "1" {
		return admin.Report{}, admin.ErrRange
	}
	step := admin.Report{
		Clinic: "Clínica Boa Vida", From: "2026-11-16", To: "2026-11-22", BeforeFrom: "2026-11-09", BeforeTo: "2026-11-15",
		Made: time.Date(2026, 11, 23, 7, 0, 0, 0, time.UTC), KeptFrom: "2026-10-25", WishesKeptFrom: "2026-10-25", Present: admin.NewCounts(), Before: admin.NewCounts(), Read: 3,
	}
	step.Present.Stages["booked"], step.Present.Stages["started"] = 2, 5
	if ask.After == "" {
		step.Next = "ra/b c"
	}
	return step, c.err
}

func (c *counter) Appointments(_ context.Context, by string, list []admin.Appointment) (admin.Uploaded, error) {
	c.asked = append(c.asked, fmt.Sprint(by, ": appointments ", len(list)))
	return admin.Uploaded{Accepted: len(list), Skipped: 1}, c.err
}

func (c *counter) Erase(_ context.Context, by string, who admin.Person) (done admin.Erasure, err error) {
	c.asked = append(c.asked, fmt.Sprint(by, ": erase ", who))
	if c.busy > 0 {
		c.busy--
		return admin.Erasure{Busy: 1}, c.err
	}
	done.Sessions, c.left = c.left, 0
	return done, c.err
}

func (c *counter) Export(_ context.Context, by string, who admin.Person, each func(admin.ExportedSession) error) error {
	c.asked = append(c.asked, fmt.Sprint(by, ": export ", who))
	return errors.Join(each(admin.ExportedSession{SessionID: counterSession, Record: "Maria"}), c.err)
}

func (c *counter) Accesses(context.Context, int) ([]journal.Access, error) { return nil, c.err }

// asks runs a verb against a node with this counter.
func (c *counter) asks(t *testing.T, input string, args ...string) (code int, out, problems string) {
	t.Helper()
	address, stop := c.node(t)
	defer stop()
	return ask(t, address, input, args...)
}

// node serves the operators' pages at HOST:PORT.
func (c *counter) node(t *testing.T) (address string, stop func()) {
	t.Helper()
	server := httptest.NewServer(admin.New(admin.Config{Gatherer: prometheus.NewRegistry(), Operator: c, Token: "s3cret"}))
	return strings.TrimPrefix(server.URL, "http://"), func() {
		direct.CloseIdleConnections()
		server.Close()
	}
}

func ask(t *testing.T, address, input string, args ...string) (code int, out, problems string) {
	t.Helper()
	env := environment{"ATENDE_ADMIN_LISTEN": strings.TrimPrefix(address, "http://"), "ATENDE_ADMIN_TOKEN": "s3cret", "ATENDE_OPERATOR": "joana"}
	var stdout, stderr bytes.Buffer
	code = dispatch(t.Context(), world{in: strings.NewReader(input), out: &stdout, err: &stderr, env: env.get}, args)
	return code, stdout.String(), stderr.String()
}

func TestConversationVerb(t *testing.T) {
	t.Parallel()
	c := &counter{}
	code, out, problems := c.asks(t, "", "conversation", counterSession)
	if code != exitOK || problems != "" {
		t.Fatalf("exit code %d, %s", code, problems)
	}
	want := `a/b c: a person has it; 1 message not answered yet
privacy notice v1

turn 3  2026-11-22 12:30:00 UTC  0.2s  AGENDADO
  patient   sou [NOME 1][2J
  patient   (IMAGE)
            A1 agenda=101 plan=1 → 12
  agent     Temos:
            *1* segunda
            from text:offer, tool:consultar_horarios
  tag       agendado
            led by rules
            trace 0123
`
	if out != want {
		t.Errorf("printed\n%s\nwant\n%s", out, want)
	}
	code, out, _ = c.asks(t, "", "conversation", counterSession, "--json")
	var shown admin.Timeline
	if err := json.Unmarshal([]byte(out), &shown); err != nil || code != exitOK || shown.SessionID != counterSession {
		t.Errorf("exit code %d, %v: %s", code, err, out)
	}
}

func TestConversationChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args       []string
		code       int
		out, noted string
	}{
		{[]string{"pause", counterSession}, exitOK, "messages wait until 2026-11-22 13:00:00 UTC\n", "joana: pause 1h0m0s"},
		{[]string{"pause", counterSession, "--for", "30m"}, exitOK, "messages wait until 2026-11-22 12:30:00 UTC\n", "joana: pause 30m0s"},
		{[]string{"--for=30m", "pause", "--operator", "joana", counterSession}, exitOK, "messages wait until 2026-11-22 12:30:00 UTC\n", "joana: pause 30m0s"},
		{[]string{counterSession, "pause"}, exitUsage, "", ""},
		{[]string{"puase", counterSession}, exitUsage, "", ""},
		{[]string{"resume", counterSession}, exitOK, "messages are answered\n", "joana: resume"},
		{[]string{"hand-over", counterSession}, exitOK, "a person has it\n", "joana: hand over"},
		{[]string{"hand-back", counterSession}, exitOK, "the agent answers again\n", "joana: hand back"},
		{[]string{"pause", counterSession, "--for", "13h"}, exitUsage, "", ""},
		{[]string{"pause", counterSession, "--for", "0"}, exitUsage, "", ""},
		{[]string{"pause"}, exitUsage, "", ""},
		{[]string{"resume", "nobody"}, exitFailure, "", ""},
		{[]string{"nobody"}, exitFailure, "", ""},
	} {
		c := &counter{}
		code, out, problems := c.asks(t, "", append([]string{"conversation"}, test.args...)...)
		if code != test.code || out != test.out || (problems == "") != (code == exitOK) || strings.Join(c.asked, ", ") != test.noted {
			t.Errorf("%q: exit code %d, %q, %q, asked %q", test.args, code, out, problems, c.asked)
		}
	}
	c := &counter{err: admin.ErrGateway}
	if code, _, problems := c.asks(t, "", "conversation", "hand-over", counterSession); code != exitFailure || !strings.Contains(problems, "the gateway did not confirm") {
		t.Errorf("gateway away: exit code %d, %q", code, problems)
	}
}

// A pause says until when in the same words as the verb that began it.
func TestStandingOfPause(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 11, 22, 9, 30, 0, 0, time.FixedZone("BRT", -3*3600))
	if got := standingOf(admin.Timeline{Standing: admin.StandingPaused, Until: until}); got != "paused until 2026-11-22 12:30:00 UTC" {
		t.Errorf("got %q", got)
	}
}

func TestDemandVerb(t *testing.T) {
	t.Parallel()
	want := `2026-11-01 to 2026-11-30: 50

WISHES  SPECIALTY    DOCTOR  PLAN        WEEKDAY  PERIOD   CAUSE
50      Cardiologia  any     Particular  sat      morning  none as wished
`
	if code, out, problems := (&counter{}).asks(t, "", "demand"); code != exitOK || out != want || problems != "" {
		t.Errorf("exit code %d, %s\n%s", code, problems, out)
	}
	want = "specialty,doctor,plan,weekday,period,cause,count\nCardiologia,any,Particular,sat,morning,wished,50\n"
	if code, out, _ := (&counter{}).asks(t, "", "demand", "--from", "2026-11-01", "--to", "2026-11-30", "--csv"); code != exitOK || out != want {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if code, _, problems := (&counter{}).asks(t, "", "demand", "--from", "ontem"); code != exitUsage || !strings.Contains(problems, "--from: must be a day such as ") {
		t.Errorf("--from ontem: exit code %d, %s", code, problems)
	}
	code, _, problems := (&counter{}).asks(t, "", "demand", "--from", "2026-12-01", "--to", "2026-11-01")
	if code != exitUsage || !strings.Contains(problems, "must not be after the last") {
		t.Errorf("the wrong way round: exit code %d, %s", code, problems)
	}
}

// A report is asked for until its end, the days of the first step in all of them, and is the same in each format.
func TestReportVerb(t *testing.T) {
	t.Parallel()
	c := &counter{}
	code, out, problems := c.asks(t, "", "report")
	if code != exitOK || problems != "" || !strings.Contains(out, "4        consultas marcadas") || !strings.Contains(out, "40%      das conversas marcaram") {
		t.Errorf("exit code %d, %s\n%s", code, problems, out)
	}
	if want := []string{"report 7d 0d ", "report 2026-11-16 2026-11-22 ra/b c"}; !slices.Equal(c.asked, want) {
		t.Errorf("asked %q", c.asked)
	}
	if code, page, _ := (&counter{}).asks(t, "", "report", "-o", "html", "--since", "2026-11-16", "--until", "1d"); code != exitUsage || page != "" {
		t.Errorf("the first day after the last: exit code %d", code)
	}
	if code, page, _ := (&counter{}).asks(t, "", "report", "-o", "html"); code != exitOK || !strings.HasPrefix(page, "<!DOCTYPE html>") || !strings.Contains(page, "<strong>4</strong>consultas marcadas") {
		t.Errorf("exit code %d\n%s", code, page)
	}
	for _, args := range [][]string{{"--json"}, {"-o", "json"}, {"--json", "-o", "html"}} {
		code, out, _ := (&counter{}).asks(t, "", append([]string{"report"}, args...)...)
		var whole admin.Report
		if err := json.Unmarshal([]byte(out), &whole); err != nil || code != exitOK || whole.Present.Stages["booked"] != 4 || whole.Read != 6 || whole.Next != "" {
			t.Errorf("%q: exit code %d, %v: %s", args, code, err, out)
		}
	}
	for _, args := range [][]string{{"--since", "7"}, {"--since", "0x7d"}, {"--until", "ontem"}, {"-o", "pdf"}, {"--since", "2026-13-01"}} {
		if code, out, problems := (&counter{}).asks(t, "", append([]string{"report"}, args...)...); code != exitUsage || out != "" || !strings.Contains(problems, "must be ") {
			t.Errorf("%q: exit code %d, %s", args, code, problems)
		}
	}
	if code, _, problems := (&counter{err: errors.New("away")}).asks(t, "", "report"); code != exitFailure || problems == "" {
		t.Errorf("away: exit code %d", code)
	}
}

// A report takes the place of the one before, whole or not at all, and lets in whom that one did.
func TestReportIntoAFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "week.html")
	for _, mode := range []os.FileMode{0o600, 0o644} {
		if code, out, problems := (&counter{}).asks(t, "", "report", "-o", "html", "--out", path); code != exitOK || out+problems != "" {
			t.Fatalf("exit code %d, %s%s", code, out, problems)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != mode || info.Size() < 1000 {
			t.Errorf("%v %v", info.Mode(), err)
		}
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if code, _, _ := (&counter{err: errors.New("away")}).asks(t, "", "report", "--out", path); code != exitFailure {
		t.Errorf("away: exit code %d", code)
	}
	broken := errors.New("broken off")
	if err := replaceFile(path, func(out io.Writer) error { _, _ = io.WriteString(out, "half"); return broken }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	after, err := os.ReadFile(path)
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	hidden, _ := filepath.Glob(filepath.Join(folder, ".*"))
	if err != nil || !bytes.Equal(before, after) || len(files)+len(hidden) != 1 {
		t.Errorf("%v, %q %q", err, files, hidden)
	}
	if code, _, problems := (&counter{}).asks(t, "", "report", "--out", filepath.Join(folder, "no", "week.html")); code != exitFailure || !strings.Contains(problems, "--out: ") {
		t.Errorf("no folder: exit code %d, %s", code, problems)
	}
}

func TestEraseVerb(t *testing.T) {
	t.Parallel()
	const cpf = "{52998224725 }"
	for _, test := range []struct {
		name    string
		counter counter
		input   string
		args    []string
		code    int
		out     string
		noted   string // the last question, "" for none
	}{
		{"by CPF", counter{left: 2}, "", []string{"--cpf", "529.982.247-25", "--yes"}, exitOK, "2 sessions forgotten\n", cpf},
		{"by phone", counter{left: 1}, "", []string{"--phone", "+55 11 98888-7777", "--yes"}, exitOK, "1 session forgotten\n", "{ 5511988887777}"},
		{"CPF from standard input", counter{left: 1}, "529.982.247-25\ny\n", []string{"--cpf", "-"}, exitOK, "1 session forgotten\n", cpf},
		{"nobody", counter{}, "", []string{"--cpf", "52998224725", "--yes"}, exitOK, "nothing is stored about this person\n", cpf},
		{"busy for a moment", counter{left: 2, busy: 1}, "", []string{"--cpf", "52998224725", "--yes"}, exitOK, "2 sessions forgotten\n", cpf},
		{"busy for longer", counter{left: 2, busy: 1000}, "", []string{"--cpf", "52998224725", "--yes", "--timeout", "0"}, exitFailure, "", cpf},
		{"away", counter{err: errors.New("away")}, "", []string{"--cpf", "52998224725", "--yes"}, exitFailure, "", cpf},
		{"no answer", counter{left: 2}, "", []string{"--cpf", "52998224725"}, exitUsage, "", ""},
		{"no", counter{left: 2}, "n\n", []string{"--cpf", "52998224725"}, exitUsage, "", ""},
		{"invalid CPF", counter{left: 2}, "", []string{"--cpf", "529.982.247-26", "--yes"}, exitUsage, "", ""},
		{"both", counter{left: 2}, "", []string{"--cpf", "52998224725", "--phone", "5511988887777", "--yes"}, exitUsage, "", ""},
		{"nobody named", counter{left: 2}, "", []string{"--yes"}, exitUsage, "", ""},
		{"a long line", counter{left: 2}, strings.Repeat("5", 5000), []string{"--cpf", "-", "--yes"}, exitUsage, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, out, problems := test.counter.asks(t, test.input, append([]string{"erase"}, test.args...)...)
			if code != test.code || out != test.out {
				t.Errorf("exit code %d, %q, %q", code, out, problems)
			}
			if strings.Contains(problems, "982") {
				t.Errorf("the CPF is repeated: %q", problems)
			}
			noted := ""
			if n := len(test.counter.asked); n > 0 {
				noted = strings.TrimPrefix(test.counter.asked[n-1], "joana: erase ")
			}
			if noted != test.noted {
				t.Errorf("asked %q", test.counter.asked)
			}
		})
	}
}

func TestExportVerb(t *testing.T) {
	t.Parallel()
	code, out, problems := (&counter{}).asks(t, "", "export", "--cpf", "52998224725")
	if code != exitOK || problems != "" || !json.Valid([]byte(out)) || !strings.Contains(out, "Maria") {
		t.Errorf("exit code %d, %s\n%s", code, problems, out)
	}
	path := filepath.Join(t.TempDir(), "person.json")
	if code, out, problems = (&counter{}).asks(t, "529.982.247-25", "export", "--cpf", "-", "--out", path); code != exitOK || out != "" {
		t.Fatalf("exit code %d, %s %s", code, out, problems)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o600 || info.Size() == 0 {
		t.Errorf("%v %v", info, err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if code, _, problems = (&counter{}).asks(t, "", "export", "--cpf", "52998224725", "--out", path); code != exitFailure || !strings.Contains(problems, "--out: file exists") {
		t.Errorf("over a file: exit code %d, %s", code, problems)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed: %v", err)
	}
	// What breaks off leaves no file that looks whole.
	path = filepath.Join(t.TempDir(), "broken.json")
	if code, _, problems = (&counter{err: errors.New("away")}).asks(t, "", "export", "--cpf", "52998224725", "--out", path); code != exitFailure || !strings.Contains(problems, "EOF") {
		t.Errorf("broken off: exit code %d, %s", code, problems)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the file is there: %v", err)
	}
}

// A long answer is printed to its end, or not at all.
func TestLongAnswers(t *testing.T) {
	t.Parallel()
	long := "specialty,doctor,plan,weekday,period,cause,count\n" + strings.Repeat("Cardiologia,any,Particular,sat,morning,wished,50\n", 100_000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, long) }))
	defer server.Close()
	defer direct.CloseIdleConnections()
	if code, out, problems := ask(t, server.URL, "", "demand", "--csv"); code != exitOK || out != long {
		t.Errorf("exit code %d, %d of %d bytes, %s", code, len(out), len(long), problems)
	}
	if raw, err := readAnswer(strings.NewReader("whole"), 5); err != nil || string(raw) != "whole" {
		t.Errorf("%q, %v", raw, err)
	}
	if raw, err := readAnswer(strings.NewReader("longer"), 5); err == nil || err.Error() != "the answer is longer than 5 bytes" || raw != nil {
		t.Errorf("%q, %v", raw, err)
	}
}

// Whoever listens there instead of a node of atende is told apart from one that refuses.
func TestAskingSomebodyElse(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }))
	defer server.Close()
	for _, args := range [][]string{
		{"conversation", "s"}, {"conversation", "resume", "s"}, {"demand"}, {"report"}, {"erase", "--yes", "--cpf", "52998224725"}, {"rekey"}, {"appointments", "visit_test.go"},
	} {
		if code, _, problems := ask(t, server.URL, "", args...); code != exitFailure || !strings.Contains(problems, "is no node of atende") {
			t.Errorf("%q: exit code %d, %s", args, code, problems)
		}
	}
	c := &counter{}
	strict := httptest.NewServer(admin.New(admin.Config{Gatherer: prometheus.NewRegistry(), Operator: c, Token: "another"}))
	defer strict.Close()
	for _, args := range [][]string{
		{"conversation", "s"}, {"conversation", "pause", "s"}, {"demand"}, {"report"}, {"erase", "--yes", "--cpf", "52998224725"},
		{"export", "--cpf", "52998224725"}, {"cluster"}, {"cluster", "drain", "n2"}, {"rekey"}, {"appointments", "visit_test.go"},
	} {
		if code, _, problems := ask(t, strict.URL, "", args...); code != exitFailure || !strings.Contains(problems, "is not the token of the node") {
			t.Errorf("%q: exit code %d, %s", args, code, problems)
		}
	}
	var out, problems bytes.Buffer
	env := environment{"ATENDE_ADMIN_LISTEN": strings.TrimPrefix(strict.URL, "http://")}
	w := world{in: strings.NewReader(""), out: &out, err: &problems, env: env.get}
	if code := dispatch(t.Context(), w, []string{"demand"}); code != exitFailure || !strings.Contains(problems.String(), "ATENDE_ADMIN_TOKEN: is missing") {
		t.Errorf("without a token: exit code %d, %s", code, &problems)
	}
	if len(c.asked) != 0 {
		t.Errorf("asked %q", c.asked)
	}
}

// A file is sent as it is, and what is wrong with it is said by row and field.
func TestAppointmentsVerb(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "agenda.csv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	head := "chave;telefone;paciente;m\xe9dico;data;hora\n"
	write(head + "1;(11) 98888-7777;Rosa;101;24/11/2026;14:30\n")
	if code, out, problems := (&counter{}).asks(t, "", "appointments", file); code != exitOK || out != "1 accepted, 0 changed, 0 unchanged, 0 cancelled, 1 skipped\n" || problems != "" {
		t.Errorf("%d %q %q", code, out, problems)
	}
	list := `{"appointments":[{"key":1,"phone":"11988887777","name":"Rosa","doctor":101,"date":"2026-11-24","time":"14:30"}]}`
	want := "\"accepted\": 1,\n  \"changed\": 0,\n  \"unchanged\": 0,\n  \"cancelled\": 0,\n  \"skipped\": 1"
	if code, out, _ := (&counter{}).asks(t, list, "appointments", "-", "--json"); code != exitOK || !strings.Contains(out, want) {
		t.Errorf("%d %q", code, out)
	}
	write(head + "1;98888;Rosa;101;24/11/2026;14:30\n")
	if code, _, problems := (&counter{}).asks(t, "", "appointments", file); code != exitFailure || !strings.Contains(problems, "row 2, phone: not a phone") || strings.Contains(problems, "98888") {
		t.Errorf("%d %q", code, problems)
	}
	asksNobody := &counter{err: admin.ErrNoReminders}
	if code, _, problems := asksNobody.asks(t, list, "appointments", "-"); code != exitFailure || !strings.Contains(problems, "ATENDE_CONFIRM_BEFORE") {
		t.Errorf("%d %q", code, problems)
	}
	for _, args := range [][]string{{}, {"--json"}, {file, "x"}} {
		if code, _, _ := (&counter{}).asks(t, "", append([]string{"appointments"}, args...)...); code != exitUsage {
			t.Errorf("%q: %d", args, code)
		}
	}
	for _, args := range [][]string{{file + ".none"}, {"/dev/zero"}} {
		if code, _, problems := (&counter{}).asks(t, "", append([]string{"appointments"}, args...)...); code != exitFailure || problems == "" {
			t.Errorf("%q: %d", args, code)
		}
	}
}
