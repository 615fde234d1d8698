package peers

import (
	"context"

	"atende/cmd/internal/endpoint"
	"atende/integrations/chat/simulator"
)

// Gateway is a running chat-gateway simulator.
type Gateway struct {
	*endpoint.Endpoint
	simulator *simulator.Simulator
}

// StartGateway serves the gateway that config describes on an endpoint that is listening already, so
// that its address can be known to the agent that config.WebhookURL names; config.Log is required.
func StartGateway(listening *endpoint.Endpoint, config simulator.Config) *Gateway {
	simulated := simulator.New(config)
	listening.Start(hardened(simulated.Handler(), config.Log))
	return &Gateway{Endpoint: listening, simulator: simulated}
}

// Simulator is the gateway behind the listener.
func (g *Gateway) Simulator() *simulator.Simulator { return g.simulator }

// Stop delivers what patients wrote, at most until ctx ends, and then ends the event streams before
// it waits for the calls in hand: a stream is a call that never ends by itself.
func (g *Gateway) Stop(ctx context.Context) error {
	err := g.simulator.Drain(ctx)
	g.simulator.Close()
	if stopped := g.Endpoint.Stop(ctx); stopped != nil {
		return stopped
	}
	return err
}
