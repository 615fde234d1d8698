// Package peers holds the two parties an agent talks to as values that start and stop: the
// scheduling API and the simulated chat gateway, each with its listener.  The verbs serve them as
// processes of their own, the demo beside an agent.
package peers

import (
	"log/slog"
	"net/http"

	"atende/webhook"
)

// hardened is a server for strangers: the bounds on slow and hostile clients are those of the
// agent's own receiver.
func hardened(handler http.Handler, log *slog.Logger) *http.Server {
	return webhook.Harden(&http.Server{
		Handler:  handler,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	})
}
