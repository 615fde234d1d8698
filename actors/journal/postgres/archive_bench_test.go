package postgres_test

import (
	"context"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

// BenchmarkTurnEntry is BenchmarkTurn with 64 callers, whose first commits keep no entry, one of 1 200 bytes, or
// one and a wish.
func BenchmarkTurnEntry(b *testing.B) {
	url := durable(b)
	for _, kind := range []struct {
		name string
		c    journal.Commit
	}{
		{"none", journal.Commit{}},
		{"entry", journal.Commit{Entry: make([]byte, 1200)}},
		{"wish", journal.Commit{Entry: make([]byte, 1200), Demand: []journal.Demand{saturday}}},
	} {
		b.Run(kind.name, func(b *testing.B) {
			const callers = 64
			j := sole(b, url, postgres.Options{})
			conn := session(b, url, time.Minute)
			run(b, conn, "truncate sessions, history")
			ids, versions := loaded(b, j, callers)
			body, state := make([]byte, 600), make([]byte, 1200)
			b.ResetTimer()
			before := serverTime(b, conn)
			took := spread(b, callers, func(ctx context.Context, caller int) (err error) {
				c := kind.c
				c.SessionID, c.Version, c.State = ids[caller], versions[caller], state
				versions[caller], err = turn(ctx, j, body, c)
				return err
			})
			b.StopTimer()
			b.ReportMetric(float64(b.N)/took.Seconds(), "turns/s")
			b.ReportMetric(float64((serverTime(b, conn)-before).Microseconds())/float64(b.N), "server-cpu-µs/turn")
		})
	}
}
