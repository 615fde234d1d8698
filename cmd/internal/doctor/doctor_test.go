package doctor_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	_ "time/tzdata" // the tests need São Paulo on every machine

	"atende/actors/journal/postgres/private"
	"atende/actors/journal/store"
	"atende/cmd/internal/doctor"
	"atende/integrations/catalog"
	"atende/integrations/chat"
	"atende/integrations/chat/simulator"
	"atende/integrations/scheduling"
	"atende/integrations/scheduling/server"
	"atende/webhook"
)

// practice is a clinic whose agent would be well: the real gateway simulator, the real scheduling API, the real receiver.
type practice struct {
	config    doctor.Config
	simulator *simulator.Simulator
	received  *intake
	written   atomic.Int64 // calls to the gateway that change something
	asked     atomic.Int64 // calls to the scheduling API that are no A1
}

// intake counts what the receiver would have accepted.
type intake struct{ atomic.Int64 }

func (i *intake) Accept(context.Context, webhook.Message) error  { i.Add(1); return nil }
func (i *intake) Transfer(context.Context, string, string) error { i.Add(1); return nil }

// serve answers until the test ends, or stop is called.
func serve(t *testing.T, handler http.Handler) (url string, stop func()) {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s.URL, s.Close
}

func newPractice(t *testing.T) *practice {
	t.Helper()
	p := &practice{received: &intake{}}
	p.simulator = simulator.New(simulator.Config{Token: "gate", Defaults: simulator.Defaults{InstanceNumber: "5511", TeamName: "Recepção"}})
	t.Cleanup(p.simulator.Close)
	gateway, _ := serve(t, counting(&p.written, func(r *http.Request) bool { return r.Method != http.MethodGet }, p.simulator.Handler()))
	api, err := server.New(t.Context(), server.Config{DatabaseURL: "memory:", Clinic: catalog.Sample(), Token: "clinic", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = api.Close() })
	booking, _ := serve(t, counting(&p.asked, func(r *http.Request) bool { return !strings.HasSuffix(r.URL.Path, "/horarios") }, api.Handler()))
	door, _ := serve(t, webhook.New(webhook.Config{Intake: p.received, Token: "door", Secret: "seal", Timed: true}))
	p.config = doctor.Config{
		Gateway:     chat.Config{URL: gateway, Token: "gate", ChannelID: "c", DepartmentID: "d", Dialect: chat.Spec},
		Filters:     doctor.Filters{Instances: []string{"5511"}, Team: "Recepção", Statuses: chat.Spec.OpenStatuses},
		Scheduling:  scheduling.Config{URL: booking, Headers: http.Header{"Authorization": {"Bearer clinic"}}},
		Clinic:      catalog.Sample(),
		DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "atende.db"),
		Free:        func(string) (uint64, uint64, error) { return 9 << 30, 20 << 30, nil },
		Listen:      ":8080",
		Health:      func(context.Context) error { return nil },
		Ready:       func(context.Context) error { return nil },
		Webhook:     doctor.Webhook{URL: door + "/webhook/message", Token: "door", Secret: "seal"},
		Now:         time.Now,
	}
	return p
}

// counting counts the calls that a test does not want.
func counting(n *atomic.Int64, unwanted func(*http.Request) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if unwanted(r) {
			n.Add(1)
		}
		next.ServeHTTP(w, r)
	})
}

// visit runs the checks and gives the findings by name; each has one line.
func (p *practice) visit(t *testing.T) map[string]doctor.Finding {
	t.Helper()
	began := time.Now()
	found := map[string]doctor.Finding{}
	for _, f := range doctor.Run(t.Context(), p.config) {
		if _, twice := found[f.Name]; twice || strings.ContainsAny(f.What, "\n\r") || f.What == "" {
			t.Errorf("%+v: each check has one line", f)
		}
		found[f.Name] = f
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	return found
}

// Where all is well every line is ok, and nothing was written, booked or accepted.
func TestHealthy(t *testing.T) {
	t.Parallel()
	p := newPractice(t)
	id, err := p.simulator.Open(simulator.Patient{Phone: "5511987654321", Name: "Maria Aparecida"})
	if err != nil {
		t.Fatal(err)
	}
	p.config.SessionID = id
	found := p.visit(t)
	for _, name := range []string{"time zone", "gateway", "token", "session", "scheduling", "database", "disk", "agent", "webhook", "clock"} {
		f, made := found[name]
		if !made || f.Result != doctor.OK {
			t.Errorf("%s: %+v", name, f)
		}
		if strings.Contains(f.What, "Maria") || strings.Contains(f.What, "987654321") {
			t.Errorf("%+v tells of the patient", f)
		}
	}
	if len(found) != 10 {
		t.Errorf("%d findings", len(found))
	}
	if p.written.Load() != 0 || p.asked.Load() != 0 || p.received.Load() != 0 {
		t.Errorf("%d writes to the gateway, %d calls beside A1, %d events accepted", p.written.Load(), p.asked.Load(), p.received.Load())
	}
	if _, err := os.Stat(store.Folder(p.config.DatabaseURL) + "/atende.db"); err == nil {
		t.Error("a database was made")
	}
}

// dead is an address where nobody listens.
func dead(t *testing.T) string {
	t.Helper()
	url, stop := serve(t, http.NotFoundHandler())
	stop()
	return url
}

// dated answers like handler, at another time.
func dated(ahead time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(ahead).UTC().Format(http.TimeFormat))
		next.ServeHTTP(w, r)
	})
}

