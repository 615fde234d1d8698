package main

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"atende/actors/journal/postgres/private"
)

// chain is an agent of several clinics, each with a gateway and a scheduling API of its own, all of them programs.
type chain struct {
	t       *testing.T
	folder  string // of the clinics' files
	env     map[string]string
	agent   *process
	to      func(string) // where webhooks go
	webhook string
	clinics map[string]*chained
	further map[string]string // a line of a clinic's file
}

// chained is a clinic of it.
type chained struct {
	chain    *chain
	name     string
	gateway  string // address
	database string // of the scheduling API
}

const chainCatalogue = `clinic: %s
timezone: America/Sao_Paulo
specialties:
  - {id: 7, name: Cardiologia, aliases: [cardiologista, coração]}
doctors:
  - {agenda_id: 101, name: %s, specialty_id: 7}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7}
plans:
  - {id: 1, name: Particular}
`

// newChain starts an agent of the clinics of some names, whose doctors are called as they are.
func newChain(t *testing.T, names ...string) *chain {
	t.Helper()
	return newChainWith(t, nil, names...)
}

// newChainWith is newChain with a further line in the file of each clinic.
func newChainWith(t *testing.T, further map[string]string, names ...string) *chain {
	t.Helper()
	c := &chain{t: t, folder: t.TempDir(), clinics: map[string]*chained{}, further: further}
	c.webhook, c.to = relay(t)
	for i, name := range names {
		c.add(name, i+1)
	}
	c.env = map[string]string{
		"ATENDE_CLINICS": c.folder, "ATENDE_LISTEN": "127.0.0.1:0", "ATENDE_ADMIN_LISTEN": "127.0.0.1:0", "ATENDE_QUIET_WINDOW": "0",
		"ATENDE_DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "atende.db"), "ATENDE_RECOGNISE": "true", "ATENDE_CONFIRM_BEFORE": "24h",
		"ATENDE_LOG_LEVEL": "debug",
	}
	if further != nil { // databases of PostgreSQL
		c.env["ATENDE_CLUSTER_LISTEN"] = "127.0.0.1:0"
	}
	c.begin()
	return c
}

func (c *chain) begin() {
	c.t.Helper()
	c.agent = start(c.t, c.env, "serve")
	c.to(c.agent.url())
}

// add starts the parties of a clinic and writes its file.  Every number and id is the same in all, but for the instance.
func (c *chain) add(name string, number int) {
	c.t.Helper()
	one := &chained{chain: c, name: name, database: filepath.Join(c.t.TempDir(), "scheduling.db")}
	c.catalogue(name, "Clínica "+name, "Dra. Ana "+name)
	scheduling := start(c.t, map[string]string{
		"ATENDE_SCHEDULING_LISTEN": "127.0.0.1:0", "ATENDE_SCHEDULING_DATABASE_URL": "sqlite:" + one.database,
		"ATENDE_SCHEDULING_TOKEN": "api-of-" + name, "ATENDE_CLINIC": filepath.Join(c.folder, name+".yaml"),
	}, "scheduling")
	one.gateway = start(c.t, map[string]string{
		"ATENDE_GATEWAY_LISTEN": "127.0.0.1:0", "ATENDE_GATEWAY_TOKEN": "gateway-of-" + name, "ATENDE_WEBHOOK_URL": c.webhook + "/webhook/message",
		"ATENDE_WEBHOOK_TOKEN": "webhook-of-" + name, "ATENDE_ALLOWED_INSTANCES": fmt.Sprint(number), "ATENDE_ALLOWED_TEAM": teamName,
	}, "gateway").url()
	c.write(name,
		"ATENDE_GATEWAY_URL="+one.gateway, "ATENDE_GATEWAY_TOKEN=gateway-of-"+name, "ATENDE_CHANNEL_ID=channel", "ATENDE_HUMAN_DEPARTMENT_ID=people-of-"+name,
		fmt.Sprint("ATENDE_ALLOWED_INSTANCES=", number), "ATENDE_ALLOWED_TEAM="+teamName, "ATENDE_WEBHOOK_TOKEN=webhook-of-"+name,
		"ATENDE_SCHEDULING_URL="+scheduling.url(), "ATENDE_SCHEDULING_HEADERS=Authorization: Bearer api-of-"+name, "ATENDE_CATALOG="+name+".yaml", c.further[name])
	c.clinics[name] = one
}

