package outbound

import (
	"context"
	"time"

	"atende/metrics/tracing"
)

// count counts one try under the result that atende_client_requests_total has for it
// (metrics.ClientResults).
func (p *Peer) count(operation string, failure *Error) {
	p.metrics.Requests.WithLabelValues(p.client, operation, result(failure)).Inc()
}

// observe measures a try that was made.
func (p *Peer) observe(ctx context.Context, operation string, took time.Duration) {
	p.metrics.Took(p.client, operation, took.Seconds(), tracing.Trace(ctx))
}

// waiting measures how long a call is held back, until end is called; what says for what.
func (p *Peer) waiting(ctx context.Context, what string) (inner context.Context, end func()) {
	began := time.Now()
	ctx, span := tracing.Start(ctx, "wait")
	span.Set("client", p.client)
	span.Set("for", what)
	return ctx, func() {
		p.metrics.Wait.WithLabelValues(p.client).Observe(time.Since(began).Seconds())
		span.End()
	}
}

// describe tells a span how a call, or a try of it, ended: in words of this package and numbers alone.
func describe(span tracing.Span, r Response, failure *Error) {
	span.Set("result", result(failure))
	if failure == nil {
		span.Count("status", r.Status)
		return
	}
	if failure.Status != 0 {
		span.Count("status", failure.Status)
	}
	if failure.Cause != "" {
		span.Set("cause", failure.Cause)
	}
	span.Fail(result(failure))
}

func result(failure *Error) string {
	switch {
	case failure == nil:
		return "ok"
	case failure.Kind == Refused:
		return "refused"
	case failure.Kind == Canceled, failure.Cause == causeCanceled, failure.Cause == causeHeldBack:
		return "canceled"
	case failure.Cause == causeOpen, failure.Cause == causeRate, failure.Cause == causeBusy, failure.Cause == causeCrowded:
		return "open"
	case failure.Cause == causeTimeout:
		return "timeout"
	default:
		return "failed"
	}
}