// wrong is something that is not as it should be.
type wrong struct {
	name   string
	change func(*testing.T, *practice)
	want   map[string]string // what the lines say that are not ok, with their result before it
}

// answering says the same to everybody, and hang nothing.
func answering(status int, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status); fmt.Fprint(w, body) })
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// gateways is what can be wrong with the gateway or its settings.
func gateways() []wrong {
	return []wrong{
		{"wrong token of the gateway", func(_ *testing.T, p *practice) { p.config.Gateway.Token = "other" },
			map[string]string{"token": "FAIL refuses it (401): put the one"}},
		{"gateway down", func(t *testing.T, p *practice) { p.config.Gateway.URL = dead(t) },
			map[string]string{"gateway": "FAIL connection refused: nobody listens"}},
		{"gateway under another name", func(_ *testing.T, p *practice) { p.config.Gateway.URL = "http://gateway.invalid" },
			map[string]string{"gateway": "FAIL no such host"}},
		{"gateway hangs", func(t *testing.T, p *practice) { p.config.Gateway.URL, _ = serve(t, http.HandlerFunc(hang)) },
			map[string]string{"gateway": "FAIL timeout"}},
		{"gateway fails", func(t *testing.T, p *practice) { p.config.Gateway.URL, _ = serve(t, answering(500, "")) },
			map[string]string{"gateway": "FAIL it fails (500)"}},
		{"gateway is a page", func(t *testing.T, p *practice) { p.config.Gateway.URL, _ = serve(t, answering(200, "<html>")) },
			map[string]string{"gateway": "FAIL is no gateway"}},
		{"gateway sends elsewhere", func(t *testing.T, p *practice) { p.config.Gateway.URL, _ = serve(t, answering(301, "")) },
			map[string]string{"gateway": "FAIL sends us elsewhere (301)"}},
		{"wrong path of the gateway", func(_ *testing.T, p *practice) { p.config.Gateway.URL += "/v3" },
			map[string]string{"token": "warn wrong path"}},
		{"a session of nobody", func(_ *testing.T, p *practice) { p.config.SessionID = "s-1" },
			map[string]string{"session": "FAIL does not know it (404)"}},
		{"a session of another team", func(t *testing.T, p *practice) {
			id, err := p.simulator.Open(simulator.Patient{Phone: "5511987654321", Name: "Maria"})
			if err != nil {
				t.Fatal(err)
			}
			p.config.SessionID, p.config.Filters.Team = id, "Vendas"
		}, map[string]string{"session": `warn its team is "Recepção" and not of "Vendas" (ATENDE_ALLOWED_TEAM)`}},
	}
}

// schedules is what can be wrong with the scheduling API.
func schedules() []wrong {
	return []wrong{
		{"wrong token of the scheduling API", func(_ *testing.T, p *practice) { p.config.Scheduling.Headers = nil },
			map[string]string{"scheduling": "FAIL refuses us (401)"}},
		{"scheduling API down", func(t *testing.T, p *practice) { p.config.Scheduling.URL = dead(t) },
			map[string]string{"scheduling": "FAIL connection refused"}},
		{"scheduling API is a page", func(t *testing.T, p *practice) { p.config.Scheduling.URL, _ = serve(t, answering(200, "<html>")) },
			map[string]string{"scheduling": "FAIL is no scheduling API"}},
		{"scheduling API without times", func(t *testing.T, p *practice) {
			p.config.Scheduling.URL, _ = serve(t, answering(200, `{"data":[]}`))
		}, map[string]string{"scheduling": "warn no time for"}},
	}
}

