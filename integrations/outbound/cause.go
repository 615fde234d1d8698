package outbound

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
)

// The causes of failures.  The list is closed, so that no address, body or name of a patient gets
// into a log by way of an error text.
const (
	causeCanceled   = "canceled"
	causeTimeout    = "timeout"
	causeOpen       = "breaker open"
	causeRate       = "rate exceeded"
	causeBusy       = "asked to wait"
	causeCrowded    = "too many calls wait"
	causeRequest    = "request cannot be built"
	causeRefused    = "connection refused"
	causeHost       = "no such host"
	causeReset      = "connection reset"
	causeClosed     = "connection closed"
	causeTLS        = "certificate not accepted"
	causeLarge      = "answer too large"
	causeUnreadable = "unreadable answer"
	causeRecord     = "unreadable record"
	causeHeldBack   = "held back"
	causeConnection = "connection failed"
)

// Record is the failure of a call whose answer was sound and what it holds of the one patient, session or appointment
// asked for was not.  It is of kind Unknown and says nothing about the health of the other side: else whoever has such a
// record could open the breaker for everybody.
func Record() error { return &Error{Kind: Unknown, Cause: causeRecord} }

// causeOf describes a call that broke.  Whether the caller gave up is asked of its own context:
// net/http returns the cause of a cancellation, which may be any error.
func causeOf(ctx context.Context, err error) string {
	var network net.Error
	var host *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case ctx.Err() != nil:
		return causeCanceled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return causeTimeout
	case errors.Is(err, errTooLarge):
		return causeLarge
	case errors.Is(err, syscall.ECONNREFUSED):
		return causeRefused
	case errors.As(err, &host):
		return causeHost
	case errors.As(err, &certificate):
		return causeTLS
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return causeReset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return causeClosed
	default:
		return causeConnection
	}
}

// kindOfBreak is the kind of a call without a whole answer.
func kindOfBreak(ctx context.Context, way *journey, err error) Kind {
	switch {
	case !way.mayHaveLeft(err):
		return NotSent
	case ctx.Err() != nil:
		return Canceled
	default:
		return Unknown
	}
}

// kindOfStatus is the kind of an answer that is not 2xx.  Only a 4xx is a definite no, and of
// those 408 and 429 speak of the server's state and not of the request.
func kindOfStatus(status int) Kind {
	if status/100 != 4 || status == http.StatusRequestTimeout || status == http.StatusTooManyRequests {
		return Unknown
	}
	return Refused
}
