package outbound

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/metrics"
)

// served is a peer with real connections to a real server.
func served(t *testing.T, handler http.HandlerFunc, change ...func(*Config)) (*Peer, metrics.Clients) {
	t.Helper()
	server := httptest.NewServer(handler)
	m := metrics.New(prometheus.NewRegistry()).Clients
	config := Config{Client: "gateway", BaseURL: server.URL, Metrics: m, Retry: Retry{MaxTries: 1}}
	for _, c := range change {
		c(&config)
	}
	p := NewPeer(config)
	t.Cleanup(func() {
		p.Close()
		server.CloseClientConnections()
		server.Close()
	})
	return p, m
}

// cut ends the connection of a request without an answer, by a reset if abrupt.
func cut(w http.ResponseWriter, abrupt bool) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	if tcp, ok := conn.(*net.TCPConn); ok && abrupt {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// partial announces more than it sends.
func partial(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"half":`)
}

func TestKinds(t *testing.T) {
	short := func(c *Config) { c.Timeout = 2 * time.Second } // in which a busy machine certainly connects
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	answer := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "patient 52998224725", code) }
	}
	needs := Call{Operation: "get_session", Method: http.MethodGet, Path: "/x"}
	wants := Call{Operation: "get_session", Method: http.MethodGet, Path: "/x", Answer: WantBody}
	cases := []struct {
		name   string
		server http.HandlerFunc
		call   Call
		change func(*Config)
		kind   Kind
		cause  string
		status int
		result string
	}{
		{"no answer in time", hang, needs, short, Unknown, causeTimeout, 0, "timeout"},
		{"connection closed", func(w http.ResponseWriter, _ *http.Request) { cut(w, false) }, needs, once, Unknown, causeClosed, 0, "failed"},
		{"connection reset", func(w http.ResponseWriter, _ *http.Request) { cut(w, true) }, needs, once, Unknown, causeReset, 0, "failed"},
		{"answer breaks off", partial, needs, once, Unknown, causeClosed, 200, "failed"},
		{"answer too large", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(make([]byte, maxBody+1))
		}, needs, once, Unknown, causeLarge, 200, "failed"},
		{"too large for one who only wants it", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(make([]byte, maxBody+1))
		}, wants, once, -1, "", 200, "ok"},
		{"breaks off for one who only wants it", partial, wants, once, -1, "", 200, "ok"},
		{"redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, needs, once, Unknown, "", 307, "failed"},
		{"400", answer(400), needs, once, Refused, "", 400, "refused"},
		{"401", answer(401), needs, once, Refused, "", 401, "refused"},
		{"404", answer(404), needs, once, Refused, "", 404, "refused"},
		{"408", answer(408), needs, once, Unknown, "", 408, "failed"},
		{"409", answer(409), needs, once, Refused, "", 409, "refused"},
		{"429", answer(429), needs, once, Unknown, "", 429, "failed"},
		{"500", answer(500), needs, once, Unknown, "", 500, "failed"},
		{"503", answer(503), needs, once, Unknown, "", 503, "failed"},
		{"201", answer(201), needs, once, -1, "", 201, "ok"},
		{"204", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, needs, once, -1, "", 204, "ok"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, m := served(t, c.server, c.change)
			response, err := p.Do(t.Context(), c.call)
			if response.Status != c.status || counted(m, "get_session", c.result) != 1 {
				t.Errorf("status %d, want %d; counted as %s %d times", response.Status, c.status, c.result, counted(m, "get_session", c.result))
			}
			if c.kind < 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var failure *Error
			if !errors.As(err, &failure) || failure.Kind != c.kind || failure.Cause != c.cause || failure.Status != c.status {
				t.Fatalf("got %v, want %v %q %d", err, c.kind, c.cause, c.status)
			}
			if strings.Contains(err.Error(), "52998224725") || strings.Contains(err.Error(), "http://") {
				t.Errorf("the error says too much: %v", err)
			}
		})
	}
}

// What certainly did not leave is told apart from all else: it may be repeated.
func TestNotSent(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := "http://" + listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	mute, err := net.Listen("tcp", "127.0.0.1:0") // takes connections, never shakes hands
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	stranger := httptest.NewUnstartedServer(http.NotFoundHandler())
	stranger.Config.ErrorLog = log.New(io.Discard, "", 0)
	stranger.StartTLS()
	defer stranger.Close()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	cases := []struct {
		name, url string
		ctx       context.Context
		cause     string
	}{
		{"nobody listens", gone, t.Context(), causeRefused},
		{"unknown certificate", stranger.URL, t.Context(), causeTLS},
		{"no handshake in time", "https://" + mute.Addr().String(), t.Context(), causeTimeout},
		{"caller gave up before", gone, ended, causeCanceled},
		{"no address", "http://\x7f", t.Context(), causeRequest},
	}
	for _, c := range cases {
		timeout := time.Minute // a busy machine may take seconds to shake hands
		if c.cause == causeTimeout {
			timeout = time.Second
		}
		for _, isOnce := range []bool{false, true} {
			p := NewPeer(Config{Client: "gateway", BaseURL: c.url, Timeout: timeout, Retry: Retry{MaxTries: 1}})
			_, err := p.Do(c.ctx, Call{Operation: "transfer", Method: http.MethodPut, Once: isOnce})
			var failure *Error
			if !errors.As(err, &failure) || failure.Kind != NotSent || failure.Cause != c.cause {
				t.Errorf("%s (once: %v): got %v, want not sent: %s", c.name, isOnce, err, c.cause)
			}
			p.Close()
		}
	}
}

// A request on its way when the caller gives up is no failure of the other side, and nobody knows what
// became of it.
func TestCanceledOnTheWay(t *testing.T) {
	arrived := make(chan struct{})
	p, m := served(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(arrived)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	if failure := call(ctx, t, p, send); failure == nil || failure.Kind != Canceled {
		t.Errorf("got %v, want canceled", failure)
	}
	if counted(m, "send_in_session", "canceled") != 1 {
		t.Error("not counted as canceled")
	}
}

func TestRequestOnTheWire(t *testing.T) {
	type seen struct {
		uri, host, body string
		header          http.Header
	}
	got := make(chan seen, 1)
	p, _ := served(t, func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- seen{r.RequestURI, r.Host, string(body), r.Header}
	}, func(c *Config) {
		c.BaseURL += "/prefix/"
		c.Header = http.Header{"X-Clinic": {"7"}, "host": {"api.test"}, "idempotency-key": {"k"}, "X-Idempotency-Key": {"k"}, "Accept-Encoding": {"gzip"}}
	})
	for _, isOnce := range []bool{false, true} {
		_, err := p.Do(t.Context(), Call{
			Operation: "x", Method: http.MethodPost, Path: "/a/" + Segment("../+ç"), Once: isOnce,
			Header: http.Header{"Atende-Intent": {"s/1"}}, Body: map[string]string{"message": "<3 & até"},
		})
		if err != nil {
			t.Fatal(err)
		}
		s := <-got
		if s.uri != "/prefix/a/..%2F%2B%C3%A7" || s.host != "api.test" || s.body != `{"message":"<3 & até"}` {
			t.Errorf("got %q %q %q", s.uri, s.host, s.body)
		}
		if s.header.Get("X-Clinic") != "7" || s.header.Get("Atende-Intent") != "s/1" || s.header.Get("Content-Type") != "application/json" {
			t.Errorf("headers %v", s.header)
		}
		for _, name := range unwanted[:2] {
			if s.header.Get(name) != "" {
				t.Errorf("%s was sent", name)
			}
		}
	}
}

func TestReadJudgesTheAnswer(t *testing.T) {
	cases := []struct {
		name string
		err  error
		kind Kind
		want string
	}{
		{"content", nil, -1, ""},
		{"cannot be read", errors.New("patient 52998224725"), Unknown, "gateway get_session: unknown: status 200: unreadable answer"},
		{"definite", &Error{Kind: Refused, Cause: "said no"}, Refused, "gateway get_session: refused: status 200: said no"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, _, _ := setup(t)
			asked := read
			asked.Read = func(r Response) error {
				if !bytes.Equal(r.Body, []byte(`{}`)) {
					t.Errorf("body %q", r.Body)
				}
				return c.err
			}
			_, err := p.Do(t.Context(), asked)
			if c.kind < 0 && err != nil || c.kind >= 0 && (err == nil || err.Error() != c.want || KindOf(err) != c.kind) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// Connections are used again for ordinary calls, also after a refusal, and never for calls that must
// happen once.
func TestConnections(t *testing.T) {
	var mu sync.Mutex
	var from []string
	p, _ := served(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		from = append(from, r.RemoteAddr)
		http.Error(w, "no", http.StatusNotFound)
	})
	for _, isOnce := range []bool{false, false, false, true, true} {
		_, _ = p.Do(t.Context(), Call{Operation: "x", Method: http.MethodPost, Body: struct{}{}, Once: isOnce})
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(from)))
	if len(from) != 5 || len(distinct) != 3 {
		t.Errorf("%d requests over %d connections, want 5 over 3", len(from), len(distinct))
	}
}

func TestSegment(t *testing.T) {
	for text, want := range map[string]string{
		"0b6c-4f_~": "0b6c-4f_~", "a.b": "a.b", "..": "%2E%2E", ".": "%2E", "": "",
		"+55|11": "%2B55%7C11", "a/b?c#d": "a%2Fb%3Fc%23d", "é %": "%C3%A9%20%25",
	} {
		if got := Segment(text); got != want {
			t.Errorf("Segment(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestErrorText(t *testing.T) {
	for want, e := range map[string]*Error{
		"gateway tag: refused: status 404":             {Client: "gateway", Operation: "tag", Kind: Refused, Status: 404, Cause: ""},
		"gateway tag: not sent: breaker open":          {Client: "gateway", Operation: "tag", Kind: NotSent, Status: 0, Cause: causeOpen},
		"gateway tag: unknown: status 200: answer odd": {Client: "gateway", Operation: "tag", Kind: Unknown, Status: 200, Cause: "answer odd"},
		"scheduling book: canceled: canceled":          {Client: "scheduling", Operation: "book", Kind: Canceled, Status: 0, Cause: causeCanceled},
	} {
		if e.Error() != want {
			t.Errorf("got %q, want %q", e.Error(), want)
		}
	}
	if KindOf(io.EOF) != Unknown {
		t.Error("an error of somebody else is not unknown")
	}
}

// A user and a password in the base URL are sent as net/http would; a header of ours goes before them.
func TestCredentialsInTheURL(t *testing.T) {
	got := make(chan string, 1)
	handler := func(_ http.ResponseWriter, r *http.Request) { got <- r.Header.Get("Authorization") }
	for header, want := range map[string]string{"": "Basic dTpw", "Bearer t": "Bearer t"} {
		p, _ := served(t, handler, func(c *Config) {
			c.BaseURL = strings.Replace(c.BaseURL, "http://", "http://u:p@", 1)
			if header != "" {
				c.Header = http.Header{"Authorization": {header}}
			}
		})
		if failure := call(t.Context(), t, p, read); failure != nil {
			t.Fatal(failure)
		}
		if sent := <-got; sent != want {
			t.Errorf("sent %q, want %q", sent, want)
		}
	}
}

func TestRawBody(t *testing.T) {
	p, _ := served(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.Header.Get("Content-Type")+" "+string(body))
	})
	body := Raw{ContentType: "multipart/form-data; boundary=x", Data: []byte("--x\r\n<&>\x00\xff")}
	answer, err := p.Do(t.Context(), Call{Operation: "tag", Method: http.MethodPost, Path: "/", Body: body})
	if want := body.ContentType + " " + string(body.Data); err != nil || string(answer.Body) != want {
		t.Errorf("got %q, %v", answer.Body, err)
	}
}

// A call may allow its answer less than the usual 8 MiB, whether its length is announced or not.
func TestMaxAnswer(t *testing.T) {
	for _, announced := range []bool{true, false} {
		for size, good := range map[int]bool{1000: true, 1001: false} {
			p, _ := served(t, func(w http.ResponseWriter, _ *http.Request) {
				if announced {
					w.Header().Set("Content-Length", strconv.Itoa(size))
				} else {
					w.(http.Flusher).Flush()
				}
				_, _ = w.Write(make([]byte, size))
			})
			answer, err := p.Do(t.Context(), Call{Operation: "tag", Method: http.MethodGet, Path: "/", MaxAnswer: 1000})
			if (err == nil) != good || good && len(answer.Body) != size {
				t.Errorf("%d bytes, announced %v: got %d, %v", size, announced, len(answer.Body), err)
			}
		}
	}
}
