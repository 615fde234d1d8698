package sealed_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/memory"
	"atende/actors/journal/sealed"
	"atende/actors/journal/sqlite"
)

// newLine is a data key as a file has it.
func newLine(t testing.TB) string {
	t.Helper()
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(secret) + "\n"
}

// keyFile writes a file with keys.
func keyFile(t testing.TB, text string) (path string, source *sealed.Source) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "keys")
	write(t, path, text)
	source, err := sealed.FromFile(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return path, source
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func onMemory(source *sealed.Source) journaltest.Backend {
	return journaltest.Backend{Open: func(ctx context.Context, _ string, c journaltest.Config) (journal.Store, error) {
		return sealed.Wrap(ctx, memory.New(memory.Options{Now: c.Now, MaxPending: c.MaxPending}), sealed.Options{Keys: source, Now: c.Now})
	}}
}

func onSQLite(source *sealed.Source) journaltest.Backend {
	return journaltest.Backend{Durable: true, Open: func(ctx context.Context, folder string, c journaltest.Config) (journal.Store, error) {
		inner, err := sqlite.Open(ctx, filepath.Join(folder, "journal.db"), sqlite.Options{Now: c.Now, MaxPending: c.MaxPending})
		if err != nil {
			return nil, err
		}
		return sealed.Wrap(ctx, inner, sealed.Options{Keys: source, Now: c.Now})
	}}
}

// An encrypted journal is a journal.
func TestSealed(t *testing.T) {
	_, source := keyFile(t, newLine(t))
	for name, b := range map[string]journaltest.Backend{
		"memory": onMemory(source), "memory without a key": onMemory(nil), "sqlite": onSQLite(source),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			journaltest.Exercise(t, b)
		})
	}
	t.Run("like the model", func(t *testing.T) {
		t.Parallel()
		journaltest.Compare(t, onMemory(source))
	})
}

func TestFormerRows(t *testing.T) {
	_, source := keyFile(t, newLine(t))
	for name, keys := range map[string]*sealed.Source{"plain": nil, "sealed": source} {
		t.Run(name, func(t *testing.T) {
			inner, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"), sqlite.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s, err := sealed.Wrap(t.Context(), inner, sealed.Options{Keys: keys, Former: journaltest.ReadFormer})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			journaltest.FormerRows(t, s)
		})
	}
}

// And one of several nodes is, too.
func TestSealedPlacement(t *testing.T) {
	_, source := keyFile(t, newLine(t))
	journaltest.ExercisePlacement(t, func(t *testing.T) journaltest.SharedStore { return sharedMemory(source) })
}

// sharedMemory is a store that several nodes reach.
func sharedMemory(source *sealed.Source) journaltest.SharedStore {
	var clock hand
	store := memory.NewShared(memory.Options{Now: clock.now})
	return journaltest.SharedStore{
		Connect: func(ctx context.Context) (journal.Shared, error) {
			wrapped, err := sealed.Wrap(ctx, store.Handle(), sealed.Options{Keys: source, Now: clock.now})
			if err != nil {
				return nil, err
			}
			return wrapped.(journal.Shared), nil
		},
		Pass: clock.pass,
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
