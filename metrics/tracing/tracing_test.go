package tracing_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"atende/metrics"
	"atende/metrics/tracing"
	"atende/metrics/tracing/tracingtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var began = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

// start is a tracer of one node towards a collector, and what it counts.
func start(t *testing.T, c tracing.Config) (*tracing.Tracer, metrics.Tracing) {
	t.Helper()
	if c.Metrics.Spans == nil {
		c.Metrics = metrics.New(prometheus.NewRegistry()).Tracing
	}
	tracer, err := tracing.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, tracer) })
	return tracer, c.Metrics
}

func stop(t *testing.T, tracer *tracing.Tracer) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := tracer.Close(ctx); err != nil {
		t.Error(err)
	}
}

func counted(m metrics.Tracing, result string) float64 {
	return testutil.ToFloat64(m.Spans.WithLabelValues(result))
}

// One message is one trace, although two nodes make its parts and know nothing of each other.
func TestTraceOfAMessage(t *testing.T) {
	collector := tracingtest.New(t)
	one, _ := start(t, tracing.Config{URL: collector.URL, Ratio: 1, Service: "atende", Version: "v1", Node: "a"})
	other, counts := start(t, tracing.Config{URL: collector.URL + "/", Ratio: 1, Service: "atende", Node: "b"})

	_, accept := one.Accept(t.Context(), "s1", "m1")
	accept.End()
	_, second := one.Accept(t.Context(), "s1", "m2")
	second.End()
	ctx, turn := other.Turn(t.Context(), "s1", []string{"m1", "m2"}, began)
	turn.Set("result", "replied")
	callCtx, call := tracing.Call(ctx, "gateway", "send_in_session")
	_, try := tracing.Try(callCtx, "gateway", "send_in_session", 1)
	try.Count("status", 502)
	try.Fail("failed")
	try.End()
	call.End()
	_, part := tracing.Start(turn.Context(t.Context()), "media fetch")
	part.End()
	turn.End()
	stop(t, one)
	stop(t, other)

	m1, m2 := tracing.ID("s1", "m1"), tracing.ID("s1", "m2")
	if got := tracing.Trace(ctx); got != m1 {
		t.Errorf("the turn is in trace %s, not in that of its first message", got)
	}
	spans := map[string]tracingtest.Span{}
	for _, s := range collector.Spans() {
		if s.Name == "message accept" && s.Trace == m2 {
			continue
		}
		if s.Trace != m1 {
			t.Errorf("%s is in trace %s, want %s", s.Name, s.Trace, m1)
		}
		spans[s.Name] = s
	}
	for child, parent := range map[string]string{
		"message accept": "", "turn": "message accept", "gateway send_in_session": "turn", "try": "gateway send_in_session", "media fetch": "turn",
	} {
		if s, ok := spans[child]; !ok || s.Parent != spans[parent].ID {
			t.Errorf("%s (there: %v) is a part of %q, want of %s", child, ok, s.Parent, parent)
		}
	}
	if s := spans["turn"]; !s.Start.Equal(began) || !cmp.Equal(s.Links, []string{m2}) || s.Kind != "consumer" || s.Attributes["result"] != "replied" {
		t.Errorf("turn: %+v", s)
	}
	if s := spans["try"]; s.Failed != "failed" || s.Kind != "client" ||
		!cmp.Equal(s.Attributes, map[string]string{"client": "gateway", "operation": "send_in_session", "attempt": "1", "status": "502"}) {
		t.Errorf("try: %+v", s)
	}
	if s := spans["message accept"]; s.Kind != "server" || s.Resource["service.name"] != "atende" || s.Resource["service.version"] != "v1" || s.Resource["service.instance.id"] != "a" {
		t.Errorf("message accept: %+v", s)
	}
	if s := spans["turn"]; s.Resource["service.instance.id"] != "b" {
		t.Errorf("turn: %+v", s)
	}
	if version, said := spans["turn"].Resource["service.version"]; said {
		t.Errorf("a version that nobody gave: %q", version)
	}
	if got := counted(counts, "exported"); got != 4 {
		t.Errorf("%v spans exported by the second node, want 4", got)
	}
	if _, paths := collector.Requests(); paths[0] != "/v1/traces" {
		t.Errorf("sent to %s", paths[0])
	}
}

