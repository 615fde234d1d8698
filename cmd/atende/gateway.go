//go:build !minimal

package main

import (
	"context"
	"fmt"
	"net"
	"time"

	"atende/cmd/internal/endpoint"
	"atende/cmd/internal/peers"
	"atende/integrations/chat/simulator"
	"atende/integrations/inbound"
)

var gatewayPage = page{verb: "gateway", strict: true, about: `
Simulates the chat gateway: its five operations, the deliveries to the agent's webhook, a control API
under /sim, and a page to chat as a patient.

What real gateways do wrong is switched on by POST /sim/faults, a JSON object a fault, and off by DELETE:
  {"operation":"send_in_session","status":429,"retryAfter":"5s","count":3}
  {"operation":"deliver","duplicate":true,"count":-1}   each webhook twice, for ever
  {"operation":"deliver","reorder":true}                the next message overtakes this one
operation is get_session, send_in_session, send_by_phone, transfer, add_tags, transfer_v1 or deliver; further
fields are session, body, delay ("1.5s"), after (done all the same) and drop (no answer).  A webhook that is not
answered within 10 s comes again.

Who drives it speaks as any patient, with the webhook's token: /sim and the page are for this machine, and for callers with
ATENDE_GATEWAY_TOKEN; others get 401, unless ATENDE_GATEWAY_OPEN=true.`}

// gatewayVerb is `atende gateway`.
func gatewayVerb(ctx context.Context, w world, args []string) int {
	var s gatewaySettings
	if err := gatewayPage.read(s.table(), w, args); err != nil {
		return refuse(w, "gateway", err)
	}
	log, err := logger(w, s.log)
	if err != nil {
		return refuse(w, "gateway", err)
	}
	listening, err := endpoint.Listen(context.WithoutCancel(ctx), s.listen)
	if err != nil {
		return fail(w, "gateway", err)
	}
	gateway := peers.StartGateway(listening, simulator.Config{
		Dialect:       s.dialect,
		WebhookURL:    s.webhookURL,
		WebhookToken:  s.webhook.Token,
		WebhookSecret: s.webhook.Secret,
		PublicURL:     s.publicURL,
		Token:         s.token,
		Open:          s.open,
		Defaults:      s.defaults(),
		Now:           time.Now,
		Log:           log,
	})
	// Not in the log, which masks an instance: it is a phone number.
	defaults := gateway.Simulator().Defaults()
	fmt.Fprintf(w.out, "new sessions: instance %s, team %s\n", defaults.InstanceNumber, defaults.TeamName)
	if host, _, err := net.SplitHostPort(gateway.Addr()); s.open && (err != nil || !inbound.Loopback(host)) {
		log.Warn("whoever reaches this listener drives the simulator and reads all of it (ATENDE_GATEWAY_OPEN)")
	}
	log.Info("chat gateway listens", "address", gateway.Addr(), "page", gateway.URL()+"/")
	if err := untilStopped(ctx, gateway, drainLimit, log); err != nil {
		return fail(w, "gateway", err)
	}
	return exitOK
}

// defaults are the filter fields of new sessions: those that the agent with the same settings lets
// pass, as far as they are given.
func (s gatewaySettings) defaults() simulator.Defaults {
	d := simulator.Defaults{TeamName: s.team}
	if len(s.instances) > 0 {
		d.InstanceNumber = s.instances[0]
	}
	return d
}
