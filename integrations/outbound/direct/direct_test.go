package direct

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is a server that counts its connections.
type host struct {
	*httptest.Server
	opened atomic.Int32
	closed chan struct{} // gets one for each connection that ended
}

func serve(t *testing.T, handler http.HandlerFunc) *host {
	t.Helper()
	h := &host{Server: httptest.NewUnstartedServer(handler), closed: make(chan struct{}, 1000)}
	h.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			h.opened.Add(1)
		}
		if state == http.StateClosed {
			h.closed <- struct{}{}
		}
	}
	h.Start()
	t.Cleanup(h.Close)
	return h
}

// raw is a server that does with each connection what a test wants.
func raw(t *testing.T, handle func(c net.Conn, r *bufio.Reader)) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer c.Close()
				handle(c, bufio.NewReader(c))
			})
		}
	})
	t.Cleanup(func() { listener.Close(); all.Wait() })
	return listener.Addr().String()
}

// transport is a small one to an address; change may alter it.
func transport(t *testing.T, address string, change ...func(*Config)) *Transport {
	t.Helper()
	config := Config{
		Address: address, Dial: (&net.Dialer{}).DialContext,
		MaxConns: 100, MaxIdle: 100, IdleFor: time.Hour, BufferSize: 2 << 10, MaxHeader: 64 << 10,
	}
	for _, c := range change {
		c(&config)
	}
	tr := New(config)
	t.Cleanup(tr.CloseIdleConnections)
	return tr
}

