package outbound

import (
	"context"

	"atende/integrations/outbound/gate"
)

// urgent is the key of the mark in a context.
type urgent struct{}

// WithUrgency marks what is done under ctx as urgent: where calls have to wait for the rate they go
// before others, because somebody waits for the end of what was begun.
func WithUrgency(ctx context.Context) context.Context {
	return context.WithValue(ctx, urgent{}, true)
}

// Class is how urgent the work under ctx is.
func Class(ctx context.Context) gate.Class {
	if ctx.Value(urgent{}) != nil {
		return gate.Urgent
	}
	return gate.Normal
}
