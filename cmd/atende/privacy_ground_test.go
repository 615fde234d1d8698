package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"atende/cmd/internal/receptionist"
	"atende/integrations/model/scripted"
	"atende/metrics/tracing/tracingtest"
)

// witness is a verb running as a program of its own, of which every line is searched.
type witness struct {
	t       *testing.T
	name    string
	command *exec.Cmd
	address string // where it listens
	admin   string // of serve, with the path of the clinic's pages
	clinic  string // of several, "" for the one that there is
}

// observe starts a verb and waits until it listens.
func (g *city) observe(name, verb string, env map[string]string) *witness {
	g.t.Helper()
	env["ATENDE_LOG_LEVEL"] = "debug"
	w := &witness{t: g.t, name: name, command: exec.Command("atende", verb)}
	w.command.Env = variables(g.t, env)
	w.command.Dir = g.t.TempDir()
	w.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	listens := make(chan struct{})
	read := func(text []byte) { g.search.read("log of "+name, text) }
	w.command.Stdout = &wholeLines{read: read}
	w.command.Stderr = &wholeLines{read: read, until: func(line []byte) bool {
		var said struct{ Msg, Address, Admin string }
		if json.Unmarshal(line, &said) != nil || !strings.HasSuffix(said.Msg, " listens") {
			return false
		}
		w.address, w.admin = said.Address, said.Admin
		close(listens)
		return true
	}}
	if err := w.command.Start(); err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(w.stop)
	select {
	case <-listens:
	case <-time.After(patience):
		g.t.Fatalf("%s does not listen", name)
	}
	return w
}

// stop asks the program to end, and wants exit code 0.
func (w *witness) stop() {
	if w.command.ProcessState != nil {
		return
	}
	if err := w.command.Process.Signal(syscall.SIGTERM); err != nil {
		w.t.Error(err)
	}
	timer := time.AfterFunc(2*patience, func() { _ = w.command.Process.Kill() })
	defer timer.Stop()
	if err := w.command.Wait(); err != nil {
		w.t.Errorf("%s: %v", w.name, err)
	}
	w.t.Logf("%s took %.1f s of a processor", w.name, (w.command.ProcessState.UserTime() + w.command.ProcessState.SystemTime()).Seconds())
}

// wholeLines hands on what is written in whole lines; until sees each of them until it has enough.
type wholeLines struct {
	read  func(text []byte)
	until func(line []byte) bool
	rest  []byte
}

func (l *wholeLines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	end := bytes.LastIndexByte(l.rest, '\n') + 1
	for line := range bytes.Lines(l.rest[:end]) {
		if l.until != nil && l.until(line) {
			l.until = nil
		}
	}
	l.read(l.rest[:end])
	l.rest = append(l.rest[:0], l.rest[end:]...)
	return len(p), nil
}

// city is two agents, one led by the rules and one by a model, that share a gateway and a scheduling API.  All are
// programs of their own and tell everything; whoever stands between them fails now and then, and quotes the patient.
type city struct {
	t          *testing.T
	search     *search
	gateway    *witness
	scheduling *witness
	agents     []*witness // by rules, by a model
	database   string     // of the scheduling API
	files      string     // address of what patients attach
	calls      atomic.Int64
	failures   atomic.Int64

	mu      sync.RWMutex
	bySess  map[string]*encounter
	byPhone map[string]*encounter
	byCPF   map[string]*encounter
}

const (
	privacyDoctors = 40
	// So many days have times: 16 a day and doctor, enough for 10,000 patients, and not so many that looking for one
	// is what takes the time.  Patients of this test do not know what to say where their doctor has none left.
	privacyDays = 20
	// One call of so many fails.
	failOneOf = 120
	// One of so many failures about the unlucky is of the kind that opens a breaker, for everybody.
	outageOneOf = 8
)

// privacyClinic has times for everybody.
func privacyClinic() string {
	var b strings.Builder
	b.WriteString("clinic: Clínica Boa Vida\nspecialties:\n  - {id: 7, name: Cardiologia, aliases: [cardiologista]}\ndoctors:\n")
	for n := range privacyDoctors {
		fmt.Fprintf(&b, "  - {agenda_id: %d, name: Dra. %s Brum, specialty_id: 7}\n", 101+n, doctorName(n))
	}
	b.WriteString("procedures:\n  - {id: 501, name: Consulta, specialty_id: 7}\nplans:\n  - {id: 1, name: Particular, aliases: [sem convênio]}\nhours:\n")
	for n := range privacyDoctors {
		fmt.Fprintf(&b, "  - {agenda_id: %d, weekdays: [mon, tue, wed, thu, fri, sat, sun], from: \"08:00\", to: \"20:00\", every: 45m}\n", 101+n)
	}
	b.WriteString("closed:\n")
	for n := range 150 {
		fmt.Fprintf(&b, "  - %q\n", time.Now().AddDate(0, 0, privacyDays+n).Format(time.DateOnly))
	}
	return b.String()
}