// underSystemd is the root of a machine with a unit of the agent that never ran.
func underSystemd(t *testing.T, unit string) (root string) {
	t.Helper()
	root = t.TempDir()
	units := root + "/etc/systemd/system"
	if err := errors.Join(os.MkdirAll(units, 0o755), os.MkdirAll(root+"/var/lib", 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(units, "atende.service"), []byte("[Service]\nUser=atende\n"+unit), 0o600); err != nil {
		t.Fatal(err)
	}
	return root
}

// machines is what can be wrong with this machine.
func machines() []wrong {
	return []wrong{
		{"our clock ahead", func(_ *testing.T, p *practice) {
			p.config.Now = func() time.Time { return time.Now().Add(2 * time.Minute) }
		}, map[string]string{"clock": "FAIL behind ours"}},
		{"their clock ahead", func(t *testing.T, p *practice) {
			p.config.Gateway.URL, _ = serve(t, dated(time.Hour, p.simulator.Handler()))
		}, map[string]string{"clock": "warn that of the gateway is 1h0m0s ahead of ours, the others agree"}},
		{"their clock a little ahead", func(t *testing.T, p *practice) {
			p.config.Gateway.URL, _ = serve(t, dated(20*time.Second, p.simulator.Handler()))
		}, map[string]string{}},
		{"no folder for the database", func(t *testing.T, p *practice) {
			p.config.DatabaseURL = "sqlite:" + filepath.Join(t.TempDir(), "none", "atende.db")
		}, map[string]string{"database": "FAIL no such file or directory; it must be there and writable"}},
		{"before the first start under systemd", func(t *testing.T, p *practice) {
			p.config.Root = underSystemd(t, "StateDirectory=atende\n")
			p.config.DatabaseURL = "sqlite:" + p.config.Root + "/var/lib/atende/atende.db"
		}, map[string]string{"database": "ok is not there yet: systemd makes it at the first start", "disk": "ok /var/lib"}},
		{"a folder that the unit does not make", func(t *testing.T, p *practice) {
			p.config.Root = underSystemd(t, "StateDirectory=atende-two\n")
			p.config.DatabaseURL = "sqlite:" + p.config.Root + "/var/lib/atende/atende.db"
		}, map[string]string{"database": "FAIL no such file or directory; it must be there and writable"}},
		{"another file as the database", func(t *testing.T, p *practice) {
			path := filepath.Join(t.TempDir(), "clinic.yaml")
			if err := os.WriteFile(path, catalog.SampleFile(), 0o600); err != nil {
				t.Fatal(err)
			}
			p.config.DatabaseURL = "sqlite:" + path
		}, map[string]string{"database": "FAIL this is no database"}},
		{"the scheduling API's database", func(t *testing.T, p *practice) {
			path := filepath.Join(t.TempDir(), "scheduling.db")
			api, err := server.New(t.Context(), server.Config{DatabaseURL: "sqlite:" + path, Clinic: catalog.Sample(), Now: time.Now})
			if err != nil || api.Close() != nil {
				t.Fatal(err)
			}
			p.config.DatabaseURL = "sqlite:" + path
		}, map[string]string{"database": "FAIL of another program"}},
		{"no PostgreSQL", func(_ *testing.T, p *practice) {
			p.config.DatabaseURL = "postgres://atende:hunter2@127.0.0.1:1/atende"
		}, map[string]string{"database": "FAIL connection refused"}},
		{"memory", func(_ *testing.T, p *practice) { p.config.DatabaseURL = "memory:" },
			map[string]string{"database": "warn for trials only"}},
		{"disk nearly full", func(_ *testing.T, p *practice) {
			p.config.Free = func(string) (uint64, uint64, error) { return 63 << 20, 20 << 30, nil }
		}, map[string]string{"disk": "FAIL 63 of 20480 MiB are free"}},
		{"disk fills", func(_ *testing.T, p *practice) {
			p.config.Free = func(string) (uint64, uint64, error) { return 1<<30 - 1, 20 << 30, nil }
		}, map[string]string{"disk": "warn 1023 of 20480 MiB are free"}},
		{"a disk that hangs", func(t *testing.T, p *practice) {
			p.config.Limit = 5 * time.Second
			p.config.Free = func(string) (uint64, uint64, error) { <-t.Context().Done(); return 0, 0, nil }
		}, map[string]string{"disk": "FAIL it hangs"}},
		{"another zone", func(_ *testing.T, p *practice) { p.config.Clinic.Location = time.UTC },
			map[string]string{"time zone": "warn UTC is no time zone of Brazil"}},
		{"agent not ready", func(_ *testing.T, p *practice) {
			p.config.Ready = func(context.Context) error { return errors.New("answers 503") }
		}, map[string]string{"agent": "FAIL is not ready (answers 503)"}},
		{"another program in its place", func(_ *testing.T, p *practice) {
			p.config.Health = func(context.Context) error { return errors.New("answers 404") }
		}, map[string]string{"agent": "FAIL choose another ATENDE_LISTEN"}},
		{"no agent yet", func(_ *testing.T, p *practice) {
			p.config.Health = func(context.Context) error { return syscall.ECONNREFUSED }
		}, map[string]string{}},
	}
}

// doors is what can be wrong with the way in.
func doors() []wrong {
	return []wrong{
		{"webhook with another token", func(_ *testing.T, p *practice) { p.config.Webhook.Token = "other" },
			map[string]string{"webhook": "FAIL runs with other ones, or a proxy"}},
		{"webhook with another secret", func(_ *testing.T, p *practice) { p.config.Webhook.Secret = "other" },
			map[string]string{"webhook": "FAIL runs with other ones"}},
		{"webhook down", func(t *testing.T, p *practice) { p.config.Webhook.URL = dead(t) },
			map[string]string{"webhook": "FAIL connection refused"}},
		{"a proxy with nobody behind it", func(t *testing.T, p *practice) { p.config.Webhook.URL, _ = serve(t, answering(502, "")) },
			map[string]string{"webhook": "FAIL nobody behind it (502)"}},
		{"webhook with another path", func(_ *testing.T, p *practice) { p.config.Webhook.URL += "s" },
			map[string]string{"webhook": "FAIL must end in /webhook/message"}},
		{"webhook is a page", func(t *testing.T, p *practice) { p.config.Webhook.URL, _ = serve(t, answering(200, "<html>")) },
			map[string]string{"webhook": "FAIL is no agent"}},
		{"webhook open", func(t *testing.T, p *practice) {
			url, _ := serve(t, webhook.New(webhook.Config{Intake: p.received}))
			p.config.Webhook.URL = url + "/webhook/message"
		}, map[string]string{"webhook": "warn anybody can speak as any patient"}},
	}
}

// What is wrong is told by the check whose business it is, with what to do; all others are made all the same.
func TestWrong(t *testing.T) {
	t.Parallel()
	for _, test := range slices.Concat(gateways(), schedules(), machines(), doors()) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := newPractice(t)
			test.change(t, p)
			found := p.visit(t)
			for name, says := range test.want {
				result, part, _ := strings.Cut(says, " ")
				if f := found[name]; string(f.Result) != result || !strings.Contains(f.What, part) {
					t.Errorf("%s: %+v, want %s", name, f, says)
				}
			}
			for name, f := range found {
				if test.want[name] == "" && f.Result != doctor.OK {
					t.Errorf("%s: %+v", name, f)
				}
				if strings.Contains(f.What, "hunter2") {
					t.Errorf("%+v tells a secret", f)
				}
			}
			for _, name := range []string{"time zone", "gateway", "scheduling", "database", "agent", "webhook", "clock"} {
				if found[name].Name == "" && name != "gateway" {
					t.Errorf("%s was not made", name)
				}
			}
			if p.written.Load() != 0 || p.received.Load() != 0 {
				t.Errorf("%d writes to the gateway, %d events accepted", p.written.Load(), p.received.Load())
			}
		})
	}
}

