package chat

import (
	"bytes"
	"context"
	"encoding/json"

	"atende/integrations/chat/phone"
	"atende/integrations/outbound"
)

// SendInSession sends one part in a chat session and returns the gateway's JSON.  It is not repeated
// when it may have arrived (kind Unknown).  A 2xx that carries the status FAILED is kind Refused: the
// gateway waits for the channel and then reports what became of the message.  One whose body is no JSON (a page of a
// proxy) says nothing of the message, kind Unknown; an empty body is a success like any JSON, because the spec shows
// no body for it (spec C).
func (c *Client) SendInSession(ctx context.Context, id, text string) (json.RawMessage, error) {
	const operation = "send_in_session"
	if id == "" {
		return nil, missing(operation, "session id")
	}
	return c.command(ctx, c.dialect.inSession(id, text).with(outbound.Call{Operation: operation, Read: c.delivered}))
}

// SendByPhone sends one part to a phone, digits with country code.  It opens a new conversation when
// the current one was closed, so it is for what cannot be sent in a session (spec C, rule 2).
// Otherwise as SendInSession.
func (c *Client) SendByPhone(ctx context.Context, number, text string) (json.RawMessage, error) {
	const operation = "send_by_phone"
	digits := phone.Digits(number)
	if digits == "" {
		return nil, missing(operation, "phone")
	}
	return c.command(ctx, c.dialect.byPhone(digits, text, c.channel).with(outbound.Call{Operation: operation, Read: c.delivered}))
}

// SendTemplate sends the template of the Config to a phone, with a value filled in.  Otherwise as SendByPhone.
func (c *Client) SendTemplate(ctx context.Context, number, value string) (json.RawMessage, error) {
	return c.fill(ctx, number, c.template, value)
}

// SendOffer is SendTemplate with that of the waiting list.
func (c *Client) SendOffer(ctx context.Context, number, value string) (json.RawMessage, error) {
	return c.fill(ctx, number, c.offer, value)
}

func (c *Client) fill(ctx context.Context, number string, t Template, value string) (json.RawMessage, error) {
	const operation = "send_by_phone"
	digits := phone.Digits(number)
	switch {
	case digits == "":
		return nil, missing(operation, "phone")
	case c.dialect.template == nil || t.ID == "":
		return nil, missing(operation, "template")
	}
	return c.command(ctx, c.dialect.template(digits, t, value, c.channel).with(outbound.Call{Operation: operation, Read: c.delivered}))
}

// delivered refuses the answer of a gateway that reports a failed delivery, and doubts one that is none of a gateway.
func (c *Client) delivered(r outbound.Response) error {
	switch {
	case len(bytes.TrimSpace(r.Body)) == 0: // or one that broke off
		return nil
	case !json.Valid(r.Body):
		return &outbound.Error{Kind: outbound.Unknown, Cause: "answer unreadable"}
	case c.dialect.failed(r.Body):
		return &outbound.Error{Kind: outbound.Refused, Cause: "delivery reported as failed"}
	}
	return nil
}
