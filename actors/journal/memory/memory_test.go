package memory_test

import (
	"context"
	"errors"
	"testing"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/memory"
)

func TestMemory(t *testing.T) {
	journaltest.Exercise(t, journaltest.Backend{
		Open: func(_ context.Context, _ string, c journaltest.Config) (journal.Journal, error) {
			return memory.New(memory.Options{Now: c.Now, MaxPending: c.MaxPending}), nil
		},
	})
}

func TestSessionsAreBounded(t *testing.T) {
	j := memory.New(memory.Options{MaxSessions: 1})
	if _, err := j.Activate(t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Activate(t.Context(), "a", 1); err != nil {
		t.Errorf("a known session: %v", err)
	}
	if _, err := j.Activate(t.Context(), "b", 1); !errors.Is(err, journal.ErrFull) {
		t.Errorf("a session beyond the bound: %v, want %v", err, journal.ErrFull)
	}
}