// A caller of the webhook that sends a trace of its own does not draw the message into it.
func TestTraceOfTheCaller(t *testing.T) {
	collector := tracingtest.New(t)
	tracer, counts := start(t, tracing.Config{URL: collector.URL, Ratio: 1})
	ctx, caller := tracer.Accept(t.Context(), "s", "of the caller")
	_, span := tracer.Accept(ctx, "s", "m")
	span.End()
	stop(t, tracer)
	spans := collector.Spans()
	if len(spans) != 1 || spans[0].Trace != tracing.ID("s", "m") || spans[0].Parent != "" {
		t.Errorf("%+v", spans)
	}
	caller.End() // too late
	if got := counted(counts, "failed"); got != 1 {
		t.Errorf("%v spans that ended behind the last one are counted, want 1", got)
	}
}

// The names of a message cannot be moved into each other, and nothing of them stands in the id.
func TestID(t *testing.T) {
	id := tracing.ID("5511988887777", "m1")
	if len(id) != 32 || strings.Trim(id, "0123456789abcdef") != "" {
		t.Errorf("%q is no trace id", id)
	}
	seen := map[string]bool{}
	for _, name := range [][2]string{{"5511988887777", "m1"}, {"5511988887777m", "1"}, {"", "5511988887777m1"}, {"m1", "5511988887777"}, {strings.Repeat("x", 4000), "m1"}} {
		if id := tracing.ID(name[0], name[1]); seen[id] || id == strings.Repeat("0", 32) {
			t.Errorf("%q has the id of another", name)
		} else {
			seen[id] = true
		}
	}
}

