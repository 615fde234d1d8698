package admin_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/metrics"
	"atende/webhook/admin"
)

// With a token, everything below /admin/ and profiles need it, and what an orchestrator and Prometheus ask for does not.
func TestToken(t *testing.T) {
	d := &clinicDesk{known: "s-1"}
	locked := func() http.Handler { return desk(d, func(c *admin.Config) { c.Token = "s3cret" }) }
	for _, page := range []struct{ method, path string }{
		{"GET", "/debug/pprof/"}, {"GET", "/debug/pprof/heap"}, {"GET", "/debug/pprof/trace"}, {"GET", "/debug/pprof/profile"},
		{"GET", "/admin/"}, {"GET", "/admin/cluster"}, {"POST", "/admin/cluster/drain"}, {"GET", "/admin/demand"}, {"GET", "/admin/accesses"},
		{"GET", "/admin/conversations/s-1"}, {"POST", "/admin/conversations/s-1/resume"}, {"POST", "/admin/erase"}, {"POST", "/admin/export"}, {"POST", "/admin/rekey"},
	} {
		for _, wrong := range []string{"", "Bearer S3cret", "Bearer ", "s3cret", "Basic " + "am9hbmE6"} {
			w := send(locked(), page.method, page.path, "", "Authorization", wrong)
			if w.Code != 401 || !strings.Contains(w.Body.String(), `"reason":"unauthorized"`) || w.Header().Get("WWW-Authenticate") == "" {
				t.Errorf("%s %s with %q: %d %q", page.method, page.path, wrong, w.Code, w.Body)
			}
		}
	}
	if len(d.asked) != 0 {
		t.Errorf("asked %q", d.asked)
	}
	h := locked()
	for _, path := range []string{"/metrics", "/ready"} {
		if w := send(h, "GET", path, ""); w.Code != 200 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := send(h, "POST", "/admin/conversations/s-1/resume", "", "Authorization", "Bearer s3cret"); w.Code != 200 {
		t.Errorf("with the token: %d %q", w.Code, w.Body)
	}
	r := httptest.NewRequest("POST", "/admin/conversations/s-1/resume", nil)
	r.Host = "localhost"
	r.SetBasicAuth("joana", "s3cret")
	h.ServeHTTP(httptest.NewRecorder(), r)
	if got := strings.Join(d.asked, ", "); got != ": resume, joana: resume" {
		t.Errorf("asked %q", got)
	}
}

// A web site whose name leads here for a moment reads nothing with an operator's browser.
func TestHosts(t *testing.T) {
	h := desk(&clinicDesk{known: "s-1"}, func(c *admin.Config) { c.Hosts = []string{"atende.clinic.example"} })
	for host, status := range map[string]int{
		"127.0.0.1:8081": 200, "[::1]:8081": 200, "[::1]": 200, "localhost": 200, "atende:8081": 200, "atende.clinics.svc.cluster.local:8081": 200,
		"atende.clinics.svc": 200, "Atende.Clinic.Example:8081": 200, "atende.clinic.example.": 200,
		"evil.example": 421, "evil.example:8081": 421, "127.0.0.1.evil.example:8081": 421, "localhost.evil.example": 421, "notlocal.com": 421,
		"a.local.evil.example": 421, "[::ffff:10.0.0.7]": 200,
	} {
		for _, page := range []struct{ method, path string }{
			{"GET", "/metrics"}, {"GET", "/ready"}, {"GET", "/debug/pprof/goroutine?debug=1"}, {"GET", "/admin/cluster"},
			{"GET", "/admin/conversations/s-1"}, {"GET", "/admin/history"}, {"POST", "/admin/conversations/s-1/resume"}, {"POST", "/admin/conversations/s-1/hand-over"},
		} {
			r := httptest.NewRequest(page.method, page.path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != status {
				t.Errorf("%s: %s %s: %d %q", host, page.method, page.path, w.Code, w.Body)
			}
		}
	}
}

// An address that shows wrong tokens may go on at the pace of the clock alone, and not even a right one is looked at
// before; other addresses are as if nothing was, and each wrong one is in the log with its address and nothing else.
func TestWrongTokens(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	var log bytes.Buffer
	measured := metrics.New(prometheus.NewRegistry())
	h := desk(&clinicDesk{known: "s-1"}, func(c *admin.Config) {
		c.Token, c.Metrics, c.Now = "s3cret", measured.Admin, func() time.Time { return now }
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	show := func(address, token string, want int) {
		t.Helper()
		r := httptest.NewRequest("GET", "/admin/conversations/s-1", nil)
		r.Host, r.RemoteAddr = "localhost", address
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want || (w.Header().Get("Retry-After") != "") != (want == 429) {
			t.Errorf("%s from %s: %d %v, want %d", token, address, w.Code, w.Header(), want)
		}
	}
	for range 30 { // of the right ones, or none, any number
		show("192.0.2.7:1001", "s3cret", 200)
		show("192.0.2.7:1001", "", 401)
	}
	for n := range 10 {
		show(fmt.Sprintf("192.0.2.7:%d", 1001+n), "guess-529.982.247-25", 401)
	}
	show("192.0.2.7:1001", "guess", 429)
	show("192.0.2.7:1001", "s3cret", 429)
	show("192.0.2.7:1001", "", 401)
	show("192.0.2.8:1001", "s3cret", 200)
	now = now.Add(10 * time.Second)
	show("192.0.2.7:1001", "s3cret", 200) // and is given back
	show("192.0.2.7:1001", "guess", 401)
	show("192.0.2.7:1001", "guess", 429)
	for header, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		if w := send(h, "POST", "/admin/conversations/s-1/pause", "{}", header, value, "Content-Type", "application/json"); w.Code != 403 {
			t.Errorf("from another site: %d", w.Code)
		}
	}
	for reason, want := range map[string]float64{"missing": 31, "wrong": 11, "slowed": 3, "host": 0, "origin": 2} {
		if got := testutil.ToFloat64(measured.Admin.Refused.WithLabelValues(reason)); got != want {
			t.Errorf("%s: %v, want %v", reason, got, want)
		}
	}
	lines := log.String()
	for line, want := range map[string]int{"wrong token": 11, "reason=slowed": 3, "reason=origin": 2, "reason=missing": 20, "reason=token": 21} { // of the last two 31 and 32
		if got := strings.Count(lines, line); got != want {
			t.Errorf("%d lines of %q", got, line)
		}
	}
	if strings.Contains(lines, "guess") || strings.Contains(lines, "s-1") || strings.Contains(lines, "s3cret") || strings.Count(lines, "left_out=") != 1 {
		t.Errorf("log:\n%s", lines)
	}
}

// A caller that shows a token where none is asked for is let in all the same.
func TestTokenThatNobodyAsksFor(t *testing.T) {
	if w := send(desk(&clinicDesk{known: "s-1"}, nil), "POST", "/admin/conversations/s-1/resume", "", "Authorization", "Bearer s3cret"); w.Code != 200 {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
