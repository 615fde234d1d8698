package outbound

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"atende/metrics"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// wire is a transport without sockets, for virtual time.  It answers with its steps in turn and then
// with the last one again, and notes when it was asked.
type wire struct {
	mu    sync.Mutex
	steps []step
	at    []time.Time
}

// step is one reaction of the other side.
type step func(*http.Request) (*http.Response, error)

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	w.at = append(w.at, time.Now())
	next := w.steps[0]
	if len(w.steps) > 1 {
		w.steps = w.steps[1:]
	}
	w.mu.Unlock()
	return next(r)
}

// will replaces what the other side does from now on.
func (w *wire) will(steps ...step) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.steps = steps
}

func (w *wire) calls() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.at)
}

// pauses are the times between the calls.
func (w *wire) pauses() []time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []time.Duration
	for i := 1; i < len(w.at); i++ {
		out = append(out, w.at[i].Sub(w.at[i-1]))
	}
	return out
}

// status answers with a status and headers, given as name, value, …
func status(code int, headers ...string) step {
	return func(*http.Request) (*http.Response, error) {
		header := http.Header{}
		for i := 0; i+1 < len(headers); i += 2 {
			header.Set(headers[i], headers[i+1])
		}
		return &http.Response{StatusCode: code, Header: header, Body: io.NopCloser(bytes.NewBufferString(`{}`))}, nil
	}
}

// broken fails like a connection that breaks with a request on it.
func broken(err error) step {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// hanging answers when nobody wants to know any more.
func hanging(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

var unreachable = broken(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED})

// setup makes a peer over a wire, with metrics of its own; change may alter its configuration.
func setup(t *testing.T, change ...func(*Config)) (*Peer, *wire, metrics.Clients) {
	t.Helper()
	w := &wire{steps: []step{status(http.StatusOK)}}
	counted := metrics.New(prometheus.NewRegistry()).Clients
	config := Config{Client: "gateway", BaseURL: "http://gateway.test", Transport: w, Metrics: counted}
	for _, c := range change {
		c(&config)
	}
	return NewPeer(config), w, counted
}

// once turns retries off.
func once(c *Config) { c.Retry.MaxTries = 1 }

// send is a call that must not be repeated, read one that may.
var (
	send = Call{Operation: "send_in_session", Method: http.MethodPost, Path: "/send", Body: map[string]string{"message": "oi"}}
	read = Call{Operation: "get_session", Method: http.MethodGet, Path: "/read", Repeatable: true}
	tag  = Call{Operation: "tag", Method: http.MethodPost, Path: "/tag", Repeatable: true, Optional: true}
)

// call makes a call and returns its error as ours, nil for success.
func call(ctx context.Context, t *testing.T, p *Peer, c Call) *Error {
	t.Helper()
	_, err := p.Do(ctx, c)
	if err == nil {
		return nil
	}
	var failure *Error
	if !errors.As(err, &failure) {
		t.Fatalf("%T is not *Error", err)
	}
	return failure
}

// counted is the value of atende_client_requests_total for an operation of the gateway.
func counted(c metrics.Clients, operation, result string) int {
	return int(testutil.ToFloat64(c.Requests.WithLabelValues("gateway", operation, result)))
}