// Off, nothing is made; the trace's id goes along all the same, for logs and exemplars.
func TestOff(t *testing.T) {
	var off *tracing.Tracer
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		_, span := off.Accept(ctx, "s1", "m1")
		span.Set("result", "accepted")
		_, call := tracing.Call(ctx, "gateway", "get_session")
		_, try := tracing.Try(ctx, "gateway", "get_session", 1)
		try.Fail("timeout")
		try.End()
		call.End()
		span.End()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	of, turn := off.Turn(ctx, "s1", []string{"m1"}, began)
	if _, part := tracing.Start(of, "part"); part != (tracing.Span{}) {
		t.Error("there is a span")
	}
	for _, in := range []context.Context{of, turn.Context(ctx)} {
		if got := tracing.Trace(in); got != tracing.ID("s1", "m1") {
			t.Errorf("trace %q", got)
		}
	}
	if n := testing.AllocsPerRun(100, func() { turn.Set("result", "replied"); turn.Count("turn", 1); turn.Fail("failed"); turn.End() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if got := tracing.Trace(ctx); got != "" {
		t.Errorf("trace %q of nothing", got)
	}
	if _, none := off.Turn(ctx, "s1", nil, began); none != (tracing.Span{}) {
		t.Error("a turn about nothing has a span")
	}
	if err := off.Close(ctx); err != nil {
		t.Error(err)
	}
}

// All nodes choose the same traces, and the parts of one that was not chosen are not made either.
func TestRatio(t *testing.T) {
	const messages = 4000
	collector := tracingtest.New(t)
	accepting, _ := start(t, tracing.Config{URL: collector.URL, Ratio: 0.25})
	working, _ := start(t, tracing.Config{URL: collector.URL, Ratio: 0.25})
	for i := range messages {
		id := fmt.Sprint("m", i)
		_, span := accepting.Accept(t.Context(), "s", id)
		span.End()
		ctx, turn := working.Turn(t.Context(), "s", []string{id}, began)
		_, part := tracing.Start(ctx, "part")
		part.End()
		turn.End()
		if tracing.Trace(ctx) != tracing.ID("s", id) {
			t.Fatal("a trace that is not made has no id")
		}
	}
	stop(t, accepting)
	stop(t, working)
	parts := map[string]int{}
	for _, s := range collector.Spans() {
		parts[s.Trace]++
	}
	if n := len(parts); n < messages/5 || n > messages*3/10 {
		t.Errorf("%d of %d traces, want a quarter", n, messages)
	}
	for trace, n := range parts {
		if n != 3 {
			t.Fatalf("trace %s has %d of 3 parts", trace, n)
		}
	}
}

// A collector that hangs delays nobody: what does not fit is dropped and counted, and so is what was on its way when
// the node has no more time.
func TestCollectorHangs(t *testing.T) {
	collector, release := tracingtest.New(t), make(chan struct{})
	collector.Status = func() int { <-release; return 0 }
	defer close(release)
	tracer, counts := start(t, tracing.Config{URL: collector.URL, Ratio: 1})
	const spans = 20_000
	for i := range spans {
		_, span := tracer.Accept(t.Context(), "s", fmt.Sprint(i))
		span.End()
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := tracer.Close(ctx); err == nil {
		t.Error("no word of what was not sent")
	}
	dropped, failed := counted(counts, "crowded_out"), counted(counts, "failed")
	if dropped < spans-8192-512 || dropped+failed != spans || counted(counts, "exported") != 0 {
		t.Errorf("%v dropped, %v failed of %d", dropped, failed, spans)
	}
}

// What the collector refuses is counted and told once, without a word of its answer; then it is told that it goes on.
func TestCollectorRefuses(t *testing.T) {
	for name, status := range map[string]int{"refused": http.StatusForbidden, "moved": http.StatusTemporaryRedirect} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // each waits twice until a batch is sent
			collector := tracingtest.New(t)
			var answer atomic.Int32
			answer.Store(int32(status))
			asked := make(chan struct{}, 10)
			collector.Status = func() int {
				status := int(answer.Load()) // before the test hears of it and sets the next one
				asked <- struct{}{}
				return status
			}
			lines := &recorder{line: make(chan string, 10)}
			tracer, counts := start(t, tracing.Config{URL: collector.URL, Ratio: 1, Log: slog.New(slog.NewTextHandler(lines, nil))})
			send := func(id string) {
				_, span := tracer.Accept(t.Context(), "s", id)
				span.End()
			}
			send("1")
			if line := <-lines.line; !strings.Contains(line, "level=WARN") || !strings.Contains(line, fmt.Sprintf("status=%d", status)) {
				t.Errorf("the log says %q", line)
			}
			if got := counted(counts, "failed"); got != 1 {
				t.Errorf("%v spans failed", got)
			}
			<-asked
			send("2") // of which nothing more is said
			<-asked
			answer.Store(0)
			send("3")
			if line := <-lines.line; !strings.Contains(line, "level=INFO") {
				t.Errorf("the log says %q", line)
			}
			if spans := collector.Spans(); len(spans) != 1 || counted(counts, "failed") != 2 {
				t.Errorf("%d spans came, want the third one", len(spans))
			}
			answer.Store(int32(status))
			send("4")
			if line := <-lines.line; !strings.Contains(line, "level=WARN") {
				t.Errorf("the log says %q", line)
			}
		})
	}
}

// recorder hands on each line that is logged.
type recorder struct{ line chan string }

func (r *recorder) Write(line []byte) (int, error) {
	r.line <- string(bytes.Clone(line))
	return len(line), nil
}

func TestHeaders(t *testing.T) {
	collector := tracingtest.New(t)
	withUser := strings.Replace(collector.URL, "http://", "http://ana:segredo@", 1) + "/otlp/v1/traces"
	tracer, _ := start(t, tracing.Config{URL: withUser, Ratio: 1, Headers: http.Header{"X-Tenant": {"boa", "vida"}}})
	_, span := tracer.Accept(t.Context(), "s", "m")
	span.End()
	stop(t, tracer)
	own, _ := start(t, tracing.Config{URL: withUser, Ratio: 1, Headers: http.Header{"Authorization": {"Bearer abc"}}})
	_, span = own.Accept(t.Context(), "s", "m")
	span.End()
	stop(t, own)
	headers, paths := collector.Requests()
	if len(headers) != 2 || headers[1].Get("Authorization") != "Bearer abc" {
		t.Fatalf("the header that was set is not sent: %v", headers)
	}
	if headers[0].Get("Authorization") != "Basic YW5hOnNlZ3JlZG8=" || headers[0].Get("X-Tenant") != "boa, vida" || paths[0] != "/otlp/v1/traces" {
		t.Errorf("%v %v", headers, paths)
	}
}