func (c *chain) catalogue(name, clinic, doctor string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.folder, name+".yaml"), fmt.Appendf(nil, chainCatalogue, clinic, doctor), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// write is a clinic's file.
func (c *chain) write(name string, lines ...string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.folder, name+".env"), []byte("# "+name+"\n"+strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// visitor is a patient of a clinic.
type visitor struct {
	clinic  *chained
	session string
	heard   string
}

// patient opens a chat session with fields of its record.
func (c *chained) patient(fields map[string]any) *visitor {
	c.chain.t.Helper()
	opened := control(c.chain.t, http.MethodPost, c.gateway+"/sim/sessions", fields, http.StatusCreated)
	return &visitor{clinic: c, session: opened.ID}
}

// says writes, and waits for words.
func (v *visitor) says(text string, hears ...string) {
	v.clinic.chain.t.Helper()
	at := v.clinic.gateway + "/sim/sessions/" + v.session
	control(v.clinic.chain.t, http.MethodPost, at+"/messages", map[string]any{"text": text}, http.StatusAccepted)
	v.hears(hears...)
}

func (v *visitor) hears(words ...string) {
	v.clinic.chain.t.Helper()
	at := v.clinic.gateway + "/sim/sessions/" + v.session
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) { // of another process
		v.heard = control(v.clinic.chain.t, http.MethodGet, at, nil, http.StatusOK).texts()
		missing := ""
		for _, word := range words {
			if !strings.Contains(v.heard, word) {
				missing = word
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			v.clinic.chain.t.Fatalf("%s: no %q in:\n%s\nlog:\n%s", v.clinic.name, missing, v.heard, v.clinic.chain.agent.log())
		}
	}
}

// books leads to an appointment.
func (v *visitor) books() {
	v.clinic.chain.t.Helper()
	v.says("oi, quero um cardiologista, vou pagar particular", "*1*", "Clínica "+v.clinic.name, "Dra. Ana "+v.clinic.name)
	v.says("1", "nome")
	v.says("Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980", "Posso marcar?")
	v.says("sim", "15 minutos")
}

// admin asks the operators' listener.
func (c *chain) admin(method, path string) (int, string) {
	c.t.Helper()
	request, err := http.NewRequest(method, "http://"+c.agent.admin+path, strings.NewReader("{}"))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// measures waits for lines of the metrics.
func (c *chain) measures(lines ...string) {
	c.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		_, all := c.admin(http.MethodGet, "/metrics")
		missing := ""
		for _, line := range lines {
			if !strings.Contains(all, line+"\n") {
				missing = line
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("no %q among the metrics", missing)
		}
	}
}

// Two clinics in one process, with the same ids in their catalogues and one patient who goes to both, across kill -9: each sees
// its own catalogue, texts, patients and appointments, and nothing of the other one.
func TestTwoClinics(t *testing.T) {
	t.Parallel()
	c := newChain(t, "jatoba", "ipe")
	jatoba, ipe := c.clinics["jatoba"], c.clinics["ipe"]
	phone := map[string]any{"phone": "5511988887777", "name": "Maria"}
	first := jatoba.patient(phone)
	first.books()
	second := ipe.patient(phone)
	second.says("oi, quero um cardiologista, vou pagar particular", "*1*", "Clínica ipe")
	if strings.Contains(second.heard, "Maria") || strings.Contains(second.heard, "jatoba") {
		t.Errorf("ipe knows what was said at jatoba: %s", second.heard)
	}
	c.agent.kill()
	c.begin()
	second.says("1", "nome")
	second.says("Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980", "Posso marcar?")
	second.says("sim", "15 minutos")
	for name, one := range c.clinics {
		if rows := appointments(t, one.database); len(rows) != 1 || !strings.HasPrefix(rows[0], "Maria Aparecida da Silva|52998224725|101|1|") {
			t.Errorf("%s: appointments %q", name, rows)
		}
	}
	if strings.Contains(first.heard, "ipe") || strings.Contains(second.heard, "jatoba") {
		t.Errorf("the clinics know each other:\n%s\n%s", first.heard, second.heard)
	}
	again := jatoba.patient(phone)
	again.says("oi, quero marcar com a dra Ana", "Oi, *Maria*!")
	c.measures(`atende_journal_pending{clinic="ipe"} 0`, `atende_journal_pending{clinic="jatoba"} 0`, `atende_outcomes_total{clinic="ipe",outcome="AGENDADO"} 1`)

	code, out, problems := ask(t, c.agent.admin, "", "export", "--clinic", "ipe", "--phone", "5511988887777")
	if code != 0 || !strings.Contains(out, second.session) || strings.Contains(out, first.session) {
		t.Errorf("export of ipe: %d %s %s", code, out, problems)
	}
	code, out, problems = ask(t, c.agent.admin, "", "erase", "--clinic", "jatoba", "--phone", "5511988887777", "--yes")
	if code != 0 {
		t.Errorf("erase of jatoba: %d %s %s", code, out, problems)
	}
	if _, out, _ = ask(t, c.agent.admin, "", "export", "--clinic", "jatoba", "--phone", "5511988887777"); strings.Contains(out, first.session) {
		t.Errorf("jatoba still has %s", out)
	}
	if _, out, _ = ask(t, c.agent.admin, "", "export", "--clinic", "ipe", "--phone", "5511988887777"); !strings.Contains(out, second.session) {
		t.Errorf("what was erased at jatoba is gone at ipe, too: %s", out)
	}
	if code, body := c.admin(http.MethodGet, "/clinics/ipe/admin/conversations/"+first.session); code != http.StatusNotFound {
		t.Errorf("ipe shows a conversation of jatoba: %d %s", code, body)
	}
	if code, body := c.admin(http.MethodGet, "/clinics/leste/admin/"); code != http.StatusNotFound {
		t.Errorf("a clinic that there is not: %d %s", code, body)
	}
	env := map[string]string{}
	maps.Copy(env, c.env)
	env["ATENDE_LISTEN"], env["ATENDE_ADMIN_LISTEN"] = c.agent.address, c.agent.admin
	if code, _, out := doctored(t, env); code != exitOK || !strings.Contains(out, " ipe: ") || !strings.Contains(out, " jatoba: ") {
		t.Errorf("doctor: %d\n%s", code, out)
	}
	if code, _, out := doctored(t, env, "--clinic", "ipe"); code != exitOK || strings.Contains(out, "jatoba") {
		t.Errorf("doctor --clinic ipe: %d\n%s", code, out)
	}
	if code, _, out := doctored(t, env, "--clinic", "leste"); code != exitUsage || !strings.Contains(out, "no file leste.env") {
		t.Errorf("doctor --clinic leste: %d\n%s", code, out)
	}
	shown := c.agent.logOf("turn ended")
	for _, path := range []string{"/metrics", "/admin/", "/ready", "/clinics/ipe/admin/", "/clinics/ipe/admin/conversations/" + second.session, "/clinics/jatoba/admin/accesses"} {
		_, body := c.admin(http.MethodGet, path)
		shown += body
	}
	for _, secret := range []string{"Maria", "52998224725", "988887777", "gateway-of", "webhook-of", "api-of"} {
		if strings.Contains(shown, secret) {
			t.Errorf("%q stands in the log or on a page", secret)
		}
	}
}

// A webhook token names its clinic: with that of another one a session is sought at the wrong gateway and not answered, and
// with none or a wrong one the call is refused.
func TestWebhooksOfClinics(t *testing.T) {
	t.Parallel()
	c := newChain(t, "jatoba", "ipe")
	patient := c.clinics["ipe"].patient(map[string]any{"phone": "5511988887777"})
	for token, want := range map[string]int{"": 401, "gateway-of-ipe": 401, "webhook-of-jatoba": 202} {
		request, err := http.NewRequest(http.MethodPost, c.agent.url()+"/webhook/message", strings.NewReader(string(event(patient.session, "m", "oi"))))
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("token %q: %d, want %d", token, response.StatusCode, want)
		}
	}
	c.measures(`atende_client_requests_total{client="gateway",clinic="jatoba",operation="get_session",result="refused"} 1`,
		`atende_client_requests_total{client="gateway",clinic="ipe",operation="get_session",result="ok"} 0`,
		`atende_webhook_requests_total{result="unauthorized"} 2`)
}

// branch adds a clinic on the account of another one, with a further line in its file.
func (c *chain) branch(of, name, further string) *chained {
	c.t.Helper()
	file, err := os.ReadFile(filepath.Join(c.folder, of+".env"))
	if err != nil {
		c.t.Fatal(err)
	}
	c.catalogue(name, "Clínica "+name, "Dra. Ana "+name)
	own := strings.NewReplacer("INSTANCES=1", "INSTANCES=2", of+".yaml", name+".yaml", "people-of-"+of, "people-of-"+name, c.further[of], further)
	c.write(name, own.Replace(string(file)))
	if code, body := c.admin(http.MethodPost, "/admin/reload"); code != http.StatusOK || !strings.Contains(body, `"`+name+`"`) {
		c.t.Fatalf("%d %s", code, body)
	}
	return &chained{chain: c, name: name, gateway: c.clinics[of].gateway, database: c.clinics[of].database}
}

// Clinics may share a gateway, its token and the webhook's: the instance number of the chat session says whose it is, and one
// that nobody has is not answered.
func TestClinicsOfOneGateway(t *testing.T) {
	t.Parallel()
	c := newChain(t, "jatoba")
	jatoba, centro := c.clinics["jatoba"], c.branch("jatoba", "centro", "")
	centro.patient(map[string]any{"phone": "5511988887777", "instanceNumber": "2"}).books()
	jatoba.patient(map[string]any{"phone": "5511977776666", "instanceNumber": "1"}).says("oi", "Clínica jatoba")
	nobody := jatoba.patient(map[string]any{"phone": "5511966665555", "instanceNumber": "3"})
	nobody.says("oi")
	c.measures(`atende_outcomes_total{clinic="centro",outcome="IGNORADO_INSTANCIA"} 1`, `atende_outcomes_total{clinic="jatoba",outcome="IGNORADO_INSTANCIA"} 0`,
		`atende_journal_pending{clinic="centro"} 0`, `atende_journal_pending{clinic="jatoba"} 0`)
	if nobody.hears(); nobody.heard != "" {
		t.Errorf("a session of no clinic heard %q", nobody.heard)
	}
	talking := jatoba.patient(map[string]any{"phone": "5511955554444", "instanceNumber": "1"})
	talking.says("oi", "Clínica jatoba")
	request, err := http.NewRequest(http.MethodPost, c.agent.url()+"/webhook/transfer", strings.NewReader(`{"sessionId":"`+talking.session+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer webhook-of-jatoba")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	c.measures(`atende_outcomes_total{clinic="centro",outcome="TRANSFERIDO"} 0`, `atende_outcomes_total{clinic="jatoba",outcome="TRANSFERIDO"} 1`)
}

// The clinics' files are read again on SIGHUP and by POST /admin/reload.  What is wrong in one of them leaves everything as it
// is; a clinic that changed goes on with its conversations, one that is gone is answered no more.
func TestClinicsReloaded(t *testing.T) {
	t.Parallel()
	c := newChain(t, "jatoba", "ipe")
	jatoba, ipe := c.clinics["jatoba"], c.clinics["ipe"]
	talking := ipe.patient(map[string]any{"phone": "5511988887777"})
	talking.says("oi, quero um cardiologista, vou pagar particular", "*1*", "Dra. Ana ipe")

	c.catalogue("jatoba", "Clínica nova", "Dra. Ana nova")
	c.catalogue("ipe", "Clínica ipe", "Dra. Ana ipe, agenda_id: 102")
	code, body := c.admin(http.MethodPost, "/admin/reload")
	if code != http.StatusConflict || !strings.Contains(body, "ipe.env: ATENDE_CATALOG") {
		t.Errorf("%d %s", code, body)
	}
	if err := c.agent.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if logs := c.agent.logOf("nothing has changed"); !strings.Contains(logs, "nothing has changed") {
		t.Errorf("the log does not tell of it:\n%s", logs)
	}
	jatoba.patient(map[string]any{"phone": "5511977776666"}).says("oi", "Clínica jatoba")

	c.catalogue("ipe", "Clínica ipe", "Dra. Ana outra")
	if err := c.agent.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if logs := c.agent.logOf("clinics reloaded"); !strings.Contains(logs, "clinics reloaded") {
		t.Fatalf("no reload:\n%s", logs)
	}
	talking.says("1", "nome")
	talking.says("Maria Aparecida da Silva, CPF 529.982.247-25, nascida em 05/03/1980", "Posso marcar?", "Dra. Ana ipe")
	fresh := ipe.patient(map[string]any{"phone": "5511966665555"})
	fresh.says("oi, quero um cardiologista, vou pagar particular", "Dra. Ana outra")
	jatoba.patient(map[string]any{"phone": "5511977776666"}).says("oi", "Clínica nova")

	if err := os.Remove(filepath.Join(c.folder, "jatoba.env")); err != nil {
		t.Fatal(err)
	}
	if code, body := c.admin(http.MethodPost, "/admin/reload"); code != http.StatusOK || !strings.Contains(body, `"clinics":["ipe"]`) {
		t.Errorf("%d %s", code, body)
	}
	if _, all := c.admin(http.MethodGet, "/metrics"); strings.Contains(all, `clinic="jatoba"`) {
		t.Error("a clinic that is gone is still measured")
	}
	talking.says("sim", "15 minutos")
}

// serversOf are PostgreSQL servers, one for each clinic, with the lines of the clinics' files that name them.
func serversOf(t *testing.T, clinics ...string) (servers map[string]*private.Server, lines map[string]string) {
	t.Helper()
	servers, lines = map[string]*private.Server{}, map[string]string{}
	for _, name := range clinics {
		servers[name] = newServer(t)
		url, err := servers[name].Database(t.Context(), "atende")
		if err != nil {
			t.Fatal(err)
		}
		lines[name] = "ATENDE_DATABASE_URL=" + url
	}
	return servers, lines
}

// Of two clinics on one account the one whose name comes first takes all messages.  Without its database the other one takes
// them: its own are answered, and those of the first wait until the database is back.
func TestFirstOfAnAccountWithoutDatabase(t *testing.T) {
	t.Parallel()
	servers, lines := serversOf(t, "jatoba", "centro")
	c := newChainWith(t, map[string]string{"jatoba": lines["jatoba"]}, "jatoba")
	jatoba, centro := c.clinics["jatoba"], c.branch("jatoba", "centro", lines["centro"])
	waiting := centro.patient(map[string]any{"phone": "5511988887777", "instanceNumber": "2"})
	waiting.says("oi", "Clínica centro")
	if err := servers["centro"].StopNow(); err != nil {
		t.Fatal(err)
	}
	c.measures(`atende_ready{clinic="centro"} 0`, `atende_ready{clinic="jatoba"} 1`)
	waiting.says("quero um cardiologista, vou pagar particular")
	jatoba.patient(map[string]any{"phone": "5511977776666", "instanceNumber": "1"}).books()
	if err := servers["centro"].Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting.hears("*1*", "Dra. Ana centro")
	c.measures(`atende_journal_pending{clinic="centro"} 0`, `atende_journal_pending{clinic="jatoba"} 0`)
	if n := strings.Count(waiting.heard, "Dra. Ana centro"); n != 1 {
		t.Errorf("answered %d times: %s", n, waiting.heard)
	}
}

// A clinic's PostgreSQL that goes away stops that clinic alone, and it goes on when it is back; what was written meanwhile the
// gateway sends again.
func TestDatabasesOfClinics(t *testing.T) {
	t.Parallel()
	servers, lines := serversOf(t, "jatoba", "ipe")
	c := newChainWith(t, lines, "jatoba", "ipe")
	here, away := c.clinics["ipe"], c.clinics["jatoba"]
	waiting := away.patient(map[string]any{"phone": "5511988887777"})
	waiting.says("oi", "Clínica jatoba")
	if code, body := c.admin(http.MethodGet, "/clinics/ipe/admin/cluster"); code != http.StatusOK || !strings.Contains(body, `"address":"127.0.0.1:`) || strings.Contains(body, `"address":"127.0.0.1:0"`) {
		t.Errorf("%d %.500s", code, body)
	}
	if err := servers["jatoba"].StopNow(); err != nil {
		t.Fatal(err)
	}
	c.measures(`atende_ready{clinic="jatoba"} 0`, `atende_ready{clinic="ipe"} 1`)
	waiting.says("quero um cardiologista, vou pagar particular")
	here.patient(map[string]any{"phone": "5511977776666"}).books()
	if code, body := c.admin(http.MethodGet, "/ready"); code != http.StatusOK {
		t.Errorf("one database of two is away: /ready %d %s", code, body)
	}
	if code, body := c.admin(http.MethodGet, "/clinics/jatoba/ready"); code != http.StatusServiceUnavailable {
		t.Errorf("the clinic without a database: %d %s", code, body)
	}
	if err := servers["jatoba"].Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting.hears("*1*", "Dra. Ana jatoba")
}

// What would let clinics get into one another is refused, with the file that has it, and without a secret.
func TestClinicsRefused(t *testing.T) {
	t.Parallel()
	base := complete(t)
	catalogue, err := filepath.Abs(base["ATENDE_CATALOG"])
	if err != nil {
		t.Fatal(err)
	}
	lines := func(change ...string) string {
		env := complete(t).with("ATENDE_CATALOG", catalogue, "ATENDE_ALLOWED_INSTANCES", "2", "ATENDE_WEBHOOK_TOKEN", "other-gate").with(change...)
		text := ""
		for name, value := range env {
			text += name + "=" + value + "\n"
		}
		return text
	}
	for name, c := range map[string]struct{ second, want string }{
		"instance":        {lines("ATENDE_ALLOWED_INSTANCES", "2,1"), "b.env: ATENDE_ALLOWED_INSTANCES: one of them is another clinic's, as a.env has it"},
		"token":           {lines("ATENDE_WEBHOOK_TOKEN", "gate", "ATENDE_GATEWAY_TOKEN", "other"), "b.env: ATENDE_WEBHOOK_TOKEN: is another clinic's"},
		"operators":       {lines("ATENDE_ADMIN_TOKEN", "pages-of-a"), "b.env: ATENDE_ADMIN_TOKEN: is another clinic's"},
		"no token":        {lines("ATENDE_WEBHOOK_TOKEN", "", "ATENDE_WEBHOOK_SECRET", "seal"), "b.env: ATENDE_WEBHOOK_TOKEN: is required"},
		"database":        {lines("ATENDE_DATABASE_URL", "sqlite:atende-a.db"), "b.env: ATENDE_DATABASE_URL: each clinic needs a database of its own"},
		"database file":   {lines(), "b.env: ATENDE_DATABASE_URL: is required, as that of the process stands in a file"},
		"of the process":  {lines("ATENDE_LISTEN", ":1"), "b.env: ATENDE_LISTEN: is one of the process"},
		"misspelt":        {lines("ATENDE_CHANEL_ID", "x"), "b.env: ATENDE_CHANEL_ID: there is no such setting, the nearest is ATENDE_CHANNEL_ID"},
		"incomplete":      {"ATENDE_ALLOWED_INSTANCES=2\n", "b.env: ATENDE_GATEWAY_URL: is required"},
		"no line":         {lines() + "what is this\n", "b.env: line "},
		"twice":           {lines() + "ATENDE_CHANNEL_ID=again\n", "ATENDE_CHANNEL_ID is there twice"},
		"missing catalog": {lines("ATENDE_CATALOG", "gone.yaml"), "b.env: ATENDE_CATALOG: "},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			first := lines("ATENDE_ALLOWED_INSTANCES", "1", "ATENDE_WEBHOOK_TOKEN", "gate", "ATENDE_ADMIN_TOKEN", "pages-of-a")
			for file, text := range map[string]string{"a.env": first, "b.env": c.second} {
				if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			env := environment{"ATENDE_CLINICS": folder}
			if strings.Contains(c.want, "stands in a file") {
				env["ATENDE_DATABASE_URL_FILE"] = filepath.Join(folder, "database")
			}
			several := severalOf(world{env: env.get}, nil)
			_, err := several.read()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v does not say %q", err, c.want)
			}
			for _, secret := range []string{"s3cret", "gate\n", "other-gate"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%v tells %q", err, secret)
				}
			}
		})
	}
}
