package outbound

import (
	"context"

	"atende/integrations/outbound/gate"
)

// The keys of what is known in a context.
type (
	urgent struct{}
	alarm  struct{}
)

// WithUrgency marks what is done under ctx as urgent: where calls have to wait for the rate they go
// before others, because somebody waits for the end of what was begun.
func WithUrgency(ctx context.Context) context.Context {
	return context.WithValue(ctx, urgent{}, true)
}

// WithAlarm lets calls under ctx that have to wait for the rate go before all others where alarming says so.  It is asked
// by those alone, perhaps from several goroutines.
func WithAlarm(ctx context.Context, alarming func() bool) context.Context {
	return context.WithValue(ctx, alarm{}, alarming)
}

// Class is how urgent the work under ctx is.
func Class(ctx context.Context) gate.Class {
	if alarming, ok := ctx.Value(alarm{}).(func() bool); ok && alarming() {
		return gate.First
	}
	if ctx.Value(urgent{}) != nil {
		return gate.Urgent
	}
	return gate.Normal
}
