//go:build !minimal

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"atende/cmd/internal/demo"
)

// cluster runs the demo of several nodes, with this program as each of them.
func (s demoSettings) cluster(ctx context.Context, w world, options demo.Options, log *slog.Logger) int {
	program, err := os.Executable()
	if err != nil {
		return fail(w, "demo", err)
	}
	database := ""
	if s.data != "" { // else it is as temporary as the other data
		database = filepath.Join(s.data, "postgres")
	}
	running, err := demo.StartCluster(context.WithoutCancel(ctx), demo.ClusterOptions{
		Options:        options,
		Nodes:          s.nodes,
		Program:        program,
		ClinicFile:     s.clinicFile,
		DatabaseFolder: database,
		BoardListen:    s.boardListen,
		Patients:       s.patients,
		Rate:           s.rate,
	})
	if err != nil {
		return fail(w, "demo", err)
	}
	fmt.Fprintf(w.out, "cluster page: %s/\n", running.BoardURL())
	fmt.Fprintf(w.out, "chat page: %s/\n", running.PageURL())
	fmt.Fprintf(w.out, "scheduling API: %s\n", running.SchedulingURL())
	fmt.Fprintf(w.out, "webhooks: %s\n", running.WebhookURL())
	for _, node := range running.Nodes() {
		fmt.Fprintf(w.out, "%s: agent %s, admin %s\n", node.Name, node.URL, node.AdminURL)
	}
	fmt.Fprintf(w.out, "data: %s\n", options.Folder)
	if err := untilStopped(ctx, running, drainLimit, log); err != nil {
		return fail(w, "demo", err)
	}
	return exitOK
}
