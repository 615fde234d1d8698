package main

import (
	"context"
	"errors"
	"flag"
	"runtime"
	"strings"

	"atende/cmd/internal/logging"
	"atende/cmd/internal/node"
)

var servePage = page{verb: "serve", about: `
Serves the agent: takes the gateway's webhooks, holds the conversations and books through the
scheduling API.  SIGTERM stops taking messages, finishes the turns in hand and exits 0; what was
accepted and not answered by then is in the journal and answered after the next start.

With a postgres:// database several of them serve one clinic: any of them takes any webhook, each chat
session is answered by one, and what one leaves behind the others take over.`}

// serveVerb is `atende serve`.
func serveVerb(ctx context.Context, w world, args []string) int {
	lines := logging.NewBatch(w.err)
	defer func() { _ = lines.Close() }() // there is nowhere else to say why
	w.err = lines
	var s serveSettings
	err := servePage.read(s.table(), w, args)
	if !errors.Is(err, flag.ErrHelp) {
		err = errors.Join(err, s.verify())
	}
	if err != nil {
		return refuse(w, "serve", err)
	}
	log, err := logger(w, s.log)
	if err != nil {
		return refuse(w, "serve", err)
	}
	if unused := s.later.used(); len(unused) > 0 {
		log.Warn("settings of a later release have no effect", "variables", strings.Join(unused, " "))
	}
	s.node.Log = log.With("node", s.node.Cluster.Name)
	s.node.Cluster.Release = release()
	defer runtime.KeepAlive(newHeadroom(w.env))
	working, rested := context.WithCancel(ctx)
	defer rested()
	go rest(working)
	// A signal during the start is answered after it, by a drain.
	agent, err := node.Start(context.WithoutCancel(ctx), s.node)
	switch {
	case errors.Is(err, node.ErrInUse), errors.Is(err, node.ErrRefused): // two agents on one journal: the settings are wrong
		return refuse(w, "serve", err)
	case err != nil:
		return fail(w, "serve", err)
	}
	log.Info("agent listens", "address", agent.PublicAddr(), "admin", agent.AdminAddr(), "cluster", agent.ClusterAddr())
	if err := untilStopped(ctx, agent, log); err != nil {
		return fail(w, "serve", err)
	}
	return exitOK
}
