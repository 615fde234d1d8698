package main

import (
	"bufio"
	"cmp"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// caller is a connection to the agent's webhooks from one of this machine's addresses (127.0.0.0/8).
func (h *house) caller(from string) net.Conn {
	h.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: patience}
	conn, err := dialer.Dial("tcp", h.agent.address)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		h.t.Fatal(err)
	}
	return conn
}

// begin announces a body of a MiB and sends so many bytes of it.
func begin(conn net.Conn, bytes int) error {
	_, err := fmt.Fprintf(conn, "POST /webhook/message HTTP/1.1\r\nHost: atende\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		1<<20, strings.Repeat(" ", bytes))
	return err
}

// The token is asked first: a stranger hears 401 while the body is still to come, and not how large it may be.
func TestTokenBeforeBody(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ATENDE_WEBHOOK_TOKEN", "gate")
	conn := h.caller("127.0.0.1")
	if err := begin(conn, 1); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer after %v: %v", time.Since(began), err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("half a body is answered %d", response.StatusCode)
	}
	if status, answer := h.post("/webhook/message", make([]byte, 1<<20+1)); status != http.StatusUnauthorized {
		t.Errorf("a large body is answered %d %s", status, answer)
	}
}

// Whoever only sends halves of bodies uses up its own share of the memory; messages from another address are taken.
func TestHalfSentBodies(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "ATENDE_WEBHOOK_SECRET", "seal", "ATENDE_WEBHOOK_TOKEN", "")
	var sending sync.WaitGroup
	for n := range 900 { // some large, and then small ones into what is left
		size := 1<<20 - 1
		if n >= 80 {
			size = 1
			sending.Wait()
		}
		conn := h.caller("127.0.0.2")
		sending.Go(func() { _ = begin(conn, size) }) // one that is refused is cut
	}
	sending.Wait()
	body := event("s-1", "m1", "oi")
	if status, answer := h.post("/webhook/message", body, "X-Webhook-Signature", signed("seal", body)); status != http.StatusAccepted {
		t.Errorf("%d %s", status, answer)
	}
	h.gateway.hears("s-1", "Clínica Boa Vida")
}

// What a web page can make a browser send is refused although webhooks are open to anybody.
func TestBrowsersRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, test := range []struct {
		header, value string
		status        int
		answer        string
	}{
		{"Origin", "https://elsewhere.example", 403, `{"status":"error","reason":"forbidden"}`},
		{"Sec-Fetch-Site", "cross-site", 403, `{"status":"error","reason":"forbidden"}`},
		{"Content-Type", "text/plain", 415, `{"status":"error","reason":"unsupported_media_type"}`},
	} {
		if status, answer := h.post("/webhook/message", event("s-1", "m1", "oi"), test.header, test.value); status != test.status || answer != test.answer {
			t.Errorf("%s: %d %s", test.header, status, answer)
		}
	}
	h.says("s-2", "m2", "oi") // as a gateway sends it
	h.gateway.hears("s-2", "Clínica Boa Vida")
}

// Every answer of every listener says that its type is not to be guessed, that nothing of strangers is run in it or around
// it, and that its address is told to nobody.
func TestTypesAreNotGuessed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	gateway := start(t, environment{"ATENDE_WEBHOOK_URL": h.agent.url(), "ATENDE_GATEWAY_LISTEN": "127.0.0.1:0"}, "gateway")
	for _, url := range []string{
		h.agent.url() + "/health", h.agent.url() + "/webhook/message", h.agent.url() + "/nowhere",
		"http://" + h.agent.admin + "/metrics", "http://" + h.agent.admin + "/ready", "http://" + h.agent.admin + "/debug/pprof/",
		"http://" + h.agent.admin + "/admin/", "http://" + h.agent.admin + "/nowhere",
		h.scheduling.url() + "/api/v1/agendamento/horarios", h.scheduling.url() + "/nowhere",
		gateway.url() + "/", gateway.url() + "/sim/sessions", gateway.url() + "/nowhere",
	} {
		response, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if got := response.Header.Values("X-Content-Type-Options"); len(got) != 1 || got[0] != "nosniff" {
			t.Errorf("%s: %q", url, got)
		}
		policy := response.Header.Values("Content-Security-Policy")
		own := strings.HasPrefix(url, gateway.url()) // the simulator's page has scripts of its own
		if len(policy) != 1 || !strings.HasPrefix(policy[0], "default-src 'none'; ") != own || !strings.HasSuffix(policy[0], "frame-ancestors 'none'") {
			t.Errorf("%s: %q", url, policy)
		}
		if got := response.Header.Values("Referrer-Policy"); len(got) != 1 || got[0] != "no-referrer" {
			t.Errorf("%s: %q", url, got)
		}
	}
}

