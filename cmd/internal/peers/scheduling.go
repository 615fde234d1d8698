package peers

import (
	"context"
	"errors"

	"atende/cmd/internal/endpoint"
	"atende/integrations/scheduling/server"
)

// Scheduling is a running scheduling API.
type Scheduling struct {
	*endpoint.Endpoint
	api *server.Server
}

// StartScheduling listens on address and serves the API that config describes; config.Log is
// required.
func StartScheduling(ctx context.Context, address string, config server.Config) (*Scheduling, error) {
	listening, err := endpoint.Listen(ctx, address)
	if err != nil {
		return nil, err
	}
	api, err := server.New(ctx, config)
	if err != nil {
		return nil, errors.Join(err, listening.Stop(ctx))
	}
	listening.Start(hardened(api.Handler(), config.Log))
	return &Scheduling{Endpoint: listening, api: api}, nil
}

// API is the server behind the listener, for a look at what it holds.
func (s *Scheduling) API() *server.Server { return s.api }

// Stop lets the calls in hand finish, at most until ctx ends, and closes the database.
func (s *Scheduling) Stop(ctx context.Context) error {
	return errors.Join(s.Endpoint.Stop(ctx), s.api.Close())
}
