package chat

import (
	"context"
	"encoding/json"

	"atende/integrations/chat/phone"
	"atende/integrations/outbound"
)

// Tag adds tags to the contact of a phone, digits with country code, and returns the gateway's JSON.
// Repeating it is safe.  Tags are a courtesy (spec C, rule 5): their failures do not count against
// the gateway's health, and while that is in doubt none are sent.  Without tags there is no call.
func (c *Client) Tag(ctx context.Context, number string, tags ...string) (json.RawMessage, error) {
	const operation = "tag"
	digits := phone.Digits(number)
	if len(tags) == 0 {
		return nil, nil
	}
	if digits == "" {
		return nil, missing(operation, "phone")
	}
	return c.command(ctx, c.dialect.tag(digits, tags).with(outbound.Call{Operation: operation, Repeatable: true, Optional: true}))
}
