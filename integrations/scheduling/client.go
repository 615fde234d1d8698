package scheduling

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"atende/integrations/outbound"
	"atende/metrics"
)

// Config is how to reach a scheduling API.  URL, Now and Location are required.
type Config struct {
	URL string // {base_url}; may have a path
	// Headers go on every call (ATENDE_SCHEDULING_HEADERS), but for the three that change what
	// net/http does by itself: two make it repeat a POST, Accept-Encoding hands it compressed bodies.
	Headers http.Header
	// Now is the clock, and Location the clinic's time zone, by which times are past.
	Now      func() time.Time
	Location *time.Location
	// Doctors are those of the catalogue: an agenda that is named after another one is not the doctor's who was
	// asked for.  None: only the names of an answer are compared with each other.
	Doctors []Doctor

	// Timeout bounds each try of a call; 0: 15 s.
	Timeout time.Duration
	// Transport replaces the connections, also the one of its own that each appointment gets; nil:
	// real ones.
	Transport http.RoundTripper
	Metrics   metrics.Clients
	Log       *slog.Logger
}

// defaultTimeout is how long an A4 may take, and patience enough for the reads: the patient waits.
const defaultTimeout = 15 * time.Second

// Client calls a scheduling API.  It is safe for concurrent use.  Every error is an *outbound.Error.
type Client struct {
	peer     *outbound.Peer
	now      func() time.Time
	location *time.Location
	doctors  directory
	// knowsIntents is what the answers announced last.
	knowsIntents atomic.Bool
	met          atomic.Bool // any answer came
}

// New connects to nothing yet.
func New(c Config) *Client {
	timeout := cmp.Or(c.Timeout, defaultTimeout)
	return &Client{
		now: c.Now, location: c.Location, doctors: newDirectory(c.Doctors),
		peer: outbound.NewPeer(outbound.Config{
			Client: "scheduling", BaseURL: c.URL, Header: c.Headers, Timeout: timeout,
			Transport: c.Transport, Metrics: c.Metrics, Log: c.Log,
			// A read that timed out gets a second chance, not a third.
			Retry: outbound.Retry{MaxElapsed: 2 * timeout},
		}),
	}
}

// KnowsIntents reports that the server announced, in any answer, that it knows Atende-Intent: then, and only
// then, repeating an A4 with the same intent is safe (contract, "A4").  An A4 that succeeds without the announcement
// takes it back, because the server was replaced; a failure may be a proxy's and says nothing.
func (c *Client) KnowsIntents() bool { return c.knowsIntents.Load() }

// Met reports that the server has answered this process before, so that KnowsIntents means something.
func (c *Client) Met() bool { return c.met.Load() }

// do makes a call and looks for the announcement.
func (c *Client) do(ctx context.Context, call outbound.Call) (outbound.Response, error) {
	response, err := c.peer.Do(ctx, call)
	if response.Status/100 == 2 { // else it may have been a proxy
		c.met.Store(true)
	}
	switch {
	case response.Header.Get(intentHeader) == intentKnown:
		c.knowsIntents.Store(true)
	case call.Operation == bookOperation && response.Status/100 == 2:
		c.knowsIntents.Store(false)
	}
	return response, err
}

// Close ends idle connections.
func (c *Client) Close() { c.peer.Close() }
