// Package balance is the small load balancer in front of the demo's nodes: every call goes to the
// next node that is ready, and to another one when that does not answer.
//
// Repeating a webhook is what makes it simple.  A node that accepted a message and was killed before
// it could say so is no problem, because a message that comes twice is processed once (contract,
// "Webhook answers"); so the balancer never has to know how far a call got.
package balance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"
)

const (
	// checkEvery is how often each node is asked whether it is ready.
	checkEvery = 250 * time.Millisecond
	// checkLimit is how long a node may take to say so.  A frozen one takes connections and says
	// nothing.
	checkLimit = 500 * time.Millisecond
	// tryLimit is how long one node may take for a call before another one gets it; the gateway
	// waits for 10 s in all.
	tryLimit = 2500 * time.Millisecond
	// maxBody is what is kept of a call for its repetition; the receiver takes 1 MiB.
	maxBody = 1<<20 + 1
)

// Target is a node that calls may go to.
type Target struct {
	Name  string
	URL   string // http://HOST:PORT of the public listener
	Admin string // http://HOST:PORT of the operators' listener, which knows whether the node is ready
}

// Balancer is an http.Handler.  Its targets are watched from New to Close.
type Balancer struct {
	proxy  httputil.ReverseProxy
	client *http.Client // of calls and checks; no redirect is followed
	stop   context.CancelFunc
	done   chan struct{}

	mu      sync.Mutex
	targets []*target
	next    int
}

// target is a Target with what is known of it.
type target struct {
	Target
	url   *url.URL
	ready bool
}

// errNobody is answered as 502: no node took the call.
var errNobody = errors.New("no node is ready")

// New makes a balancer without targets; it answers 502 until it has some.  Log gets calls that nobody
// took.
func New(log *slog.Logger) *Balancer {
	ctx, stop := context.WithCancel(context.Background())
	b := &Balancer{
		client: &http.Client{
			Transport:     &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		stop: stop,
		done: make(chan struct{}),
	}
	b.proxy = httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetXForwarded() },
		Transport: trip(b.roundTrip),
		ErrorLog:  slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go b.watch(ctx)
	return b
}

// Close ends the watching.
func (b *Balancer) Close() {
	b.stop()
	<-b.done
	b.client.CloseIdleConnections()
}

// ServeHTTP hands a call on and answers what the node answered.
func (b *Balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.proxy.ServeHTTP(w, r) }

// Set replaces the targets.  Those that were known keep what is known of them, new ones count as ready
// until a check says otherwise.  The error is that of an address that is no URL; nothing changes then.
func (b *Balancer) Set(targets []Target) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := map[Target]*target{}
	for _, t := range b.targets {
		known[t.Target] = t
	}
	next := make([]*target, 0, len(targets))
	for _, t := range targets {
		if known[t] != nil {
			next = append(next, known[t])
			continue
		}
		u, err := url.Parse(t.URL)
		if err != nil {
			return fmt.Errorf("address of node %s: %w", t.Name, err)
		}
		next = append(next, &target{Target: t, url: u, ready: true})
	}
	b.targets = next
	return nil
}

// Ready names the targets that get calls at the moment.
func (b *Balancer) Ready() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	names := []string{}
	for _, t := range b.targets {
		if t.ready {
			names = append(names, t.Name)
		}
	}
	return names
}

// trip is a function as a round tripper.
type trip func(*http.Request) (*http.Response, error)

func (t trip) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// roundTrip asks one ready node after the other until one takes the call.  A 503 is passed on only
// when nobody had anything better to say.
func (b *Balancer) roundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(io.LimitReader(r.Body, maxBody)); err != nil {
			return nil, err
		}
	}
	var refused *http.Response
	for _, t := range b.turn() {
		response, err := b.try(r, t, body)
		switch {
		case r.Context().Err() != nil:
			drop(response)
			drop(refused)
			return nil, r.Context().Err()
		case err != nil:
			b.mark(t, false)
		case response.StatusCode == http.StatusServiceUnavailable:
			drop(refused)
			refused = response
		default:
			drop(refused)
			return response, nil
		}
	}
	if refused == nil {
		return nil, errNobody
	}
	return refused, nil
}

// turn lists the ready targets, each call beginning with another one.
func (b *Balancer) turn() []*target {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	var order []*target
	for i := range b.targets {
		if t := b.targets[(b.next+i)%len(b.targets)]; t.ready {
			order = append(order, t)
		}
	}
	return order
}

// try makes the call at one node.  The answer is read to its end, so that a node that dies while it
// answers counts as one that did not.
func (b *Balancer) try(r *http.Request, t *target, body []byte) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), tryLimit)
	defer cancel()
	copied := r.Clone(ctx)
	copied.URL.Scheme, copied.URL.Host, copied.Host = t.url.Scheme, t.url.Host, ""
	copied.Body, copied.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response, err := b.client.Transport.RoundTrip(copied)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(answer))
	return response, nil
}

// drop forgets an answer that is not passed on.
func drop(response *http.Response) {
	if response != nil {
		_ = response.Body.Close() // it is in memory
	}
}

func (b *Balancer) mark(t *target, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.ready = ready
}

// watch asks all targets whether they are ready, side by side, so that a silent one delays nobody.
func (b *Balancer) watch(ctx context.Context) {
	defer close(b.done)
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		b.mu.Lock()
		targets := b.targets
		b.mu.Unlock()
		var checks sync.WaitGroup
		for _, t := range targets {
			checks.Go(func() { b.mark(t, b.check(ctx, t)) })
		}
		checks.Wait()
	}
}

// check asks one node.
func (b *Balancer) check(ctx context.Context, t *target) bool {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.Admin+"/ready", http.NoBody)
	if err != nil {
		return false
	}
	response, err := b.client.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxBody)) // for the connection's next use
	return response.StatusCode == http.StatusOK
}
