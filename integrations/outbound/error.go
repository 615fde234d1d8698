package outbound

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what a failed call means for the caller.  A failure that is not known to be one of the
// definite kinds is Unknown: the other side may have done what was asked.
type Kind int

// The kinds of failure.
const (
	// Unknown: timeout, reset, EOF, 3xx, 408, 429, 5xx, or an answer that cannot be read.
	Unknown Kind = iota
	// NotSent: the request never left (dial failed, breaker open, budget refused, the other side asked to be
	// left alone, or the caller gave up before there was a connection).
	NotSent
	// Refused: the other side answered with a definite no: a 4xx other than 408 and 429.
	Refused
	// Canceled: the caller gave up (its context ended) with the request on its way.
	Canceled
)

var kindNames = [...]string{"unknown", "not sent", "refused", "canceled"}

func (k Kind) String() string { return kindNames[k] }

// Error is the only error that leaves a client.  It carries no URL, no body and no patient data.
type Error struct {
	Client    string // "gateway", "scheduling", …
	Operation string
	Kind      Kind
	Status    int // HTTP status, 0 without an answer
	// Cause is a short description without patient data ("timeout", "connection refused"); ""
	// when Status says it all.
	Cause string
	// RetryAfter is how long the other side asked not to be called, 0 if it did not.
	RetryAfter time.Duration
	// Alone says that a doubtful call (WithDoubt) was answered so while others end well: it is about what
	// the call named or did.
	Alone bool
}

func (e *Error) Error() string {
	what := e.Cause
	switch {
	case e.Status != 0 && e.Cause != "":
		what = fmt.Sprintf("status %d: %s", e.Status, e.Cause)
	case e.Status != 0:
		what = fmt.Sprintf("status %d", e.Status)
	}
	return fmt.Sprintf("%s %s: %s: %s", e.Client, e.Operation, e.Kind, what)
}

// RetryAfterOf is the RetryAfter of err, 0 when err is not an *Error.
func RetryAfterOf(err error) time.Duration {
	var e *Error
	if errors.As(err, &e) {
		return e.RetryAfter
	}
	return 0
}

// Alone reports a failure that is not the other side's; see Error.
func Alone(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Alone
}

// KindOf is the kind of err; Unknown when err is not an *Error.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Unknown
}

// StatusOf is the HTTP status behind an error of a client, 0 without an answer.
func StatusOf(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}
