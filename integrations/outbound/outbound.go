// Package outbound is the one way out of the process: every call to the gateway, the scheduling
// API and a language model goes through a Peer, which gives it a deadline, retries where repeating
// is safe, a circuit breaker that judges the health of the other side, an error kind that callers
// can decide on, and measurement.
//
// From the outside in, a call passes: retries (retry.go), the breaker (breaker.go), the rate
// (exchange.go), the deadline, the wire.  The deadline is innermost because a breaker whose probe
// never returns stays half-open for ever.
package outbound