// doctorName is a given name that no patient has.
func doctorName(n int) string {
	return []string{"Adelaide", "Berenice", "Celeste", "Dagmar", "Eulália", "Filomena", "Genoveva", "Hortência", "Iolanda", "Jurema",
		"Abigail", "Benedita", "Cremilda", "Dolores", "Edite", "Florinda", "Gertrudes", "Heloísa", "Ivone", "Jandira",
		"Laurinda", "Marlene", "Nair", "Olímpia", "Perpétua", "Regiane", "Sulamita", "Tarsila", "Valdete", "Zilda",
		"Leocádia", "Matilde", "Norberta", "Odete", "Palmira", "Quitéria", "Rosalva", "Salomé", "Teodora", "Ursulina"}[n%privacyDoctors]
}

// newCity starts everything.
func newCity(t *testing.T, s *search) *city {
	t.Helper()
	g := &city{t: t, search: s, bySess: map[string]*encounter{}, byPhone: map[string]*encounter{}, byCPF: map[string]*encounter{}}
	folder := t.TempDir()
	clinic := filepath.Join(folder, "clinic.yaml")
	if err := os.WriteFile(clinic, []byte(privacyClinic()), 0o600); err != nil {
		t.Fatal(err)
	}
	g.database = filepath.Join(folder, "scheduling.db")
	g.scheduling = g.observe("the scheduling API", "scheduling", map[string]string{
		"ATENDE_SCHEDULING_LISTEN": "127.0.0.1:0", "ATENDE_SCHEDULING_DATABASE_URL": "sqlite:" + g.database, "ATENDE_CLINIC": clinic,
	})
	g.gateway = g.observe("the gateway", "gateway", map[string]string{
		"ATENDE_GATEWAY_LISTEN": "127.0.0.1:0", "ATENDE_WEBHOOK_URL": g.serve(http.HandlerFunc(g.deliver)) + "/webhook/message",
		"ATENDE_ALLOWED_INSTANCES": instanceID, "ATENDE_ALLOWED_TEAM": teamName,
	})
	g.files = g.serve(http.HandlerFunc(attachments))
	mind := g.serve(g.gossip(scripted.New(scripted.Config{Brain: receptionist.Brain{}, Transcribe: g.transcribe}), "200 OK", g.anybody))
	env := map[string]string{
		"ATENDE_LISTEN": "127.0.0.1:0", "ATENDE_ADMIN_LISTEN": "127.0.0.1:0",
		// Not "200 OK": what was confirmed and not delivered nobody says again, and the patient waits in vain.
		"ATENDE_GATEWAY_URL":   g.serve(g.gossip(g.hearing(proxy(t, "http://"+g.gateway.address)), "502 Bad Gateway", g.ofGateway)),
		"ATENDE_GATEWAY_TOKEN": gatewayToken, "ATENDE_CHANNEL_ID": "channel-1", "ATENDE_HUMAN_DEPARTMENT_ID": "department-9",
		"ATENDE_ALLOWED_INSTANCES": instanceID, "ATENDE_ALLOWED_TEAM": teamName, "ATENDE_WEBHOOK_OPEN": "true",
		"ATENDE_SCHEDULING_URL": g.serve(g.gossip(proxy(t, "http://"+g.scheduling.address), "200 OK", g.ofScheduling)),
		"ATENDE_CATALOG":        clinic, "ATENDE_QUIET_WINDOW": "0", "ATENDE_TAGS": "true", "ATENDE_RECOGNISE": "true", "ATENDE_WAITING_LIST": "1h", "ATENDE_INTERACTIVE": "true",
		"ATENDE_TRACE_URL":         g.serve(http.HandlerFunc(g.collect)),
		"ATENDE_TRANSCRIPTION_URL": mind + "/v1", "ATENDE_TRANSCRIPTION_MODEL": "ears", "ATENDE_MEDIA_ALLOW": "127.0.0.1",
	}
	own, further := inClinics(t, folder, env)
	for name, more := range map[string][]string{
		"the agent by rules":   further,
		"the agent by a model": {"ATENDE_AGENT", "openai", "ATENDE_MODEL", "small", "ATENDE_MODEL_URL", mind + "/v1", "ATENDE_MODEL_NAMES", "true"},
	} {
		settings := map[string]string{"ATENDE_DATABASE_URL": "sqlite:" + filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".db")}
		rules := len(more) > 0 && more[0] == clinicsVariable
		if rules {
			maps.Copy(settings, own)
		} else {
			maps.Copy(settings, env)
		}
		for i := 0; i < len(more); i += 2 {
			settings[more[i]] = more[i+1]
		}
		agent := g.observe(name, "serve", settings)
		if rules {
			agent.clinic, agent.admin = privacyClinicName, agent.admin+"/clinics/"+privacyClinicName
			g.agents = append([]*witness{agent}, g.agents...)
		} else {
			g.agents = append(g.agents, agent)
		}
	}
	return g
}

