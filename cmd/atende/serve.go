package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"

	"atende/actors/journal"
	"atende/actors/journal/sealed"
	"atende/cmd/internal/logging"
	"atende/cmd/internal/node"
)

var servePage = page{verb: "serve", strict: true, about: `
Serves the agent: takes the gateway's webhooks, holds the conversations and books through the
scheduling API.  SIGTERM stops taking messages, finishes the turns in hand and exits 0; what was
accepted and not answered by then is in the journal and answered after the next start.  With the
journal in memory: (for trials) all that was accepted is answered first, and what could not be is
lost: counted in the log, and exit code 1.

With a postgres:// database several of them serve one clinic: any of them takes any webhook, each chat
session is answered by one, and what one leaves behind the others take over.`}

// serveVerb is `atende serve`.
func serveVerb(ctx context.Context, w world, args []string) int {
	lines := logging.NewBatch(w.err)
	defer func() { _ = lines.Close() }() // there is nowhere else to say why
	w.err = lines
	if several := severalOf(w, args); several != nil {
		defer runtime.KeepAlive(newHeadroom(w.env))
		working, rested := context.WithCancel(ctx)
		defer rested()
		go rest(working)
		return several.serve(ctx)
	}
	var s serveSettings
	if err := s.read(servePage, s.table(), w, args); err != nil {
		return refuse(w, "serve", err)
	}
	s.log.Key = s.node.Gateway.Token // all nodes have it, and nobody else
	log, err := logger(w, s.log)
	if err != nil {
		return refuse(w, "serve", err)
	}
	s.node = s.options()
	s.node.Log = log.With("node", s.node.Cluster.Name)
	// A signal ends the wait for the cluster; in the rest of the start it is answered after it, by a drain.
	agent, err := node.Start(ctx, s.node)
	switch {
	case errors.Is(err, node.ErrInUse): // two agents on one journal: the settings are wrong
		return refuse(w, "serve", err)
	case errors.Is(err, node.ErrRefused):
		return refuse(w, "serve", refusal(err, s.node.Cluster.Name))
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		log.Info("stopped before the cluster took this node")
		return exitOK
	case err != nil:
		return fail(w, "serve", err)
	}
	defer runtime.KeepAlive(newHeadroom(w.env)) // not before: a start would only leave more garbage
	working, rested := context.WithCancel(ctx)
	defer rested()
	go rest(working)
	if s.node.Webhook.Open() {
		log.Warn("webhooks are taken from anybody: ATENDE_WEBHOOK_OPEN is true, and there is neither token nor secret")
	}
	if agent.AdminOpen() {
		log.Warn("the operators' listener lets other machines in without a token: ATENDE_ADMIN_OPEN is true", "address", agent.AdminAddr())
	}
	if s.sharesWebhookToken() {
		log.Warn(sharedWebhookToken)
	}
	if s.data.exposed() {
		log.Warn("the file of ATENDE_DATA_KEY_FILE can be read by everybody on this machine; take the right from others (chmod o-r)")
	}
	log.Info("agent listens", "address", agent.PublicAddr(), "admin", agent.AdminAddr(), "cluster", agent.ClusterAddr())
	if err := untilStopped(ctx, agent, s.node.Drain+drainRest, log); err != nil {
		return fail(w, "serve", err)
	}
	return exitOK
}

// options are those of a node, but for its log.
func (s *serveSettings) options() node.Options {
	o := s.node
	o.Texts, o.Patience = s.speech.texts, s.speech.patience
	o.Model, o.Canary, o.Media = s.agent.leader(), s.agent.second(), s.agent.media
	o.Cluster.Release, o.Version, o.Trace = release(), releaseName(), s.trace.Trace
	return o
}

// read fills the settings in, and finds all that is wrong with them.
func (s *serveSettings) read(p page, table []setting, w world, args []string) error {
	err := p.read(table, w, args)
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	return errors.Join(err, s.verify(), s.trace.settle(w.env))
}

// refusal says in one sentence why the cluster, or the journal, does not take the node of that name, and where to mend it.
func refusal(err error, name string) error {
	if key, lacks := errors.AsType[*sealed.KeyError](err); lacks {
		return fmt.Errorf("ATENDE_DATA_KEY_FILE: %w", key)
	}
	switch {
	case errors.Is(err, journal.ErrNodeTaken):
		return fmt.Errorf("ATENDE_NODE_ID: a live node of the cluster is called %s already", name)
	case errors.Is(err, journal.ErrOldRelease):
		return errors.New("ATENDE_DATABASE_URL: the cluster was raised to a newer release of atende, which this one cannot join")
	case errors.Is(err, journal.ErrForeignHash):
		return errors.New("ATENDE_DATABASE_URL: the database is of a release that spreads the chat sessions in another way")
	default:
		return err
	}
}
