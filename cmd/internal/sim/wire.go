package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"syscall"
	"time"

	"atende/integrations/outbound"
)

// wire is the network between one process and a party, as an http.RoundTripper.
type wire struct {
	node  *node
	party string
	// route names the operation of a request and the chat it is about.
	route func(request) (operation, chat string)
	// serve makes the effect and the answer of a request.
	serve func(request) answer
}

// request is what reaches a party.
type request struct {
	node      *node
	operation string
	chat      string
	method    string
	path      string
	header    http.Header
	body      []byte
	twist     mishap // what the party itself does wrong
	left      time.Time
}

// answer is what a party says.
type answer struct {
	status int
	header map[string]string
	body   any
}

// The latencies of a network that works, and of one that does not.
func latency(r *rand.Rand) time.Duration { return time.Duration(2+r.IntN(60)) * time.Millisecond }

func slowness(r *rand.Rand) time.Duration {
	return time.Duration(500+r.IntN(pick(r, 3_000, 20_000))) * time.Millisecond
}

// RoundTrip implements http.RoundTripper.
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	q := request{node: w.node, method: r.Method, path: r.URL.Path, header: r.Header}
	if r.Body != nil {
		q.body, _ = io.ReadAll(r.Body)
	}
	q.operation, q.chat = w.route(q)
	w.node.w.checkEffect(r.Context(), q)
	if !w.node.step(q.chat, "before "+q.operation) {
		return nil, errDead
	}
	m, dice := w.node.w.mishap(w.party, q.operation, q.chat)
	if m != fine {
		w.node.w.note(q.chat, "%s: %s", q.operation, m)
	}
	a, err := w.carry(r.Context(), q, m, dice)
	if err != nil {
		return nil, err
	}
	return response(r, a), nil
}

// carry takes a request there and its answer back.
func (w *wire) carry(ctx context.Context, q request, m mishap, dice *rand.Rand) (answer, error) {
	dialing := latency(dice) / 2
	if m != fine && chance(dice, 0.2) {
		dialing += time.Duration(dice.IntN(4000)) * time.Millisecond
	}
	if err := w.node.wait(ctx, dialing); err != nil {
		return answer{}, err
	}
	if m == unreachable {
		return answer{}, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	}
	if err := outbound.Guarded(ctx); err != nil {
		return answer{}, err
	}
	q.left = time.Now()
	w.node.w.checkDeparture(q)
	if m == slow && chance(dice, 0.5) { // on the way there
		if err := w.node.wait(ctx, slowness(dice)); err != nil {
			return answer{}, err
		}
		m = fine
	}
	if a, stopped, err := w.before(ctx, q, m, dice); stopped {
		return a, err
	}
	q.twist = m
	a := w.serve(q)
	if !w.node.step(q.chat, "after "+q.operation) {
		return answer{}, errDead
	}
	a, err := w.after(ctx, a, m, dice)
	switch {
	case err != nil:
		w.node.w.unheard(q, 0)
	case a.status/100 != 2:
		w.node.w.unheard(q, a.status)
	}
	return a, err
}

// before handles what keeps a request from having an effect, for now.
func (w *wire) before(ctx context.Context, q request, m mishap, dice *rand.Rand) (a answer, stopped bool, err error) {
	switch m {
	case hangBefore:
		return answer{}, true, w.node.hang(ctx)
	case resetBefore:
		return answer{}, true, syscall.ECONNRESET
	case errorBefore:
		return answer{status: pick(dice, 500, 502, 503, 504)}, true, nil
	case busy:
		return answer{status: 429, header: map[string]string{"Retry-After": pick(dice, "1", "3", "30", "")}}, true, nil
	case refused:
		if q.operation == opBook { // the clinic itself says no, having looked or not
			return answer{}, false, nil
		}
		w.node.w.turnedAway(q)
		return answer{status: pick(dice, 400, 404, 410, 422)}, true, nil
	case late:
		return answer{}, true, w.postpone(ctx, q, dice)
	default:
		return answer{}, false, nil
	}
}

// maxLate is how long after its client gave up a request may still be executed (A4_LIFE).  It gives up
// within bookTimeout; that a process stands still meanwhile makes the other side no more patient.
const (
	maxLate     = 40 * time.Second
	bookTimeout = 15 * time.Second
)

// postpone lets the caller down and makes the effect afterwards, which a dead caller cannot prevent.
func (w *wire) postpone(ctx context.Context, q request, dice *rand.Rand) error {
	delay := pick(dice, maxLate, maxLate, time.Duration(dice.Int64N(int64(maxLate))))
	err := error(syscall.ECONNRESET)
	if chance(dice, 0.8) {
		err = w.node.hang(ctx)
	}
	delay = min(delay, time.Until(q.left.Add(bookTimeout+maxLate)))
	w.node.w.note(q.chat, "%s will happen %v after its caller gave up", q.operation, delay)
	w.node.w.later(delay, func() {
		q.twist = late
		w.serve(q)
	})
	return err
}

// after handles what keeps an answer from arriving.
func (w *wire) after(ctx context.Context, a answer, m mishap, dice *rand.Rand) (answer, error) {
	switch m {
	case hangAfter:
		return a, w.node.hang(ctx)
	case resetAfter:
		return a, pick[error](dice, syscall.ECONNRESET, io.ErrUnexpectedEOF)
	case errorAfter:
		return answer{status: pick(dice, 500, 502, 503, 504)}, nil
	case slow:
		return a, w.node.wait(ctx, slowness(dice))
	default:
		return a, w.node.wait(ctx, latency(dice))
	}
}

func response(r *http.Request, a answer) *http.Response {
	body, err := json.Marshal(a.body)
	if err != nil {
		panic(errors.Join(errors.New("sim: an answer does not encode"), err))
	}
	header := http.Header{"Content-Type": {"application/json"}}
	for name, value := range a.header {
		header.Set(name, value)
	}
	return &http.Response{
		StatusCode: a.status, Header: header, Request: r, ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
}
