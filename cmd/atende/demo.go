//go:build !minimal

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"atende/cmd/internal/demo"
)

var demoPage = page{verb: "demo", about: `
Runs everything in one process: the agent, the scheduling API with a sample clinic, and a simulated
chat gateway.  Open the chat page that it prints and write as a patient.

With --clinics 2 the agent serves two clinics, each with a gateway and a scheduling API of its own,
whose chat pages stand beside each other on the page that it prints.

With --nodes 3 there are three agents, each a process of its own, on a private PostgreSQL that goes
away with the demo (its programs must be installed).  Simulated patients write to them.  Open the
cluster page that it prints, add, drain, freeze and kill nodes, and watch who takes over.`}

// demoVerb is `atende demo`.
func demoVerb(ctx context.Context, w world, args []string) int {
	var s demoSettings
	err := demoPage.read(s.table(), w, args)
	if !errors.Is(err, flag.ErrHelp) {
		err = errors.Join(err, s.verify())
	}
	if err != nil {
		return refuse(w, "demo", err)
	}
	log, err := logger(w, s.log)
	if err != nil {
		return refuse(w, "demo", err)
	}
	folder, remove, err := dataFolder(s.data)
	if err != nil {
		return fail(w, "demo", err)
	}
	defer remove()
	options := demo.Options{
		Listen:      s.listen,
		Folder:      folder,
		Clinic:      s.clinic,
		QuietWindow: s.quiet,
		Texts:       s.speech.texts,
		Patience:    s.speech.patience,
		Model:       s.agent.leader(),
		Media:       s.agent.media,
		Log:         log,

		WebhookToken: s.webhook,
	}
	if s.nodes > 1 {
		return s.cluster(ctx, w, options, log)
	}
	if s.clinics > 1 {
		return s.several(ctx, w, options, log)
	}
	running, err := demo.Start(context.WithoutCancel(ctx), options)
	if err != nil {
		return fail(w, "demo", err)
	}
	fmt.Fprintf(w.out, "chat page: %s/\n", running.PageURL())
	fmt.Fprintf(w.out, "scheduling API: %s\n", running.SchedulingURL())
	fmt.Fprintf(w.out, "agent: %s\n", running.AgentURL())
	fmt.Fprintf(w.out, "admin: %s\n", running.AdminURL())
	fmt.Fprintf(w.out, "data: %s\n", folder)
	if err := untilStopped(ctx, running, drainLimit, log); err != nil {
		return fail(w, "demo", err)
	}
	return exitOK
}

// dataFolder is the folder that was asked for, or a temporary one; remove takes away what is
// temporary.
func dataFolder(asked string) (folder string, remove func(), err error) {
	if asked != "" {
		return asked, func() {}, os.MkdirAll(asked, 0o700)
	}
	folder, err = os.MkdirTemp("", "atende-demo-")
	return folder, func() { _ = os.RemoveAll(folder) }, err // the system clears its temporary folder too
}
