package chat

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// request is one call as it came over the wire.
type request struct {
	method, uri, body string
	header            http.Header
}

// gateway records every request and answers with its steps in turn, then with the last one again.
type gateway struct {
	mu       sync.Mutex
	requests []request
	answers  []http.HandlerFunc
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	g.mu.Lock()
	g.requests = append(g.requests, request{r.Method, r.RequestURI, string(body), r.Header.Clone()})
	next := g.answers[0]
	if len(g.answers) > 1 {
		g.answers = g.answers[1:]
	}
	g.mu.Unlock()
	next(w, r)
}

// seen are the requests so far.
func (g *gateway) seen() []request {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.requests
}

// setup is a client and the gateway it calls.
func setup(t *testing.T, answers ...http.HandlerFunc) (*Client, *gateway) {
	t.Helper()
	g := &gateway{answers: answers}
	server := httptest.NewServer(g)
	c := New(Config{URL: server.URL + "/base/", Token: "s3cret", ChannelID: "channel-1", DepartmentID: "people"})
	t.Cleanup(func() {
		c.Close()
		server.CloseClientConnections()
		server.Close()
	})
	return c, g
}

// answer answers with a status and a body.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// drop ends the connection without an answer.
func drop(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	_ = conn.Close()
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
