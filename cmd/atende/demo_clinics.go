//go:build !minimal

package main

import (
	"context"
	"fmt"
	"log/slog"

	"atende/cmd/internal/demo"
)

// several runs the demo of several clinics.
func (s demoSettings) several(ctx context.Context, w world, options demo.Options, log *slog.Logger) int {
	running, err := demo.StartClinics(context.WithoutCancel(ctx), options, s.clinics)
	if err != nil {
		return fail(w, "demo", err)
	}
	fmt.Fprintf(w.out, "page of the clinics: %s/\n", running.PageURL())
	fmt.Fprintf(w.out, "agent: %s\n", running.AgentURL())
	fmt.Fprintf(w.out, "admin: %s/admin/\n", running.AdminURL())
	fmt.Fprintf(w.out, "data: %s\n", options.Folder)
	if err := untilStopped(ctx, running, drainLimit, log); err != nil {
		return fail(w, "demo", err)
	}
	return exitOK
}
