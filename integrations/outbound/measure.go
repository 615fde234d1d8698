package outbound

import "time"

// count counts one try under the result that atende_client_requests_total has for it
// (metrics.ClientResults).
func (p *Peer) count(operation string, failure *Error) {
	p.metrics.Requests.WithLabelValues(p.client, operation, result(failure)).Inc()
}

// observe measures a try that was made.
func (p *Peer) observe(operation string, took time.Duration) {
	p.metrics.Duration.WithLabelValues(p.client, operation).Observe(took.Seconds())
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
