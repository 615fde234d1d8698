package webhook

import (
	"context"
	"slices"
)

// message answers POST /webhook/message (spec B, rules 1 to 4).
func (rc *receiver) message(ctx context.Context, body []byte) answer {
	m, refusal := rc.read(body, proofIn(ctx))
	if refusal != nil {
		return *refusal
	}
	m.Caller = callerIn(ctx)
	return rc.accept(ctx, m, len(body))
}

// types are those of messages that are told apart in logs and traces; the gateway may send any text.
var types = []string{"TEXT", "AUDIO", "IMAGE", "VIDEO", "DOCUMENT", "STICKER", "LOCATION", "CONTACT", "REACTION"}

func typeOf(kind string) string {
	switch {
	case kind == "":
		return "TEXT"
	case slices.Contains(types, kind):
		return kind
	default:
		return "other"
	}
}