// call makes a call and reads its answer.
func call(ctx context.Context, tr *Transport, method, path, body string) (status int, text string, err error) {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://"+tr.config.Address+path, reader)
	if err != nil {
		return 0, "", err
	}
	answer, err := tr.RoundTrip(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(read), err
}

func wantCall(t *testing.T, tr *Transport, method, path, body, want string) {
	t.Helper()
	status, got, err := call(t.Context(), tr, method, path, body)
	if err != nil || got != want || status/100 != 2 {
		t.Errorf("%s %s: %d %q %v, want %q", method, path, status, got, err, want)
	}
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %s %s", r.Method, r.URL.Path, body)
}

func TestOneConnectionServesManyCalls(t *testing.T) {
	big := strings.Repeat("á", 20_000)
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/empty":
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/early":
			w.Header().Set("Link", "</a>")
			w.WriteHeader(http.StatusEarlyHints)
			fmt.Fprint(w, "late")
		case "/chunked":
			fmt.Fprint(w, "one ")
			w.(http.Flusher).Flush()
			fmt.Fprint(w, "two")
		default:
			echo(w, r)
		}
	})
	tr := transport(t, h.Listener.Addr().String())
	wantCall(t, tr, "GET", "/a", "", "GET /a ")
	wantCall(t, tr, "POST", "/b", "oi", "POST /b oi")
	wantCall(t, tr, "POST", "/big", big, "POST /big "+big)
	wantCall(t, tr, "GET", "/empty", "", "")
	wantCall(t, tr, "GET", "/none", "", "")
	wantCall(t, tr, "GET", "/early", "", "late")
	wantCall(t, tr, "GET", "/chunked", "", "one two")
	wantCall(t, tr, "GET", "/a", "", "GET /a ")
	if n := h.opened.Load(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// What the other side does not want to go on with is not used again.
func TestConnectionIsNotUsedAgain(t *testing.T) {
	answers := map[string]string{
		"it says so":         "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
		"it speaks 1.0":      "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
		"its end is the end": "HTTP/1.1 200 OK\r\n\r\nok",
		"it says too much":   "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad",
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			var opened atomic.Int32
			address := raw(t, func(c net.Conn, r *bufio.Reader) {
				opened.Add(1)
				if _, err := http.ReadRequest(r); err != nil {
					return
				}
				_, _ = io.WriteString(c, answer)
				if name == "it says too much" {
					_, _ = r.ReadByte() // until the caller hangs up
				}
			})
			tr := transport(t, address)
			wantCall(t, tr, "GET", "/", "", "ok")
			wantCall(t, tr, "GET", "/", "", "ok")
			if n := opened.Load(); n != 2 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

// A connection that ended while it was idle, or on which something came unasked, is noticed before the next
// request is written to it.
func TestIdleConnectionsAreLookedAt(t *testing.T) {
	for name, farewell := range map[string]string{"it ended": "", "something came": "HTTP/1.1 408 Request Timeout\r\n\r\n"} {
		t.Run(name, func(t *testing.T) {
			said := make(chan struct{}, 2)
			address := raw(t, func(c net.Conn, r *bufio.Reader) {
				if _, err := http.ReadRequest(r); err != nil {
					return
				}
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
				_, _ = io.WriteString(c, farewell)
				_ = c.Close()
				said <- struct{}{}
			})
			tr := transport(t, address)
			for range 3 {
				r, _ := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+"/", strings.NewReader("x"))
				answer, err := tr.RoundTrip(r)
				if err != nil {
					t.Fatal(err)
				}
				<-said // the end is on its way; loopback delivers in order
				_, _ = io.ReadAll(answer.Body)
				_ = answer.Body.Close()
			}
		})
	}
}

// Nothing is ever repeated: a request whose connection breaks is one failure, and one request.
func TestNothingIsRepeated(t *testing.T) {
	var seen atomic.Int32
	address := raw(t, func(c net.Conn, r *bufio.Reader) {
		for {
			if _, err := http.ReadRequest(r); err != nil {
				return
			}
			if seen.Add(1) > 1 {
				return // without an answer, on a connection that was good before
			}
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		}
	})
	tr := transport(t, address)
	wantCall(t, tr, "GET", "/", "", "ok")
	if _, _, err := call(t.Context(), tr, "GET", "/", ""); err == nil {
		t.Error("an answer from nowhere")
	}
	if n := seen.Load(); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func TestContextEnds(t *testing.T) {
	release := make(chan struct{})
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			fmt.Fprint(w, "half")
			w.(http.Flusher).Flush()
		}
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	for _, path := range []string{"/header", "/body"} {
		tr := transport(t, h.Listener.Addr().String())
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, _, err := call(ctx, tr, "GET", path, ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", path, err)
		}
		cancel()
		<-h.closed // the connection went with the call
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	before := h.opened.Load()
	for range 20 {
		if _, _, err := call(ctx, transport(t, h.Listener.Addr().String()), "GET", "/", ""); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if h.opened.Load() != before {
		t.Error("a call that nobody wants was made")
	}
}

func TestHeaderIsBounded(t *testing.T) {
	address := raw(t, func(c net.Conn, r *bufio.Reader) {
		_, _ = http.ReadRequest(r)
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n")
		for {
			if _, err := io.WriteString(c, "X: "+strings.Repeat("x", 1000)+"\r\n"); err != nil {
				return
			}
		}
	})
	if _, _, err := call(t.Context(), transport(t, address), "GET", "/", ""); !errors.Is(err, errHeader) {
		t.Errorf("got %v", err)
	}
}

func TestAnnouncementsAreBounded(t *testing.T) {
	address := raw(t, func(c net.Conn, r *bufio.Reader) {
		_, _ = http.ReadRequest(r)
		for {
			if _, err := io.WriteString(c, "HTTP/1.1 103 Early Hints\r\n\r\n"); err != nil {
				return
			}
		}
	})
	if _, _, err := call(t.Context(), transport(t, address), "GET", "/", ""); !errors.Is(err, errInformation) {
		t.Errorf("got %v", err)
	}
}

func TestCallsAtOnceAreBounded(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	var atOnce atomic.Int32
	h := serve(t, func(http.ResponseWriter, *http.Request) {
		if n := atOnce.Add(1); n > 2 {
			t.Errorf("%d calls at once", n)
		}
		defer atOnce.Add(-1)
		entered <- struct{}{}
		<-release
	})
	tr := transport(t, h.Listener.Addr().String(), func(c *Config) { c.MaxConns = 2 })
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() { wantCall(t, tr, "GET", "/", "", "") })
	}
	<-entered
	<-entered
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := call(ctx, tr, "GET", "/", ""); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a fourth call: %v", err)
	}
	release <- struct{}{}
	<-entered
	close(release)
	all.Wait()
	if n := h.opened.Load(); n > 2 {
		t.Errorf("%d connections", n)
	}
}

func TestIdleConnectionsEnd(t *testing.T) {
	h := serve(t, echo)
	tr := transport(t, h.Listener.Addr().String(), func(c *Config) { c.IdleFor = 30 * time.Millisecond })
	wantCall(t, tr, "GET", "/", "", "GET / ")
	<-h.closed
	tr = transport(t, h.Listener.Addr().String(), func(c *Config) { c.MaxIdle = 0 })
	wantCall(t, tr, "GET", "/", "", "GET / ")
	<-h.closed
	tr = transport(t, h.Listener.Addr().String())
	wantCall(t, tr, "GET", "/", "", "GET / ")
	tr.CloseIdleConnections()
	<-h.closed
}

// A trace tells whether a request may have left.
func TestTrace(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := listener.Addr().String()
	_ = listener.Close()
	h := serve(t, echo)
	for address, want := range map[string]string{nobody: "asked", h.Listener.Addr().String(): "asked connected"} {
		var got []string
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
			GetConn: func(string) { got = append(got, "asked") },
			GotConn: func(httptrace.GotConnInfo) { got = append(got, "connected") },
		})
		_, _, err := call(ctx, transport(t, address), "GET", "/", "")
		if strings.Join(got, " ") != want || (err != nil) != (address == nobody) {
			t.Errorf("%v %v, want %s", got, err, want)
		}
	}
	tr := transport(t, h.Listener.Addr().String())
	r, _ := http.NewRequestWithContext(t.Context(), "GET", "https://"+tr.config.Address, nil)
	if _, err := tr.RoundTrip(r); !errors.Is(err, errScheme) {
		t.Errorf("https: %v", err)
	}
}

// Whatever breaks off, no call ever gets the answer of another one.
func TestAnswersBelongToTheirCalls(t *testing.T) {
	h := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "7") {
			time.Sleep(2 * time.Millisecond)
		}
		fmt.Fprint(w, r.URL.Path, strings.Repeat("-", 3000))
	})
	tr := transport(t, h.Listener.Addr().String(), func(c *Config) { c.MaxConns, c.MaxIdle = 8, 4 })
	var all sync.WaitGroup
	for caller := range 16 {
		all.Go(func() {
			for i := range 100 {
				path := fmt.Sprintf("/%d/%d", caller, i)
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				if i%5 == 0 {
					cancel()
					ctx, cancel = context.WithTimeout(t.Context(), time.Duration(i)*20*time.Microsecond)
				}
				_, text, err := call(ctx, tr, "GET", path, "")
				cancel()
				if err == nil && text != path+strings.Repeat("-", 3000) {
					t.Errorf("%s got %.20q", path, text)
				}
				if err != nil && i%5 != 0 {
					t.Errorf("%s: %v", path, err)
				}
			}
		})
	}
	all.Wait()
}
