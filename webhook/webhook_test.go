package webhook_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"atende/integrations/chat"
	"atende/integrations/openapi/openapitest"
	"atende/metrics"
	"atende/webhook"
)

func TestMain(m *testing.M) {
	// A server that hangs up on an unread request lingers for half a second, so that the client can
	// still read its answer; that outlives the last test.
	goleak.VerifyTestMain(watch.Tests(m), goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

// watch holds what is asked and answered against the document.
var watch = openapitest.New(webhook.OpenAPI.JSON())

// receiver is one whose exchanges are watched.  The document is that of the spec's dialect.
func receiver(c webhook.Config) http.Handler {
	if c.Dialect != nil && c.Dialect != chat.Spec {
		return webhook.New(c)
	}
	return watch.Over(webhook.New(c))
}

// Every path that is served is in the document, and the other way round.
func TestOpenAPI(t *testing.T) {
	h := webhook.New(webhook.Config{Intake: &intake{}, Token: "t"})
	for _, problem := range watch.Paths(openapitest.Served(h.(*mux.Router))) {
		t.Error(problem)
	}
	w := httptest.NewRecorder()
	watch.Over(h).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/openapi.json", http.NoBody))
	if w.Code != 200 || w.Body.String() != string(webhook.OpenAPI.JSON()) {
		t.Errorf("%d %.100s", w.Code, w.Body)
	}
}

// intake is an engine that remembers what it got.  A test may decide what becomes of it.
type intake struct {
	onAccept   func(ctx context.Context, m webhook.Message) error
	onTransfer func(ctx context.Context) error

	mu        sync.Mutex
	messages  []webhook.Message
	transfers []transfer
}

type transfer struct{ SessionID, Reason string }

func (in *intake) Accept(ctx context.Context, m webhook.Message) error {
	in.mu.Lock()
	in.messages = append(in.messages, m)
	in.mu.Unlock()
	if in.onAccept == nil {
		return nil
	}
	return in.onAccept(ctx, m)
}

func (in *intake) Transfer(ctx context.Context, sessionID, reason string) error {
	in.mu.Lock()
	in.transfers = append(in.transfers, transfer{sessionID, reason})
	in.mu.Unlock()
	if in.onTransfer == nil {
		return nil
	}
	return in.onTransfer(ctx)
}

// calls counts what reached the engine.
func (in *intake) calls() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	return len(in.messages) + len(in.transfers)
}

// post sends a body to a handler, without a network.
func post(h http.Handler, path, body string, headers ...string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	h.ServeHTTP(w, r)
	return w
}

// wantAnswer checks an answer byte for byte.
func wantAnswer(t *testing.T, w *httptest.ResponseRecorder, status int, body string) {
	t.Helper()
	if w.Code != status || w.Body.String() != body {
		t.Errorf("answer = %d %q, want %d %q", w.Code, w.Body, status, body)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("Content-Type = %q", got)
	}
	if got, want := w.Header().Get("Retry-After") != "", status == http.StatusServiceUnavailable; got != want {
		t.Errorf("Retry-After sent: %v, want %v", got, want)
	}
}

// wantResult checks that exactly one answer was counted, under this result.
func wantResult(t *testing.T, m metrics.Webhook, result string) {
	t.Helper()
	for _, r := range metrics.WebhookResults {
		want := 0.0
		if r == result {
			want = 1
		}
		if got := testutil.ToFloat64(m.Requests.WithLabelValues(r)); got != want {
			t.Errorf("atende_webhook_requests_total{result=%q} = %v, want %v", r, got, want)
		}
	}
}

func newMetrics() metrics.Webhook { return metrics.New(prometheus.NewPedanticRegistry()).Webhook }

// Every path and method, over a real connection.
func TestRoutes(t *testing.T) {
	in := &intake{}
	server := httptest.NewServer(receiver(webhook.Config{Intake: in, Token: "t", Secret: "s"}))
	defer server.Close()
	const (
		notFound   = `{"status":"error","reason":"not_found"}`
		notAllowed = `{"status":"error","reason":"method_not_allowed"}`
	)
	tests := []struct {
		name, method, path string
		status             int
		body, allow        string
	}{
		{"S-B-14 health, without a token", "GET", "/health", 200, `{"status":"ok"}`, ""},
		{"S-B-14 health with HEAD", "HEAD", "/health", 200, "", ""},
		{"health with POST", "POST", "/health", 405, notAllowed, "GET, HEAD"},
		{"message with GET", "GET", "/webhook/message", 405, notAllowed, "POST"},
		{"message with HEAD", "HEAD", "/webhook/message", 405, "", "POST"},
		{"message with an unknown method", "BREW", "/webhook/message", 405, notAllowed, "POST"},
		{"transfer with PUT", "PUT", "/webhook/transfer", 405, notAllowed, "POST"},
		{"transfer with OPTIONS", "OPTIONS", "/webhook/transfer", 405, notAllowed, "POST"},
		{"root", "GET", "/", 404, notFound, ""},
		{"unknown", "POST", "/webhook", 404, notFound, ""},
		{"slash at the end", "POST", "/webhook/message/", 404, notFound, ""},
		{"two slashes, no redirect", "POST", "//webhook/message", 404, notFound, ""},
		{"dots, no redirect", "POST", "/x/../webhook/message", 404, notFound, ""},
		{"other case", "GET", "/Health", 404, notFound, ""},
		{"metrics are not public", "GET", "/metrics", 404, notFound, ""},
		{"readiness is not public", "GET", "/ready", 404, notFound, ""},
		{"profiles are not public", "GET", "/debug/pprof/", 404, notFound, ""},
		{"a profile is not public", "GET", "/debug/pprof/heap", 404, notFound, ""},
		{"variables are not public", "GET", "/debug/vars", 404, notFound, ""},
		{"admin is not public", "GET", "/admin", 404, notFound, ""},
		{"admin pages are not public", "GET", "/admin/sessions", 404, notFound, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, header, body := do(t, server.Client(), test.method, server.URL+test.path, "")
			if status != test.status || body != test.body {
				t.Errorf("answer = %d %q, want %d %q", status, body, test.status, test.body)
			}
			if got := header.Get("Allow"); got != test.allow {
				t.Errorf("Allow = %q, want %q", got, test.allow)
			}
			if got := header.Get("Content-Type"); got != "application/json" {
				t.Errorf("Content-Type = %q", got)
			}
		})
	}
	if in.calls() != 0 {
		t.Errorf("%d calls reached the engine", in.calls())
	}
}

func do(t *testing.T, client *http.Client, method, url, body string) (int, http.Header, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(content)
}

// patientMessage is a message with the given content.id and text.
func patientMessage(id, text string) string {
	return fmt.Sprintf(`{"eventType":"MESSAGE_RECEIVED","content":{"id":%q,"sessionId":"s1","direction":"FROM_HUB","type":"TEXT","text":%q,"details":{"to":"551133330000"}}}`, id, text)
}

func BenchmarkMessage(b *testing.B) {
	h := webhook.New(webhook.Config{Intake: &discarding{}, Token: "t"})
	body := patientMessage("m1", "Oi, queria marcar com a dra. Ana, tenho Unimed")
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "/webhook/message", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer t")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusAccepted {
			b.Fatal(w.Code)
		}
	}
}

type discarding struct{}

func (*discarding) Accept(context.Context, webhook.Message) error  { return nil }
func (*discarding) Transfer(context.Context, string, string) error { return nil }
