//go:build !minimal

package main

import (
	"context"

	"atende/cmd/internal/load/bare"
	"atende/cmd/internal/logging"
)

var barePage = page{verb: "load bare", about: `
The baseline that load measures the agent against: the least program that takes a message, reads the
chat session and sends one reply.  It is no agent.`}

// bareSettings are those of `atende load bare`.
type bareSettings struct {
	options bare.Options
	log     logging.Options
}

func (s *bareSettings) table() []setting {
	o := &s.options
	return append([]setting{
		{flag: "listen", def: "127.0.0.1:0", help: "where webhooks come in: HOST:PORT or :PORT",
			set: address(&o.Listen)},
		{flag: "gateway-url", required: true, help: "base URL of the chat gateway",
			set: baseURL(&o.GatewayURL)},
		{flag: "gateway-token", def: "load", help: "sent to the gateway as Authorization: Bearer …",
			set: token(&o.Token)},
		{flag: "instance", required: true, help: "instance number that is answered",
			set: text(&o.Instance)},
		{flag: "team", required: true, help: "name of the team that is answered",
			set: text(&o.Team)},
		{flag: "store", help: "where messages are made durable, file:PATH or sqlite:PATH; without one, nowhere",
			set: text(&o.Store)},
		{flag: "wait", def: "0s", help: "how long a commit waits for more messages",
			set: atLeastZero(&o.Wait)},
	}, tableLog(&s.log, "info", "json")...)
}

// bareVerb is `atende load bare`, which only load starts.
func bareVerb(ctx context.Context, w world, args []string) int {
	var s bareSettings
	if err := barePage.read(s.table(), w, args); err != nil {
		return refuse(w, "load bare", err)
	}
	log, err := logger(w, s.log)
	if err != nil {
		return refuse(w, "load bare", err)
	}
	s.options.Log = log
	running, err := bare.Start(context.WithoutCancel(ctx), s.options)
	if err != nil {
		return fail(w, "load bare", err)
	}
	log.Info("baseline listens", "address", running.Addr())
	if err := untilStopped(ctx, running, drainLimit, log); err != nil {
		return fail(w, "load bare", err)
	}
	return exitOK
}
