package outbound

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"atende/metrics"
	"atende/metrics/tracing"
	"atende/metrics/tracing/tracingtest"
)

// A call is one part of the turn and each of its tries is one of the call; neither says to whom or about whom.
func TestSpansOfACall(t *testing.T) {
	p, w, _ := setup(t, func(c *Config) {
		c.Retry.Pause, c.Rate = time.Millisecond, 1000
		c.BaseURL = "http://ana:segredo@gateway.test/base"
	})
	w.will(status(http.StatusBadGateway), status(http.StatusOK))
	ctx, spans := tracingtest.Turn(t)
	c := read
	c.Path, c.Header = "/patients/52998224725?name=Maria", http.Header{"X-Phone": {"5511988887777"}}
	c.Method, c.Body = http.MethodPost, map[string]string{"text": "sou a Maria"}
	if failure := call(ctx, t, p, c); failure != nil {
		t.Fatal(failure)
	}
	all, raw := spans()
	turns, calls, tries, waits := tracingtest.Named(all, "turn"), tracingtest.Named(all, "gateway get_session"), tracingtest.Named(all, "try"), tracingtest.Named(all, "wait")
	if len(turns) != 1 || len(calls) != 1 || len(tries) != 2 || len(waits) != 2 {
		t.Fatalf("%d turns, %d calls, %d tries, %d waits", len(turns), len(calls), len(tries), len(waits))
	}
	if calls[0].Parent != turns[0].ID || calls[0].Attributes["result"] != "ok" || calls[0].Attributes["status"] != "200" || calls[0].Failed != "" {
		t.Errorf("call %+v", calls[0])
	}
	for i, want := range []tracingtest.Span{
		{Failed: "failed", Attributes: map[string]string{"attempt": "1", "result": "failed", "status": "502"}},
		{Attributes: map[string]string{"attempt": "2", "result": "ok", "status": "200"}},
	} {
		if tries[i].Parent != calls[0].ID || tries[i].Failed != want.Failed {
			t.Errorf("try %+v", tries[i])
		}
		for key, value := range want.Attributes {
			if tries[i].Attributes[key] != value {
				t.Errorf("try %d: %s is %q, want %q", i+1, key, tries[i].Attributes[key], value)
			}
		}
	}
	if waits[0].Parent != calls[0].ID || waits[0].Attributes["for"] != "rate" {
		t.Errorf("wait %+v", waits[0])
	}
	for _, word := range []string{"52998224725", "Maria", "988887777", "segredo", "patients", "gateway.test", "X-Phone"} {
		if bytes.Contains(raw, []byte(word)) {
			t.Errorf("%q was sent to the collector", word)
		}
	}
}

// What failed without an answer says why, in a word of ours.
func TestSpansOfFailures(t *testing.T) {
	p, w, _ := setup(t, once, func(c *Config) { c.AtOnce, c.Waiting = 1, 1 })
	w.will(unreachable)
	ctx, spans := tracingtest.Turn(t)
	_ = call(ctx, t, p, send)
	if failure := enter(ctx, t, p); failure != nil {
		t.Fatal(failure)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if failure := enter(ended, t, p); failure == nil {
		t.Fatal("entered twice")
	}
	all, _ := spans()
	for _, s := range append(tracingtest.Named(all, "try"), tracingtest.Named(all, "gateway send_in_session")...) {
		if s.Failed != "failed" || s.Attributes["cause"] != causeRefused || s.Attributes["status"] != "" {
			t.Errorf("%+v", s)
		}
	}
	if waits := tracingtest.Named(all, "wait"); len(waits) != 2 || waits[0].Attributes["for"] != "place" || waits[0].Attributes["client"] != "gateway" {
		t.Errorf("waits: %+v", waits)
	}
}

// Each duration can name its trace, whether or not spans are made.
func TestExemplarOfACall(t *testing.T) {
	registry := prometheus.NewRegistry()
	p, _, _ := setup(t, func(c *Config) { c.Metrics = metrics.New(registry).Clients })
	var off *tracing.Tracer
	ctx, _ := off.Turn(t.Context(), "s1", []string{"m1"}, time.Now())
	if failure := call(ctx, t, p, read); failure != nil {
		t.Fatal(failure)
	}
	want := `# {trace_id="` + tracing.ID("s1", "m1") + `"}`
	for line := range strings.Lines(scrape(registry)) {
		if strings.HasPrefix(line, `atende_client_duration_seconds_bucket{client="gateway",operation="get_session"`) && strings.Contains(line, want) {
			return
		}
	}
	t.Errorf("no bucket has %s", want)
}

// scrape is what Prometheus reads, exemplars included.
func scrape(registry *prometheus.Registry) string {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true}).ServeHTTP(w, r)
	return w.Body.String()
}

// waited is what atende_client_wait_seconds has seen of the gateway, and its limit.
func waited(registry *prometheus.Registry) (count, seconds, limit float64) {
	for line := range strings.Lines(scrape(registry)) {
		_, _ = fmt.Sscanf(line, `atende_client_wait_seconds_count{client="gateway"} %g`, &count)
		_, _ = fmt.Sscanf(line, `atende_client_wait_seconds_sum{client="gateway"} %g`, &seconds)
		_, _ = fmt.Sscanf(line, `atende_client_rate_limit{client="gateway"} %g`, &limit)
	}
	return count, seconds, limit
}

func TestWaitsAreMeasured(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*Config)
		steps   []step
		calls   int
		count   float64
		seconds float64
		rate    float64
	}{
		"nothing holds a call back":   {func(*Config) {}, []step{status(200)}, 3, 0, 0, 0},
		"the second waits a rate":     {func(c *Config) { c.Rate = 1 }, []step{status(200)}, 2, 2, 1, 1},
		"the second waits as wished":  {once, []step{status(429, "Retry-After", "3"), status(200)}, 2, 1, 3, 0},
		"a place, and then one again": {func(c *Config) { c.AtOnce, c.Waiting = 1, 1 }, []step{status(200)}, 0, 2, 4, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				registry := prometheus.NewRegistry()
				p, w, _ := setup(t, c.change, func(c *Config) { c.Metrics = metrics.New(registry).Clients })
				w.will(c.steps...)
				for range c.calls {
					_ = call(t.Context(), t, p, read)
				}
				if p.places != nil {
					_ = enter(t.Context(), t, p)
					time.AfterFunc(4*time.Second, p.Leave)
					_ = enter(t.Context(), t, p)
				}
				count, seconds, limit := waited(registry)
				if count != c.count || seconds < c.seconds-0.01 || seconds > c.seconds+0.01 || limit != c.rate {
					t.Errorf("%v waits of %v s at a limit of %v, want %v of %v s at %v", count, seconds, limit, c.count, c.seconds, c.rate)
				}
			})
		})
	}
}
