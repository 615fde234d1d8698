package memory_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/memory"
)

func TestMemory(t *testing.T) { journaltest.Exercise(t, backend) }

func TestMemorySealing(t *testing.T) { journaltest.ExerciseSealing(t, backend) }

var backend = journaltest.Backend{
	Open: func(_ context.Context, _ string, c journaltest.Config) (journal.Store, error) {
		return memory.New(memory.Options{Now: c.Now, MaxPending: c.MaxPending}), nil
	},
}

func TestSoleOwner(t *testing.T) {
	journaltest.Exercise(t, journaltest.Backend{
		Open: func(ctx context.Context, _ string, c journaltest.Config) (journal.Store, error) {
			handle := memory.NewShared(memory.Options{Now: c.Now, MaxPending: c.MaxPending}).Handle()
			return handle, journaltest.Sole(ctx, handle)
		},
	})
}

func TestPlacement(t *testing.T) { journaltest.ExercisePlacement(t, openShared) }

// The model against itself: the comparison must find nothing where nothing is.
func TestPlacementIsLikeTheModel(t *testing.T) { journaltest.ComparePlacement(t, openShared) }

func openShared(*testing.T) journaltest.SharedStore {
	var clock hand
	store := memory.NewShared(memory.Options{Now: clock.now})
	return journaltest.SharedStore{
		Connect: func(context.Context) (journal.Shared, error) { return store.Handle(), nil },
		Pass:    clock.pass,
	}
}

// hand is a clock that the test moves.
type hand struct {
	mu   sync.Mutex
	past time.Duration
}

func (h *hand) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC).Add(h.past)
}

func (h *hand) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.past += d
}

// A caller that finds out by type whether it has a cluster must not take this for one.
func TestJournalOfOneProcessIsNotShared(t *testing.T) {
	if _, shared := memory.New(memory.Options{}).(journal.Shared); shared {
		t.Error("it takes part in a cluster")
	}
}

func TestNodesAreBounded(t *testing.T) {
	handle := memory.NewShared(memory.Options{}).Handle()
	join := func(i int) error {
		_, err := handle.Join(t.Context(), journal.Newcomer{Node: fmt.Sprint(i)})
		return err
	}
	for i := range 1000 {
		if err := join(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := join(1000); !errors.Is(err, journal.ErrFull) {
		t.Errorf("a name beyond the bound: %v, want %v", err, journal.ErrFull)
	}
	if err := join(0); err != nil {
		t.Errorf("a known name: %v", err)
	}
}

func TestSessionsAreBounded(t *testing.T) {
	j := memory.New(memory.Options{MaxSessions: 1})
	forged, err := j.Activate(t.Context(), "forged", 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := j.Activate(t.Context(), "a", 1) // in the place of one of which nothing is stored
	if err != nil || a.Version <= forged.Version {
		t.Fatalf("versions %d, %d: %v", forged.Version, a.Version, err)
	}
	if _, err := j.Commit(t.Context(), 1, journal.Commit{SessionID: "a", Version: a.Version, State: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Activate(t.Context(), "a", 1); err != nil {
		t.Errorf("a known session: %v", err)
	}
	if _, err := j.Activate(t.Context(), "b", 1); !errors.Is(err, journal.ErrFull) {
		t.Errorf("a session beyond the bound: %v, want %v", err, journal.ErrFull)
	}
}
