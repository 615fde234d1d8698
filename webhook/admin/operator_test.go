package admin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/session/history"
	"atende/actors/session/record"
	"atende/metrics"
	"atende/webhook/admin"
)

// clock is when everything happens here.
var clock = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// clinicDesk is an Operator that knows one session and notes what it is asked.
type clinicDesk struct {
	known    string
	exported []string
	err      error
	asked    []string
	taken    []admin.Appointment
}

func (d *clinicDesk) note(by, id, what string) error {
	if d.err != nil {
		return d.err
	}
	if id != d.known {
		return admin.ErrUnknown
	}
	d.asked = append(d.asked, by+": "+what)
	return nil
}

func (d *clinicDesk) Timeline(_ context.Context, by, id string) (admin.Timeline, error) {
	return admin.Timeline{
		SessionID: id, Standing: admin.StandingPaused, Until: clock.Add(time.Hour), Waiting: 2, Notice: "v1", NoticeAt: clock.Add(-time.Hour),
		Turns: []history.Entry{{
			Turn: 3, At: clock, Traces: []string{"0123456789abcdef0123456789abcdef"},
			Heard: []history.Heard{{At: clock, Type: "TEXT", Text: "sou [NOME 1] <b>\u202e\u0085"}, {At: clock, Type: "IMAGE"}},
			Steps: []history.Step{{Name: "A1", With: map[string]string{"plan": "1", "agenda": "101"}, Result: "12"}},
			Said:  []history.Said{{Kind: "part", Text: "Qual convênio?", From: []string{"text:ask_plan"}}, {Kind: "tag", Text: "agendado"}},
			Asked: "plan", Led: "rules catalog=1a2b", Seconds: 0.25, Outcomes: []string{"AGENDADO"},
		}},
	}, d.note(by, id, "timeline")
}

func (d *clinicDesk) Conversations(_ context.Context, by string, ask admin.Search) (admin.Conversations, error) {
	return admin.Conversations{Found: 101, Cut: true, Rows: []admin.Conversation{
		{SessionID: d.known, ChangedAt: clock, Standing: admin.StandingPaused, Until: clock.Add(time.Hour), Waiting: 2},
		{SessionID: "s-0", ChangedAt: clock.Add(-time.Hour), Standing: admin.StandingPerson, Summary: &record.Summary{
			Reason: "pediu_atendente", Specialty: "Cardiologia", Doctor: "Dra. Ana Souza <b>\u2066", Booked: "2026-11-24 09:30 Dra. Ana Souza",
		}},
	}}, d.note(by, d.known, fmt.Sprintf("list %q %q %v", ask.Standing, ask.Words, ask.Who))
}

func (d *clinicDesk) Pause(_ context.Context, by, id string, length time.Duration) (time.Time, error) {
	return clock.Add(length), d.note(by, id, "pause "+length.String())
}

func (d *clinicDesk) Resume(_ context.Context, by, id string) error { return d.note(by, id, "resume") }

func (d *clinicDesk) HandOver(_ context.Context, by, id string) error {
	return d.note(by, id, "hand over")
}

func (d *clinicDesk) HandBack(_ context.Context, by, id string) error {
	return d.note(by, id, "hand back")
}

func (d *clinicDesk) Demand(_ context.Context, from, to string) (admin.Demand, error) {
	return admin.Demand{From: from, To: to, Total: 56, Rows: []admin.DemandRow{
		{Specialty: "Cardiologia", Doctor: "any", Plan: "Particular", Weekday: "sat", Period: "morning", Cause: "wished", Count: 50},
		{Specialty: "Cardiologia", Doctor: "Dra. Ana Souza, PhD", Plan: "unknown", Weekday: "any", Period: "any", Cause: "none", Count: 3},
		{Specialty: "any", Doctor: "any", Plan: "unknown", Weekday: "any", Period: "any", Cause: "plan", Count: 2},
		{Specialty: "any", Doctor: "any", Plan: "unknown", Weekday: "any", Period: "any", Cause: "person", Count: 1},
	}}, d.err
}

