package balance

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// backend is a node: it answers status to every call, and /ready as it is told.
type backend struct {
	server *httptest.Server
	calls  atomic.Int64
	body   atomic.Value
	status atomic.Int64
	ready  atomic.Bool
}

func newBackend(t *testing.T, status int) *backend {
	b := &backend{}
	b.status.Store(int64(status))
	b.ready.Store(true)
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/ready" {
			if !b.ready.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			return
		}
		body, _ := io.ReadAll(r.Body)
		b.body.Store(string(body))
		b.calls.Add(1)
		w.WriteHeader(int(b.status.Load()))
	}))
	t.Cleanup(b.server.Close)
	return b
}

func (b *backend) target(name string) Target {
	return Target{Name: name, URL: b.server.URL, Admin: b.server.URL}
}

func newBalancer(t *testing.T, targets ...Target) *Balancer {
	t.Helper()
	b := New(slog.New(slog.DiscardHandler))
	t.Cleanup(b.Close)
	if err := b.Set(targets); err != nil {
		t.Fatal(err)
	}
	return b
}

func post(b *Balancer) int {
	w := httptest.NewRecorder()
	b.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/webhook/message", strings.NewReader("hello")))
	return w.Code
}

// until waits for a check of the balancer to have happened.
func until(t *testing.T, b *Balancer, want ...string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !slices.Equal(b.Ready(), want); {
		if time.Now().After(deadline) {
			t.Fatalf("ready are %q, want %q", b.Ready(), want)
		}
		time.Sleep(5 * time.Millisecond) // the checks have a clock of their own
	}
}

func TestCallsGoRound(t *testing.T) {
	one, two := newBackend(t, 202), newBackend(t, 202)
	b := newBalancer(t, one.target("n1"), two.target("n2"))
	for range 10 {
		if got := post(b); got != 202 {
			t.Fatalf("answer %d", got)
		}
	}
	if one.calls.Load() != 5 || two.calls.Load() != 5 {
		t.Errorf("calls: %d and %d", one.calls.Load(), two.calls.Load())
	}
	if got := one.body.Load(); got != "hello" {
		t.Errorf("body %q", got)
	}
}

func TestAnotherNodeGetsTheCall(t *testing.T) {
	for name, bad := range map[string]func(t *testing.T) Target{
		"one is gone": func(t *testing.T) Target {
			gone := newBackend(t, 202)
			gone.server.Close()
			return gone.target("n1")
		},
		"one refuses": func(t *testing.T) Target { return newBackend(t, 503).target("n1") },
		"one is silent": func(t *testing.T) Target {
			silent := make(chan struct{})
			server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-silent }))
			t.Cleanup(server.Close)
			t.Cleanup(func() { close(silent) })
			return Target{Name: "n1", URL: server.URL, Admin: server.URL}
		},
	} {
		t.Run(name, func(t *testing.T) {
			good := newBackend(t, 202)
			b := newBalancer(t, bad(t), good.target("n2"))
			for range 4 {
				if got := post(b); got != 202 {
					t.Fatalf("answer %d", got)
				}
			}
			if got := good.body.Load(); got != "hello" {
				t.Errorf("body %q", got)
			}
		})
	}
}

func TestNobodyTakesIt(t *testing.T) {
	t.Run("no targets", func(t *testing.T) {
		if got := post(newBalancer(t)); got != 502 {
			t.Errorf("answer %d", got)
		}
	})
	t.Run("all refuse", func(t *testing.T) {
		b := newBalancer(t, newBackend(t, 503).target("n1"), newBackend(t, 503).target("n2"))
		if got := post(b); got != 503 {
			t.Errorf("answer %d", got)
		}
	})
}

func TestUnreadyNodesGetNothing(t *testing.T) {
	one, two := newBackend(t, 202), newBackend(t, 202)
	b := newBalancer(t, one.target("n1"), two.target("n2"))
	one.ready.Store(false)
	until(t, b, "n2")
	for range 4 {
		post(b)
	}
	if one.calls.Load() != 0 || two.calls.Load() != 4 {
		t.Errorf("calls: %d and %d", one.calls.Load(), two.calls.Load())
	}
	one.ready.Store(true)
	until(t, b, "n1", "n2")
}

func TestSetKeepsWhatIsKnown(t *testing.T) {
	one, two := newBackend(t, 202), newBackend(t, 202)
	b := newBalancer(t, one.target("n1"))
	one.ready.Store(false)
	until(t, b)
	if err := b.Set([]Target{one.target("n1"), two.target("n2")}); err != nil {
		t.Fatal(err)
	}
	if got := b.Ready(); !slices.Equal(got, []string{"n2"}) {
		t.Errorf("ready are %q", got)
	}
	if err := b.Set([]Target{{Name: "n3", URL: "http://%zz"}}); err == nil {
		t.Error("an address that is no URL was taken")
	}
}
