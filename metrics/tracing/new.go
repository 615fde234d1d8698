package tracing

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"atende/metrics"
)

// Bounds of a span.  What it carries is short and known; these hold if that is ever forgotten.
const (
	maxAttributes = 32
	maxValue      = 128 // characters
	maxLinks      = 64
)

// Bounds of sending.
const (
	dialTimeout = 5 * time.Second
	sendTimeout = 10 * time.Second // of a batch, its repetitions included
	firstPause  = 500 * time.Millisecond
	longPause   = 4 * time.Second
)

// tracesPath is where collectors take traces (OTLP/HTTP, "Request").
const tracesPath = "/v1/traces"

// Config says where spans go.  URL is required.
type Config struct {
	// URL is where the collector takes traces (Endpoint).  A name and password in it are sent as Basic
	// authorization.
	URL string
	// Headers go on every request.
	Headers http.Header
	// Service is the name of the agent among the traces of others; "" leaves it to OTEL_RESOURCE_ATTRIBUTES.
	Service string
	// Version and Node tell agents apart; "" is left out.
	Version, Node string
	// Ratio of the traces that are made, 0 to 1.  All nodes choose the same ones.
	Ratio float64
	// Metrics counts what becomes of spans; zero: nowhere.
	Metrics metrics.Tracing
	// Log hears, once, that spans cannot be sent, and that they can again; nil: nobody.
	Log *slog.Logger
}

// Endpoint is the address of a collector's traces: base with /v1/traces where it has no path.
func Endpoint(base string) (string, error) {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", errors.New("must be an http:// or https:// URL")
	case u.RawQuery != "" || u.Fragment != "":
		return "", errors.New("must not have a query or a fragment")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = tracesPath
	}
	return u.String(), nil
}

// New connects to nothing yet.  Close the tracer.
func New(c Config) (*Tracer, error) {
	if c.Metrics.Spans == nil {
		c.Metrics = metrics.New(prometheus.NewRegistry()).Tracing
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	way := newWay()
	exporter, err := newExporter(c, way)
	if err != nil {
		return nil, err
	}
	spans := newQueue(exporter, way, c.Metrics, c.Log)
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithSpanProcessor(spans),
		sdktrace.WithIDGenerator(ids{}),
		// By the trace's id alone and whatever a parent says: its first span may be another node's.
		sdktrace.WithSampler(sdktrace.TraceIDRatioBased(c.Ratio)),
		sdktrace.WithResource(resourceOf(c)),
		sdktrace.WithRawSpanLimits(sdktrace.SpanLimits{
			AttributeCountLimit: maxAttributes, AttributeValueLengthLimit: maxValue, LinkCountLimit: maxLinks,
		}),
	)
	// The provider has nothing else to close, and would not close it once ctx is over.
	return &Tracer{tracer: provider.Tracer(scope), stop: spans.Shutdown}, nil
}

// newExporter speaks OTLP over HTTP.  Each option is set, so that a variable of the environment that was meant for
// another collector does not reach this one.
func newExporter(c Config, way *way) (sdktrace.SpanExporter, error) {
	endpoint, err := Endpoint(c.URL)
	if err != nil {
		return nil, errors.New("traces: the collector's address " + err.Error())
	}
	u, err := url.Parse(endpoint)
	if err != nil {
		return nil, errors.New("traces: the collector's address cannot be read") // Endpoint did
	}
	headers := map[string]string{}
	for name := range c.Headers {
		headers[name] = strings.Join(c.Headers[name], ", ")
	}
	if u.User != nil && headers["Authorization"] == "" {
		headers["Authorization"] = basic(u.User)
	}
	return otlptracehttp.NewUnstarted(
		otlptracehttp.WithEndpointURL(endpoint),
		otlptracehttp.WithHeaders(headers),
		otlptracehttp.WithCompression(otlptracehttp.GzipCompression),
		otlptracehttp.WithTimeout(sendTimeout),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{
			Enabled: true, InitialInterval: firstPause, MaxInterval: longPause, MaxElapsedTime: sendTimeout,
		}),
		otlptracehttp.WithHTTPClient(&http.Client{
			Transport:     way,
			Timeout:       sendTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}),
	), nil
}

func basic(user *url.Userinfo) string {
	password, _ := user.Password()
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+password))
}

// resourceOf says who makes the spans.
func resourceOf(c Config) *resource.Resource {
	var said []attribute.KeyValue
	for _, a := range []attribute.KeyValue{
		attribute.String("service.name", c.Service),
		attribute.String("service.version", c.Version),
		attribute.String("service.instance.id", c.Node),
	} {
		if a.Value.AsString() != "" {
			said = append(said, a)
		}
	}
	return resource.NewSchemaless(said...)
}

// way is the exporter's own way to the network.  It passes nothing of package outbound: spans about sending spans
// would never end.
type way struct {
	*http.Transport
	status int // of the last answer, 0 without one; of the one goroutine that sends
}

func newWay() *way {
	return &way{Transport: &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout: dialTimeout,
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: 1,
		IdleConnTimeout:     30 * time.Second,
	}}
}

// RoundTrip implements http.RoundTripper.
func (w *way) RoundTrip(r *http.Request) (*http.Response, error) {
	w.status = 0
	answer, err := w.Transport.RoundTrip(r)
	if err == nil {
		w.status = answer.StatusCode
	}
	return answer, err
}

// idsKey carries the ids of a trace that begins to the generator.
type idsKey struct{}

// ids makes the ids of spans.
type ids struct{}

// NewIDs implements sdktrace.IDGenerator: the ids of a trace are those of its message.
func (g ids) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	if of, ok := ctx.Value(idsKey{}).([sha256.Size]byte); ok {
		return trace.TraceID(of[:16]), trace.SpanID(of[16:24])
	}
	var made trace.TraceID
	binary.BigEndian.PutUint64(made[:8], rand.Uint64())
	binary.BigEndian.PutUint64(made[8:], rand.Uint64()|1) // zero is none
	return made, g.NewSpanID(ctx, made)
}

// NewSpanID implements sdktrace.IDGenerator.
func (ids) NewSpanID(context.Context, trace.TraceID) trace.SpanID {
	var made trace.SpanID
	binary.BigEndian.PutUint64(made[:], rand.Uint64()|1)
	return made
}
