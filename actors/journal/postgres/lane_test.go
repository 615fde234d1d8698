package postgres

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// idleLane is a lane that nobody serves; negative calls share with none.
func idleLane() *lane[int, int] {
	return &lane[int, int]{
		plan:    plan[int, int]{most: 4, apart: func(n int) bool { return n < 0 }},
		waiting: make(chan *call[int, int], maxQueued), closing: make(chan struct{}),
	}
}

// come lets calls come one by one, with a pause before each.
func (l *lane[Q, A]) come(pause time.Duration, calls ...Q) {
	for _, ask := range calls {
		time.Sleep(pause)
		l.waiting <- &call[Q, A]{ctx: context.Background(), ask: ask, done: make(chan result[A], 1)}
	}
}

// What a statement costs is shared under load, and nobody waits where there is none.
func TestGather(t *testing.T) {
	const pause = 2 * time.Millisecond
	for name, test := range map[string]struct {
		answered int // calls of the statement before
		behind   int // calls that came meanwhile
		took     time.Duration
		calls    []int
		want     []int
		waited   time.Duration // after the first call
	}{
		"at rest":                     {0, 0, 0, []int{1, 2}, []int{1}, 0},
		"after a lone call":           {1, 0, time.Second, []int{1, 2}, []int{1}, 0},
		"after two at once":           {2, 0, time.Second, []int{1, 2, 3}, []int{1, 2, 3}, maxPatience},
		"as many as one takes":        {4, 0, time.Second, []int{1, 2, 3, 4, 5}, []int{1, 2, 3, 4}, 3 * pause},
		"after a quick statement":     {2, 0, 0, []int{1, 2}, []int{1}, minPatience},
		"after one that took a while": {2, 0, 3 * pause / 2 / waitFactor, []int{1, 2, 3}, []int{1, 2}, 3 * pause / 2},
		"one that came meanwhile":     {1, 1, time.Second, []int{1}, []int{0, 1}, maxPatience},
		"one that shares with none":   {2, 0, time.Second, []int{-1, 2}, []int{-1}, 0},
		"before one that does not":    {2, 0, time.Second, []int{1, -2}, []int{1}, pause},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := idleLane()
				l.come(0, make([]int, test.behind)...)
				l.expect(test.answered, test.took)
				go l.come(pause, test.calls...)
				if test.behind == 0 {
					time.Sleep(pause)
					synctest.Wait()
				}
				began := time.Now()
				batch, _ := l.gather(nil)
				var got []int
				for _, c := range batch {
					got = append(got, c.ask)
				}
				if waited := time.Since(began); !slices.Equal(got, test.want) || waited != test.waited {
					t.Errorf("%v after %v, want %v after %v", got, waited, test.want, test.waited)
				}
				time.Sleep(time.Second) // for those that came too late
			})
		})
	}
}

// Whoever closes the journal does not wait for calls that cannot come any more.
func TestGatherWhenClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := idleLane()
		l.expect(2, time.Second)
		l.come(0, 1)
		began := time.Now()
		go func() {
			time.Sleep(time.Millisecond)
			close(l.closing)
		}()
		batch, _ := l.gather(nil)
		rest, _ := l.gather(nil)
		if waited := time.Since(began); len(batch) != 1 || len(rest) != 0 || waited != time.Millisecond {
			t.Errorf("%d calls and then %d, after %v", len(batch), len(rest), waited)
		}
	})
}
