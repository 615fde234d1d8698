package webhook_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/journal"
	"atende/integrations/chat"
	"atende/metrics"
	"atende/metrics/tracing"
	"atende/metrics/tracing/tracingtest"
	"atende/webhook"
)

const (
	bodyAccepted    = `{"status":"accepted"}`
	bodyNotMessage  = `{"status":"ignored","reason":"not_message_received"}`
	bodyNotFromHub  = `{"status":"ignored","reason":"not_from_hub"}`
	bodyInvalid     = `{"status":"error","reason":"invalid_json"}`
	bodyNoSession   = `{"status":"error","reason":"missing_session_id"}`
	bodyTooLarge    = `{"status":"error","reason":"body_too_large"}`
	bodyUnavailable = `{"status":"error","reason":"unavailable"}`
)

// Every row of the answers to POST /webhook/message (spec B; contract), in each dialect that has this envelope, and where none
// was chosen: what cannot be read, and what is to be ignored, is answered alike.
func TestMessage(t *testing.T) {
	message := func(content string) string {
		return `{"eventType":"MESSAGE_RECEIVED","content":` + content + `}`
	}
	golden, err := os.ReadFile("../integrations/chat/event/testdata/message_received_text.json")
	if err != nil {
		t.Fatal(err)
	}
	large := func(size int) string {
		frame := message(`{"direction":"FROM_HUB","sessionId":"s","text":""}`)
		return strings.Replace(frame, `"text":"`, `"text":"`+strings.Repeat("a", size-len(frame)), 1)
	}
	tests := []struct {
		name, body string
		status     int
		answer     string
		result     string
	}{
		{"S-B-1 relevant", message(`{"direction":"FROM_HUB","sessionId":"s"}`), 202, bodyAccepted, "accepted"},
		{"S-6-1 payload of a real gateway", string(golden), 202, bodyAccepted, "accepted"},
		{"S-6-1 nulls and unknown keys", message(`{"direction":"FROM_HUB","sessionId":"s","text":null,"type":null,"details":null,"x":[{}]}`), 202, bodyAccepted, "accepted"},
		{"exactly 1 MiB", large(1 << 20), 202, bodyAccepted, "accepted"},

		{"S-B-2 S-1-4 other type", `{"eventType":"SESSION_NEW","content":{"id":"x"}}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 S-1-4 other type, other shape", `{"eventType":"CONTACT_NEW","content":[1]}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 S-1-4 other type without content", `{"eventType":"MESSAGE_SENT"}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 S-1-4 the type is asked before the direction", `{"eventType":"MESSAGE_UPDATED","content":{"direction":"TO_HUB"}}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 S-1-4 type empty", `{"eventType":"","content":{"direction":"FROM_HUB","sessionId":"s"}}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 S-1-4 type null", `{"eventType":null,"content":{"direction":"FROM_HUB","sessionId":"s"}}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 S-1-4 no type", `{"content":{"direction":"FROM_HUB","sessionId":"s"}}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 type in another case", `{"eventType":"message_received","content":{"direction":"FROM_HUB","sessionId":"s"}}`, 200, bodyNotMessage, "ignored"},
		{"S-B-2 no type", `{}`, 200, bodyNotMessage, "ignored"},
		{"S-B-3 S-1-4 other direction", message(`{"direction":"TO_HUB","sessionId":"s"}`), 200, bodyNotFromHub, "ignored"},
		{"S-B-3 S-1-4 the direction is asked before the session", message(`{"direction":"TO_HUB"}`), 200, bodyNotFromHub, "ignored"},
		{"S-B-3 no direction", message(`{"sessionId":"s"}`), 200, bodyNotFromHub, "ignored"},
		{"S-B-3 no content", `{"eventType":"MESSAGE_RECEIVED"}`, 200, bodyNotFromHub, "ignored"},

		{"no session id", message(`{"direction":"FROM_HUB"}`), 400, bodyNoSession, "invalid"},
		{"session id null", message(`{"direction":"FROM_HUB","sessionId":null}`), 400, bodyNoSession, "invalid"},
		{"session id empty", message(`{"direction":"FROM_HUB","sessionId":""}`), 400, bodyNoSession, "invalid"},
		{"session id blank", message(`{"direction":"FROM_HUB","sessionId":"  "}`), 400, bodyNoSession, "invalid"},

		{"empty", "", 400, bodyInvalid, "invalid"},
		{"null", "null", 400, bodyInvalid, "invalid"},
		{"list", "[]", 400, bodyInvalid, "invalid"},
		{"two values", `{"eventType":"X"} {}`, 400, bodyInvalid, "invalid"},
		{"form", "eventType=MESSAGE_RECEIVED", 400, bodyInvalid, "invalid"},
		{"type is a number", `{"eventType":7}`, 400, bodyInvalid, "invalid"},
		{"content is a text", message(`"x"`), 400, bodyInvalid, "invalid"},
		{"session id is a number", message(`{"direction":"FROM_HUB","sessionId":7}`), 400, bodyInvalid, "invalid"},
		{"text is a list", message(`{"direction":"FROM_HUB","sessionId":"s","text":[]}`), 400, bodyInvalid, "invalid"},
		{"session id with U+0000", message(`{"direction":"FROM_HUB","sessionId":"s\u00001"}`), 400, bodyInvalid, "invalid"},
		{"session id with a line break", message(`{"direction":"FROM_HUB","sessionId":"s\n1"}`), 400, bodyInvalid, "invalid"},
		{"session id is a folder", message(`{"direction":"FROM_HUB","sessionId":"."}`), 400, bodyInvalid, "invalid"},
		{"session id is the folder above", message(`{"direction":"FROM_HUB","sessionId":".."}`), 400, bodyInvalid, "invalid"},
		{"session id leads to another call", message(`{"direction":"FROM_HUB","sessionId":"s/../../../core/v1/contact"}`), 400, bodyInvalid, "invalid"},
		{"session id too long", message(`{"direction":"FROM_HUB","sessionId":"` + strings.Repeat("s", 201) + `"}`), 400, bodyInvalid, "invalid"},

		{"one byte over 1 MiB", large(1<<20 + 1), 413, bodyTooLarge, "too_large"},
		{"over 1 MiB and not JSON", strings.Repeat("x", 2<<20), 413, bodyTooLarge, "too_large"},
	}
	for _, dialect := range []*chat.Dialect{nil, chat.Spec, chat.FLW} {
		for _, test := range tests {
			t.Run(nameOf(dialect)+" "+test.name, func(t *testing.T) {
				in, m := &intake{}, newMetrics()
				h := receiver(webhook.Config{Intake: in, Metrics: m, Dialect: dialect})
				wantAnswer(t, post(h, "/webhook/message", test.body), test.status, test.answer)
				wantResult(t, m, test.result)
				want := 0
				if test.status == 202 {
					want = 1
				}
				if in.calls() != want {
					t.Errorf("%d calls reached the engine, want %d", in.calls(), want)
				}
			})
		}
	}
}

// nameOf is a dialect's name, for names of tests.
func nameOf(d *chat.Dialect) string {
	if d == nil {
		return "none chosen:"
	}
	return d.Name + ":"
}

// S-B-1: a 202 for nothing that could be lost.
func TestMessageNotDurable(t *testing.T) {
	tests := map[string]func(context.Context, webhook.Message) error{
		"journal fails": func(context.Context, webhook.Message) error { return errors.New("disk full") },
		"panic":         func(context.Context, webhook.Message) error { panic("oi, sou o João") },
	}
	for name, fail := range tests {
		t.Run(name, func(t *testing.T) {
			m := newMetrics()
			var log bytes.Buffer
			h := receiver(webhook.Config{
				Intake:     &intake{onAccept: fail},
				Metrics:    m,
				Log:        slog.New(slog.NewJSONHandler(&log, nil)),
				MaxAccepts: 1,
			})
			wantAnswer(t, post(h, "/webhook/message", patientMessage("m", "oi")), 503, bodyUnavailable)
			wantResult(t, m, "unavailable")
			if strings.Contains(log.String(), "João") {
				t.Errorf("the log quotes the panic: %s", &log)
			}
			// The slot of the failed call is free again: a second one fails the same way, in Accept.
			log.Reset()
			wantAnswer(t, post(h, "/webhook/message", patientMessage("m", "oi")), 503, bodyUnavailable)
			if log.Len() == 0 {
				t.Error("the second call did not reach Accept")
			}
		})
	}
}

func TestMessageHandedOn(t *testing.T) {
	accept := func(t *testing.T, body string) webhook.Message {
		t.Helper()
		in := &intake{}
		wantAnswer(t, post(receiver(webhook.Config{Intake: in}), "/webhook/message", body), 202, bodyAccepted)
		if len(in.messages) != 1 {
			t.Fatalf("%d messages, want 1", len(in.messages))
		}
		return in.messages[0]
	}
	t.Run("as it came", func(t *testing.T) {
		body := patientMessage("m1", "olá")
		want := webhook.Message{
			SessionID: "s1", MessageID: "m1",
			Patient: journal.PatientMessage{Kind: "TEXT", Text: "olá", To: "551133330000"},
			Caller:  webhook.Caller{Address: "192.0.2.1/32", Program: " "}, // of httptest
		}
		got := accept(t, body)
		want.Patient.Fields = got.Patient.Fields // package event knows them
		if diff := cmp.Diff(want, got); diff != "" || got.Patient.Fields == "" {
			t.Errorf("message (-want +got):\n%s", diff)
		}
	})
	t.Run("S-B-5 the same message again has the same id", func(t *testing.T) {
		for _, body := range []string{
			patientMessage("m1", "olá"),
			patientMessage(strings.Repeat("m", 5000), "olá"),
			`{"eventType":"MESSAGE_RECEIVED","date":"2026-11-21T13:05:09.1234567Z","content":{"sessionId":"s1","direction":"FROM_HUB","text":"olá"}}`,
		} {
			first, second := accept(t, body), accept(t, body)
			if first.MessageID != second.MessageID || len(first.MessageID) > 200 {
				t.Errorf("ids %q and %q, want the same, at most 200 bytes", first.MessageID, second.MessageID)
			}
		}
	})
	t.Run("S-B-5 two messages without id and time are two", func(t *testing.T) {
		body := patientMessage("", "sim")
		if first, second := accept(t, body), accept(t, body); first.MessageID == second.MessageID {
			t.Errorf("both are %q", first.MessageID)
		}
	})
	t.Run("two long ids that begin alike are two", func(t *testing.T) {
		long := strings.Repeat("m", 5000)
		if first, second := accept(t, patientMessage(long+"1", "a")), accept(t, patientMessage(long+"2", "a")); first.MessageID == second.MessageID {
			t.Errorf("both are %q", first.MessageID)
		}
	})
	t.Run("what no database refuses", func(t *testing.T) {
		got := accept(t, `{"eventType":"MESSAGE_RECEIVED","content":{"id":"\u0000m","sessionId":"s1","direction":"FROM_HUB","text":"a`+"\xff"+`b"}}`)
		if got.SessionID != "s1" || got.MessageID != "m" || got.Patient.Text != "a\ufffdb" || !utf8.Valid(got.Patient.Encode()) {
			t.Errorf("message = %+v", got)
		}
	})
}

// The line of an accepted message names the session and the trace, and no patient.
func TestMessageLog(t *testing.T) {
	var log bytes.Buffer
	h := receiver(webhook.Config{Intake: &intake{}, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	post(h, "/webhook/message", patientMessage("wamid-5511999990000", "sou o João, CPF 529.982.247-25"))
	if got := strings.Count(log.String(), "\n"); got != 1 {
		t.Errorf("%d lines, want 1: %s", got, &log)
	}
	for _, want := range []string{`"session":"s1"`, `"trace":"` + tracing.ID("s1", "wamid-5511999990000") + `"`, `"type":"TEXT"`, `"bytes":1`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %s in %s", want, &log)
		}
	}
	for _, secret := range []string{"João", "529.982", "5511999990000", "551133330000"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q in %s", secret, &log)
		}
	}
}

// What kind of message it is comes from a list of ours: the gateway may send anything there.
func TestTypesAreClosed(t *testing.T) {
	for sent, want := range map[string]string{
		`"TEXT"`: "TEXT", `""`: "TEXT", `null`: "TEXT", `" ptt"`: "AUDIO", `"sticker"`: "STICKER", `"52998224725"`: "other", `"Maria Souza"`: "other",
	} {
		var log bytes.Buffer
		h := receiver(webhook.Config{Intake: &intake{}, Log: slog.New(slog.NewJSONHandler(&log, nil))})
		post(h, "/webhook/message", `{"eventType":"MESSAGE_RECEIVED","content":{"id":"m","sessionId":"s1","direction":"FROM_HUB","type":`+sent+`}}`)
		if !strings.Contains(log.String(), `"type":"`+want+`"`) {
			t.Errorf("%s: no type %s in %s", sent, want, &log)
		}
	}
}

// The trace of a message begins with its call; the duration of that can name it.
func TestTraceOfAMessage(t *testing.T) {
	collector := tracingtest.New(t)
	tracer, err := tracing.New(tracing.Config{URL: collector.URL, Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	registry := prometheus.NewRegistry()
	in := &intake{onAccept: func(ctx context.Context, m webhook.Message) error {
		if got := tracing.Trace(ctx); got != tracing.ID("s1", m.MessageID) {
			t.Errorf("accepted in trace %q", got)
		}
		if m.MessageID == "52998224725" {
			return errors.New("Maria")
		}
		return nil
	}}
	h := receiver(webhook.Config{Intake: in, Tracer: tracer, Metrics: metrics.New(registry).Webhook})
	post(h, "/webhook/message", patientMessage("m1", "sou a Maria"))
	post(h, "/webhook/message", patientMessage("52998224725", "sou a Maria"))
	post(h, "/webhook/message", `{"eventType":"OTHER"}`)
	if err := tracer.Close(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	spans := collector.Spans()
	if len(spans) != 2 || spans[0].Name != "message accept" || spans[0].Trace != tracing.ID("s1", "m1") || spans[0].Parent != "" ||
		spans[0].Attributes["type"] != "TEXT" || spans[0].Failed != "" || spans[1].Failed != "unavailable" {
		t.Errorf("%+v", spans)
	}
	for _, word := range []string{"Maria", "52998224725", "s1", "m1"} {
		if bytes.Contains(collector.Raw(), []byte(word)) {
			t.Errorf("%q was sent to the collector", word)
		}
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true}).ServeHTTP(w, r)
	if want := `# {trace_id="` + tracing.ID("s1", "m1") + `"}`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("no exemplar %s", want)
	}
}

// Calls that do not matter are told apart.
func TestIgnoredAreCounted(t *testing.T) {
	m := metrics.New(prometheus.NewRegistry()).Webhook
	h := receiver(webhook.Config{Intake: &intake{}, Metrics: m})
	post(h, "/webhook/message", `{"eventType":"MESSAGE_UPDATED"}`)
	post(h, "/webhook/message", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"TO_HUB"}}`)
	post(h, "/webhook/message", `{"eventType":"MESSAGE_RECEIVED","content":{"direction":"TO_HUB"}}`)
	post(h, "/webhook/message", patientMessage("m", "oi"))
	for reason, want := range map[string]float64{"not_message_received": 1, "not_from_hub": 2} {
		if got := testutil.ToFloat64(m.Ignored.WithLabelValues(reason)); got != want {
			t.Errorf("%s: %v, want %v", reason, got, want)
		}
	}
	if got := testutil.CollectAndCount(m.Ignored); got != 2 {
		t.Errorf("%d reasons", got)
	}
}

func TestDurationIsMeasured(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	clock := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	h := receiver(webhook.Config{
		Intake:  &intake{onAccept: func(context.Context, webhook.Message) error { clock = clock.Add(1500 * time.Millisecond); return nil }},
		Metrics: metrics.New(registry).Webhook,
		Now:     func() time.Time { return clock },
	})
	post(h, "/webhook/message", patientMessage("m", "oi"))
	w := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if want := "atende_webhook_duration_seconds_sum 1.5\n"; !strings.Contains(w.Body.String(), want) {
		t.Errorf("no %q in the metrics", want)
	}
}