// privacyClinicName is the clinic of the agent by rules, one of two, of which the other one has no patients.
const privacyClinicName = "centro"

// inClinics puts the settings of an agent into the file of a clinic, with another one beside it; what stays is of the process.
func inClinics(t *testing.T, folder string, env map[string]string) (process map[string]string, further []string) {
	t.Helper()
	process = map[string]string{}
	centro, other := "", ""
	for name, value := range env {
		switch {
		case slices.Contains(ofTheProcess, name):
			process[name] = value
		case name != "ATENDE_WEBHOOK_OPEN":
			centro += name + "=" + value + "\n"
			if name == "ATENDE_ALLOWED_INSTANCES" {
				value = "0"
			}
			other += name + "=" + value + "\n"
		}
	}
	clinics := filepath.Join(folder, "clinics")
	if err := os.Mkdir(clinics, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{privacyClinicName: centro, "outra": other} {
		if err := os.WriteFile(filepath.Join(clinics, name+clinicEnding), []byte(text+"ATENDE_WEBHOOK_TOKEN="+privacyToken(name)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return process, []string{clinicsVariable, clinics}
}

// privacyToken is what webhooks of a clinic come with.
func privacyToken(clinic string) string { return "webhook-of-" + clinic }

// serve serves a handler for as long as the test runs, and returns its address.
func (g *city) serve(h http.Handler) string {
	server := httptest.NewServer(h)
	g.t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// proxy passes calls on.
func proxy(t *testing.T, address string) http.Handler {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport:    &http.Transport{MaxIdleConnsPerHost: 256},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
}

// deliver brings a webhook to the agent whose patient it is, and searches what it answers.
func (g *city) deliver(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var event struct{ Content struct{ SessionID string } }
	if err != nil || json.Unmarshal(body, &event) != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	c := g.whose(g.bySess, event.Content.SessionID)
	if c == nil {
		http.Error(w, "nobody", http.StatusServiceUnavailable)
		return
	}
	status := g.bring(r.URL.Path, c.agent, body)
	w.WriteHeader(status)
}

// bring posts a body to an agent, and searches its answer; 503 when there is none.
func (g *city) bring(path string, agent *witness, body []byte) (status int) {
	request, err := http.NewRequest(http.MethodPost, "http://"+agent.address+path, bytes.NewReader(body))
	if err != nil {
		g.t.Error(err)
		return http.StatusServiceUnavailable
	}
	request.Header.Set("Content-Type", "application/json")
	if agent.clinic != "" {
		request.Header.Set("Authorization", "Bearer "+privacyToken(agent.clinic))
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return http.StatusServiceUnavailable
	}
	g.readAnswer("answers of the agents", response)
	return response.StatusCode
}

// readAnswer searches an answer, headers and all.
func (g *city) readAnswer(channel string, response *http.Response) []byte {
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		g.t.Error(err)
	}
	var header bytes.Buffer
	_ = response.Header.Write(&header) // a buffer takes everything
	text := unpacked(body)
	g.search.read(channel, header.Bytes())
	g.search.read(channel, text)
	return text
}

// unpacked is a body as it was before gzip.
func unpacked(body []byte) []byte {
	packed, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		return body
	}
	return text
}

// collect is a collector of traces.
func (g *city) collect(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the agent says that it got no answer
	}
	text, err := tracingtest.Text(unpacked(body))
	if err != nil {
		g.t.Errorf("traces that cannot be read: %v", err)
	}
	g.search.read("traces", text)
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// transcribe understands that the patient says everything; which one is in the file.
func (g *city) transcribe(a scripted.Audio) scripted.Reply {
	_, number, _ := strings.Cut(string(a.Data), "patient ")
	var n int
	if _, err := fmt.Sscan(number, &n); err != nil {
		return scripted.Reply{Status: http.StatusInternalServerError}
	}
	p := subjectOf(n)
	return scripted.Reply{Text: "oi, quero uma consulta com a dra. " + doctorName(n) + ", particular, " + p.tale()}
}

// gossip lets a party fail now and then, in the ways in which parties quote what they were sent; of says whom a call
// is about, nil for none that may fail.
func (g *city) gossip(next http.Handler, broken string, of func(r *http.Request, body []byte) (who *encounter, always bool)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the caller is gone
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		c, always := of(r, body)
		if c == nil || !always && g.calls.Add(1)%failOneOf != 0 {
			next.ServeHTTP(w, r)
			return
		}
		failure := int(g.failures.Add(1))
		if always && failure%outageOneOf != 0 {
			turnAway(w, c.who, failure)
			return
		}
		quote(w, r, c.who, failure, broken)
	})
}

// turnAway says no in one of the ways that do not open a breaker: it is about this patient alone.
func turnAway(w http.ResponseWriter, who *subject, way int) {
	refusals := []int{http.StatusBadRequest, http.StatusForbidden, http.StatusGone, http.StatusUnprocessableEntity}
	w.Header().Set("X-Patient", who.phone)
	http.Error(w, `{"errors":[{"message":"`+who.tale()+`"}]}`, refusals[way%len(refusals)])
}

// quote fails in one of many ways; broken is the status of an answer that cannot be read.
func quote(w http.ResponseWriter, r *http.Request, who *subject, way int, broken string) {
	switch tale := who.tale(); way % 7 {
	case 0:
		http.Error(w, `{"error":"`+tale+`"}`, http.StatusInternalServerError)
	case 1:
		w.Header().Set("X-Patient", who.cpf)
		http.Error(w, tale, http.StatusBadGateway)
	case 2:
		w.Header().Set("Retry-After", who.cpf+" "+who.story)
		http.Error(w, `{"errors":[{"message":"`+tale+`"}]}`, http.StatusServiceUnavailable)
	case 3:
		http.Redirect(w, r, "http://"+who.story+":segredo@127.0.0.1/"+who.cpf, http.StatusFound)
	case 4:
		w.Header().Set("Retry-After", "1")
		http.Error(w, tale, http.StatusTooManyRequests)
	case 5:
		rudely(w, "HTTP/1.1 "+who.story+" "+who.cpf+"\r\nCPF "+who.dotted()+"\r\n\r\n")
	default:
		rudely(w, "HTTP/1.1 "+broken+"\r\nTransfer-Encoding: chunked\r\n\r\n"+who.story+" "+who.cpf+"\r\n")
	}
}

// rudely answers with bytes that are no HTTP, and hangs up.
func rudely(w http.ResponseWriter, answer string) {
	connection, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = buffered.WriteString(answer)
	_ = buffered.Flush()
	_ = connection.Close()
}

// whose finds an encounter by what identifies it.
func (g *city) whose(in map[string]*encounter, key string) *encounter {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return in[key]
}

// ofGateway is whom a call of the gateway is about.
func (g *city) ofGateway(r *http.Request, body []byte) (*encounter, bool) {
	parts := strings.Split(r.URL.Path, "/")
	if len(parts) > 4 && parts[3] == "session" {
		return g.whose(g.bySess, parts[4]), false
	}
	return g.whose(g.byPhone, phoneIn(body)), false
}

// phoneIn is the phone of a message that is sent by phone.
func phoneIn(body []byte) string {
	var call struct{ PhoneNumber string }
	_ = json.Unmarshal(body, &call) // without one it is about nobody
	return call.PhoneNumber
}

// ofScheduling is whom a call of the scheduling API is about; it always fails about those whose chat is to end so.
func (g *city) ofScheduling(r *http.Request, body []byte) (*encounter, bool) {
	if found := cpfWithin.FindStringSubmatch(r.URL.Path + string(body)); found != nil {
		c := g.whose(g.byCPF, found[1])
		return c, c != nil && c.way == unlucky
	}
	return g.anybody(r, body)
}

// cpfWithin finds the CPF in A2's path and in the bodies of A3 and A4.
var cpfWithin = regexp.MustCompile(`(?:cpf/|"cpf":")(\d{11})`)

// anybody is some patient who was there before.
func (g *city) anybody(*http.Request, []byte) (*encounter, bool) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	for _, c := range g.byCPF {
		return c, false
	}
	return nil, false
}

// hearing tells the patients what is said to them.
func (g *city) hearing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the caller is gone
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
		c, _ := g.ofGateway(r, body)
		var said struct{ Message string }
		switch {
		case c == nil:
		case r.Method == http.MethodPut:
			c.hears(heard{transfer: true})
		case r.Method == http.MethodPost && json.Unmarshal(body, &said) == nil && said.Message != "":
			c.hears(heard{text: said.Message})
		}
	})
}
