package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// slowGateway is a gateway that takes its time: what is said in a session waits at it until it opens.
type slowGateway struct {
	server  *httptest.Server
	target  atomic.Pointer[url.URL]
	opened  chan struct{}
	once    sync.Once
	waiting atomic.Int32
}

func newSlowGateway(t *testing.T) *slowGateway {
	c := &slowGateway{opened: make(chan struct{})}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(c.target.Load()) }}
	c.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/message/sync") {
			c.waiting.Add(1)
			<-c.opened
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		c.open()
		c.server.Close()
	})
	return c
}

// open lets everything through from now on.
func (c *slowGateway) open() { c.once.Do(func() { close(c.opened) }) }

// crowd lets so many patients write twice, the second time while the answer to the first is on its way.
func (c *slowGateway) crowd(h *house, sessions int) {
	h.t.Helper()
	for n := range sessions {
		h.says(fmt.Sprintf("s-%d", n), fmt.Sprintf("a-%d", n), "oi")
	}
	for deadline := time.Now().Add(patience); int(c.waiting.Load()) < sessions; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("%d answers are on their way", c.waiting.Load())
		}
	}
	for n := range sessions {
		h.says(fmt.Sprintf("s-%d", n), fmt.Sprintf("b-%d", n), "quero marcar com a dra. Ana, particular")
	}
}

// ending asks the agent to stop, and waits until it says that it does.
func (h *house) ending() {
	h.t.Helper()
	if err := h.agent.command.Process.Signal(syscall.SIGTERM); err != nil {
		h.t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodGet, "http://"+h.agent.admin+"/ready", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if status, _ := h.do(request); status == http.StatusServiceUnavailable {
			return
		}
		if time.Now().After(deadline) {
			h.t.Fatal("the agent does not stop")
		}
	}
}

// ended waits for the end of the agent and returns its exit code.
func (h *house) ended() int {
	h.t.Helper()
	<-h.agent.read
	var failed *exec.ExitError
	if err := h.agent.command.Wait(); err != nil && !errors.As(err, &failed) {
		h.t.Error(err)
	}
	return h.agent.command.ProcessState.ExitCode()
}

// A journal in memory has no next start: what was accepted is answered before the exit, also what no turn had begun
// with, and nothing more is accepted meanwhile (contract, "Drain with memory:").
func TestDrainInMemory(t *testing.T) {
	t.Parallel()
	const sessions = 40
	c := newSlowGateway(t)
	h := newHouse(t, "ATENDE_DATABASE_URL", "memory:", "ATENDE_GATEWAY_URL", c.server.URL)
	target, err := url.Parse(h.gateway.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c.target.Store(target)
	c.crowd(h, sessions)
	h.ending()
	if status, answer := h.post("/webhook/message", event("late", "m", "oi")); status != http.StatusServiceUnavailable || answer != `{"status":"error","reason":"unavailable"}` {
		t.Errorf("a message while draining: %d %s", status, answer)
	}
	c.open()
	if code := h.ended(); code != exitOK {
		t.Errorf("exit code %d:\n%s", code, h.agent.log())
	}
	offered, hour := map[string]bool{}, regexp.MustCompile(`\d\d:\d\d`)
	for len(h.gateway.sent) > 0 {
		if m := <-h.gateway.sent; hour.MatchString(m.text) {
			offered[m.session] = true
		}
	}
	if len(offered) != sessions {
		t.Errorf("%d of %d patients heard an answer to their second message", len(offered), sessions)
	}
}

// What cannot be answered in time is counted in one line of the log, and the exit code is that of a failure.
func TestDrainInMemoryTooSlow(t *testing.T) {
	t.Parallel()
	c := newSlowGateway(t)
	h := newHouse(t, "ATENDE_DATABASE_URL", "memory:", "ATENDE_GATEWAY_URL", c.server.URL, "ATENDE_DRAIN_TIMEOUT", "100ms")
	target, err := url.Parse(h.gateway.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c.target.Store(target)
	c.crowd(h, 3)
	h.ending()
	if code := h.ended(); code != exitFailure {
		t.Errorf("exit code %d", code)
	}
	if log := h.agent.log(); strings.Count(log, "accepted messages are lost: ") != 1 || !strings.Contains(log, `"count":6`) {
		t.Errorf("the log does not say that 6 messages are lost:\n%s", log)
	}
}
