package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/postgres/private"
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
		"":                                     "memory:, sqlite:PATH or postgres:",
		"atende.db":                            "memory:, sqlite:PATH or postgres:",
		"sqlite:":                              "memory:, sqlite:PATH or postgres:",
		"memory:x":                             "memory:, sqlite:PATH or postgres:",
		"mysql://u:secret@h/db":                "memory:, sqlite:PATH or postgres:",
		"sqlite::memory:":                      "memory:",
		"postgres://u:secret@127.0.0.1:1/db":   "connect to postgres",
		"postgresql://u:secret@127.0.0.1:1/db": "connect to postgres",
		"postgres://u:secret@host:port/db":     "not a valid postgres URL",
		"postgres:secret":                      "memory:, sqlite:PATH or postgres:",
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

// Check finds what is wrong with a URL itself, and does not ask whether somebody is there.
func TestCheck(t *testing.T) {
	for url, says := range map[string]string{
		"memory:":                              "",
		"sqlite:no/such/folder/atende.db":      "",
		"postgres://u:secret@127.0.0.1:1/db":   "",
		"postgresql://u:secret@127.0.0.1:1/db": "",
		"postgres://u:secret@a,b:1/db":         "",
		"sqlite:":                              "memory:, sqlite:PATH or postgres:",
		"sqlite::memory:":                      "memory:",
		"mysql://u:secret@h/db":                "memory:, sqlite:PATH or postgres:",
		"postgres://u:secret@h:abc/db":         "not a valid postgres URL",
		"postgres://u:secret@h/%zz":            "not a valid postgres URL",
		"postgres://u:secret@h/?sslmode=bogus": "not a valid postgres URL",
	} {
		t.Run(url, func(t *testing.T) {
			err := store.Check(url)
			if says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got error %v, want one that says %q and keeps the password", err, says)
			}
		})
	}
}

func TestOpenShared(t *testing.T) {
	server, err := private.Start(t.Context(), private.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	}()
	j, err := store.Open(t.Context(), server.URL(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	shared, is := j.(journal.Shared)
	if !is {
		t.Fatal("it takes part in no cluster")
	}
	if err := journaltest.Sole(t.Context(), shared); err != nil {
		t.Error(err)
	}
}