// The operators' listener on all addresses: with a token it is asked for, but by probes and scrapes, and strange names
// are refused everywhere; that it is open is in the log, on /ready and in a metric.
func TestAdminBeyondThisMachine(t *testing.T) {
	t.Parallel()
	const token = "9f86d081884c7d65"
	h := newHouse(t, "ATENDE_ADMIN_LISTEN", "0.0.0.0:0", "ATENDE_ADMIN_TOKEN", token)
	ask := func(path, host, token string) (int, string) {
		t.Helper()
		request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return h.do(request)
	}
	for _, test := range []struct {
		path, host, token string
		status            int
	}{
		{"/metrics", "", "", 200}, {"/ready", "10.0.0.7:8081", "", 200}, {"/metrics", "agent:8081", "", 200}, {"/metrics", "atende.clinic.svc:8081", "", 200},
		{"/metrics", "evil.example:8081", "", 421}, {"/ready", "evil.example", "", 421}, {"/debug/pprof/", "evil.example", token, 421},
		{"/admin/cluster", "evil.example", token, 421}, {"/admin/accesses", "evil.example", token, 421},
		{"/admin/accesses", "", "", 401}, {"/admin/cluster", "", "wrong", 401}, {"/debug/pprof/", "", "", 401}, {"/debug/pprof/", "", token, 200}, {"/admin/accesses", "", token, 200},
	} {
		if status, page := ask(test.path, test.host, test.token); status != test.status {
			t.Errorf("%+v: %d %.100s", test, status, page)
		}
	}
	h.measures("atende_admin_open 0", `atende_admin_refused_total{reason="host"} 5`, `atende_admin_refused_total{reason="wrong"} 1`, `atende_admin_refused_total{reason="missing"} 2`)
	if log := h.agent.logOf("wrong token"); strings.Count(log, `"msg":"wrong token at the operators' listener","node":`) != 1 || !regexp.MustCompile(`"address":"(127\.0\.0\.1|::1)"`).MatchString(log) {
		t.Errorf("log:\n%s", log)
	}
	h.agent.stop()

	h.agent = start(t, environment(h.env).with("ATENDE_ADMIN_TOKEN", "", "ATENDE_ADMIN_OPEN", "true"), "serve")
	if log := h.agent.log(); !strings.Contains(log, "ATENDE_ADMIN_OPEN") {
		t.Errorf("the log says nothing:\n%s", log)
	}
	h.measures("atende_admin_open 1")
	if _, page := ask("/ready", "", ""); page != `{"status":"ready","webhook_open":true,"admin_open":true}` {
		t.Errorf("/ready: %s", page)
	}
	if status, page := ask("/admin/accesses", "", ""); status != 200 {
		t.Errorf("%d %s", status, page)
	}
}

// The scheduling API begins without any setting on all addresses, answers whoever is on this machine, and says in the log
// that nobody else is; what is for this machine alone, or asks for a token, has nothing to say.
func TestSchedulingWithoutToken(t *testing.T) {
	t.Parallel()
	const warning = "only callers on this machine are answered, as there is no ATENDE_SCHEDULING_TOKEN"
	for name, test := range map[string]struct {
		listen, token string
		warns         bool
		status        int
	}{
		"everywhere":             {"", "", true, http.StatusOK},
		"everywhere, with token": {"", "clinic", false, http.StatusUnauthorized},
		"here":                   {"127.0.0.1:0", "", false, http.StatusOK},
	} {
		env := environment{"ATENDE_SCHEDULING_LISTEN": cmp.Or(test.listen, ":0"), "ATENDE_SCHEDULING_DATABASE_URL": "memory:", "ATENDE_SCHEDULING_TOKEN": test.token}
		p := start(t, env, "scheduling")
		if got := strings.Contains(p.log(), warning); got != test.warns {
			t.Errorf("%s: log\n%s", name, p.log())
		}
		_, port, err := net.SplitHostPort(p.address)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.Post("http://127.0.0.1:"+port+"/api/v1/cadastros/pacientes/cpf/52998224725", "application/json", nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != test.status {
			t.Errorf("%s: %d", name, response.StatusCode)
		}
	}
}
