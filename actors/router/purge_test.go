package router

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
)

// forgetting is a journal that notes when it was told to forget.
type forgetting struct {
	journal.Journal
	pending atomic.Int64

	mu    sync.Mutex
	left  int // rows to forget
	at    []time.Duration
	began time.Time
	keep  journal.Retention
	err   error
}

func (f *forgetting) Pending() int { return int(f.pending.Load()) }

func (f *forgetting) Purge(_ context.Context, keep journal.Retention, limit int) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at, f.keep = append(f.at, time.Since(f.began)), keep
	n := min(f.left, limit)
	f.left -= n
	return n, f.err
}

// A journal that fails to forget is asked an hour later, and not all the time.
func TestForgettingFails(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &forgetting{Journal: b.journal, began: time.Now(), err: errors.New("away")}
		b.config.Journal = f
		b.start()
		time.Sleep(90 * time.Minute)
		synctest.Wait()
		if want := []time.Duration{0, time.Hour}; !slices.Equal(f.at, want) || strings.Count(b.log.String(), "forgetting old sessions failed") != 2 {
			t.Errorf("tried at %v\n%s", f.at, b.log)
		}
	})
}

// Every hour the journal forgets what is old, a small batch at a time, and nothing while it is busy.
func TestForgetting(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		f := &forgetting{Journal: b.journal, left: 500, began: time.Now()}
		b.config.Journal, b.config.KeepAccesses = f, 10*24*time.Hour
		b.start()
		time.Sleep(30*time.Minute + time.Millisecond)
		synctest.Wait()
		want := []time.Duration{0, 500 * time.Millisecond, time.Second}
		if !slices.Equal(f.at, want) || f.left != 0 {
			t.Errorf("forgot at %v, want %v", f.at, want)
		}
		if now := f.began.Add(time.Second); !f.keep.Sessions.Equal(now.AddDate(0, 0, -30)) || !f.keep.Intents.Equal(now.AddDate(0, 0, -180)) {
			t.Errorf("keeps since %v and %v", f.keep.Sessions, f.keep.Intents)
		}
		for kind, kept := range map[string]struct {
			since time.Time
			days  int
		}{"history": {f.keep.History, 30}, "demand": {f.keep.Demand, 400}, "accesses": {f.keep.Accesses, 10}} {
			if want := f.began.Add(time.Second).AddDate(0, 0, -kept.days); !kept.since.Equal(want) {
				t.Errorf("keeps %s since %v, want %v", kind, kept.since, want)
			}
		}
		f.pending.Store(10_000)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(f.at) != 3 {
			t.Errorf("forgot while busy: %v", f.at)
		}
		f.pending.Store(0)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if len(f.at) != 5 {
			t.Errorf("forgot at %v", f.at)
		}
	})
}

// The keeper never takes more than a small share of the time, however long its work is, and never
// leaves off for long.
func TestKeeperRests(t *testing.T) {
	r := &Router{Config: Config{SweepEvery: 500 * time.Millisecond, Cluster: sole{}}}
	for work, want := range map[time.Duration]time.Duration{
		0:                      500 * time.Millisecond,
		20 * time.Millisecond:  500 * time.Millisecond,
		100 * time.Millisecond: 2 * time.Second,
		10 * time.Second:       5 * time.Second,
	} {
		if got := r.restAfter(work); got != want {
			t.Errorf("after %v it rests %v, want %v", work, got, want)
		}
	}
	r.Cluster = &neighbour{} // others wait for its passes
	if got := r.restAfter(10 * time.Second); got != time.Second {
		t.Errorf("among others it rests %v", got)
	}
}
