package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
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