// Report is of one step.
func (d *clinicDesk) Report(_ context.Context, ask admin.ReportAsk) (admin.Report, error) {
	d.asked = append(d.asked, fmt.Sprintf("report %+v", ask))
	counts := admin.NewCounts()
	counts.Doctors["Dra. Ana Souza"] = 2
	return admin.Report{From: "2026-11-16", To: "2026-11-22", BeforeFrom: "2026-11-09", BeforeTo: "2026-11-15", Made: clock, Present: counts, Before: admin.NewCounts(), Read: 3}, d.err
}

func (d *clinicDesk) Erase(_ context.Context, by string, who admin.Person) (admin.Erasure, error) {
	return admin.Erasure{Sessions: 2, Busy: 1}, d.note(by, d.known, fmt.Sprint("erase ", who))
}

// Export fails after the sessions when an error is set.
func (d *clinicDesk) Export(_ context.Context, by string, who admin.Person, each func(admin.ExportedSession) error) error {
	d.asked = append(d.asked, fmt.Sprint(by, ": export ", who))
	for _, id := range d.exported {
		if err := each(admin.ExportedSession{SessionID: id, ChangedAt: clock, Record: json.RawMessage(`{"turn":1}`)}); err != nil {
			return err
		}
	}
	return d.err
}

// Appointments takes each.
func (d *clinicDesk) Appointments(_ context.Context, by string, list []admin.Appointment) (admin.Uploaded, error) {
	d.taken = list
	return admin.Uploaded{Accepted: len(list)}, d.note(by, d.known, fmt.Sprint("appointments ", len(list)))
}

func (d *clinicDesk) Accesses(_ context.Context, limit int) ([]journal.Access, error) {
	return []journal.Access{
		{At: clock, Operator: "joana", Action: "timeline", Subject: "a/b", Sessions: 1}, {At: clock, Action: "erase", Sessions: limit},
	}, d.err
}

// desk serves an Operator; with changes the rest of the configuration.
func desk(o admin.Operator, change func(*admin.Config)) http.Handler {
	c := admin.Config{Gatherer: prometheus.NewRegistry(), Operator: o}
	if change != nil {
		change(&c)
	}
	return handling(c)
}

