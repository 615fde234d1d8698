package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

// noon is when the first reminder of a benchmark falls due.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// reminders are the ways to ask for one with each turn.
var reminders = []struct {
	name string
	due  func(turn int) time.Time
}{
	{"none", nil},
	// The first turn of a session sets it, the later ones ask in vain, as in a conversation.
	{"kept", func(turn int) time.Time { return noon.Add(time.Duration(turn) * time.Second) }},
	// Every turn moves it.
	{"moved", func(turn int) time.Time { return noon.Add(time.Duration(-turn) * time.Second) }},
}

// BenchmarkTurnReminder is BenchmarkTurn with 64 callers, whose first commits ask for reminders.
func BenchmarkTurnReminder(b *testing.B) {
	for _, kind := range reminders {
		b.Run(kind.name, func(b *testing.B) {
			j, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"), sqlite.Options{})
			if err != nil {
				b.Fatal(err)
			}
			residents := newResidents(b, j, 64)
			for _, r := range residents {
				r.due = kind.due
			}
			body := make([]byte, 600)
			b.ResetTimer()
			start := processorTime(b)
			took := spread(b.N, len(residents), func(caller int) error { return residents[caller].turn(b.Context(), body) })
			spent := processorTime(b) - start
			b.StopTimer()
			if j.Pending() != 0 {
				b.Fatalf("%d rows are left", j.Pending())
			}
			if err := j.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/took.Seconds(), "turns/s")
			b.ReportMetric(float64(spent.Nanoseconds())/1e3/float64(b.N), "cpu-µs/turn")
		})
	}
}

// BenchmarkRing makes rows of reminders, 100 at a time, in a file of 16 384 sessions; idle looks for
// reminders where none is due.
func BenchmarkRing(b *testing.B) {
	j, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"), sqlite.Options{MaxPending: 1 << 30})
	if err != nil {
		b.Fatal(err)
	}
	residents := newResidents(b, j, 64)
	ring := func(b *testing.B, want int) {
		if rung, err := j.Ring(b.Context(), noon, 100); err != nil || len(rung) != want {
			b.Fatalf("rang %d (%v)", len(rung), err)
		}
	}
	remind := func(b *testing.B, due time.Time) {
		b.Helper()
		for i := range residents[0].sessions[:100] {
			s := &residents[0].sessions[i]
			if s.version, err = j.Commit(b.Context(), 1, journal.Commit{SessionID: s.id, Version: s.version, Due: due}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("100", func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			remind(b, noon)
			b.StartTimer()
			ring(b, 100)
		}
	})
	remind(b, noon.Add(time.Hour))
	b.Run("idle", func(b *testing.B) {
		for range b.N {
			ring(b, 0)
		}
	})
	if err := j.Close(); err != nil {
		b.Fatal(err)
	}
}
