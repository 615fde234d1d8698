package webhook_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"atende/webhook"
)

// impatient is a hardened server whose patience fits into a test.
func impatient(t *testing.T, in webhook.Intake) (address string) {
	t.Helper()
	return serve(t, &http.Server{
		Handler:           webhook.New(webhook.Config{Intake: in}),
		ReadHeaderTimeout: 200 * time.Millisecond,
		ReadTimeout:       400 * time.Millisecond,
	})
}

func serve(t *testing.T, s *http.Server) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- webhook.Harden(s).Serve(listener) }()
	t.Cleanup(func() {
		_ = s.Close()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// client is a raw connection that is never left open longer than a test may take.
type client struct {
	net.Conn
	t *testing.T
}

func dial(t *testing.T, address string) client {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return client{conn, t}
}

func (c client) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		c.t.Fatal(err)
	}
}

// drip sends piece again and again until the server hangs up; wait for the returned function.
func (c client) drip(piece string, pause time.Duration) (wait func()) {
	var dripping sync.WaitGroup
	dripping.Go(func() {
		beat := time.NewTicker(max(pause, time.Nanosecond))
		defer beat.Stop()
		for {
			if _, err := io.WriteString(c, piece); err != nil {
				return
			}
			if pause > 0 {
				<-beat.C
			}
		}
	})
	return dripping.Wait
}

// answer reads one answer.
func (c client) answer() (response *http.Response, body string) {
	c.t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		c.t.Fatalf("no answer: %v", err)
	}
	content, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return response, string(content)
}

// wantClosed checks that the server ends the connection and says nothing (more).
func (c client) wantClosed() {
	c.t.Helper()
	n, err := io.Copy(io.Discard, c)
	if timeout := net.Error(nil); n != 0 || errors.As(err, &timeout) && timeout.Timeout() {
		c.t.Errorf("read %d bytes, %v; want the end", n, err)
	}
}

func wantRaw(t *testing.T, response *http.Response, body string, wantStatus int, wantBody string) {
	t.Helper()
	if response.StatusCode != wantStatus || body != wantBody {
		t.Errorf("answer = %d %q, want %d %q", response.StatusCode, body, wantStatus, wantBody)
	}
	if !response.Close {
		t.Error("the connection stays open")
	}
}

const head = "POST /webhook/message HTTP/1.1\r\nHost: x\r\n"

func TestSlowClients(t *testing.T) {
	in := &intake{}
	address := impatient(t, in)

	t.Run("says nothing", func(t *testing.T) {
		dial(t, address).wantClosed()
	})
	t.Run("a header that never ends", func(t *testing.T) {
		c := dial(t, address)
		c.send(head)
		wait := c.drip("A: b\r\n", 20*time.Millisecond)
		c.wantClosed()
		_ = c.Close()
		wait()
	})
	t.Run("a body that comes byte by byte", func(t *testing.T) {
		c := dial(t, address)
		c.send(head + "Content-Length: 100000\r\n\r\n{")
		wait := c.drip(" ", 20*time.Millisecond)
		response, body := c.answer()
		wantRaw(t, response, body, 400, bodyInvalid)
		_ = c.Close()
		wait()
	})
	t.Run("a body that stops", func(t *testing.T) {
		c := dial(t, address)
		c.send(head + "Content-Length: 100\r\n\r\n{")
		response, body := c.answer()
		wantRaw(t, response, body, 400, bodyInvalid)
		c.wantClosed()
	})
	if in.calls() != 0 {
		t.Errorf("%d calls reached the engine", in.calls())
	}
}

func TestLargeClients(t *testing.T) {
	in := &intake{}
	address := serve(t, &http.Server{Handler: webhook.New(webhook.Config{Intake: in})})

	for name, length := range map[string]int{"a header of 64 KiB": 64 << 10, "one of more than 8 KiB": 8<<10 + 1} {
		t.Run(name, func(t *testing.T) {
			c := dial(t, address)
			// The write may fail: the server need not read what it refuses.
			_, _ = io.WriteString(c, head+"A: "+strings.Repeat("b", length)+"\r\n\r\n")
			if response, _ := c.answer(); response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
				t.Errorf("answer = %d", response.StatusCode)
			}
		})
	}
	t.Run("a body that never ends", func(t *testing.T) {
		c := dial(t, address)
		c.send(head + "Transfer-Encoding: chunked\r\n\r\n")
		wait := c.drip("10000\r\n"+strings.Repeat("x", 0x10000)+"\r\n", 0)
		response, body := c.answer()
		wantRaw(t, response, body, 413, bodyTooLarge)
		_ = c.Close()
		wait()
	})
	t.Run("a body announced as endless", func(t *testing.T) {
		c := dial(t, address)
		c.send(fmt.Sprintf("%sContent-Length: %d\r\n\r\n", head, int64(1)<<40))
		wait := c.drip(strings.Repeat("x", 0x10000), 0)
		response, body := c.answer()
		wantRaw(t, response, body, 413, bodyTooLarge)
		_ = c.Close()
		wait()
	})
	t.Run("a client that listens only after it sent 8 MiB", func(t *testing.T) {
		c := dial(t, address)
		c.send(fmt.Sprintf("%sContent-Length: %d\r\n\r\n", head, 8<<20))
		c.send(strings.Repeat("x", 8<<20))
		response, body := c.answer()
		wantRaw(t, response, body, 413, bodyTooLarge)
	})
	t.Run("a client that asks first is refused before it sends", func(t *testing.T) {
		c := dial(t, address)
		c.send(fmt.Sprintf("%sExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", head, 8<<20))
		response, body := c.answer()
		wantRaw(t, response, body, 413, bodyTooLarge)
		c.wantClosed()
	})
	if in.calls() != 0 {
		t.Errorf("%d calls reached the engine", in.calls())
	}
}

// A crowd that holds its bodies back delays nobody.
func TestCrowdOfSlowClients(t *testing.T) {
	address := serve(t, &http.Server{Handler: webhook.New(webhook.Config{Intake: &intake{}, MaxAccepts: 1})})
	for range 100 {
		dial(t, address).send(head + "Content-Length: 100000\r\n\r\n{")
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	honest := &http.Client{Transport: transport, Timeout: 10 * time.Second}
	if status, _, body := do(t, honest, "POST", "http://"+address+"/webhook/message", patientMessage("m", "oi")); status != 202 {
		t.Errorf("answer = %d %q", status, body)
	}
	if status, _, body := do(t, honest, "GET", "http://"+address+"/health", ""); status != 200 {
		t.Errorf("answer = %d %q", status, body)
	}
}

func TestHarden(t *testing.T) {
	s := webhook.Harden(&http.Server{IdleTimeout: time.Second})
	if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= 0 || s.MaxHeaderBytes <= 0 {
		t.Errorf("a bound is missing: %+v", s)
	}
	// The slowest answer there is: 15 s for the body, then 40 s for the transfer.
	if s.WriteTimeout < s.ReadTimeout+40*time.Second {
		t.Errorf("WriteTimeout = %v cuts off the answer of a slow transfer", s.WriteTimeout)
	}
	if s.IdleTimeout != time.Second {
		t.Error("a bound that was set is gone")
	}
}
