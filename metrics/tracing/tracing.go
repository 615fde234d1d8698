// Package tracing makes OpenTelemetry spans: one trace for each message of a patient, from the webhook to the
// last part of the answer.
//
// The trace of a message follows from its name: whoever knows chat session and message id knows the trace id,
// on whatever node and after a crash, so nothing has to be stored or sent along.  Logs and exemplars carry it
// whether or not spans are made.
//
//	message accept          webhook; the root
//	  turn                  of the first message that it answers, with links to the others
//	    gateway get_session a call, with all its tries and pauses
//	      try               one request on the wire
//	      wait              for the rate, a pause that was asked for, or a place
//	    model completion    what was asked of a language model, and its tokens
//	      model complete
//	    media fetch
//
// Spans carry codes, counts and ids of the catalogue; never a text, a name, a phone, a CPF, a path or an
// error's text.  Without a Tracer no span is made; only the trace's id goes along with a turn.
//
// What happens to spans that end is in queue.go; nobody ever waits for it.
package tracing

import (
	"context"
	"crypto/sha256"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// scope names who makes the spans.
const scope = "atende"

// Tracer makes spans.  nil is a tracer that makes none.
type Tracer struct {
	tracer trace.Tracer
	stop   func(context.Context) error
}

// ID is the trace of a message: 32 hexadecimal digits.  Nobody can compute the message from it.
func ID(sessionID, messageID string) string { return traceOf(sessionID, messageID).String() }

func traceOf(sessionID, messageID string) trace.TraceID {
	sum := idsOf(sessionID, messageID)
	return trace.TraceID(sum[:16])
}

// idsOf is 16 bytes of a trace id and 8 bytes of the id of its first span.
func idsOf(sessionID, messageID string) [sha256.Size]byte {
	name := make([]byte, 0, 256) // on the stack; longer names are rare
	name = append(name, "atende\x00"...)
	name = append(name, sessionID...)
	name = append(name, 0)
	name = append(name, messageID...)
	return sha256.Sum256(name)
}

// Trace is the trace that ctx belongs to, "" for none.
func Trace(ctx context.Context) string {
	if of := trace.SpanContextFromContext(ctx); of.HasTraceID() {
		return of.TraceID().String()
	}
	return ""
}

// Accept begins the trace of a message: the webhook call that brought it.  The same message comes as often as the
// gateway sends it, and its root is then told more than once.
func (t *Tracer) Accept(ctx context.Context, sessionID, messageID string) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	ids := idsOf(sessionID, messageID)
	ctx, span := t.tracer.Start(context.WithValue(ctx, idsKey{}, ids), "message accept",
		trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindServer))
	return ctx, Span{span}
}

// Turn begins the part of a turn in the trace of the first of its messages, with links to those of the others.
// A turn without messages of a patient (a reminder) is given the name of what it is about instead.  Without a Tracer
// context and span name the trace all the same.
func (t *Tracer) Turn(ctx context.Context, sessionID string, messageIDs []string, began time.Time) (context.Context, Span) {
	if len(messageIDs) == 0 {
		return ctx, Span{}
	}
	ctx = trace.ContextWithRemoteSpanContext(ctx, firstOf(sessionID, messageIDs[0]))
	if t == nil {
		return ctx, Span{trace.SpanFromContext(ctx)}
	}
	options := []trace.SpanStartOption{trace.WithTimestamp(began), trace.WithSpanKind(trace.SpanKindConsumer)}
	for _, id := range messageIDs[1:min(len(messageIDs), 1+maxLinks)] {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: firstOf(sessionID, id)}))
	}
	ctx, span := t.tracer.Start(ctx, "turn", options...)
	return ctx, Span{span}
}

// firstOf is the span that the trace of a message begins with.
func firstOf(sessionID, messageID string) trace.SpanContext {
	ids := idsOf(sessionID, messageID)
	return trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: trace.TraceID(ids[:16]), SpanID: trace.SpanID(ids[16:24]), TraceFlags: trace.FlagsSampled, Remote: true,
	})
}

// Start begins a part of the span in ctx, named by a constant ("media fetch"); no span in ctx, no part.
func Start(ctx context.Context, name string) (context.Context, Span) {
	return start(ctx, name, trace.SpanKindInternal)
}

// Call begins a call of another party, under the names that the metrics have for it.
func Call(ctx context.Context, client, operation string) (context.Context, Span) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx, Span{} // before the name is put together
	}
	ctx, span := start(ctx, client+" "+operation, trace.SpanKindInternal)
	span.Set("client", client)
	span.Set("operation", operation)
	return ctx, span
}

// Try begins one request of a call, the first of which is attempt 1.
func Try(ctx context.Context, client, operation string, attempt int) (context.Context, Span) {
	ctx, span := start(ctx, "try", trace.SpanKindClient)
	span.Set("client", client)
	span.Set("operation", operation)
	span.Count("attempt", attempt)
	return ctx, span
}

func start(ctx context.Context, name string, kind trace.SpanKind) (context.Context, Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, Span{}
	}
	ctx, span := parent.TracerProvider().Tracer(scope).Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, Span{span}
}

// Close sends what waits, at most until ctx ends.
func (t *Tracer) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.stop(ctx)
}

// Span is a part of a trace.  The zero Span is none, and belongs to none.
type Span struct{ span trace.Span }

// made reports whether anybody will read what the span is told.
func (s Span) made() bool { return s.span != nil && s.span.IsRecording() }

// Context makes the span the one that others are parts of.
func (s Span) Context(ctx context.Context) context.Context {
	if s.span == nil {
		return ctx
	}
	return trace.ContextWithSpan(ctx, s.span)
}

// Set notes a code or a name of the catalogue.
func (s Span) Set(key, value string) {
	if s.made() {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// Count notes a number.
func (s Span) Count(key string, n int) {
	if s.made() {
		s.span.SetAttributes(attribute.Int(key, n))
	}
}

// Fail marks the span as failed; code is a short word, never the text of an error.
func (s Span) Fail(code string) {
	if s.span != nil {
		s.span.SetStatus(codes.Error, code)
	}
}

// End ends the span.
func (s Span) End() {
	if s.span != nil {
		s.span.End()
	}
}
