package admin_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"atende/metrics"
	"atende/webhook/admin"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(watch.Tests(m)) }

func ask(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, path, nil)
	r.Host = "localhost:8081"
	h.ServeHTTP(w, r)
	return w
}

func handler(ready func(context.Context) error) http.Handler {
	registry := prometheus.NewPedanticRegistry()
	metrics.New(registry)
	return handling(admin.Config{Gatherer: registry, Ready: ready})
}

func TestPages(t *testing.T) {
	h := handler(nil)
	tests := []struct {
		name, method, path string
		status             int
		contains           string
	}{
		{"metrics", "GET", "/metrics", 200, `atende_webhook_requests_total{result="accepted"} 0`},
		{"ready", "GET", "/ready", 200, `{"status":"ready"}`},
		{"profiles", "GET", "/debug/pprof/", 200, "goroutine"},
		{"a profile", "GET", "/debug/pprof/goroutine?debug=1", 200, "goroutine profile"},
		{"processor profile", "GET", "/debug/pprof/profile?seconds=1", 200, ""},
		{"a processor profile of a day", "GET", "/debug/pprof/profile?seconds=86400", 400, "too_many_seconds"},
		{"a trace of a day", "GET", "/debug/pprof/trace?seconds=8.64e4", 400, "too_many_seconds"},
		{"a trace of no number", "GET", "/debug/pprof/trace?seconds=NaN", 400, "too_many_seconds"},
		{"a trace without an end", "GET", "/debug/pprof/trace?seconds=Inf", 400, "too_many_seconds"},
		{"a difference of a day", "GET", "/debug/pprof/heap?seconds=86400", 400, "too_many_seconds"},
		{"the command line may hold secrets", "GET", "/debug/pprof/cmdline", 404, ""},
		{"unknown profile", "GET", "/debug/pprof/x", 404, ""},
		{"profiles without the slash", "GET", "/debug/pprof", 404, ""},
		{"root", "GET", "/", 404, ""},
		{"admin", "GET", "/admin/", 404, ""},
		{"the webhook is not here", "POST", "/webhook/message", 404, ""},
		{"metrics with HEAD", "HEAD", "/metrics", 200, ""},
		{"metrics with POST", "POST", "/metrics", 405, ""},
		{"ready with DELETE", "DELETE", "/ready", 405, ""},
		{"a profile with PUT", "PUT", "/debug/pprof/heap", 405, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := ask(h, test.method, test.path)
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.contains) {
				t.Errorf("answer = %d %.200q, want %d with %q", w.Code, w.Body, test.status, test.contains)
			}
			if got := w.Header().Get("Allow"); (got == "GET, HEAD") != (test.status == 405) {
				t.Errorf("Allow = %q", got)
			}
		})
	}
}

// OpenMetrics is the format that carries exemplars.
func TestOpenMetrics(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	r.Host = "localhost:8081"
	w := httptest.NewRecorder()
	handler(nil).ServeHTTP(w, r)
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/openmetrics-text") {
		t.Errorf("Content-Type = %q", got)
	}
	if !strings.HasSuffix(w.Body.String(), "# EOF\n") {
		t.Error("the last line is missing")
	}
}

func TestReady(t *testing.T) {
	t.Run("not ready, and the reason is for the log alone", func(t *testing.T) {
		var log bytes.Buffer
		h := handling(admin.Config{
			Gatherer: prometheus.NewRegistry(),
			Ready:    func(context.Context) error { return errors.New("draining") },
			Log:      slog.New(slog.NewTextHandler(&log, nil)),
		})
		w := ask(h, "GET", "/ready")
		if w.Code != 503 || w.Body.String() != `{"status":"not_ready"}` {
			t.Errorf("answer = %d %q", w.Code, w.Body)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("Content-Type = %q", got)
		}
		if !strings.Contains(log.String(), "draining") {
			t.Errorf("log = %q", &log)
		}
	})
	t.Run("ready again", func(t *testing.T) {
		if w := ask(handler(func(context.Context) error { return nil }), "GET", "/ready"); w.Code != 200 {
			t.Errorf("answer = %d", w.Code)
		}
	})
}

// What is open is shown to whoever asks.
func TestReadySaysWhatIsOpen(t *testing.T) {
	for name, test := range map[string]struct {
		config admin.Config
		want   string
	}{
		"nothing":   {admin.Config{}, `{"status":"ready"}`},
		"webhooks":  {admin.Config{Open: true}, `{"status":"ready","webhook_open":true}`},
		"operators": {admin.Config{AdminOpen: true}, `{"status":"ready","admin_open":true}`},
		"both":      {admin.Config{Open: true, AdminOpen: true}, `{"status":"ready","webhook_open":true,"admin_open":true}`},
	} {
		measured := metrics.New(prometheus.NewRegistry())
		test.config.Gatherer, test.config.Metrics = prometheus.NewRegistry(), measured.Admin
		if w := ask(handling(test.config), "GET", "/ready"); w.Body.String() != test.want {
			t.Errorf("%s: %s", name, w.Body)
		}
		if got := testutil.ToFloat64(measured.Admin.Open); (got == 1) != test.config.AdminOpen {
			t.Errorf("%s: atende_admin_open is %v", name, got)
		}
	}
}

// A balancer asks four times a second: the log gets what changed.
func TestReadyIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	var reason error
	h := handling(admin.Config{
		Gatherer: prometheus.NewRegistry(),
		Ready:    func(context.Context) error { return reason },
		Log:      slog.New(slog.NewTextHandler(&log, nil)),
	})
	for _, reason = range []error{nil, errors.New("full"), errors.New("full"), errors.New("draining"), nil, nil} {
		ask(h, "GET", "/ready")
	}
	for said, times := range map[string]int{"error=full": 1, "error=draining": 1, "ready again": 1} {
		if got := strings.Count(log.String(), said); got != times {
			t.Errorf("%q is logged %d times:\n%s", said, got, &log)
		}
	}
}

func TestReadyCheckIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		w := ask(handler(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }), "GET", "/ready")
		if w.Code != 503 || time.Since(begin) > 5*time.Second {
			t.Errorf("answer = %d after %v", w.Code, time.Since(begin))
		}
	})
}
