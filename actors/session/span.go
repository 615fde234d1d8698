package session

import (
	"context"

	"atende/metrics/tracing"
)

// follows makes what a turn does from now on a part of its span, which begins with it.  Without a Tracer the span is
// none, and names the trace to what measures calls.
func (s *session) follows(ctx context.Context, t *turn) context.Context {
	if t.message == "" {
		return ctx
	}
	if t.span == (tracing.Span{}) {
		ids := t.story.IDs
		if len(ids) == 0 {
			ids = []string{t.message}
		}
		_, t.span = s.Tracer.Turn(ctx, s.id, ids, t.started)
		t.span.Count("turn", t.number)
		t.span.Count("messages", len(t.story.IDs))
	}
	return t.span.Context(ctx)
}

// endSpan ends the span of a turn that does not go on.
func (s *session) endSpan(t *turn) {
	if s.turn != t { // else it is delivered now
		t.span.End()
	}
}
