package node

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atende/integrations/catalog"
)

// The engine of the actors' library has no stop: what it keeps waits on nothing of ours.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/anthdm/hollywood/actor.(*Inbox).process"))
}

// party is another side that notes how often it was called, and answers what it is told.
func party(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	server := httptest.NewServer(answer)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server
}

func options(t *testing.T, gatewayURL string) Options {
	return Options{
		Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:0",
		Gateway:     Gateway{URL: gatewayURL, Token: "t", ChannelID: "c", DepartmentID: "d"},
		Scheduling:  Scheduling{URL: gatewayURL},
		Filters:     Filters{Instances: []string{"1"}, Team: "x", Statuses: []string{"Pendente"}},
		Clinic:      catalog.Sample(),
		DatabaseURL: "sqlite:" + filepath.Join(t.TempDir(), "atende.db"),
		Log:         slog.New(slog.DiscardHandler),
	}
}

func begin(t *testing.T, o Options) *Node {
	t.Helper()
	n, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// finish stops a node within a generous limit.
func finish(t *testing.T, n *Node) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := n.Stop(ctx); err != nil {
		t.Error(err)
	}
	<-n.Ended()
	if err := n.Err(); err != nil {
		t.Error(err)
	}
}

// call asks with a connection of its own, so that no idle one outlives the test.
func call(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

// Public and operators' pages never share a listener.
func TestListeners(t *testing.T) {
	n := begin(t, options(t, party(t, http.NotFound).URL))
	defer finish(t, n)
	for _, c := range []struct {
		url    string
		status int
		holds  string
	}{
		{n.PublicURL() + "/health", 200, `{"status":"ok"}`},
		{n.PublicURL() + "/metrics", 404, ""},
		{n.PublicURL() + "/ready", 404, ""},
		{n.PublicURL() + "/debug/pprof/", 404, ""},
		{n.PublicURL() + "/admin/", 404, ""},
		{n.PublicURL() + "/admin/cluster", 404, ""},
		{n.AdminURL() + "/admin/cluster", 200, `"shards":256`},
		{n.AdminURL() + "/metrics", 200, "atende_cluster_shards_owned 256\n"},
		{n.AdminURL() + "/ready", 200, `{"status":"ready","webhook_open":true}`},
		{n.AdminURL() + "/metrics", 200, "atende_journal_pending 0\n"},
		{n.AdminURL() + "/metrics", 200, "go_goroutines "},
		{n.AdminURL() + "/metrics", 200, `atende_breaker_state{client="scheduling"} 0`},
		{n.AdminURL() + "/debug/pprof/", 200, "goroutine"},
		{n.AdminURL() + "/health", 404, ""},
	} {
		if status, body := call(t, http.MethodGet, c.url, ""); status != c.status || !strings.Contains(body, c.holds) {
			t.Errorf("%s: %d %.200s", c.url, status, body)
		}
	}
}

// A node that cannot start leaves nothing behind, and its error says what is in the way.
func TestStartFailures(t *testing.T) {
	running := begin(t, options(t, party(t, http.NotFound).URL))
	defer finish(t, running)
	for name, change := range map[string]func(*Options){
		"webhooks:": func(o *Options) { o.Listen = running.PublicAddr() },
		"admin:":    func(o *Options) { o.AdminListen = running.AdminAddr() },
		"journal":   func(o *Options) { o.DatabaseURL = "sqlite:" + filepath.Join(t.TempDir(), "no", "such", "folder.db") },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, "http://127.0.0.1:1")
			change(&o)
			n, err := Start(t.Context(), o)
			if err == nil {
				finish(t, n)
				t.Fatal("started")
			}
			if !strings.Contains(err.Error(), name) {
				t.Errorf("%v does not say %q", err, name)
			}
		})
	}
}

