package outbound

import "context"

// insisting is the key of the mark in a context.
type insisting struct{}

// WithInsistence makes the calls under ctx leave although the other side asked to be left alone (Retry-After of a
// 429): somebody has waited for as long as may be asked of them.
func WithInsistence(ctx context.Context) context.Context {
	return context.WithValue(ctx, insisting{}, true)
}

func insists(ctx context.Context) bool { return ctx.Value(insisting{}) != nil }
