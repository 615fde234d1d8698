package simulator

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atende/integrations/openapi/openapitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(watch.Tests(m, "503")) }

// watch holds what is asked of the control API and answered against its document; the operations for agents and the page are not
// in it.
var watch = openapitest.New(OpenAPI.JSON()).Except(func(path string) bool { return !strings.HasPrefix(path, "/sim/") })

// bundle is a simulator behind a real server.
type bundle struct {
	*Simulator
	server *httptest.Server
}

func setup(t *testing.T, cfg Config) *bundle {
	t.Helper()
	sim := New(cfg)
	server := httptest.NewServer(watch.Over(sim.Handler()))
	t.Cleanup(func() {
		sim.Close()
		server.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return &bundle{sim, server}
}

// call sends body with the headers of spec section 5 and returns status and JSON.
func (b *bundle) call(t *testing.T, method, path, body string) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, b.server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer token")
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		t.Fatalf("%s %s: status %d and no JSON object: %q", method, path, response.StatusCode, raw)
	}
	return response.StatusCode, fields
}

// open starts a session with an invented patient unless one is given.
func (b *bundle) open(t *testing.T, p Patient) string {
	t.Helper()
	id, err := b.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (b *bundle) snapshot(t *testing.T, id string) Snapshot {
	t.Helper()
	shot, ok := b.Session(id)
	if !ok {
		t.Fatalf("session %s is gone", id)
	}
	return shot
}

// received is a webhook call as the agent saw it.
type received struct {
	header http.Header
	body   []byte
}

// text is content.text of a webhook, "" for null.
func (r received) text(t *testing.T) string {
	t.Helper()
	var event struct{ Content struct{ Text string } }
	if err := json.Unmarshal(r.body, &event); err != nil {
		t.Fatal(err)
	}
	return event.Content.Text
}

// agent is a webhook receiver: a RoundTripper, so that it works in virtual time too.
type agent struct {
	calls  chan received
	answer func(n int, r *http.Request) (*http.Response, error) // n counts from 1
	count  int
}

// newAgent answers 202 unless answer is set.
func newAgent() *agent { return &agent{calls: make(chan received, 1000)} }

func (a *agent) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	a.count++
	a.calls <- received{r.Header.Clone(), body}
	if a.answer == nil {
		return status(http.StatusAccepted), nil
	}
	return a.answer(a.count, r)
}

func (a *agent) next(t *testing.T) received {
	t.Helper()
	select {
	case r := <-a.calls:
		return r
	case <-time.After(20 * time.Second):
		t.Fatal("no webhook came")
		return received{}
	}
}

func status(code int) *http.Response {
	return &http.Response{
		StatusCode: code, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(nil)),
	}
}

// await reads events until one matches.
func await(t *testing.T, events <-chan Event, match func(Event) bool) Event {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case e, ok := <-events:
			if !ok {
				t.Fatal("the stream ended")
			}
			if match(e) {
				return e
			}
		case <-deadline:
			t.Fatal("the event did not come")
		}
	}
}
