package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

// BenchmarkAccept acknowledges messages of 600 bytes.  In the same run a bare file does the least
// that a durable acknowledgement can cost on this disk: append, fdatasync, group commit.  x-file is
// how many times longer the journal takes; only that compares between machines.
func BenchmarkAccept(b *testing.B) {
	for _, callers := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			body := make([]byte, 600)
			bare := newBareFile(b)
			baseline := spread(b.N, callers, func(int) error { return bare.append(body) })
			j, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"), sqlite.Options{MaxPending: b.N + 1})
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			took := spread(b.N, callers, func(caller int) error {
				in := journal.Incoming{SessionID: fmt.Sprint("session-", caller), MessageID: "message", Body: body}
				return j.Accept(b.Context(), in)
			})
			b.StopTimer()
			if j.Pending() != b.N || bare.failed.Load() {
				b.Fatalf("%d of %d accepted; bare file failed: %t", j.Pending(), b.N, bare.failed.Load())
			}
			if err := j.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/took.Seconds(), "acks/s")
			b.ReportMetric(float64(took)/float64(baseline), "x-file")
		})
	}
}

// BenchmarkTurn is what a turn of one part costs the journal while its session is resident: accept,
// read, the commit of the turn and the one of its last part.  cpu-µs/turn is the time of the
// processor, system calls included; file-µs/turn is that of a bare file that appends the message
// durably and does nothing else, in the same run.
func BenchmarkTurn(b *testing.B) {
	for _, callers := range []int{1, 64, 256} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			body := make([]byte, 600)
			bare := newBareFile(b)
			start := processorTime(b)
			spread(b.N, callers, func(int) error { return bare.append(body) })
			baseline := processorTime(b) - start

			j, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"), sqlite.Options{})
			if err != nil {
				b.Fatal(err)
			}
			residents := newResidents(b, j, callers)
			b.ResetTimer()
			start = processorTime(b)
			took := spread(b.N, callers, func(caller int) error { return residents[caller].turn(b.Context(), body) })
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
			b.ReportMetric(float64(baseline.Nanoseconds())/1e3/float64(b.N), "file-µs/turn")
		})
	}
}

// resident is a caller with the sessions that it serves in turns, as their actors hold them.
type resident struct {
	j        journal.Journal
	sessions [256]struct {
		id      string
		version int64
	}
	turns int
	state []byte
	due   func(turn int) time.Time // of the reminder that a turn asks for; nil: none
	entry []byte                   // of the history; nil: none
	wish  []journal.Demand
}

func newResidents(b *testing.B, j journal.Journal, callers int) []*resident {
	b.Helper()
	residents := make([]*resident, callers)
	var all errgroup.Group
	for number := range residents {
		r := &resident{j: j, state: make([]byte, 1200)}
		residents[number] = r
		all.Go(func() error { return r.load(b.Context(), number) })
	}
	if err := all.Wait(); err != nil {
		b.Fatal(err)
	}
	return residents
}

func (r *resident) load(ctx context.Context, number int) error {
	for i := range r.sessions {
		s := &r.sessions[i]
		// Ids are spread over the file like random ones.
		s.id = fmt.Sprintf("%08x-session", uint32(number*len(r.sessions)+i)*2654435761)
		a, err := r.j.Activate(ctx, s.id, 1)
		if err != nil {
			return err
		}
		s.version = a.Version
	}
	return nil
}

func (r *resident) turn(ctx context.Context, body []byte) error {
	r.turns++
	s := &r.sessions[r.turns%len(r.sessions)]
	if err := r.j.Accept(ctx, journal.Incoming{SessionID: s.id, MessageID: "message", Body: body}); err != nil {
		return err
	}
	rows, err := r.j.Read(ctx, s.id, 20)
	if err != nil {
		return err
	}
	c := journal.Commit{SessionID: s.id, Version: s.version, State: r.state, Entry: r.entry, Demand: r.wish}
	if r.due != nil {
		c.Due = r.due(r.turns)
	}
	if s.version, err = r.j.Commit(ctx, 1, c); err != nil {
		return err
	}
	s.version, err = r.j.Commit(ctx, 1, journal.Commit{SessionID: s.id, Version: s.version, Sent: 1, Done: []int64{rows[0].Seq}})
	return err
}

// processorTime is what this process used so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// spread makes n calls from callers goroutines and returns how long it took.
func spread(n, callers int, call func(caller int) error) time.Duration {
	start := time.Now()
	var next atomic.Int64
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for next.Add(1) <= int64(n) {
				if call(caller) != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return time.Since(start)
}

// bareFile appends with group commit: who finds no flush under way makes one for all who wait.
type bareFile struct {
	file   *os.File
	failed atomic.Bool

	mu       sync.Mutex
	changed  sync.Cond
	buffer   []byte
	flushing bool
	written  int // appends so far
	durable  int // appends that are on the disk
}

func newBareFile(b *testing.B) *bareFile {
	b.Helper()
	file, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	f := &bareFile{file: file}
	f.changed.L = &f.mu
	return f
}

func (f *bareFile) append(body []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.buffer = append(f.buffer, body...)
	f.written++
	own := f.written
	for f.durable < own {
		if f.flushing {
			f.changed.Wait()
			continue
		}
		if err := f.flush(); err != nil {
			f.failed.Store(true)
			return err
		}
	}
	return nil
}

// flush is called and returns with the lock held, and gives it back meanwhile.
func (f *bareFile) flush() error {
	data, upTo := f.buffer, f.written
	f.buffer, f.flushing = nil, true
	f.mu.Unlock()
	_, err := f.file.Write(data)
	if err == nil {
		err = unix.Fdatasync(int(f.file.Fd()))
	}
	f.mu.Lock()
	f.flushing = false
	f.durable = max(f.durable, upTo)
	f.changed.Broadcast()
	return err
}
