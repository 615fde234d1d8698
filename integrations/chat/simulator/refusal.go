package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// refusal is an answer that is no success: an HTTP status and a short code.  Neither it nor its
// text quotes what was sent.
type refusal struct {
	status int
	key    string
	text   string
}

func (r *refusal) Error() string { return r.text }

func badBody(format string, args ...any) error {
	return &refusal{http.StatusBadRequest, "invalid_body", fmt.Sprintf(format, args...)}
}

var (
	errUnauthorized = &refusal{http.StatusUnauthorized, "unauthorized", "missing or wrong bearer token"}
	errElsewhere    = &refusal{http.StatusUnauthorized, "unauthorized",
		"only this machine, and callers with ATENDE_GATEWAY_TOKEN, may drive the simulator; ATENDE_GATEWAY_OPEN=true lets everybody"}
	errNotFound   = &refusal{http.StatusNotFound, "not_found", "no such session"}
	errNoFile     = &refusal{http.StatusNotFound, "not_found", "no such file"}
	errNoContact  = &refusal{http.StatusNotFound, "not_found", "no such contact"}
	errTooLarge   = &refusal{http.StatusRequestEntityTooLarge, "body_too_large", "body is over the limit"}
	errEnded      = &refusal{http.StatusConflict, "session_closed", "the session is closed"}
	errTooLong    = &refusal{http.StatusBadRequest, "message_too_long", "message is over 4096 characters"}
	errChannel    = &refusal{http.StatusBadRequest, "unknown_channel", "channelId does not exist"}
	errDepartment = &refusal{http.StatusBadRequest, "unknown_department", "departmentId does not exist"}
)

// refusalOf turns the errors of the Go API into answers.
func refusalOf(err error) *refusal {
	var r *refusal
	switch {
	case errors.As(err, &r):
		return r
	case errors.Is(err, ErrNoSession):
		return errNotFound
	case errors.Is(err, errField):
		return &refusal{http.StatusBadRequest, "invalid_field", err.Error()}
	default: // ErrBusy, ErrClosed
		return &refusal{http.StatusServiceUnavailable, "unavailable", err.Error()}
	}
}

// refuse writes err like the real family does.
func (s *Simulator) refuse(w http.ResponseWriter, err error) int {
	r := refusalOf(err)
	if r.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	return reply(w, r.status, map[string]any{
		"httpStatusCode": r.status,
		"error":          true,
		"key":            r.key,
		"text":           r.text,
		"date":           stamp(s.cfg.Now()),
	})
}

// reply writes body as JSON and returns status.
func reply(w http.ResponseWriter, status int, body any) int {
	raw, err := json.Marshal(body)
	if err != nil {
		status, raw = http.StatusInternalServerError, []byte(`{"error":true,"key":"internal"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // the caller is gone: nobody to tell
	return status
}
