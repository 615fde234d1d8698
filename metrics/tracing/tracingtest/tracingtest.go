// Package tracingtest is a collector of traces for tests: it takes OTLP over HTTP as real ones do, keeps every byte,
// and hands out the spans in plain types.
package tracingtest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"atende/metrics/tracing"
)

// Span is a span as it arrived; ids are hexadecimal, numbers decimal.
type Span struct {
	Trace, ID, Parent string
	Links             []string // their traces
	Name, Kind        string   // the kind is "internal", "server", "client" or "consumer"
	Attributes        map[string]string
	Resource          map[string]string
	Failed            string // the code of a span that failed, else ""
	Start, End        time.Time
}

// Collector keeps what it is sent.  It is safe for concurrent use.
type Collector struct {
	// URL is the address of the server, without a path.
	URL string
	// Status, if set, says what to answer; 0 is 200.
	Status func() int

	mu      sync.Mutex
	spans   []Span
	raw     bytes.Buffer
	headers []http.Header
	paths   []string
}

// New starts a collector that ends with the test.
func New(t testing.TB) *Collector {
	c := &Collector{}
	server := httptest.NewServer(c)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	c.URL = server.URL
	return c
}

// ServeHTTP implements http.Handler.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.Status != nil {
		if status := c.Status(); status != 0 {
			w.Header().Set("Location", "/elsewhere")
			http.Error(w, "no", status)
			return
		}
	}
	request, body, err := decode(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw.Write(body)
	c.headers, c.paths = append(c.headers, r.Header), append(c.paths, r.URL.Path)
	for _, resource := range request.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				c.spans = append(c.spans, plain(span, values(resource.GetResource().GetAttributes())))
			}
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func decode(r *http.Request) (*collector.ExportTraceServiceRequest, []byte, error) {
	unpacked, err := gzip.NewReader(r.Body)
	if err != nil {
		return nil, nil, err
	}
	body, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, nil, err
	}
	request := &collector.ExportTraceServiceRequest{}
	return request, body, proto.Unmarshal(body, request)
}

// Text is an export as JSON that can be searched for words, without identifiers and times: eight random bytes spell
// "José" once in some dozen runs, and the length before a name looks like a letter of it.
func Text(export []byte) ([]byte, error) {
	request := &collector.ExportTraceServiceRequest{}
	if err := proto.Unmarshal(export, request); err != nil {
		return export, err
	}
	for _, resource := range request.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				span.TraceId, span.SpanId, span.ParentSpanId = nil, nil, nil
				span.StartTimeUnixNano, span.EndTimeUnixNano = 0, 0
				for _, link := range span.GetLinks() {
					link.TraceId, link.SpanId = nil, nil
				}
				for _, event := range span.GetEvents() {
					event.TimeUnixNano = 0
				}
			}
		}
	}
	return protojson.Marshal(request)
}

func plain(s *traces.Span, resource map[string]string) Span {
	span := Span{
		Trace: hex.EncodeToString(s.GetTraceId()), ID: hex.EncodeToString(s.GetSpanId()), Parent: hex.EncodeToString(s.GetParentSpanId()),
		Name: s.GetName(), Kind: kinds[s.GetKind()], Attributes: values(s.GetAttributes()), Resource: resource,
		Start: time.Unix(0, int64(s.GetStartTimeUnixNano())), End: time.Unix(0, int64(s.GetEndTimeUnixNano())),
	}
	if s.GetStatus().GetCode() == traces.Status_STATUS_CODE_ERROR {
		span.Failed = s.GetStatus().GetMessage()
	}
	for _, link := range s.GetLinks() {
		span.Links = append(span.Links, hex.EncodeToString(link.GetTraceId()))
	}
	return span
}

var kinds = map[traces.Span_SpanKind]string{
	traces.Span_SPAN_KIND_INTERNAL: "internal", traces.Span_SPAN_KIND_SERVER: "server",
	traces.Span_SPAN_KIND_CLIENT: "client", traces.Span_SPAN_KIND_CONSUMER: "consumer",
}

func values(list []*common.KeyValue) map[string]string {
	all := map[string]string{}
	for _, kv := range list {
		switch value := kv.GetValue().GetValue().(type) {
		case *common.AnyValue_IntValue:
			all[kv.GetKey()] = strconv.FormatInt(value.IntValue, 10)
		default:
			all[kv.GetKey()] = kv.GetValue().GetStringValue()
		}
	}
	return all
}

// Spans are those that came, in order of their beginning.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.SortedStableFunc(slices.Values(c.spans), func(a, b Span) int { return a.Start.Compare(b.Start) })
}

// Raw is every byte of all requests, unpacked.
func (c *Collector) Raw() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.raw.Bytes())
}

// Turn is a context within a turn that is traced.  End ends it and returns what was made in it, and every byte that
// was sent.
func Turn(t testing.TB) (ctx context.Context, end func() ([]Span, []byte)) {
	t.Helper()
	c := New(t)
	tracer, err := tracing.New(tracing.Config{URL: c.URL, Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, turn := tracer.Turn(t.Context(), "s1", []string{"m1"}, time.Now())
	return ctx, func() ([]Span, []byte) {
		t.Helper()
		turn.End()
		if err := tracer.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Fatal(err)
		}
		return c.Spans(), c.Raw()
	}
}

// Named are the spans of one name.
func Named(spans []Span, name string) []Span {
	return slices.DeleteFunc(slices.Clone(spans), func(s Span) bool { return s.Name != name })
}

// Requests are the headers and the paths of all requests.
func (c *Collector) Requests() (headers []http.Header, paths []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.headers), slices.Clone(c.paths)
}
