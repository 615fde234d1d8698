package model

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"atende/integrations/outbound"
	"atende/metrics"
	"atende/metrics/tracing"
)

// Config is how to reach a model.  URL and Model are required.
type Config struct {
	// URL is the base with its version ("http://host:11434/v1"), with or without a slash at its end.
	URL string
	// Key goes as a bearer token; "" sends none.
	Key   string
	Model string
	// Timeout bounds one try, its answer included; 0: 60 s.  A try that took all of it is not repeated.
	Timeout time.Duration
	Prices  Prices
	// AtOnce is how many calls may run at once, and Waiting how many more may wait for that, of urgent and other
	// ones each; further ones fail at once.  0: 64 and 8,192; for transcriptions, which wait with their audio, 8
	// and 32.
	AtOnce, Waiting int

	// Transport replaces the connections; nil: real ones.
	Transport http.RoundTripper
	Metrics   metrics.Clients
	Log       *slog.Logger
}

const (
	// defaultTimeout is four times what a model usually takes.
	defaultTimeout = 60 * time.Second
	// tries of one call: a patient waits, and the rules can answer.
	tries = 2

	completionsAtOnce, completionsWaiting       = 64, 8192
	transcriptionsAtOnce, transcriptionsWaiting = 8, 32
)

// Client asks a language model.  It is safe for concurrent use.  Requests carry temperature 0.1 and max_tokens;
// OpenAI's models that reason get max_completion_tokens and no temperature.  Other servers
// that know only max_completion_tokens are not supported.
type Client struct {
	server server
	model  string
	prices Prices
}

// New connects to nothing yet.
func New(c Config) *Client {
	c.AtOnce, c.Waiting = cmp.Or(c.AtOnce, completionsAtOnce), cmp.Or(c.Waiting, completionsWaiting)
	return &Client{server: newServer("model", "complete", c), model: c.Model, prices: c.Prices}
}

// Complete asks for one completion, at most twice.
//
// Text and Calls are both empty when the model chose to say nothing, or refused.  A failure with a Status of 200 is
// an answer that cannot be used.  Refused: it was cut off ("length"), filtered, or calls tools in its text, which
// would happen again; then the Answer beside it holds its Usage.  Unknown: it has no choices, is no JSON, an error
// in disguise, or larger than 1 MiB.
func (c *Client) Complete(ctx context.Context, r Request) (answer Answer, err error) {
	ctx, span := tracing.Start(ctx, "model completion")
	defer func() { c.describe(span, answer, err) }()
	return c.complete(ctx, r)
}

// describe ends the span of a completion: which model, how much, and nothing of what was said.
func (c *Client) describe(span tracing.Span, answer Answer, err error) {
	span.Set("model", c.model)
	span.Count("prompt_tokens", answer.Usage.Prompt)
	span.Count("completion_tokens", answer.Usage.Completion)
	span.Count("tool_calls", len(answer.Calls))
	if err != nil {
		span.Fail(outbound.KindOf(err).String())
	}
	span.End()
}

func (c *Client) complete(ctx context.Context, r Request) (Answer, error) {
	if err := c.server.peer.Enter(ctx, c.server.operation); err != nil {
		return Answer{}, err
	}
	defer c.server.peer.Leave()
	var answer Answer
	read := func(body []byte) (err error) {
		answer, err = decode(body, r)
		return err
	}
	body, err := request(c.model, r)
	if err != nil {
		return Answer{}, c.server.notSent(causeRequest)
	}
	err = c.server.ask(ctx, "/chat/completions", outbound.Raw{ContentType: "application/json", Data: body}, read)
	answer.Usage.Micros = c.prices.of(answer.Usage)
	if err != nil {
		return Answer{Usage: answer.Usage}, err
	}
	return answer, nil
}

// Close ends idle connections.
func (c *Client) Close() { c.server.peer.Close() }

// newServer is the party of either client.
func newServer(client, operation string, c Config) server {
	return server{client: client, operation: operation, key: c.Key, peer: outbound.NewPeer(outbound.Config{
		Client: client, BaseURL: c.URL, Timeout: cmp.Or(c.Timeout, defaultTimeout),
		AtOnce: c.AtOnce, Waiting: c.Waiting, Retry: outbound.Retry{MaxTries: tries},
		Transport: c.Transport, Metrics: c.Metrics, Log: c.Log,
	})}
}
