package webhook

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"atende/integrations/inbound"
)

// Caller is who makes a call, as far as a caller can be told from others.
type Caller struct {
	Address string // of the connection, an IPv6 one by its network; a proxy's, if there is one
	Program string // its User-Agent, and the names of its headers
}

// maxProgram bounds Caller.Program, in bytes.
const maxProgram = 512

type callerKey struct{}

type proofKey struct{}

// proofIn is auth.timedProof of a call.
func proofIn(ctx context.Context) string {
	proof, _ := ctx.Value(proofKey{}).(string)
	return proof
}

// withCaller remembers who makes a call.
func withCaller(ctx context.Context, r *http.Request) context.Context {
	names := make([]string, 0, len(r.Header))
	for name := range r.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	program := r.UserAgent() + " " + strings.Join(names, " ")
	return context.WithValue(ctx, callerKey{}, Caller{
		Address: inbound.Caller(r).String(), Program: program[:min(len(program), maxProgram)],
	})
}

func callerIn(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}
