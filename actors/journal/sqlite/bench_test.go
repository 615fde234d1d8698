package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

// BenchmarkTurn is what a turn of one part costs the journal: accept, activate, read, the commit of
// the turn and the one of its last part.
func BenchmarkTurn(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			j, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "journal.db"), sqlite.Options{})
			if err != nil {
				b.Fatal(err)
			}
			state := make([]byte, 1500)
			b.ResetTimer()
			took := spread(b.N, callers, func(caller int) error {
				return turn(b, j, fmt.Sprint("session-", caller), state)
			})
			b.StopTimer()
			if err := j.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/took.Seconds(), "turns/s")
		})
	}
}

func turn(b *testing.B, j journal.Journal, session string, state []byte) error {
	ctx := b.Context()
	if err := j.Accept(ctx, journal.Incoming{SessionID: session, MessageID: "message", Body: state[:600]}); err != nil {
		return err
	}
	a, err := j.Activate(ctx, session, 1)
	if err != nil {
		return err
	}
	rows, err := j.Read(ctx, session, 20)
	if err != nil {
		return err
	}
	version, err := j.Commit(ctx, 1, journal.Commit{SessionID: session, Version: a.Version, State: state})
	if err != nil {
		return err
	}
	_, err = j.Commit(ctx, 1, journal.Commit{SessionID: session, Version: version, Sent: 1, Done: []int64{rows[0].Seq}})
	return err
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
