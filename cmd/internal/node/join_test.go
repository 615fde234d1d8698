package node

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"atende/actors/journal/postgres"
	"atende/actors/journal/postgres/private"
)

// newDatabase is the URL of a PostgreSQL server of the test's own.
func newDatabase(t *testing.T) string {
	t.Helper()
	server, err := private.Start(t.Context(), private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server.URL()
}

// member is a node called n1 of the cluster on a database.
func member(t *testing.T, gatewayURL, database string) Options {
	o := options(t, gatewayURL)
	o.DatabaseURL, o.Cluster.Name = database, "n1"
	return o
}

// serving hands on the line of a log that says where a node serves.
type serving struct {
	lockedBuffer
	lines chan served
}

// served is where a node serves.
type served struct{ Msg, Address, Admin string }

// newServing is such a log.
func newServing() *serving { return &serving{lines: make(chan served, 1)} }

func (s *serving) Write(line []byte) (int, error) {
	var found served
	if json.Unmarshal(bytes.TrimSpace(line), &found) == nil && found.Msg == "serving" {
		s.lines <- found
	}
	return s.lockedBuffer.Write(line)
}

func (s *serving) logger() *slog.Logger {
	return slog.New(slog.NewJSONHandler(s, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// started is what Start returned.
type started struct {
	node *Node
	err  error
}

// beginAside starts a node in a goroutine and waits until it serves.
func beginAside(ctx context.Context, t *testing.T, o Options, log *serving) (served, <-chan started) {
	t.Helper()
	o.Log = log.logger()
	outcome := make(chan started, 1)
	go func() {
		n, err := Start(ctx, o)
		outcome <- started{n, err}
	}()
	select {
	case at := <-log.lines:
		return at, outcome
	case early := <-outcome:
		t.Fatalf("the start ended before the node served: %v", early.err)
	case <-time.After(time.Minute):
		t.Fatalf("the node does not serve:\n%s", log.String())
	}
	return served{}, nil
}

// expect wants a status of a page.
func expect(t *testing.T, method, url, body string, status int, holds string) {
	t.Helper()
	if got, answer := call(t, method, url, body); got != status || !strings.Contains(answer, holds) {
		t.Errorf("%s: %d %.200s, want %d with %q", url, got, answer, status, holds)
	}
}

// A node whose name is still taken answers: it takes webhooks, which are durable and answered later, but is
// not ready.  Once the name is free it is.
func TestServesWhileItsNameIsTaken(t *testing.T) {
	asked := make(chan struct{}, 100)
	gateway := party(t, func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		http.Error(w, "down", http.StatusServiceUnavailable)
	})
	o := member(t, gateway.URL, newDatabase(t))
	former := begin(t, o)
	stopped := make(chan struct{})
	log := newServing()
	at, outcome := beginAside(t.Context(), t, o, log)
	expect(t, http.MethodGet, "http://"+at.Address+"/health", "", http.StatusOK, "ok")
	expect(t, http.MethodGet, "http://"+at.Admin+"/ready", "", http.StatusServiceUnavailable, "not_ready")
	expect(t, http.MethodGet, "http://"+at.Admin+"/admin/cluster", "", http.StatusOK, `"incarnation":0`)
	event := `{"eventType":"MESSAGE_RECEIVED","content":{"id":"m","sessionId":"s","direction":"FROM_HUB","type":"TEXT","text":"oi"}}`
	expect(t, http.MethodPost, "http://"+at.Address+"/webhook/message", event, http.StatusAccepted, "accepted")
	go func() {
		defer close(stopped)
		finish(t, former)
	}()
	joined := <-outcome
	<-stopped
	if joined.err != nil {
		t.Fatal(joined.err)
	}
	for len(asked) > 0 {
		<-asked // by the former
	}
	expect(t, http.MethodGet, joined.node.AdminURL()+"/ready", "", http.StatusOK, "ready")
	<-asked
	finish(t, joined.node)
	if text := log.String(); strings.Contains(text, "next start") {
		t.Errorf("the other nodes of a cluster answer what waits, the log says else:\n%s", text)
	}
}

// The end of the context ends the wait for the name at once, in order; the ports are free then.
func TestStoppedWhileItsNameIsTaken(t *testing.T) {
	o := member(t, party(t, http.NotFound).URL, newDatabase(t))
	former := begin(t, o)
	defer finish(t, former)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	at, outcome := beginAside(ctx, t, o, newServing())
	expect(t, http.MethodGet, "http://"+at.Admin+"/ready", "", http.StatusServiceUnavailable, "")
	began := time.Now()
	stop()
	if ended := <-outcome; !errors.Is(ended.err, context.Canceled) || errors.Is(ended.err, ErrRefused) {
		t.Errorf("the start ended with %v, want that of its context", ended.err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v: the wait went on", took)
	}
	free(t, at.Address)
	free(t, at.Admin)
	expect(t, http.MethodGet, former.AdminURL()+"/ready", "", http.StatusOK, "")
}

// A node that the cluster never takes is refused at once, and leaves nothing behind.
func TestRefusedByTheCluster(t *testing.T) {
	o := member(t, party(t, http.NotFound).URL, newDatabase(t))
	shared, err := postgres.Open(t.Context(), o.DatabaseURL, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer shared.Close()
	if err := shared.RaiseFloor(t.Context(), 1000); err != nil {
		t.Fatal(err)
	}
	at, outcome := beginAside(t.Context(), t, o, newServing())
	if ended := <-outcome; !errors.Is(ended.err, ErrRefused) {
		t.Errorf("the start ended with %v, want %v", ended.err, ErrRefused)
	}
	free(t, at.Address)
	free(t, at.Admin)
}

// free wants that an address can be listened on.
func free(t *testing.T, address string) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Error(err)
		return
	}
	if err := listener.Close(); err != nil {
		t.Error(err)
	}
}
