package webhook

import (
	"io"
	"net/http"
	"strconv"
)

// answer is a whole answer.  The bodies are constants, byte for byte those of the spec and the
// contract, so that nothing of the request can ever be in one.
type answer struct {
	status int
	body   string
	// result is the label of the metric, one of metrics.WebhookResults; "" is not counted.
	result string
	// reason tells ignored calls apart, one of metrics.WebhookIgnored.
	reason string
	// trace is that of the message that was answered, "" for none.
	trace string
	// close ends the connection: what is left of the request is not worth reading.
	close bool
}

// All answers there are (spec B; contract, "Webhook answers the spec leaves open").
var (
	accepted           = answer{status: http.StatusAccepted, body: `{"status":"accepted"}`, result: "accepted"}
	transferred        = answer{status: http.StatusOK, body: `{"status":"transferred"}`, result: "transferred"}
	healthy            = answer{status: http.StatusOK, body: `{"status":"ok"}`}
	notMessageReceived = answer{status: http.StatusOK, body: `{"status":"ignored","reason":"not_message_received"}`, result: "ignored", reason: "not_message_received"}
	notFromHub         = answer{status: http.StatusOK, body: `{"status":"ignored","reason":"not_from_hub"}`, result: "ignored", reason: "not_from_hub"}

	invalidJSON      = refuse(http.StatusBadRequest, "invalid_json", "invalid")
	missingSessionID = refuse(http.StatusBadRequest, "missing_session_id", "invalid")
	unauthorized     = refuse(http.StatusUnauthorized, "unauthorized", "unauthorized")
	forbidden        = refuse(http.StatusForbidden, "forbidden", "forbidden")
	notFound         = refuse(http.StatusNotFound, "not_found", "")
	methodNotAllowed = refuse(http.StatusMethodNotAllowed, "method_not_allowed", "")
	bodyTooLarge     = refuse(http.StatusRequestEntityTooLarge, "body_too_large", "too_large").closing()

	unsupportedMediaType = refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "forbidden")

	gatewayFailure = refuse(http.StatusBadGateway, "gateway_failure", "gateway_failure")
	unavailable    = refuse(http.StatusServiceUnavailable, "unavailable", "unavailable")
)

// retryAfter is sent with a 503, in seconds.  What it stands for passes quickly or not at all.
const retryAfter = "1"

func refuse(status int, reason, result string) answer {
	return answer{status: status, body: `{"status":"error","reason":"` + reason + `"}`, result: result}
}

// of is the same answer to a message with that trace.
func (a answer) of(trace string) answer {
	a.trace = trace
	return a
}

// closing is the same answer, after which the connection ends.
func (a answer) closing() answer {
	a.close = true
	return a
}

func (a answer) write(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(a.body)))
	if a.status == http.StatusServiceUnavailable {
		header.Set("Retry-After", retryAfter)
	}
	if a.close {
		header.Set("Connection", "close")
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body) // a caller that is gone sends the event again
}
