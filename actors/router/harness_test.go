package router

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/session"
	"atende/actors/session/sessiontest"
	"atende/metrics"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := goleak.Find(); code == 0 && err != nil {
		os.Stderr.WriteString(err.Error())
		code = 1
	}
	os.Exit(code)
}

// bench is a router with real actors and everything around it in memory.
type bench struct {
	t       testing.TB
	gateway *sessiontest.Gateway
	clinic  *sessiontest.Clinic
	journal journal.Journal
	metrics *metrics.Metrics
	log     *lockedBuffer
	config  Config
	acts    session.Config
	router  *Router

	mu    sync.Mutex
	ended map[string]int // turns by session
}

// lockedBuffer is a log that may be read while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// virtual runs a test in virtual time and drains what it started.
func virtual(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		f(t, b)
		if b.router != nil {
			_ = b.router.Drain(context.WithoutCancel(t.Context()))
		}
		synctest.Wait()
	})
}

func newBench(t testing.TB) *bench {
	b := &bench{
		t: t, gateway: &sessiontest.Gateway{}, clinic: &sessiontest.Clinic{},
		journal: memory.New(memory.Options{}), metrics: metrics.New(prometheus.NewRegistry()),
		log: &lockedBuffer{}, ended: map[string]int{},
	}
	log := slog.New(slog.NewTextHandler(b.log, nil))
	b.acts = session.Config{
		Journal: b.journal, Gateway: b.gateway, Scheduling: b.clinic,
		Driver: sessiontest.Driver{}, Clinic: sessiontest.Catalogue(),
		Filters: session.Filters{Instances: []string{"5511000"}, Team: "Recepção", Statuses: []string{"Pendente"}},
		Metrics: b.metrics.Turns, Panics: b.metrics.Engine.TurnPanics, Log: log,
		Hooks: session.Hooks{TurnEnded: func(id, _ string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.ended[id]++
		}},
	}
	b.config = Config{
		Journal: b.journal, Gateway: b.gateway, Metrics: b.metrics.Engine, Outcomes: b.metrics.Turns.Outcomes, Log: log,
	}
	return b
}

func (b *bench) start() {
	b.t.Helper()
	if b.config.Producer == nil {
		b.config.Producer = session.NewBehavior(b.acts).Producer
	}
	var err error
	if b.router, err = New(b.config); err != nil {
		b.t.Fatal(err)
	}
}

var messageIDs = struct {
	sync.Mutex
	n int
}{}

// accept takes a text of a patient, as the webhook does.
func (b *bench) accept(sessionID, text string) {
	b.t.Helper()
	messageIDs.Lock()
	messageIDs.n++
	id := fmt.Sprint("m", messageIDs.n)
	messageIDs.Unlock()
	if err := b.router.Accept(context.Background(), sessionID, id, sessiontest.Text(text)); err != nil {
		b.t.Error(err)
	}
}

// texts lists what a session's patient read.
func (b *bench) texts(sessionID string) string {
	var texts []string
	for _, sent := range b.gateway.Sent() {
		if sent.Session == sessionID {
			texts = append(texts, strings.TrimPrefix(sent.Text, "TEXT:"))
		}
	}
	return strings.Join(texts, "|")
}

func (b *bench) wantTexts(sessionID, want string) {
	b.t.Helper()
	if got := b.texts(sessionID); got != want {
		b.t.Errorf("session %s read %q, want %q", sessionID, got, want)
	}
}

func (b *bench) wantRest() {
	b.t.Helper()
	if n := b.journal.Pending(); n != 0 {
		b.t.Errorf("%d rows wait", n)
	}
}

func (b *bench) outcomes(outcome string) float64 {
	return testutil.ToFloat64(b.metrics.Turns.Outcomes.WithLabelValues(outcome))
}

// only lets a fault apply to one session.
func only(sessionID string, f func(ctx context.Context) error) sessiontest.Fault {
	return func(ctx context.Context, _, subject string) error {
		if subject != sessionID {
			return nil
		}
		return f(ctx)
	}
}

// hang waits for d, or for the caller to give up.
func hang(d time.Duration) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		select {
		case <-time.After(d):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