// A variable for the collector of something else does not send spans, or a password, elsewhere.
func TestEnvironmentIsNotRead(t *testing.T) {
	elsewhere, collector := tracingtest.New(t), tracingtest.New(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", elsewhere.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "X-Password=1")
	t.Setenv("OTEL_TRACES_SAMPLER", "always_off")
	tracer, _ := start(t, tracing.Config{URL: collector.URL, Ratio: 1})
	_, span := tracer.Accept(t.Context(), "s", "m")
	span.End()
	stop(t, tracer)
	headers, _ := collector.Requests()
	if len(elsewhere.Spans()) != 0 || len(headers) != 1 || headers[0].Get("X-Password") != "" {
		t.Errorf("%d spans went elsewhere, %v", len(elsewhere.Spans()), headers)
	}
}

func TestEndpoint(t *testing.T) {
	for base, want := range map[string]string{
		"http://collector:4318":         "http://collector:4318/v1/traces",
		"https://collector/":            "https://collector/v1/traces",
		"http://collector:4318/a/b":     "http://collector:4318/a/b",
		"collector:4318":                "",
		"grpc://collector:4317":         "",
		"http://":                       "",
		"http://collector/?key=1":       "",
		"http://collector/v1/traces#a":  "",
		"http://collector:4318\n/x/y/z": "",
	} {
		got, err := tracing.Endpoint(base)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", base, got, err)
		}
		if want != "" {
			continue
		}
		if _, err := tracing.New(tracing.Config{URL: base}); err == nil {
			t.Errorf("%q: taken", base)
		}
	}
}

// What a span carries is bounded, should somebody ever set what is not.
func TestBounds(t *testing.T) {
	collector := tracingtest.New(t)
	tracer, _ := start(t, tracing.Config{URL: collector.URL, Ratio: 1})
	_, span := tracer.Turn(t.Context(), "s", make([]string, 1000), began)
	span.Set("long", strings.Repeat("x", 10_000))
	for i := range 100 {
		span.Count(fmt.Sprint(i), i)
	}
	span.End()
	stop(t, tracer)
	s := collector.Spans()[0]
	if len(s.Links) != 64 || len(s.Attributes) != 32 || len(s.Attributes["long"]) != 128 {
		t.Errorf("%d links, %d attributes, one of %d characters", len(s.Links), len(s.Attributes), len(s.Attributes["long"]))
	}
}

// Many turns end at once, and Close comes twice.
func TestConcurrentUse(t *testing.T) {
	collector := tracingtest.New(t)
	tracer, counts := start(t, tracing.Config{URL: collector.URL, Ratio: 1})
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 100 {
				ctx, turn := tracer.Turn(t.Context(), fmt.Sprint(n), []string{fmt.Sprint(i)}, began)
				_, call := tracing.Call(ctx, "gateway", "tag")
				call.End()
				turn.End()
			}
		})
	}
	all.Wait()
	stop(t, tracer)
	stop(t, tracer)
	if got := counted(counts, "exported"); got != 1600 || len(collector.Spans()) != 1600 {
		t.Errorf("%v of 1600 spans exported, %d came", got, len(collector.Spans()))
	}
	if batches, _ := collector.Requests(); len(batches) < 4 { // of 512 spans at most
		t.Errorf("sent in %d batches", len(batches))
	}
}

// What is off must not be felt; what is on costs some microseconds a span.
func BenchmarkTurn(b *testing.B) {
	work := func(b *testing.B, tracer *tracing.Tracer) {
		b.ReportAllocs()
		for b.Loop() {
			ctx, turn := tracer.Turn(b.Context(), "session", []string{"message"}, began)
			for range 6 {
				inner, call := tracing.Call(ctx, "gateway", "get_session")
				_, try := tracing.Try(inner, "gateway", "get_session", 1)
				try.End()
				call.End()
			}
			turn.End()
		}
	}
	b.Run("off", func(b *testing.B) { work(b, nil) })
	b.Run("on", func(b *testing.B) {
		tracer, err := tracing.New(tracing.Config{URL: tracingtest.New(b).URL, Ratio: 1})
		if err != nil {
			b.Fatal(err)
		}
		work(b, tracer)
		_ = tracer.Close(b.Context())
	})
}
