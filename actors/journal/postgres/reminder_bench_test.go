package postgres_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

// BenchmarkTurnReminder is BenchmarkTurn with 64 callers, whose first commits ask for no reminders, for
// ones later than those that stand, as in a conversation, or move them each time.
func BenchmarkTurnReminder(b *testing.B) {
	url := durable(b)
	for _, kind := range []struct {
		name  string
		pause time.Duration
	}{{"none", 0}, {"kept", time.Second}, {"moved", -time.Second}} {
		b.Run(kind.name, func(b *testing.B) {
			const callers = 64
			j := sole(b, url, postgres.Options{})
			conn := session(b, url, time.Minute)
			run(b, conn, "truncate sessions")
			ids, versions := loaded(b, j, callers)
			body, state := make([]byte, 600), make([]byte, 1200)
			var dues [callers]time.Time
			for i := range dues {
				if kind.pause != 0 {
					dues[i] = due
				}
			}
			b.ResetTimer()
			before := serverTime(b, conn)
			took := spread(b, callers, func(ctx context.Context, caller int) (err error) {
				c := journal.Commit{SessionID: ids[caller], Version: versions[caller], State: state, Due: dues[caller]}
				dues[caller] = c.Due.Add(kind.pause)
				versions[caller], err = turn(ctx, j, body, c)
				return err
			})
			b.StopTimer()
			b.ReportMetric(float64(b.N)/took.Seconds(), "turns/s")
			b.ReportMetric(float64((serverTime(b, conn)-before).Microseconds())/float64(b.N), "server-cpu-µs/turn")
		})
	}
}

// serverTime is what the processes that serve connections used of the processor so far, to 10 ms each.
// Unlike the turns in a second it hardly depends on what else the machine does.
func serverTime(b *testing.B, conn *pgx.Conn) (sum time.Duration) {
	b.Helper()
	rows, err := conn.Query(b.Context(), "select pid from pg_stat_activity where backend_type = 'client backend'")
	if err != nil {
		b.Fatal(err)
	}
	processes, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		b.Fatal(err)
	}
	for _, process := range processes {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
		if err != nil {
			b.Fatal(err)
		}
		// The fields after the name, which is in parentheses: the 12th and 13th are ticks of 10 ms.
		fields := strings.Fields(string(status[bytes.LastIndexByte(status, ')')+1:]))
		for _, field := range fields[11:13] {
			ticks, err := strconv.Atoi(field)
			if err != nil {
				b.Fatal(err)
			}
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}

// BenchmarkRing makes rows of reminders, 500 at a time, where 50 000 fell due while nobody rang, and then
// looks where none is due.
func BenchmarkRing(b *testing.B) {
	url := durable(b)
	j := sole(b, url, postgres.Options{MaxPending: 1 << 30})
	conn := session(b, url, time.Minute)
	for _, c := range []struct {
		name, due string
		want      int
	}{{"500", fmt.Sprintf("to_timestamp(%d + i)", due.Unix()), 500}, {"idle", "'2200-01-01'", 0}} {
		b.Run(c.name, func(b *testing.B) {
			run(b, conn, fmt.Sprintf(`truncate sessions, inbox;
				insert into sessions(session_id, shard, version, schema, updated_at, look_at, due_at, state)
				select i::text::bytea, i%%256, 7, 1, now(), now(), %s, repeat('x', 1000)::bytea from generate_series(1, 50000) as g(i);`, c.due))
			run(b, conn, "vacuum analyze sessions")
			b.ResetTimer()
			for i := range b.N {
				if i%100 == 99 && c.want > 0 {
					b.StopTimer()
					run(b, conn, "update sessions set due_at = "+c.due+" from generate_series(1, 50000) as g(i) where session_id = i::text::bytea")
					run(b, conn, "truncate inbox")
					b.StartTimer()
				}
				if rung, err := j.Ring(b.Context(), due.AddDate(1, 0, 0), 500); err != nil || len(rung) != c.want {
					b.Fatalf("rang %d (%v)", len(rung), err)
				}
			}
		})
	}
}
