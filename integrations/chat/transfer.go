package chat

import (
	"context"
	"encoding/json"

	"atende/integrations/outbound"
)

// Transfer moves a chat session to the human department and returns the gateway's JSON.  Without an
// error the gateway confirmed it.  Repeating it is safe.  Where transfers alone fail the gateway is not
// taken for down: a few patients who want a person would keep all others from being answered.
func (c *Client) Transfer(ctx context.Context, id string) (json.RawMessage, error) {
	const operation = "transfer"
	if id == "" {
		return nil, missing(operation, "session id")
	}
	return c.command(outbound.WithDoubt(ctx), c.dialect.transfer(id, c.department).with(outbound.Call{Operation: operation, Repeatable: true}))
}
