package node

import (
	"bytes"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"atende/integrations/chat"
	"atende/integrations/chat/simulator"
	"atende/integrations/model/scripted"
	"atende/metrics/tracing"
	"atende/metrics/tracing/tracingtest"
)

// One trace for each message, from the webhook to the last part, and nothing in it that says who it is about.
func TestTracesOfAConversation(t *testing.T) { eachDialect(t, tracesOfAConversation) }

func tracesOfAConversation(t *testing.T, dialect *chat.Dialect) {
	collector := tracingtest.New(t)
	mind := httptest.NewServer(scripted.New(scripted.Config{Brain: scripted.Func(func(scripted.Request) scripted.Reply {
		return scripted.Reply{} // has nothing to say, so the rules lead
	})}))
	t.Cleanup(func() { mind.CloseClientConnections(); mind.Close() })
	day := newDay(t, dialect, func(o *Options) {
		o.Trace = Trace{URL: collector.URL + "/v1/traces", Service: "atende", Ratio: 1}
		o.Version, o.Cluster.Name = "v1", "node-a"
		o.Model = &Model{Name: "small", URL: mind.URL + "/v1", AtOnce: 4}
	}, nil)
	rita := day.patient("5511977776666", "Rita Lopes")
	rita.books("Rita de Cássia Lopes", "529.982.247-25", "10/10/1975")
	day.stop()

	traces := map[string][]tracingtest.Span{}
	for _, s := range collector.Spans() {
		traces[s.Trace] = append(traces[s.Trace], s)
		if s.Resource["service.name"] != "atende" || s.Resource["service.instance.id"] != "node-a" {
			t.Fatalf("of whom is %+v", s)
		}
	}
	calls := map[string]bool{}
	for _, id := range rita.sent {
		trace := traces[tracing.ID(rita.session, id)]
		accept, turn := only(t, trace, "message accept"), only(t, trace, "turn")
		if accept.Parent != "" || turn.Parent != accept.ID || turn.Attributes["result"] == "" {
			t.Errorf("accept %+v\nturn %+v", accept, turn)
		}
		if n := len(tracingtest.Named(trace, "gateway send_in_session")); n == 0 {
			t.Error("no part of the answer is in the trace of the message")
		}
		for _, s := range trace {
			calls[s.Name] = true
			within(t, trace, s)
		}
	}
	for _, want := range []string{
		"gateway get_session", "gateway send_in_session", "scheduling slots", "scheduling find_patient", "scheduling register_patient",
		"scheduling book", "model completion", "model complete", "try",
	} {
		if !calls[want] {
			t.Errorf("no %s in the traces of the messages", want)
		}
	}
	raw := bytes.ToLower(collector.Raw())
	for _, word := range []string{
		"52998224725", "529.982", "77776666", "rita", "cássia", "lopes", "1975", "10/10", "cardiologista", "bom dia", "particular", "15 minutos", "127.0.0.1", "authorization",
		rita.session, rita.sent[0],
	} {
		if bytes.Contains(raw, []byte(strings.ToLower(word))) {
			t.Errorf("%q was sent to the collector", word)
		}
	}
}

// only is the one span of a name in a trace.
func only(t *testing.T, trace []tracingtest.Span, name string) tracingtest.Span {
	t.Helper()
	found := tracingtest.Named(trace, name)
	if len(found) != 1 {
		t.Fatalf("%d spans %q in a trace of %d", len(found), name, len(trace))
	}
	return found[0]
}

// within checks that a span's parent is in its trace and began before it.
func within(t *testing.T, trace []tracingtest.Span, s tracingtest.Span) {
	t.Helper()
	if s.Parent == "" && s.Name == "message accept" {
		return
	}
	at := slices.IndexFunc(trace, func(p tracingtest.Span) bool { return p.ID == s.Parent })
	if at < 0 {
		t.Errorf("%s: its parent is not in the trace", s.Name)
	} else if trace[at].Start.After(s.Start) || s.End.Before(s.Start) {
		t.Errorf("%s begins before its parent %s", s.Name, trace[at].Name)
	}
}

// The trace of a message stands in its log lines and in the exemplars, also where no spans are made.
func TestTraceWithoutCollector(t *testing.T) {
	logs := newListened()
	day := newDay(t, chat.Spec, func(o *Options) { o.Log = jsonLog(t, logs) }, nil)
	rita := day.patient("5511977776666", "Rita Lopes")
	rita.says(simulator.Incoming{Text: "bom dia, preciso de um cardiologista, vou pagar particular"}, "*1*")
	logs.await(t, `"msg":"turn ended"`, 1)
	metrics := scrape(t, day.node)
	day.stop()
	trace := tracing.ID(rita.session, rita.sent[0])
	for _, message := range []string{"message accepted", "turn ended"} {
		if !slices.ContainsFunc(strings.Split(logs.String(), "\n"), func(line string) bool {
			session := strings.Contains(line, `"session":"`+rita.session+`"`) || strings.Contains(line, `"session":"h-`) // a few random ids look like words
			return strings.Contains(line, `"msg":"`+message+`"`) && strings.Contains(line, `"trace":"`+trace+`"`) && session
		}) {
			t.Errorf("no line %q with session and trace:\n%s", message, logs.String())
		}
	}
	for _, name := range []string{"atende_webhook_duration_seconds", "atende_turn_duration_seconds", "atende_reply_latency_seconds", "atende_client_duration_seconds"} {
		if !slices.ContainsFunc(strings.Split(metrics, "\n"), func(line string) bool {
			return strings.HasPrefix(line, name+"_bucket") && strings.Contains(line, `# {trace_id="`+trace+`"}`)
		}) {
			t.Errorf("no exemplar of %s names the trace", name)
		}
	}
}
