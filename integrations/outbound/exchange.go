package outbound

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"time"

	"atende/metrics/tracing"
)

const (
	// maxBody bounds an answer that has no bound of its own: an A1 of 90 full days is some 200 KiB.
	maxBody = 8 << 20
	// A body that nobody reads is taken off the wire up to here, so that its connection can be
	// used again.
	drainBytes = 64 << 10
	drainTime  = time.Second
)

// try makes a call once, if the breaker lets it, and counts how it ended.
func (p *Peer) try(ctx context.Context, c Call, body []byte, attempt int) (Response, *Error) {
	failure := p.held(ctx, c)
	var response Response
	if failure == nil {
		response, failure = p.guarded(ctx, c, body, attempt)
	}
	p.count(c.Operation, failure)
	return response, failure
}

func (p *Peer) guarded(ctx context.Context, c Call, body []byte, attempt int) (Response, *Error) {
	if c.Optional {
		if !p.breaker.closed() {
			return Response{}, p.failure(c, NotSent, 0, causeOpen)
		}
		return p.paced(ctx, c, body, attempt)
	}
	if ctx.Value(doubtful{}) != nil {
		return p.beside(ctx, c, body, attempt)
	}
	var response Response
	var failure *Error
	_, err := p.breaker.machine.Execute(func() (Response, error) {
		response, failure = p.paced(ctx, c, body, attempt)
		if failure != nil {
			return response, failure
		}
		return response, nil
	})
	if refusedByBreaker(err) {
		return Response{}, p.failure(c, NotSent, 0, causeOpen)
	}
	return response, failure
}

// paced waits for the rate, then makes the call within the deadline.
func (p *Peer) paced(ctx context.Context, c Call, body []byte, attempt int) (Response, *Error) {
	if ctx.Err() != nil {
		return Response{}, p.failure(c, NotSent, 0, causeCanceled)
	}
	if err := p.await(ctx); err != nil {
		if ctx.Err() != nil {
			return Response{}, p.failure(c, NotSent, 0, causeCanceled)
		}
		return Response{}, p.failure(c, NotSent, 0, causeRate)
	}
	if permitted(ctx) != nil {
		return Response{}, p.failure(c, NotSent, 0, causeHeldBack)
	}
	ctx, span := tracing.Try(ctx, p.client, c.Operation, attempt)
	defer span.End()
	started := time.Now()
	response, failure := p.exchange(ctx, c, body)
	p.observe(ctx, c.Operation, time.Since(started))
	describe(span, response, failure)
	return response, failure
}

// await waits for the rate.
func (p *Peer) await(ctx context.Context) error {
	if p.pace == nil {
		return nil
	}
	ctx, end := p.waiting(ctx, "rate")
	defer end()
	return p.pace.wait(ctx)
}

// exchange is one request and its answer.
func (p *Peer) exchange(ctx context.Context, c Call, body []byte) (Response, *Error) {
	bounded, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	way := newJourney(c.Guard)
	request, err := p.request(way.trace(bounded), c, body)
	if err != nil {
		return Response{}, p.failure(c, NotSent, 0, causeRequest)
	}
	transport := p.pooled
	if c.Once {
		transport = p.fresh
	}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return Response{}, p.failure(c, kindOfBreak(ctx, way, err), 0, way.causeOf(ctx, err))
	}
	defer answer.Body.Close()
	response := Response{Status: answer.StatusCode, Header: answer.Header}
	if answer.StatusCode/100 != 2 {
		drain(answer.Body, cancel)
		p.hold.heed(response)
		failure := p.failure(c, kindOfStatus(answer.StatusCode), answer.StatusCode, "")
		failure.RetryAfter = retryAfter(response)
		return response, failure
	}
	if c.Answer == NoBody {
		drain(answer.Body, cancel)
		return response, nil
	}
	response.Body, err = readBody(answer, cmp.Or(c.MaxAnswer, maxBody))
	if err != nil && c.Answer == NeedBody {
		return response, p.failure(c, kindOfBreak(ctx, way, err), answer.StatusCode, way.causeOf(ctx, err))
	}
	return response, p.judge(c, response)
}

// request builds a request that nothing repeats by itself: without GetBody a transport cannot send
// a body twice.
func (p *Peer) request(ctx context.Context, c Call, body []byte) (*http.Request, error) {
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, c.Method, p.base+c.Path, reader)
	if err != nil {
		return nil, err
	}
	r.GetBody = nil
	r.Header.Set("Accept", "application/json")
	if body != nil {
		r.Header.Set("Content-Type", contentType(c.Body))
	}
	maps.Copy(r.Header, p.header)
	maps.Copy(r.Header, c.Header)
	if user := r.URL.User; user != nil && r.Header.Get("Authorization") == "" {
		password, _ := user.Password()
		r.SetBasicAuth(user.Username(), password)
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host // net/http takes it from here and not from the header
	}
	return r, nil
}

// judge asks the call whether the answer of a 2xx will do.
func (p *Peer) judge(c Call, r Response) *Error {
	if c.Read == nil {
		return nil
	}
	err := c.Read(r)
	if err == nil {
		return nil
	}
	var known *Error
	if errors.As(err, &known) {
		return p.failure(c, known.Kind, r.Status, known.Cause)
	}
	return p.failure(c, Unknown, r.Status, causeUnreadable)
}

// drain takes a body off the wire that nobody reads; a slow one is cut.
func drain(body io.Reader, cut func()) {
	slow := time.AfterFunc(drainTime, cut)
	defer slow.Stop()
	_, _ = io.CopyN(io.Discard, body, drainBytes)
}

// errTooLarge: an answer beyond its bound.
var errTooLarge = errors.New("answer too large")

// readBody reads all of a body, or returns nil and why it could not.
func readBody(answer *http.Response, bound int64) ([]byte, error) {
	size := answer.ContentLength
	if size > bound {
		return nil, errTooLarge
	}
	if size > 0 { // most answers say it, and then nothing has to grow
		body := make([]byte, size)
		_, err := io.ReadFull(answer.Body, body)
		if err != nil {
			return nil, err
		}
		return body, nil
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, bound+1))
	if err != nil {
		return nil, err
	}
	if int64(len(body)) > bound {
		return nil, errTooLarge
	}
	return body, nil
}
