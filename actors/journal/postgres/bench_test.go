package postgres_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
	"atende/actors/journal/postgres/private"
)

// durable is a server that flushes, as in a clinic.
func durable(b *testing.B) string {
	b.Helper()
	s, err := private.Start(b.Context(), private.Options{Durable: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Stop(); err != nil {
			b.Error(err)
		}
	})
	return s.URL()
}

// bare inserts rows of 600 bytes one by one on one connection: what the server costs without us.
func bare(b *testing.B, url string, n int) time.Duration {
	b.Helper()
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	if _, err := conn.Exec(b.Context(), "create table if not exists bare(id bigserial primary key, body bytea)"); err != nil {
		b.Fatal(err)
	}
	body := make([]byte, 600)
	start := time.Now()
	for range n {
		if _, err := conn.Exec(b.Context(), "insert into bare(body) values($1)", body); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start) / time.Duration(n)
}

// BenchmarkAccept acknowledges messages of 600 bytes; x-bare compares a message with a single insert of
// the same run.
func BenchmarkAccept(b *testing.B) {
	url := durable(b)
	for _, callers := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			baseline := bare(b, url, 500)
			j := sole(b, url, postgres.Options{MaxPending: b.N + 1})
			body := make([]byte, 600)
			b.ResetTimer()
			took := spread(b, callers, func(ctx context.Context, caller int) error {
				return j.Accept(ctx, journal.Incoming{SessionID: fmt.Sprint("session-", caller), MessageID: "message", Body: body})
			})
			b.StopTimer()
			report(b, took, baseline)
		})
	}
}

// BenchmarkTurn is what a turn of one part costs while its session is resident: accept, read, the
// commit of the turn and the one of its last part.
func BenchmarkTurn(b *testing.B) {
	url := durable(b)
	for _, callers := range []int{1, 64, 256} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			baseline := bare(b, url, 500)
			j := sole(b, url, postgres.Options{})
			ids, versions := loaded(b, j, callers)
			body, state := make([]byte, 600), make([]byte, 1200)
			b.ResetTimer()
			took := spread(b, callers, func(ctx context.Context, caller int) (err error) {
				versions[caller], err = turn(ctx, j, body, journal.Commit{SessionID: ids[caller], Version: versions[caller], State: state})
				return err
			})
			b.StopTimer()
			report(b, took, baseline)
		})
	}
}

// loaded are sessions that were just activated, with their versions.
func loaded(b *testing.B, j journal.Journal, n int) (ids []string, versions []int64) {
	b.Helper()
	for i := range n {
		id := fmt.Sprintf("%08x-session", uint32(i)*2654435761)
		a, err := j.Activate(b.Context(), id, 1)
		if err != nil {
			b.Fatal(err)
		}
		ids, versions = append(ids, id), append(versions, a.Version)
	}
	return ids, versions
}

// turn is one whose first commit is c.
func turn(ctx context.Context, j journal.Journal, body []byte, c journal.Commit) (int64, error) {
	id := c.SessionID
	if err := j.Accept(ctx, journal.Incoming{SessionID: id, MessageID: "message", Body: body}); err != nil {
		return 0, err
	}
	rows, err := j.Read(ctx, id, 20)
	if err != nil {
		return 0, err
	}
	version, err := j.Commit(ctx, 1, c)
	if err != nil {
		return 0, err
	}
	return j.Commit(ctx, 1, journal.Commit{SessionID: id, Version: version, Sent: 1, Done: []int64{rows[0].Seq}})
}

// BenchmarkRenew is the heartbeat with its view of 256 shards and of as many members, and what it takes of the processors.
func BenchmarkRenew(b *testing.B) {
	url := durable(b)
	members := 1
	j := sole(b, url, postgres.Options{})
	me := journal.Incarnation{Node: "sole", Number: 1}
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	for _, n := range []int{1, 3, 43, 300} {
		for ; members < n; members++ {
			name := fmt.Sprintf("node-%03d.atende.internal", members)
			if _, err := j.Join(b.Context(), journal.Newcomer{Node: name, Address: name + ":7000", SchemaMax: 1, Release: "v0.2.0", Lease: time.Hour}); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("members=%d", n), func(b *testing.B) {
			server, own := serverCPU(b, conn), ownCPU(b)
			for b.Loop() {
				if _, err := j.Renew(b.Context(), me, journal.Beat{State: journal.NodeUp, Lease: time.Hour}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((serverCPU(b, conn)-server).Microseconds())/float64(b.N), "server-µs/op")
			b.ReportMetric(float64((ownCPU(b)-own).Microseconds())/float64(b.N), "node-µs/op")
		})
	}
}

// serverCPU is the processor time of the server's processes that are there now, in steps of 10 ms; 0 where there is no /proc.
func serverCPU(b *testing.B, conn *pgx.Conn) (sum time.Duration) {
	b.Helper()
	rows, err := conn.Query(b.Context(), "select pid from pg_stat_activity")
	if err != nil {
		b.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		b.Fatal(err)
	}
	for _, pid := range pids {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)
		for _, ticks := range fields[min(11, len(fields)):min(13, len(fields))] {
			n, _ := strconv.Atoi(ticks)
			sum += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return sum
}

// ownCPU is the processor time of this process.
func ownCPU(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// spread makes b.N calls from callers goroutines and returns how long it took.
func spread(b *testing.B, callers int, call func(ctx context.Context, caller int) error) time.Duration {
	b.Helper()
	start := time.Now()
	var next atomic.Int64
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for next.Add(1) <= int64(b.N) {
				if err := call(b.Context(), caller); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(start)
}

func report(b *testing.B, took, baseline time.Duration) {
	b.Helper()
	b.ReportMetric(float64(b.N)/took.Seconds(), "calls/s")
	b.ReportMetric(float64(took)/float64(b.N)/float64(baseline), "x-bare")
}
