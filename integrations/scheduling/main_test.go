package scheduling

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata" // the tests need São Paulo on every machine

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// monday is Monday, 23 November 2026, 09:00 in São Paulo.
var monday = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func saoPaulo(t *testing.T) *time.Location {
	t.Helper()
	location, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	return location
}

// request is one call as it came over the wire.
type request struct {
	method, uri, body, from string
	header                  http.Header
}

// api records every request and answers with its steps in turn, then with the last one again.
type api struct {
	mu       sync.Mutex
	requests []request
	answers  []http.HandlerFunc
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a.mu.Lock()
	a.requests = append(a.requests, request{r.Method, r.RequestURI, string(body), r.RemoteAddr, r.Header.Clone()})
	next := a.answers[0]
	if len(a.answers) > 1 {
		a.answers = a.answers[1:]
	}
	a.mu.Unlock()
	next(w, r)
}

func (a *api) seen() []request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.requests
}

// setup is a client, at 09:00 on monday, and the API it calls.
func setup(t *testing.T, answers ...http.HandlerFunc) (*Client, *api) {
	t.Helper()
	return setupWith(t, Config{}, answers...)
}

func setupWith(t *testing.T, config Config, answers ...http.HandlerFunc) (*Client, *api) {
	t.Helper()
	a := &api{answers: answers}
	server := httptest.NewServer(a)
	config.URL = server.URL + "/base/"
	config.Now, config.Location = func() time.Time { return monday }, saoPaulo(t)
	c := New(config)
	t.Cleanup(func() {
		c.Close()
		server.CloseClientConnections()
		server.Close()
	})
	return c, a
}

// answer answers with a status and a body.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// drop ends the connection without an answer, by a reset if abrupt.
func drop(abrupt bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		if tcp, ok := conn.(*net.TCPConn); ok && abrupt {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}
}

// hang gives no answer at all.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// breakOff announces more than it sends.
func breakOff(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, body)
	}
}

// nobody is the address of a server that does not listen.
func nobody(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

// compact removes the line ends and indentation of a JSON text in a test.
func compact(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.TrimSpace(line))
	}
	return out.String()
}
