package outbound

import "context"

// permit is the key of the question in a context.
type permit struct{}

// WithPermit makes every call under ctx ask, once it could leave: after it waited for the rate and
// for pauses, before the connection.  An error means that it must not, and makes the call one of kind
// NotSent that is not tried again: whoever may do things for somebody else can lose that right while
// the call waits.  ask must be safe for concurrent use.
func WithPermit(ctx context.Context, ask func() error) context.Context {
	return context.WithValue(ctx, permit{}, ask)
}

// Permitted asks, for whoever puts a question of its own before that, and for those who stand in for a Peer in tests.
func Permitted(ctx context.Context) error { return permitted(ctx) }

// permitted asks.
func permitted(ctx context.Context) error {
	if ask, ok := ctx.Value(permit{}).(func() error); ok {
		return ask()
	}
	return nil
}