// send asks under the name localhost; headers are pairs.
func send(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "localhost:8081"
	if body == "" {
		r.Body = http.NoBody
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// asJSON are the headers of a program, asBrowser those of a person.
var (
	asJSON    = []string{"Content-Type", "application/json", "Atende-Operator", "joana"}
	asBrowser = []string{"Accept", "text/html,application/xhtml+xml"}
	asForm    = []string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"}
)

// Session ids hold any characters: each is looked up as what it is.
func TestTimeline(t *testing.T) {
	for path, id := range map[string]string{
		"s-1": "s-1", "a%2Fb": "a/b", "a%2F.b": "a/.b", "%3Fx=%23": "?x=#", "dois%20caf%C3%A9s": "dois cafés", "+5511|9": "+5511|9",
		"%252F": "%2F", "a%2F%2Fb": "a//b", "...": "...", "pause": "pause", "a%2Fpause": "a/pause",
	} {
		d := &clinicDesk{known: id}
		w := send(desk(d, nil), "GET", "/admin/conversations/"+path, "", "Atende-Operator", "joana")
		var got admin.Timeline
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 || w.Header().Get("Content-Type") != "application/json" {
			t.Fatalf("%s: %d %v %q", path, w.Code, w.Header(), w.Body)
		}
		if want, _ := d.Timeline(t.Context(), "joana", id); !cmp.Equal(want, got) || len(d.asked) != 2 || d.asked[0] != "joana: timeline" {
			t.Errorf("%s: %s %q", path, cmp.Diff(want, got), d.asked)
		}
	}
}

func TestTimelineOfNobody(t *testing.T) {
	for _, path := range []string{"s-2", "..", "%2E", "%2e%2E", "%00", "%zz", "%FF", strings.Repeat("s", 5000)} {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path, r.URL.RawPath, r.Host = "/admin/conversations/"+path, "/admin/conversations/"+path, "localhost"
		if raw := strings.NewReplacer("%00", "\x00", "%FF", "\xff").Replace(path); raw != path {
			r.URL.Path = "/admin/conversations/" + raw
		}
		w := httptest.NewRecorder()
		desk(&clinicDesk{known: ".."}, nil).ServeHTTP(w, r)
		if w.Code != 404 || w.Body.String() != `{"status":"error","reason":"unknown_session"}`+"\n" {
			t.Errorf("%.20q: %d %q", path, w.Code, w.Body)
		}
	}
	d := &clinicDesk{known: "s\x001"}
	if w := send(desk(d, nil), "GET", "/admin/conversations/s%001", ""); w.Code != 404 || len(d.asked) != 0 {
		t.Errorf("an id that would have to be changed to be stored: %d, asked %q", w.Code, d.asked)
	}
	w := send(desk(nil, func(c *admin.Config) { c.Operator = nil }), "GET", "/admin/conversations/s-1", "")
	if w.Code != 404 {
		t.Errorf("without an operator: %d", w.Code)
	}
}

func TestAdminWithoutItsSlash(t *testing.T) {
	if w := send(desk(&clinicDesk{}, nil), "GET", "/admin", "", asBrowser...); w.Code != 303 || w.Header().Get("Location") != "/admin/" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// A browser gets a page that loads nothing from elsewhere and runs nothing.
func TestPagesOfABrowser(t *testing.T) {
	d := &clinicDesk{known: "a/b"}
	registry := prometheus.NewRegistry()
	metrics.New(registry).Conversion.Unfinished("SEM_INTERESSE", "offered")
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	h := desk(d, func(c *admin.Config) { c.Gatherer, c.Location = registry, zone })
	for path, holds := range map[string][]string{
		"/admin/": {
			`action="/admin/conversations"`, `action="/admin/search"`, "atende erase", "101 conversas, as 2 mais recentes. Não deu tempo", "Horário de São Paulo.",
			"<td>22/11/2026 09:00:00<td>em pausa até 22/11/2026 10:00:00", `<td class="number">2<td class="text"><a href="/admin/conversations/a%2Fb">a/b</a>`,
			"com uma pessoa (pediu atendente)", "Cardiologia Dra. Ana Souza &lt;b&gt;[U+2066]", "<td>24/11/2026 09:30 Dra. Ana Souza",
		},
		"/admin/conversations?standing=person&words=cardio": {`<option value="person" selected>com uma pessoa`, `value="cardio"`, "Ver todas"},
		"/admin/conversations/a%2Fb": {
			"a/b", "Em pausa até 22/11/2026 10:00:00", "2 mensagens sem resposta", "sou [NOME 1] &lt;b&gt;[U+202E][U+0085]", "(imagem)", "Aviso de privacidade: v1, lido em 22/11/2026 08:00:00.",
			"A1 agenda=101 convênio=1 → 12", "de texto:ask_plan", "conduzido por regras catalog=1a2b", ">etiqueta</span>", "rastreamento 0123456789abcdef", "pergunta em aberto: convênio", "AGENDADO",
			`action="/admin/conversations/a%2Fb/resume"`, `action="/admin/conversations/a%2Fb/hand-over"`,
		},
		"/admin/demand?from=2026-11-01&to=2026-11-02": {"01/11/2026 a 02/11/2026: 56", "<td>qualquer<td>qualquer<td>não se sabe", "<td>sábado<td>manhã<td>nenhum como pedido", "nenhum horário", "convênio não atendido", "ninguém atendia", "<td>SEM_INTERESSE<td>recebeu horários"},
		"/admin/accesses": {`href="/admin/conversations/a%2Fb"`, "joana", "por CPF ou telefone", "não se sabe"},
	} {
		w := send(h, "GET", path, "", asBrowser...)
		if w.Code != 200 || w.Header().Get("Content-Type") != "text/html; charset=utf-8" ||
			!strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'self'") || w.Header().Get("Cache-Control") != "no-store" ||
			w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Referrer-Policy") != "no-referrer" || w.Header().Get("Vary") != "Accept" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
		for _, want := range holds {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s does not show %q:\n%s", path, want, w.Body)
			}
		}
		if strings.Contains(w.Body.String(), "<script") || !strings.HasSuffix(w.Body.String(), "</html>\n") {
			t.Errorf("%s:\n%s", path, w.Body)
		}
	}
	if w := send(h, "GET", "/admin/style.css", ""); w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") {
		t.Errorf("style: %d %v", w.Code, w.Header())
	}
	if w := send(h, "GET", "/admin/conversations?session=a/b%3F", "", asBrowser...); w.Code != 303 || w.Header().Get("Location") != "/admin/conversations/a%2Fb%3F" {
		t.Errorf("the form of the index: %d %v", w.Code, w.Header())
	}
	if w := send(h, "GET", "/admin/conversations?session=%20s-1%0A", "", asBrowser...); w.Code != 303 || w.Header().Get("Location") != "/admin/conversations/s-1" {
		t.Errorf("pasted with what stood around it: %d %v", w.Code, w.Header())
	}
	if w := send(h, "GET", "/admin/conversations?session=s%001", "", asBrowser...); w.Code != 400 {
		t.Errorf("an id that nobody can have: %d %v", w.Code, w.Header())
	}
	if w := send(h, "GET", "/admin/conversations?session=", ""); w.Code != 400 {
		t.Errorf("no session: %d %q", w.Code, w.Body)
	}
}

// Conversations are listed for programs and looked for by what they are about, or by a person, whom no address names.
func TestListOfConversations(t *testing.T) {
	for _, test := range []struct {
		method, path, body string
		headers            []string
		status             int
		noted              string
	}{
		{"GET", "/admin/conversations", "", asJSON, 200, `joana: list "" "" { }`},
		{"GET", "/admin/conversations?standing=ended&words=dra.+ana", "", asJSON, 200, `joana: list "ended" "dra. ana" { }`},
		{"GET", "/admin/conversations?words=" + strings.Repeat("x", 300), "", asJSON, 200, `joana: list "" "` + strings.Repeat("x", 200) + `" { }`},
		{"GET", "/admin/conversations?standing=asleep", "", asJSON, 400, ""},
		{"POST", "/admin/search", `{"cpf":"529.982.247-25"}`, asJSON, 200, `joana: list "" "" {52998224725 }`},
		{"POST", "/admin/search", `{"cpf":"1"}`, asJSON, 400, ""},
		{"POST", "/admin/search", "{}", asJSON, 400, ""},
		{"POST", "/admin/search", "person=529.982.247-25", asForm, 200, `: list "" "" {52998224725 }`},
		{"POST", "/admin/search", "person=11+98888-7777", asForm, 200, `: list "" "" { 5511988887777}`},
		{"POST", "/admin/search", "person=Maria", asForm, 400, ""},
		{"GET", "/admin/search", "", asJSON, 405, ""},
	} {
		d := &clinicDesk{known: "s-1"}
		w := send(desk(d, nil), test.method, test.path, test.body, test.headers...)
		var got admin.Conversations
		if w.Code != test.status || strings.Join(d.asked, "") != test.noted {
			t.Errorf("%s %s: %d %q, asked %q", test.method, test.path, w.Code, w.Body, d.asked)
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); w.Code == 200 && (err != nil || got.Found != 101 || len(got.Rows) != 2 || !got.Cut) {
			t.Errorf("%s: %v %+v", test.path, err, got)
		}
	}
}

func TestChangesOfAConversation(t *testing.T) {
	tests := []struct {
		name, path, body string
		headers          []string
		status           int
		holds, noted     string
	}{
		{name: "pause", path: "s-1/pause", body: `{"for":"30m"}`, headers: asJSON, status: 200, holds: `{"status":"paused","until":"2026-11-22T12:30:00Z"}`, noted: "joana: pause 30m0s"},
		{name: "pause as long as usual", path: "s-1/pause", status: 200, holds: `"until":"2026-11-22T13:00:00Z"`, noted: ": pause 1h0m0s"},
		{name: "the longest pause", path: "s-1/pause", body: `{"for":"12h"}`, headers: asJSON, status: 200, noted: "joana: pause 12h0m0s"},
		{name: "the shortest pause", path: "s-1/pause", body: `{"for":"1s"}`, headers: asJSON, status: 200, noted: "joana: pause 1s"},
		{name: "too long", path: "s-1/pause", body: `{"for":"12h1s"}`, headers: asJSON, status: 400, holds: "invalid_for"},
		{name: "no length", path: "s-1/pause", body: `{"for":"0s"}`, headers: asJSON, status: 400, holds: "invalid_for"},
		{name: "shorter than a row can tell", path: "s-1/pause", body: `{"for":"999ms"}`, headers: asJSON, status: 400, holds: "invalid_for"},
		{name: "backwards", path: "s-1/pause", body: `{"for":"-1h"}`, headers: asJSON, status: 400, holds: "invalid_for"},
		{name: "no duration", path: "s-1/pause", body: `{"for":"morgen"}`, headers: asJSON, status: 400, holds: "invalid_for"},
		{name: "a number", path: "s-1/pause", body: `{"for":3600}`, headers: asJSON, status: 400, holds: "invalid_json"},
		{name: "no JSON", path: "s-1/pause", body: `1h`, headers: asJSON, status: 400, holds: "invalid_json"},
		{name: "too much", path: "s-1/pause", body: `{"for":"` + strings.Repeat("1", 5000) + `h"}`, headers: asJSON, status: 413, holds: "body_too_large"},
		{name: "resume", path: "s-1/resume", headers: asJSON, status: 200, holds: `{"status":"resumed"}`, noted: "joana: resume"},
		{name: "hand over", path: "s-1/hand-over", body: "{}", headers: asJSON, status: 200, holds: `{"status":"transferred"}`, noted: "joana: hand over"},
		{name: "hand back", path: "s-1/hand-back", status: 200, holds: `{"status":"handed_back"}`, noted: ": hand back"},
		{name: "hand back by name", path: "s-1/hand-back", headers: asJSON, status: 200, noted: "joana: hand back"},
		{name: "an id that nobody can have", path: "s-1%00/resume", status: 404, holds: "unknown_session"},
		{name: "a length in the address", path: "s-1/pause?for=4h", body: "", headers: asForm, status: 303, noted: ": pause 1h0m0s"},
		{name: "nothing, as a text", path: "s-1/resume", headers: []string{"Content-Type", "text/plain"}, status: 415, holds: "not_json"},
		{name: "an id of any characters", path: "s%2F1/resume", status: 404, holds: "unknown_session"},
		{name: "unknown", path: "s-2/hand-over", status: 404, holds: `{"status":"error","reason":"unknown_session"}`},
		{name: "form of our page", path: "s-1/pause", body: "for=4h", headers: asForm, status: 303, noted: ": pause 4h0m0s"},
		{
			name: "form of our page, older browser", path: "s-1/resume", status: 303, noted: ": resume",
			headers: []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", "http://localhost:8081"},
		},
		{
			name: "JSON of a page of ours", path: "s-1/pause", body: `{"for":"30m"}`, headers: []string{"Content-Type", "application/json", "Sec-Fetch-Site", "same-origin"},
			status: 200, noted: ": pause 30m0s",
		},
		{name: "form of nobody knows where", path: "s-1/pause", body: "for=4h", headers: asForm[:2], status: 415, holds: "not_json"},
		{name: "text of nobody knows where", path: "s-1/pause", body: "{}", headers: []string{"Content-Type", "text/plain"}, status: 415, holds: "not_json"},
		{name: "from another site", path: "s-1/pause", body: "{}", headers: append([]string{"Sec-Fetch-Site", "cross-site"}, asJSON...), status: 403, holds: "cross_origin"},
		{name: "form of another site", path: "s-1/pause", body: "", headers: []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", "https://evil.example"}, status: 403, holds: "cross_origin"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := &clinicDesk{known: "s-1"}
			w := send(desk(d, nil), "POST", "/admin/conversations/"+test.path, test.body, test.headers...)
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.holds) {
				t.Errorf("answer = %d %q", w.Code, w.Body)
			}
			if got := strings.Join(d.asked, ", "); got != test.noted {
				t.Errorf("asked %q, want %q", got, test.noted)
			}
			if w.Code != 303 && w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("the answer may be kept: %v", w.Header())
			}
			if w.Code == 303 && w.Header().Get("Location") != "/admin/conversations/s-1" {
				t.Errorf("leads to %q", w.Header().Get("Location"))
			}
		})
	}
	for _, path := range []string{"/admin/conversations/s-1/pause", "/admin/erase", "/admin/export", "/admin/rekey", "/admin/search"} {
		if w := send(desk(&clinicDesk{known: "s-1"}, nil), "GET", path, ""); w.Code != 405 || w.Header().Get("Allow") != "POST" {
			t.Errorf("GET %s: %d %v", path, w.Code, w.Header())
		}
	}
	if w := send(desk(&clinicDesk{known: "s-1"}, nil), "POST", "/admin/conversations/s-1", "", asJSON...); w.Code != 405 {
		t.Errorf("POST to a timeline: %d", w.Code)
	}
}

