package bare_test

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atende/cmd/internal/load"
	"atende/cmd/internal/load/bare"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The baseline does what an agent does on the wire, and what it accepted is in its store.
func TestBaseline(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		wait       time.Duration
		stored     func(t *testing.T, path string) int
	}{
		{name: "without a store"},
		{name: "file", kind: "file", stored: bodies},
		{name: "file, waiting", kind: "file", wait: time.Millisecond, stored: bodies},
		{name: "sqlite", kind: "sqlite", stored: rows},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, store := filepath.Join(t.TempDir(), "messages"), ""
			if c.kind != "" {
				store = c.kind + ":" + path
			}
			peers, err := load.StartPeers(t.Context(), load.PeersConfig{Clinic: load.Sample()})
			if err != nil {
				t.Fatal(err)
			}
			server, err := bare.Start(t.Context(), bare.Options{
				Listen: "127.0.0.1:0", GatewayURL: peers.URL(), Token: "t", Instance: load.DefaultInstance,
				Team: load.DefaultTeam, Store: store, Wait: c.wait, Log: slog.New(slog.DiscardHandler),
			})
			if err != nil {
				t.Fatal(err)
			}
			report, err := load.Drive(t.Context(), peers, load.Options{
				Webhooks: []string{server.URL()}, Script: load.Ask, Clinic: load.Sample(), Sessions: 20, Rounds: 5,
			})
			if err != nil || !report.OK() || report.Answered != 100 {
				t.Errorf("%v: %+v, answered %d", err, report.Verdict, report.Answered)
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			if err := server.Stop(ctx); err != nil {
				t.Error(err)
			}
			if err := peers.Stop(); err != nil {
				t.Error(err)
			}
			if c.stored != nil && c.stored(t, path) != 100 {
				t.Errorf("%d messages are stored, want 100", c.stored(t, path))
			}
		})
	}
}

// bodies counts the events in a file.
func bodies(t *testing.T, path string) int {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(raw, []byte(`"eventType":"MESSAGE_RECEIVED"`))
}

// rows counts those of the table.
func rows(t *testing.T, path string) int {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var count int
	if err := db.QueryRow("select count(*) from inbox").Scan(&count); err != nil {
		t.Fatal(err)
	}
	return count
}
