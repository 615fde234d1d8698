package session

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
	"atende/metrics"
	"atende/metrics/tracing"
	"atende/metrics/tracing/tracingtest"
)

// traced is a bench in real time whose turns are spans; stop sends them.
func traced(t *testing.T) (b *bench, collector *tracingtest.Collector, stop func()) {
	t.Helper()
	b, collector = newBench(t), tracingtest.New(t)
	tracer, err := tracing.New(tracing.Config{URL: collector.URL, Ratio: 1, Metrics: metrics.New(prometheus.NewRegistry()).Tracing})
	if err != nil {
		t.Fatal(err)
	}
	b.config.Tracer = tracer
	b.config.Now = func() time.Time { return time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC) }
	return b, collector, func() {
		t.Helper()
		if err := tracer.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
}

// Whatever a turn asks of others is a part of its span, in the trace of its first message: also the A4, which has
// a goroutine of its own, and the parts, which another pass sends.
func TestSpanReachesEveryCall(t *testing.T) {
	b, collector, stop := traced(t)
	if err := b.journal.Learn(t.Context(), journal.Fact{AgendaID: 101, Exclusive: true, At: b.config.Now()}); err != nil { // nobody looks at it afterwards
		t.Fatal(err)
	}
	var called, strangers []string
	want := ""
	note := func(ctx context.Context, operation, _ string) error {
		called = append(called, operation)
		if tracing.Trace(ctx) != want {
			strangers = append(strangers, operation)
		}
		return nil
	}
	b.gateway.Before, b.clinic.Before = note, note
	for n, text := range []string{sessiontest.Book, sessiontest.Person} {
		want = tracing.ID("s", []string{"m1", "m2"}[n])
		b.write(text)
		if again := b.wake(); again != 0 {
			t.Fatalf("woken again after %v", again)
		}
	}
	stop()
	all := "get_session slots find_patient register_patient find_patient book send_in_session send_in_session get_session send_in_session transfer get_session"
	if got := strings.Join(called, " "); got != all || len(strangers) > 0 {
		t.Errorf("called %q, of which outside of the trace %q", got, strangers)
	}
	var results []string
	for _, span := range collector.Spans() {
		results = append(results, span.Name+" "+span.Attributes["result"]+" "+span.Attributes["turn"]+" "+span.Trace[:4])
	}
	if expected := []string{"turn replied 1 " + tracing.ID("s", "m1")[:4], "turn handed_over 2 " + tracing.ID("s", "m2")[:4]}; !slices.Equal(results, expected) {
		t.Errorf("spans %q, want %q", results, expected)
	}
	if log := b.log.String(); strings.Count(log, "trace="+tracing.ID("s", "m1")) != 1 {
		t.Errorf("the log does not name the trace once:\n%s", log)
	}
}

// Whoever goes on after a crash goes on in the trace of the message: with a delivery, or with an A4.
func TestTraceOverACrash(t *testing.T) {
	for _, at := range []string{"book", "send"} {
		t.Run(at, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.clinic.Replays, b.clinic.Announces = true, true
				died := false
				die := func(_ context.Context, operation, _ string) error {
					if died || !strings.HasPrefix(operation, at) {
						return nil
					}
					died = true
					b.host.cancel()
					return lost
				}
				b.gateway.Before, b.clinic.After = die, die
				b.write(sessiontest.Book)
				b.wake()
				synctest.Wait()
				b.log.Reset()
				b.start()
				b.settle()
				if want := "outcome=AGENDADO"; at == "book" && !strings.Contains(b.log.String(), want) {
					t.Errorf("the log has no %q:\n%s", want, b.log)
				}
				if want := "trace=" + tracing.ID("s", "m1"); !strings.Contains(b.log.String(), want) {
					t.Errorf("the log has no %q:\n%s", want, b.log)
				}
			})
		})
	}
}

// A turn that is put off ends its span, wherever it was; so does one that panics, or whose outbox waits.
func TestSpanEndsOnEveryWayOut(t *testing.T) {
	fault := func(operation string) sessiontest.Fault {
		return func(_ context.Context, name, _ string) error {
			if strings.HasPrefix(name, operation) {
				return sessiontest.Failure("gateway", outbound.Unknown, 500)
			}
			return nil
		}
	}
	for name, breakIt := range map[string]func(b *bench){
		"no session":  func(b *bench) { b.gateway.Before = fault("get_session") },
		"no delivery": func(b *bench) { b.gateway.Before = fault("send") },
		"a panic":     func(b *bench) { b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) { panic("x") }} },
		"no commit":   func(b *bench) { b.config.Journal = &flaky{Journal: b.journal, fails: 1} },
	} {
		t.Run(name, func(t *testing.T) {
			b, collector, stop := traced(t)
			breakIt(b)
			b.write("oi")
			if again := b.wake(); again <= 0 {
				t.Fatalf("woken again after %v", again)
			}
			stop()
			if spans := collector.Spans(); len(spans) != 1 || spans[0].Name != "turn" || spans[0].Attributes["result"] != "" {
				t.Errorf("spans %+v", spans)
			}
		})
	}
}