// What went wrong is for the log; the caller learns whether asking again helps.
func TestOperatorErrors(t *testing.T) {
	for reason, err := range map[string]error{
		`502 {"status":"error","reason":"gateway_failure"}`: fmt.Errorf("%w: 500 at the gateway", admin.ErrGateway),
		`503 {"status":"error","reason":"unavailable"}`:     errors.New("journal: 500 at the gateway"),
	} {
		var log bytes.Buffer
		h := desk(&clinicDesk{known: "s-1", err: err}, func(c *admin.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		w := send(h, "POST", "/admin/conversations/s-1/hand-over", "", asJSON...)
		if got := fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String())); got != reason || !strings.Contains(log.String(), "500 at the gateway") {
			t.Errorf("answer = %s, log %q", got, &log)
		}
	}
	tooLate := desk(&clinicDesk{known: "s-1", err: fmt.Errorf("%w: it took too long", admin.ErrPause)}, nil)
	if w := send(tooLate, "POST", "/admin/conversations/s-1/pause", `{"for":"1s"}`, asJSON...); w.Code != 400 || !strings.Contains(w.Body.String(), "invalid_for") {
		t.Errorf("a pause that is over: %d %q", w.Code, w.Body)
	}
	for _, path := range []string{"/admin/accesses", "/admin/demand", "/admin/conversations", "/admin/conversations/s-1"} {
		if w := send(desk(&clinicDesk{known: "s-1", err: errors.New("away")}, nil), "GET", path, ""); w.Code != 503 || strings.Contains(w.Body.String(), "away") {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
	}
}

func TestDemand(t *testing.T) {
	registry := prometheus.NewRegistry()
	counted := metrics.New(registry).Conversion
	counted.Unfinished("SEM_INTERESSE", "offered")
	counted.Unfinished("SEM_INTERESSE", "offered")
	h := desk(&clinicDesk{}, func(c *admin.Config) { c.Gatherer = registry })
	w := send(h, "GET", "/admin/demand?from=2026-11-01&to=2026-11-30", "")
	var got struct {
		admin.Demand
		Unfinished []struct {
			Outcome, Stage string
			Count          int
		} `json:"unfinished_since_start"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 {
		t.Fatalf("%d %q", w.Code, w.Body)
	}
	if want, _ := (&clinicDesk{}).Demand(t.Context(), "2026-11-01", "2026-11-30"); !cmp.Equal(want, got.Demand) {
		t.Error(cmp.Diff(want, got.Demand))
	}
	if len(got.Unfinished) != 1 || got.Unfinished[0].Outcome != "SEM_INTERESSE" || got.Unfinished[0].Stage != "offered" || got.Unfinished[0].Count != 2 {
		t.Errorf("unfinished %+v", got.Unfinished)
	}
	w = send(h, "GET", "/admin/demand?from=2026-11-01&to=2026-11-30&format=csv", "")
	want := "specialty,doctor,plan,weekday,period,cause,count\n" +
		"Cardiologia,any,Particular,sat,morning,wished,50\n" +
		"Cardiologia,\"Dra. Ana Souza, PhD\",unknown,any,any,none,3\nany,any,unknown,any,any,plan,2\nany,any,unknown,any,any,person,1\n"
	if w.Body.String() != want || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/csv") || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%v\n%s", w.Header(), w.Body)
	}
	if w := send(h, "GET", "/admin/demand?format=xml", ""); w.Code != 400 || !strings.Contains(w.Body.String(), "unknown_format") {
		t.Errorf("format=xml: %d %q", w.Code, w.Body)
	}
	wrong := desk(&clinicDesk{err: admin.ErrRange}, nil)
	if w := send(wrong, "GET", "/admin/demand?from=ontem", ""); w.Code != 400 || !strings.Contains(w.Body.String(), "invalid_range") {
		t.Errorf("from=ontem: %d %q", w.Code, w.Body)
	}
}

// A name is what an operator gives; nothing in it can break a line of a log or a page.
func TestOperatorNames(t *testing.T) {
	for _, name := range []struct{ given, noted string }{
		{"  Joana Prado ", "Joana Prado"}, {"a\tb\x00c\u202e", "abc"}, {strings.Repeat("é", 100), strings.Repeat("é", 64)}, {"\xff", ""}, {"", ""},
	} {
		d := &clinicDesk{known: "s-1"}
		send(desk(d, nil), "POST", "/admin/conversations/s-1/resume", "", "Atende-Operator", name.given)
		if len(d.asked) != 1 || d.asked[0] != name.noted+": resume" {
			t.Errorf("%q is noted as %q", name.given, d.asked)
		}
	}
}

// bounded is an Operator that notes how long it is given.
type bounded struct {
	clinicDesk
	given time.Duration
}

func (b *bounded) note(ctx context.Context) {
	if until, limited := ctx.Deadline(); limited {
		b.given = time.Until(until)
	}
}

func (b *bounded) HandOver(ctx context.Context, _, _ string) error { b.note(ctx); return nil }
func (b *bounded) Resume(ctx context.Context, _, _ string) error   { b.note(ctx); return nil }
func (b *bounded) Erase(ctx context.Context, _ string, _ admin.Person) (admin.Erasure, error) {
	b.note(ctx)
	return admin.Erasure{}, nil
}

func (b *bounded) Export(ctx context.Context, _ string, _ admin.Person, _ func(admin.ExportedSession) error) error {
	b.note(ctx)
	return nil
}

func (b *bounded) Status(ctx context.Context) (cluster.Status, error) {
	b.note(ctx)
	return cluster.Status{}, nil
}

func (b *bounded) RequestDrain(ctx context.Context, _ string, _ bool) (bool, error) {
	b.note(ctx)
	return true, nil
}

// No operator's request lasts for ever, and a hand-over leaves the gateway its 30 s (S-C-1).
func TestOperatorsRequestsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			method, path, body string
			limit              time.Duration
		}{
			{"POST", "/admin/conversations/s-1/hand-over", "{}", 40 * time.Second},
			{"POST", "/admin/conversations/s-1/resume", "{}", 10 * time.Second},
			{"POST", "/admin/erase", `{"cpf":"52998224725"}`, 10 * time.Minute},
			{"POST", "/admin/export", `{"cpf":"52998224725"}`, 10 * time.Minute},
			{"GET", "/admin/cluster", "", 3 * time.Second},
			{"POST", "/admin/cluster/drain", `{"node":"n2"}`, 3 * time.Second},
		} {
			b := &bounded{}
			w := send(desk(b, func(c *admin.Config) { c.Cluster = b }), test.method, test.path, test.body, asJSON...)
			if w.Code >= 300 || b.given != test.limit {
				t.Errorf("%s: %d, it may take %v, want %v", test.path, w.Code, b.given, test.limit)
			}
		}
	})
}
