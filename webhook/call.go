package webhook

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"atende/integrations/inbound"
	"atende/metrics"
)

// call is one kind of webhook call: it decides the answer and leaves the writing to others, so
// that there is exactly one answer whatever happens on the way.
type call func(r *http.Request) answer

// measured runs a call, writes its answer and counts it.  A panic is answered with fallback.
func (rc *receiver) measured(fallback answer, c call) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := rc.now()
		a := rc.guarded(fallback, c, r)
		a.write(w)
		rc.metrics.Requests.WithLabelValues(a.result).Inc()
		if a.reason != "" {
			rc.metrics.Ignored.WithLabelValues(a.reason).Inc()
		}
		metrics.Observe(rc.metrics.Duration, rc.now().Sub(start).Seconds(), a.trace)
		rc.noteRefused(r, a)
	})
}

// noteRefused logs a call that no gateway makes: malformed, too large, or from a browser.
func (rc *receiver) noteRefused(r *http.Request, a answer) {
	switch a.result {
	case "invalid", "too_large", "forbidden":
	default:
		return
	}
	if leftOut, stands := rc.seldom.Take("refused: " + a.result); stands {
		rc.log.LogAttrs(r.Context(), slog.LevelWarn, "webhook refused", slog.String("result", a.result), slog.Int("status", a.status),
			slog.String("path", r.URL.Path), slog.String("address", inbound.Address(r)), leftOut)
	}
}

// guarded turns a panic into the fallback answer.  net/http would survive it too, but hang up on
// the gateway and print the value of the panic, which may quote a message.
func (rc *receiver) guarded(fallback answer, c call, r *http.Request) (a answer) {
	defer func() {
		if value := recover(); value != nil {
			rc.log.ErrorContext(r.Context(), "webhook call panicked",
				"path", r.URL.Path, "panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			a = fallback.closing()
		}
	}()
	return c(r)
}

// received checks the caller, reads the body and goes on with next.  A refusal that needs no body comes before any of it
// is read, so that a stranger holds nothing here, and ends the connection instead of waiting for the rest.
func (rc *receiver) received(next func(ctx context.Context, body []byte) answer) call {
	return func(r *http.Request) answer {
		switch {
		case !rc.auth.tokenMatches(r.Header):
			rc.note(r, "token")
			return unauthorized.closing()
		case fromBrowser(r.Header):
			return forbidden.closing()
		case ofForm(r.Header):
			return unsupportedMediaType.closing()
		}
		body, err := rc.bodies.read(r)
		defer rc.bodies.release(body)
		switch {
		case errors.Is(err, errTooLarge):
			return bodyTooLarge
		case errors.Is(err, errNoMemory):
			return unavailable.closing()
		case !rc.auth.signatureMatches(r.Header, r.URL.Path, body.bytes):
			rc.note(r, "signature")
			return closeAfter(err, unauthorized)
		case err != nil: // what did not come whole is not JSON
			return closeAfter(err, invalidJSON)
		}
		// The caller's hanging up does not reach next: a half-cancelled write costs a database
		// connection, and a half-cancelled transfer leaves the truth open.  Each has a deadline.
		ctx := context.WithValue(context.WithoutCancel(r.Context()), proofKey{}, rc.auth.timedProof(r.Header))
		return next(withCaller(ctx, r), body.bytes)
	}
}

// note logs who could not prove itself, once a minute for each address: whether that is the gateway or somebody else is
// what an operator has to know.
func (rc *receiver) note(r *http.Request, proof string) {
	if rc.noted.Take(inbound.Caller(r)) != 0 {
		return
	}
	what := "webhook without the right " + proof
	if leftOut, stands := rc.seldom.Take(what); stands { // who has many addresses has no more lines
		rc.log.LogAttrs(r.Context(), slog.LevelWarn, what, slog.String("address", inbound.Address(r)), leftOut)
	}
}

func closeAfter(err error, a answer) answer {
	if err != nil {
		return a.closing()
	}
	return a
}
