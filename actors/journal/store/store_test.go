package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/store"
)

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for _, url := range []string{"memory:", "sqlite:" + path} {
		t.Run(url, func(t *testing.T) {
			j, err := store.Open(t.Context(), url, store.Options{Now: func() time.Time { return now }, MaxPending: 1})
			if err != nil {
				t.Fatal(err)
			}
			defer j.Close()
			in := journal.Incoming{SessionID: "s", MessageID: "m"}
			if err := j.Accept(t.Context(), in); err != nil {
				t.Fatal(err)
			}
			if err := j.Accept(t.Context(), in); !errors.Is(err, journal.ErrFull) {
				t.Errorf("beyond MaxPending: %v, want %v", err, journal.ErrFull)
			}
			rows, err := j.Read(t.Context(), "s", 9)
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) != 1 || !rows[0].ReceivedAt.Equal(now) {
				t.Errorf("got %+v, want one row of %v", rows, now)
			}
		})
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for url, says := range map[string]string{
		"":                              "memory: or sqlite:PATH",
		"atende.db":                     "memory: or sqlite:PATH",
		"sqlite:":                       "memory: or sqlite:PATH",
		"memory:x":                      "memory: or sqlite:PATH",
		"mysql://u:secret@h/db":         "memory: or sqlite:PATH",
		"sqlite::memory:":               "memory:",
		"postgres://u:secret@host/db":   "not supported yet",
		"postgresql://u:secret@host/db": "not supported yet",
	} {
		t.Run(url, func(t *testing.T) {
			j, err := store.Open(t.Context(), url, store.Options{})
			if err == nil {
				_ = j.Close()
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got error %q, want one that says %q and keeps the password", err, says)
			}
		})
	}
}