// A message that the gateway keeps the node from answering survives the stop, and the next node on the
// same journal finds it.
func TestStopKeepsWhatIsNotDone(t *testing.T) {
	asked := make(chan struct{}, 100)
	failing := party(t, func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		http.Error(w, "down", http.StatusServiceUnavailable)
	})
	o := options(t, failing.URL)
	n := begin(t, o)
	event := `{"eventType":"MESSAGE_RECEIVED","content":{"id":"m","sessionId":"s","direction":"FROM_HUB","type":"TEXT","text":"oi"}}`
	if status, body := call(t, http.MethodPost, n.PublicURL()+"/webhook/message", event); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, body)
	}
	<-asked
	finish(t, n)
	for len(asked) > 0 {
		<-asked
	}
	again := begin(t, o)
	defer finish(t, again)
	if again.Pending() != 1 {
		t.Errorf("%d messages wait after the restart, want 1", again.Pending())
	}
	<-asked
}

// A gateway that hangs holds up a turn and a transfer by webhook.  The limit for webhook calls comes off
// the time for turns: these are cancelled early enough, and the journal closes behind them.
func TestStopWhileTheGatewayHangs(t *testing.T) {
	asked, back := make(chan struct{}, 100), make(chan struct{})
	hanging := party(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // so that the server sees the caller hang up
		asked <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-back:
			http.Error(w, "back", http.StatusBadRequest)
		}
	})
	var logs lockedBuffer
	o := options(t, hanging.URL)
	o.Log = slog.New(slog.NewTextHandler(&logs, nil))
	n := begin(t, o)
	n.intakeLimit = 50 * time.Millisecond
	event := `{"eventType":"MESSAGE_RECEIVED","content":{"id":"m","sessionId":"s","direction":"FROM_HUB","type":"TEXT","text":"oi"}}`
	if status, body := call(t, http.MethodPost, n.PublicURL()+"/webhook/message", event); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, body)
	}
	<-asked
	cut := make(chan struct{})
	go func() {
		defer close(cut)
		response, err := http.Post(n.PublicURL()+"/webhook/transfer", "application/json", strings.NewReader(`{"sessionId":"other"}`))
		if err == nil {
			response.Body.Close()
		}
	}()
	<-asked
	ctx, cancel := context.WithTimeout(t.Context(), 5500*time.Millisecond) // half a second more than the router's margin
	defer cancel()
	if err := n.Stop(ctx); err != nil {
		t.Error(err)
	}
	<-cut
	close(back) // a transfer does not end with its caller's connection
	text := logs.String()
	if ctx.Err() != nil || strings.Contains(text, "turns were cut") {
		t.Errorf("the turn was still running when the journal closed:\n%s", text)
	}
	for _, want := range []string{"webhook calls were cut", "messages wait in the journal"} {
		if !strings.Contains(text, want) {
			t.Errorf("the log does not say %q:\n%s", want, text)
		}
	}
}

// Nothing that identifies a patient is written by any part, whatever the gateway does (contract,
// ATENDE_LOG_LEVEL).
func TestLogsHoldNoPatientData(t *testing.T) {
	asked := make(chan struct{}, 100)
	failing := party(t, func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		http.Error(w, "Maria 52998224725", http.StatusBadRequest)
	})
	var logs lockedBuffer
	o := options(t, failing.URL)
	o.Log = slog.New(slog.NewJSONHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	n := begin(t, o)
	event := `{"eventType":"MESSAGE_RECEIVED","content":{"id":"m","sessionId":"s","direction":"FROM_HUB","type":"TEXT",` +
		`"text":"sou Maria, cpf 529.982.247-25","details":{"from":"+5511988887777"}}}`
	call(t, http.MethodPost, n.PublicURL()+"/webhook/message", event)
	<-asked
	finish(t, n)
	text := logs.String()
	if !strings.Contains(text, `"session":"s"`) {
		t.Errorf("the log does not name the session:\n%s", text)
	}
	for _, word := range []string{"Maria", "52998224725", "529.982", "988887777"} {
		if strings.Contains(text, word) {
			t.Errorf("%q stands in the log:\n%s", word, text)
		}
	}
}

// lockedBuffer is a log that several parts write.
type lockedBuffer struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.String()
}
