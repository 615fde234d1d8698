package model

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"atende/integrations/outbound"
	"atende/metrics"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// seen is one request as it came over the wire.
type seen struct {
	method, uri string
	header      http.Header
	body        []byte
}

// api notes every request and answers with its steps in turn, then with the last one again.
type api struct {
	mu       sync.Mutex
	requests []seen
	steps    []http.HandlerFunc
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a.mu.Lock()
	a.requests = append(a.requests, seen{r.Method, r.RequestURI, r.Header.Clone(), body})
	next := a.steps[0]
	if len(a.steps) > 1 {
		a.steps = a.steps[1:]
	}
	a.mu.Unlock()
	next(w, r)
}

func (a *api) seen() []seen {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.requests
}

// serve starts an API and completes a configuration for it.
func serve(t testing.TB, c Config, steps ...http.HandlerFunc) (Config, *api) {
	t.Helper()
	a := &api{steps: steps}
	server := httptest.NewServer(a)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	c.URL = server.URL + "/v1/"
	return completed(c), a
}

// completed fills in what a test does not care for.
func completed(c Config) Config {
	if c.Model == "" {
		c.Model = "small"
	}
	if c.Metrics.Requests == nil {
		c.Metrics = metrics.New(prometheus.NewRegistry()).Clients
	}
	return c
}

// setup is a client and the API it asks.
func setup(t testing.TB, c Config, steps ...http.HandlerFunc) (*Client, *api, metrics.Clients) {
	t.Helper()
	c, a := serve(t, c, steps...)
	client := New(c)
	t.Cleanup(client.Close)
	return client, a, c.Metrics
}

// answer answers with a status and a body.
func answer(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// says is a completion with a text.
func says(text string) http.HandlerFunc {
	quoted, _ := json.Marshal(text)
	return answer(http.StatusOK, `{"id":"c1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":`+
		string(quoted)+`},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`)
}

// hang gives no answer at all.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// hello is a request.
func hello() Request {
	return Request{Messages: []Message{{Role: System, Content: "Seja breve."}, {Role: User, Content: "Oi!"}}}
}

// failed is err as ours.
func failed(t testing.TB, err error) *outbound.Error {
	t.Helper()
	var failure *outbound.Error
	if !errors.As(err, &failure) {
		t.Fatalf("%T %v is not *outbound.Error", err, err)
	}
	return failure
}

// counted is the value of atende_client_requests_total for an operation.
func counted(c metrics.Clients, client, operation, result string) int {
	return int(testutil.ToFloat64(c.Requests.WithLabelValues(client, operation, result)))
}
