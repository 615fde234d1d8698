package session

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/session/record"
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

// bench is one session with everything around it, driven by hand in virtual time.
type bench struct {
	t       *testing.T
	gateway *sessiontest.Gateway
	clinic  *sessiontest.Clinic
	journal journal.Journal // of the test, without faults
	config  Config
	metrics *metrics.Metrics
	numbers *prometheus.Registry
	log     *bytes.Buffer
	results []string // of the turns

	session  *session
	host     *stubHost
	messages int
}

type stubHost struct {
	ctx      context.Context
	cancel   context.CancelFunc
	draining atomic.Bool
	woken    chan struct{} // holds one

	mu     sync.Mutex
	right  Right
	tenure cluster.Tenure
}

func (h *stubHost) Done(string, Rest) {}

func (h *stubHost) Wake(string) {
	select {
	case h.woken <- struct{}{}:
	default:
	}
}

// Right is that of the sole owner, unless a test takes it away.
func (h *stubHost) Right(string) (Right, cluster.Tenure) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.right, h.tenure
}

// now has the right change.
func (h *stubHost) now(right Right, tenure cluster.Tenure) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.right, h.tenure = right, tenure
}

func (h *stubHost) Draining() bool           { return h.draining.Load() }
func (h *stubHost) Context() context.Context { return h.ctx }

// virtual runs a test in virtual time, which begins on 2000-01-01.
func virtual(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, newBench(t)) })
}

func newBench(t *testing.T) *bench {
	numbers := prometheus.NewRegistry()
	b := &bench{
		t: t, numbers: numbers, gateway: &sessiontest.Gateway{}, clinic: &sessiontest.Clinic{},
		journal: memory.New(memory.Options{}), metrics: metrics.New(numbers),
		log: &bytes.Buffer{},
	}
	b.config = Config{
		Journal: b.journal, Gateway: b.gateway, Scheduling: b.clinic,
		Driver: sessiontest.Driver{}, Clinic: sessiontest.Catalogue(),
		Filters: Filters{Instances: []string{"5511000"}, Team: "Recepção", Statuses: []string{"Pendente", "IN_PROGRESS"}},
		Metrics: b.metrics.Turns, Panics: b.metrics.Engine.TurnPanics,
		Log:   slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Hooks: Hooks{TurnEnded: func(_, result string) { b.results = append(b.results, result) }},
	}
	return b
}

// start begins a new process: nothing is left in memory.
func (b *bench) start() {
	b.clinic.Forget()
	ctx, cancel := context.WithCancel(b.t.Context())
	b.host = &stubHost{ctx: ctx, cancel: cancel, woken: make(chan struct{}, 1), right: MayAct, tenure: cluster.Tenure{Suspect: time.Now()}}
	b.session = newSession(NewBehavior(b.config), b.host, "s")
}

// post accepts the body of a row under an id.
func (b *bench) post(id string, body []byte) {
	b.t.Helper()
	b.postTo("s", id, body)
}

// send accepts a message under an id.
func (b *bench) send(id string, m journal.PatientMessage) {
	b.t.Helper()
	b.post(id, m.Encode())
}

// postTo is post for another session.
func (b *bench) postTo(session, id string, body []byte) {
	b.t.Helper()
	err := b.journal.Accept(b.t.Context(), journal.Incoming{SessionID: session, MessageID: id, Body: body})
	if err != nil {
		b.t.Fatal(err)
	}
}

// taken accepts the news that a person was given the session by webhook.
func (b *bench) taken() {
	b.t.Helper()
	err := b.journal.Accept(b.t.Context(), journal.Incoming{SessionID: "s", MessageID: "transfer", Kind: journal.Transferred})
	if err != nil {
		b.t.Fatal(err)
	}
}

// write accepts texts under new ids.
func (b *bench) write(texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		b.messages++
		b.post("m"+strconv.Itoa(b.messages), sessiontest.Body(text))
	}
}

// wake runs the session once and returns when it wants to be woken again.
func (b *bench) wake() time.Duration {
	if b.session == nil {
		b.start()
	}
	return b.session.run(b.host.ctx)
}

// settle wakes the session as it asks for until nothing waits, for at most a day and a half.
func (b *bench) settle() {
	b.t.Helper()
	begin := time.Now()
	for again := b.wake(); again > 0; again = b.wake() {
		if time.Since(begin) > 36*time.Hour {
			b.t.Fatal("the session does not come to rest")
		}
		b.rest(again)
	}
	synctest.Wait() // for what goes on beside the turns
	waiting, err := b.journal.Sweep(b.t.Context(), 10)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, w := range waiting {
		if !record.IsPhoneSession(w.SessionID) { // which is not in this bench
			b.t.Errorf("rows of %s wait although the session is at rest", w.SessionID)
		}
	}
}

// rest waits until the session is to be woken again: by itself, or by a booking that landed.
func (b *bench) rest(again time.Duration) {
	select {
	case <-time.After(again):
	case <-b.host.woken:
	}
}

// say writes texts and settles.
func (b *bench) say(texts ...string) {
	b.t.Helper()
	b.write(texts...)
	b.settle()
}

func (b *bench) wantTexts(want ...string) {
	b.t.Helper()
	if got := b.gateway.Texts(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		b.t.Errorf("the patient read %q, want %q", got, want)
	}
}

func (b *bench) wantResults(want ...string) {
	b.t.Helper()
	if got := strings.Join(b.results, " "); got != strings.Join(want, " ") {
		b.t.Errorf("turns ended %q, want %q", got, want)
	}
}

// wantOutcomes checks the whole of atende_outcomes_total: "AGENDADO 1".
func (b *bench) wantOutcomes(want ...string) {
	b.t.Helper()
	var got []string
	for _, outcome := range metrics.Outcomes {
		if n := testutil.ToFloat64(b.metrics.Turns.Outcomes.WithLabelValues(outcome)); n > 0 {
			got = append(got, outcome+" "+strconv.Itoa(int(n)))
		}
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		b.t.Errorf("outcomes %q, want %q", got, want)
	}
}

func (b *bench) wantLogWithout(secrets ...string) {
	b.t.Helper()
	for _, secret := range secrets {
		if strings.Contains(b.log.String(), secret) {
			b.t.Errorf("the log contains %q:\n%s", secret, b.log)
		}
	}
}

// histogram returns how many values were observed and their sum.
func (b *bench) histogram(name string) (count uint64, sum float64) {
	b.t.Helper()
	families, err := b.numbers.Gather()
	if err != nil {
		b.t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == name {
			h := family.GetMetric()[0].GetHistogram()
			return h.GetSampleCount(), h.GetSampleSum()
		}
	}
	b.t.Fatalf("no metric %s", name)
	return 0, 0
}
