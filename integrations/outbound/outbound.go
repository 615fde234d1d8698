// Package outbound is the one way out of the process: every call to the gateway, the scheduling
// API (and later a model) goes through a Peer, which gives it a deadline, retries where repeating
// is safe, a circuit breaker that judges the health of the other side, an error kind that callers
// can decide on, and measurement.
package outbound
