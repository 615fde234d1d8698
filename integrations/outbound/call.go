package outbound

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"atende/metrics/tracing"
)

// Call is one request to a Peer.
type Call struct {
	// Operation names the call in metrics and errors, one of metrics.Operations.
	Operation string
	Method    string
	// Path is appended to the base URL as it is: what it holds must be escaped (Segment).
	Path string
	// Header goes on this call beside the peer's.
	Header http.Header
	// Body is sent as JSON, a Raw as it is; nil: no body.
	Body any

	// Repeatable allows another try after a failure of kind Unknown.  A call that never left is
	// tried again anyway.
	Repeatable bool
	// Once forbids any repeat, also one by the transport: the call goes over a connection of its
	// own and is tried a single time.
	Once bool
	// Guard, if set, is asked when the connection stands, immediately before the first byte of the
	// request is written.  An error means that the request must not leave: the call is then of
	// kind NotSent.  It needs Once, and it may be asked from another goroutine.
	Guard func() error
	// Optional calls say nothing about the health of the other side and are not made while its
	// breaker is not closed.
	Optional bool

	// Answer says how much of a 2xx must arrive for the call to have succeeded.
	Answer Answer
	// MaxAnswer bounds the body of a 2xx, in bytes; 0: 8 MiB.
	MaxAnswer int64
	// Read looks at a 2xx answer.  An error from it makes the try fail: an *Error with its Kind
	// and Cause, any other as Unknown.  It runs once a try; nil: every 2xx will do.
	Read func(Response) error
}

// Answer says how much of a 2xx answer a call needs.
type Answer int

// What a call may need of its answer.
const (
	NeedBody Answer = iota // without its whole body the call failed
	WantBody               // the call succeeded with its status; Body is nil if it broke off
	NoBody                 // the body is not read
)

// Response is an answer.  Beside an error it holds what is known: Status is 0 without an answer.
type Response struct {
	Status int
	Header http.Header
	Body   []byte // of a 2xx; at most Call.MaxAnswer
}

// Raw is a body that somebody else has written.
type Raw struct {
	ContentType string
	Data        []byte
}

// Do makes a call, with retries where they are safe.  The error is an *Error, of the last try.
func (p *Peer) Do(ctx context.Context, c Call) (Response, error) {
	body, err := encode(c.Body)
	if err != nil {
		return Response{}, p.failure(c, NotSent, 0, causeRequest)
	}
	ctx, span := tracing.Call(ctx, p.client, c.Operation)
	defer span.End()
	response, failure := p.repeat(ctx, c, body)
	describe(span, response, failure)
	if failure != nil {
		return response, failure
	}
	return response, nil
}

// failure makes the error of a call.
func (p *Peer) failure(c Call, kind Kind, status int, cause string) *Error {
	return &Error{Client: p.client, Operation: c.Operation, Kind: kind, Status: status, Cause: cause}
}

// encode leaves <, > and & as they are: the same JSON, but readable in a capture.
func encode(body any) ([]byte, error) {
	switch body := body.(type) {
	case nil:
		return nil, nil
	case Raw:
		return body.Data, nil
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// contentType is that of an encoded body.
func contentType(body any) string {
	if raw, ok := body.(Raw); ok {
		return raw.ContentType
	}
	return "application/json"
}
