//go:build !minimal

package main

import (
	"context"
	"net"
	"time"

	"atende/cmd/internal/peers"
	"atende/integrations/catalog"
	"atende/integrations/inbound"
	"atende/integrations/scheduling/server"
)

var schedulingPage = page{verb: "scheduling", strict: true, about: `
Serves the scheduling API: free times, find a patient by CPF, register patients, create an
appointment.  Doctors, plans and opening hours come from the clinic file.

Without a token only programs on this machine are answered, whatever it listens on; others get 401.  An address that looks
up 20,000 CPFs which nobody has, nor is then registered with, is answered 429, but for one a second.`}

// schedulingVerb is `atende scheduling`.
func schedulingVerb(ctx context.Context, w world, args []string) int {
	var s schedulingSettings
	if err := schedulingPage.read(s.table(), w, args); err != nil {
		return refuse(w, "scheduling", err)
	}
	log, err := logger(w, s.log)
	if err != nil {
		return refuse(w, "scheduling", err)
	}
	if s.clinic == nil {
		s.clinic = catalog.Sample()
	}
	// A signal during the start is answered after it, by a drain.
	api, err := peers.StartScheduling(context.WithoutCancel(ctx), s.listen, server.Config{
		DatabaseURL: s.databaseURL,
		Clinic:      s.clinic,
		Token:       s.token,
		Now:         time.Now,
		Log:         log,
		Quirks:      s.quirks,
	})
	if err != nil {
		return fail(w, "scheduling", err)
	}
	if host, _, err := net.SplitHostPort(api.Addr()); s.token == "" && (err != nil || !inbound.Loopback(host)) {
		log.Warn("only callers on this machine are answered, as there is no ATENDE_SCHEDULING_TOKEN")
	}
	log.Info("scheduling API listens", "address", api.Addr())
	if err := untilStopped(ctx, api, drainLimit, log); err != nil {
		return fail(w, "scheduling", err)
	}
	return exitOK
}
