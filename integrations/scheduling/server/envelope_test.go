package server

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// S-1-1, S-1-2, S-1-3: four POST endpoints, every answer in the envelope.
func TestEndpoints(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.enroll(anaCPF)
	calls := []struct {
		name, path string
		body       any
	}{
		{"A1", pathTimes, object{"filter": filter()}},
		{"A1 empty", pathTimes, object{"filter": filter().with("convenio_id", 99)}},
		{"A2 found", pathPatient + anaCPF, nil},
		{"A2 not found", pathPatient + brunoCPF, nil},
		{"A3", pathRegister, object{"pacientes": []object{patientBody(anaCPF)}}},
		{"A4", pathBook, appointment(id, anaCPF)},
	}
	for _, c := range calls {
		t.Run("S-1-3 "+c.name+" answers JSON with the one key data", func(t *testing.T) {
			got := b.post(c.path, c.body)
			if got.status != http.StatusOK || got.data == nil || !strings.HasPrefix(got.header.Get("Content-Type"), "application/json") {
				t.Errorf("%d %q %s", got.status, got.header.Get("Content-Type"), got.raw)
			}
		})
		for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			t.Run("S-1-2 "+method+" of "+c.name+" is 405", func(t *testing.T) {
				got := b.do(method, c.path, c.body)
				wantRefusal(t, got, http.StatusMethodNotAllowed)
				if got.header.Get("Allow") != http.MethodPost {
					t.Errorf("Allow: %q", got.header.Get("Allow"))
				}
			})
		}
	}
	for _, path := range []string{
		"/", "/api/v1/", "/api/v1/agendamento", "/api/v1/agendamento/horarios/", "/api/v2/agendamento/horarios",
		"//api/v1/agendamento/horarios", "/api/v1/cadastros/pacientes/cpf/", "/api/v1/cadastros/pacientes/cpf/1/2", "/metrics",
	} {
		t.Run("S-1-1 nothing answers at "+path, func(t *testing.T) {
			wantRefusal(t, b.post(path, "{}"), http.StatusNotFound)
		})
	}
}

// S-2-1: the type of data by case.
func TestTypeOfData(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.enroll(anaCPF)
	if got := b.post(pathTimes, object{"filter": filter()}); !isList(got.data) {
		t.Errorf("A1: %s", got.raw)
	}
	if got := b.post(pathTimes, object{"filter": filter().with("convenio_id", 99)}); got.raw != "{\"data\":[]}\n" {
		t.Errorf("A1 empty: %q", got.raw)
	}
	if got := b.post(pathPatient+anaCPF, nil); !isObject(got.data) {
		t.Errorf("A2 found: %s", got.raw)
	}
	if got := b.post(pathPatient+brunoCPF, nil); got.data != patientNotFound {
		t.Errorf("A2 not found: %s", got.raw)
	}
	got := b.post(pathBook, appointment(id, anaCPF))
	confirmed, ok := got.data.(map[string]any)
	if !ok || confirmed["description"] == "" || confirmed["preparo"] == "" || len(confirmed) != 2 {
		t.Errorf("A4: %s", got.raw)
	}
}

func isList(v any) bool   { _, ok := v.([]any); return ok }
func isObject(v any) bool { _, ok := v.(map[string]any); return ok }

// S-A1-9: authentication, validation and infrastructure failures are 4xx and 5xx.
func TestFailures(t *testing.T) {
	t.Parallel()
	t.Run("S-A1-9 a missing or wrong token is 401 everywhere", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.Token = "segredo" })
		for _, path := range []string{pathTimes, pathPatient + anaCPF, pathRegister, pathBook} {
			for _, header := range []string{"", "Bearer", "Bearer errado", "Basic segredo", "segredo", "Bearer segredo2"} {
				wantRefusal(t, b.post(path, "{}", "Authorization", header), http.StatusUnauthorized)
			}
			b.token = "segredo"
			if got := b.post(path, "{}"); got.status == http.StatusUnauthorized {
				t.Errorf("%s with the token: %s", path, got.raw)
			}
			if got := b.post(path, "{}", "Authorization", "bearer segredo"); got.status == http.StatusUnauthorized {
				t.Errorf("%s with a lower-case scheme: %s", path, got.raw)
			}
			b.token = ""
		}
	})
	t.Run("S-A1-9 what is not JSON is 400", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, path := range []string{pathTimes, pathPatient + anaCPF, pathRegister, pathBook} {
			for _, body := range []string{"{", "[]", "5", `"x"`, "{} {}", "<xml/>", "{\"a\":\"\xff\"}"} {
				wantRefusal(t, b.post(path, body), http.StatusBadRequest)
			}
		}
		for _, path := range []string{pathTimes, pathRegister, pathBook} {
			for _, body := range []string{"", "{}", "null"} {
				wantRefusal(t, b.post(path, body), http.StatusBadRequest)
			}
		}
	})
	t.Run("a body over 1 MiB is 413", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, path := range []string{pathTimes, pathPatient + anaCPF, pathRegister, pathBook} {
			wantRefusal(t, b.post(path, strings.Repeat(" ", maxBodyBytes+1)), http.StatusRequestEntityTooLarge)
		}
	})
	t.Run("S-A1-9 a database that is gone is 5xx", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		if err := b.server.Close(); err != nil {
			t.Fatal(err)
		}
		wantRefusal(t, b.post(pathTimes, object{"filter": filter()}), http.StatusInternalServerError)
		wantRefusal(t, b.post(pathPatient+anaCPF, nil), http.StatusInternalServerError)
		wantRefusal(t, b.post(pathRegister, object{"pacientes": []object{patientBody(anaCPF)}}), http.StatusInternalServerError)
		wantRefusal(t, b.post(pathBook, appointment(1, anaCPF)), http.StatusInternalServerError)
	})
	t.Run("more calls than can be answered are 503", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for range maxInFlight {
			b.server.inFlight <- struct{}{}
		}
		got := b.post(pathPatient+anaCPF, nil)
		wantRefusal(t, got, http.StatusServiceUnavailable)
		if got.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		<-b.server.inFlight
		if got := b.post(pathPatient+anaCPF, nil); got.status != http.StatusOK {
			t.Errorf("with room again: %d", got.status)
		}
	})
	t.Run("headers the spec does not name are tolerated", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		got := b.post(pathTimes, object{"filter": filter()}, "X-Api-Key", "chave", "Content-Type", "text/plain", "Accept", "*/*")
		if got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.raw)
		}
	})
}

// S-6-2: the scheduling API emits no events.  It cannot: no file of the package opens a connection.
func TestEmitsNoEvents(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	outgoing := map[string]bool{
		"http.Client": true, "http.DefaultClient": true, "http.Transport": true, "http.DefaultTransport": true,
		"http.NewRequest": true, "http.NewRequestWithContext": true, "http.Get": true, "http.Post": true, "http.PostForm": true, "http.Head": true,
		"net.Dial": true, "net.DialTimeout": true, "net.Dialer": true,
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && outgoing[x.Name+"."+s.Sel.Name] {
					t.Errorf("%s: %s.%s is used: the server would call out", name, x.Name, s.Sel.Name)
				}
			}
			return true
		})
	}
}
