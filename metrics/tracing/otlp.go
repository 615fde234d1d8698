package tracing

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// exporter speaks OTLP over HTTP.  It reads no variable of the environment: one that was meant for another collector does
// not reach this one.
type exporter struct {
	url    string
	header http.Header
	client *http.Client
}

// ExportSpans implements sdktrace.SpanExporter.  A collector that is busy is asked again for as long as a batch may take.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write(request(spans)); err != nil {
		return err
	}
	if err := zip.Close(); err != nil {
		return err
	}
	began := time.Now()
	for pause := firstPause; ; pause = min(pause*3/2, longPause) {
		again, asked, err := e.try(ctx, packed.Bytes())
		if !again || time.Since(began)+asked > sendTimeout {
			return err
		}
		timer := time.NewTimer(max(asked, pause/2+rand.N(pause)))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return err
		}
	}
}

// Shutdown implements sdktrace.SpanExporter.
func (e *exporter) Shutdown(context.Context) error { return nil }

// try sends a batch once; again says that it may go better later, and asked how long the collector wants to be left alone.
func (e *exporter) try(ctx context.Context, packed []byte) (again bool, asked time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(packed))
	if err != nil {
		return false, 0, err
	}
	r.Header = e.header
	answer, err := e.client.Do(r)
	if err != nil {
		var failed *url.Error
		return errors.As(err, &failed) && failed.Temporary(), 0, err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer)) // for the connection's sake
	switch {
	case answer.StatusCode/100 == 2:
		return false, 0, nil
	case answer.StatusCode == http.StatusTooManyRequests, answer.StatusCode == http.StatusBadGateway,
		answer.StatusCode == http.StatusServiceUnavailable, answer.StatusCode == http.StatusGatewayTimeout:
		again = true
	}
	return again, retryAfter(answer.Header.Get("Retry-After")), fmt.Errorf("the collector answers %d", answer.StatusCode)
}

// retryAfter reads seconds or a date; 0 for what is neither, or over.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(min(max(seconds, 0), 3600)) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(time.Until(date), 0)
	}
	return 0
}

// message is a message of Protocol Buffers as it grows.  Numbers of fields are those of opentelemetry-proto, whose generated
// types bring gRPC, a gateway for it and reflection along.
type message []byte

// The forms that a field has on the wire.
const (
	formVarint = 0
	formFixed8 = 1
	formBytes  = 2
	formFixed4 = 5
)

func (m *message) tag(field, form uint64) { *m = binary.AppendUvarint(*m, field<<3|form) }

func (m *message) number(field, value uint64) {
	if value != 0 {
		m.tag(field, formVarint)
		*m = binary.AppendUvarint(*m, value)
	}
}

func (m *message) text(field uint64, value string) {
	if value != "" {
		m.part(field, message(value))
	}
}

// part adds a message, or bytes, also where it is empty.
func (m *message) part(field uint64, value message) {
	m.tag(field, formBytes)
	*m = append(binary.AppendUvarint(*m, uint64(len(value))), value...)
}

func (m *message) time(field uint64, at time.Time) {
	if nanoseconds := at.UnixNano(); nanoseconds > 0 {
		m.tag(field, formFixed8)
		*m = binary.LittleEndian.AppendUint64(*m, uint64(nanoseconds))
	}
}

// flags are the trace's, with the sign that we know whether a span is another process's, and whether it is.
func (m *message) flags(field uint64, flags trace.TraceFlags, of trace.SpanContext) {
	const known, remote = 0x100, 0x200
	value := uint32(flags) | known
	if of.IsRemote() {
		value |= remote
	}
	m.tag(field, formFixed4)
	*m = binary.LittleEndian.AppendUint32(*m, value)
}

func (m *message) attributes(field uint64, list []attribute.KeyValue) {
	for _, a := range list {
		var pair, value message
		if a.Value.Type() == attribute.INT64 {
			value.tag(3, formVarint)
			value = binary.AppendUvarint(value, uint64(a.Value.AsInt64()))
		} else {
			value.part(1, message(a.Value.String()))
		}
		pair.text(1, string(a.Key))
		pair.part(2, value)
		m.part(field, pair)
	}
}

// request is an ExportTraceServiceRequest.  All spans are of one tracer, and so of one resource and scope.
func request(spans []sdktrace.ReadOnlySpan) []byte {
	var resource, scope, ofScope, ofResource, all message
	resource.attributes(1, spans[0].Resource().Attributes())
	scope.text(1, spans[0].InstrumentationScope().Name)
	ofScope.part(1, scope)
	for _, s := range spans {
		ofScope.part(2, spanOf(s))
	}
	ofResource.part(1, resource)
	ofResource.part(2, ofScope)
	all.part(1, ofResource)
	return all
}

// spanOf has no events: what they would hold is nothing that a span may carry.
func spanOf(s sdktrace.ReadOnlySpan) (m message) {
	traceID, id, parent := s.SpanContext().TraceID(), s.SpanContext().SpanID(), s.Parent().SpanID()
	m.part(1, traceID[:])
	m.part(2, id[:])
	if parent.IsValid() {
		m.part(4, parent[:])
	}
	m.text(5, s.Name())
	m.number(6, uint64(s.SpanKind()))
	m.time(7, s.StartTime())
	m.time(8, s.EndTime())
	m.attributes(9, s.Attributes())
	m.number(10, uint64(s.DroppedAttributes()))
	for _, l := range s.Links() {
		var link message
		traceID, id := l.SpanContext.TraceID(), l.SpanContext.SpanID()
		link.part(1, traceID[:])
		link.part(2, id[:])
		link.attributes(4, l.Attributes)
		link.flags(6, l.SpanContext.TraceFlags(), l.SpanContext)
		m.part(13, link)
	}
	m.number(14, uint64(s.DroppedLinks()))
	var status message
	status.text(2, s.Status().Description)
	switch s.Status().Code {
	case codes.Ok:
		status.number(3, 1)
	case codes.Error:
		status.number(3, 2)
	default: // not set
	}
	m.part(15, status)
	m.flags(16, s.SpanContext().TraceFlags(), s.Parent())
	return m
}
