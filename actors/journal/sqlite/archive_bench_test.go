package sqlite_test

import (
	"path/filepath"
	"testing"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

// BenchmarkTurnEntry is BenchmarkTurn with 64 callers, whose first commits keep no entry, one of 1 200 bytes, or
// one and a wish.
func BenchmarkTurnEntry(b *testing.B) {
	wish := []journal.Demand{{Day: "2026-11-21", SpecialtyID: 7, AgendaID: 101, Weekday: 6, Period: "morning", Cause: "none"}}
	for _, kind := range []struct {
		name  string
		entry []byte
		wish  []journal.Demand
	}{{"none", nil, nil}, {"entry", make([]byte, 1200), nil}, {"wish", make([]byte, 1200), wish}} {
		b.Run(kind.name, func(b *testing.B) {
			j, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"), sqlite.Options{})
			if err != nil {
				b.Fatal(err)
			}
			residents := newResidents(b, j, 64)
			for _, r := range residents {
				r.entry, r.wish = kind.entry, kind.wish
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
