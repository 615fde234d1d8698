package endpoint

import (
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// get asks the endpoint and returns the body, or the error as a text.
func get(client *http.Client, url string) string {
	response, err := client.Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return string(body)
}

func testClient(t *testing.T) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 10 * time.Second}
}

func listen(t *testing.T, address string) *Endpoint {
	t.Helper()
	e, err := Listen(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func serving(handler http.HandlerFunc) *http.Server {
	return &http.Server{Handler: handler, ReadHeaderTimeout: time.Second}
}

// A call in hand when Stop comes is answered; one that never ends is cut.
func TestStop(t *testing.T) {
	for _, c := range []struct {
		name      string
		patience  time.Duration
		endless   bool
		wantError bool
	}{
		{name: "a call in hand finishes", patience: 10 * time.Second},
		{name: "an endless call is cut", patience: 10 * time.Millisecond, endless: true, wantError: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			inside, leave := make(chan struct{}), make(chan struct{})
			e := listen(t, "127.0.0.1:0")
			e.Start(serving(func(w http.ResponseWriter, r *http.Request) {
				close(inside)
				select {
				case <-leave:
				case <-r.Context().Done():
				}
				_, _ = io.WriteString(w, "done")
			}))
			answer := make(chan string, 1)
			client := testClient(t)
			go func() { answer <- get(client, e.URL()) }()
			<-inside
			ctx, cancel := context.WithTimeout(t.Context(), c.patience)
			defer cancel()
			stopped := make(chan error, 1)
			go func() { stopped <- e.Stop(ctx) }()
			if !c.endless {
				close(leave)
			}
			if err := <-stopped; (err != nil) != c.wantError {
				t.Errorf("Stop: %v", err)
			}
			if got := <-answer; (got == "done") == c.endless {
				t.Errorf("the caller got %q", got)
			}
			if e.Err() != nil {
				t.Errorf("a stopped endpoint failed: %v", e.Err())
			}
		})
	}
}

func TestStopTwiceAndUnstarted(t *testing.T) {
	e := listen(t, "127.0.0.1:0")
	e.Start(serving(http.NotFound))
	for range 2 {
		if err := e.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if err := listen(t, "127.0.0.1:0").Stop(t.Context()); err != nil {
		t.Error("an endpoint that was never started:", err)
	}
}

func TestBusyPortIsAnError(t *testing.T) {
	first := listen(t, "127.0.0.1:0")
	defer func() { _ = first.Stop(t.Context()) }()
	if _, err := Listen(t.Context(), first.Addr()); err == nil {
		t.Error("two endpoints on one port")
	}
}

func TestURL(t *testing.T) {
	e := listen(t, ":0")
	e.Start(serving(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") }))
	defer func() { _ = e.Stop(t.Context()) }()
	if got := get(testClient(t), e.URL()); got != "here" {
		t.Errorf("%s: %q", e.URL(), got)
	}
}