// What was told as a wrong setting is no check; nothing is asked of a party that nobody named.
func TestNothingToCheck(t *testing.T) {
	t.Parallel()
	if found := doctor.Run(t.Context(), doctor.Config{Now: time.Now}); len(found) != 0 {
		t.Errorf("%+v", found)
	}
}

// PostgreSQL: well with and without the tables, whose clock is heard, too, and a wrong password.
func TestPostgres(t *testing.T) {
	t.Parallel()
	pg, err := private.Start(t.Context(), private.Options{TCP: true, Connections: 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Stop() })
	p := newPractice(t)
	p.config.DatabaseURL = pg.URL()
	look := func(want doctor.Result, says string) {
		t.Helper()
		f := p.visit(t)["database"]
		if f.Result != want || !strings.Contains(f.What, says) || strings.Contains(f.What, "@") {
			t.Errorf("%+v, want %s %s", f, want, says)
		}
	}
	look(doctor.OK, "the tables are made with the first start")
	if found := p.visit(t); found["disk"].Name != "" || !strings.Contains(found["clock"].What, "database") {
		t.Errorf("disk %+v, clock %+v", found["disk"], found["clock"])
	}
	opened, err := store.Open(t.Context(), pg.URL(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	look(doctor.OK, "takes writes of this user")
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
	p.config.DatabaseURL = wrongPassword(pg.URL())
	look(doctor.Fail, "password authentication failed")
}

// wrongPassword is the address with another one.
func wrongPassword(url string) string {
	head, tail, _ := strings.Cut(url, "@")
	return head + "x@" + tail
}
