package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// tap is a way to a program that a test can spoil.  It exists before the program does.
type tap struct {
	server *httptest.Server
	target atomic.Pointer[url.URL]
}

// newTap lets spoil answer calls instead of the program; false passes them on.  next makes the call all the same and
// throws the answer away.
func newTap(t *testing.T, spoil func(w http.ResponseWriter, r *http.Request, body string, next func()) bool) *tap {
	t.Helper()
	p := &tap{}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(p.target.Load()) }}
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next := func() { proxy.ServeHTTP(httptest.NewRecorder(), r) }
		if !spoil(w, r, string(body), next) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() {
		p.server.CloseClientConnections()
		p.server.Close()
	})
	return p
}

// leads says where the program is.
func (p *tap) leads(t *testing.T, address string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p.target.Store(u)
}

// cut ends a call without an answer.
func cut() { panic(http.ErrAbortHandler) }

// Contract, "A failed A3": whatever the scheduling API answered, or that it did not, the patient is looked up before
// a person is called, and who is known then gets the appointment.  Nobody is registered twice.
func TestFailedRegistration(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	calls := map[string][]string{} // A2 and A3, by CPF
	number := regexp.MustCompile(`\d{11}`)
	way := newTap(t, func(w http.ResponseWriter, r *http.Request, body string, next func()) bool {
		var call, where string
		switch {
		case strings.HasSuffix(r.URL.Path, "/paciente/multiplos"):
			call, where = "A3", body
		case strings.Contains(r.URL.Path, "/pacientes/cpf/"):
			call, where = "A2", r.URL.Path
		default:
			return false
		}
		cpf := number.FindString(where)
		mu.Lock()
		calls[cpf] = append(calls[cpf], call)
		mu.Unlock()
		if call == "A2" {
			return false
		}
		switch cpf {
		case "52998224725": // registered, and nobody says so
			next()
			cut()
		case "11144477735": // registered, and denied
			next()
			w.WriteHeader(http.StatusInternalServerError)
		case "12345678909": // registered by somebody else a moment ago
			next()
			w.WriteHeader(http.StatusConflict)
		default: // not registered
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		return true
	})
	h := newHouse(t, "ATENDE_SCHEDULING_URL", way.server.URL)
	way.leads(t, h.scheduling.url())
	for cpf, end := range map[string]string{
		"529.982.247-25": "15 minutos", "111.444.777-35": "15 minutos", "123.456.789-09": "15 minutos",
		"987.654.321-00": "uma pessoa da nossa equipe",
	} {
		session := "s-00" + cpf[:3] // a phone of its own
		h.says(session, "m1", "oi, quero marcar com a dra. Ana, particular")
		h.gateway.hears(session, "*1*")
		h.says(session, "m2", "1")
		h.gateway.hears(session, "nome")
		h.says(session, "m3", "Maria Aparecida da Silva, CPF "+cpf+", nascida em 05/03/1980")
		h.gateway.hears(session, "Posso marcar?")
		h.says(session, "m4", "sim")
		h.gateway.hears(session, end)
		mu.Lock()
		if got := strings.Join(calls[strings.NewReplacer(".", "", "-", "").Replace(cpf)], " "); got != "A2 A3 A2" {
			t.Errorf("%s: calls %s", cpf, got)
		}
		mu.Unlock()
	}
	h.measures(`atende_outcomes_total{outcome="AGENDADO"} 3`, `atende_outcomes_total{outcome="TRANSFERIDO"} 1`)
	if n := len(appointments(t, h.database)); n != 3 {
		t.Errorf("%d appointments", n)
	}
}
