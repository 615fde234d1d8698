// Command grafana writes the dashboards of atende as JSON that Grafana loads from a folder:
//
//	go run .        # in this folder; `make generate` at the top does the same
//
// The dashboards are Go, because a panel that is code can be reviewed, and because every expression here can be
// asked of a real Prometheus by a test (folder live).  The JSON is committed beside it, for those who only want to
// import it; a test says when it is not what this program writes.
//
// "Booking conversion" is read by the manager of a clinic in Brazil: it speaks Portuguese and its days are those
// of São Paulo.  "Service" and "Cluster" are read by engineers, beside alerts and a runbook in English, and are
// English like these.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

func main() {
	folder := flag.String("dir", "dashboards", "folder that the files are written into")
	flag.Parse()
	if err := write(*folder); err != nil {
		fmt.Fprintln(os.Stderr, "grafana:", err)
		os.Exit(1)
	}
}

// boards are all dashboards, by the name of their file.
func boards() map[string]board {
	return map[string]board{
		"atende-conversion.json": conversion(),
		"atende-service.json":    service(),
		"atende-cluster.json":    cluster(),
	}
}

// write writes every dashboard into folder.
func write(folder string) error {
	for name, b := range boards() {
		built, err := b.build()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		content, err := encode(built)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil { //nolint:gosec // anybody may read a dashboard
			return err
		}
	}
	return nil
}

// encode is a dashboard as it stands in its file.
func encode(d dashboard.Dashboard) ([]byte, error) {
	content, err := json.MarshalIndent(d, "", "  ")
	return append(content, '\n'), err
}
