package gate

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// line is a gate with callers that note when they got in.
type line struct {
	gate    *Gate
	entered []string
}

// join lets a caller wait in a goroutine of its own; it stays inside.
func (l *line) join(ctx context.Context, class Class, name string) {
	go func() {
		if l.gate.Enter(ctx, class) == nil {
			l.entered = append(l.entered, name) // one at a time: the test waits in between
		}
	}()
	synctest.Wait()
}

func (l *line) leave() {
	l.gate.Leave()
	synctest.Wait()
}

func TestUrgentFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{gate: New(1, 10)}
		l.join(t.Context(), Normal, "first")
		l.join(t.Context(), Normal, "normal 1")
		l.join(t.Context(), Normal, "normal 2")
		l.join(t.Context(), Urgent, "urgent 1")
		l.join(t.Context(), Urgent, "urgent 2")
		for range 4 {
			l.leave()
		}
		want := []string{"first", "urgent 1", "urgent 2", "normal 1", "normal 2"}
		if !slices.Equal(l.entered, want) {
			t.Errorf("entered %v", l.entered)
		}
	})
}

// An emergency goes before all others, also where there are callers of every class, and however many of them it keeps none waiting for ever.
func TestEmergenciesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{gate: New(1, 100)}
		l.join(t.Context(), Normal, "holder")
		for range 3 {
			l.join(t.Context(), Normal, "normal")
			l.join(t.Context(), Urgent, "urgent")
		}
		for range 30 {
			l.join(t.Context(), First, "first")
		}
		for range 36 {
			l.leave()
		}
		at := map[string][]int{}
		for i, name := range l.entered {
			at[name] = append(at[name], i)
		}
		if at["first"][0] != 1 || !slices.Equal(at["normal"], []int{8, 16, 24}) || !slices.Equal(at["urgent"], []int{9, 18, 27}) {
			t.Errorf("entered %v", l.entered)
		}
	})
}

// However many urgent callers there are, the others get every eighth place.
func TestNobodyStarves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{gate: New(1, 100)}
		l.join(t.Context(), Normal, "holder")
		for range 3 {
			l.join(t.Context(), Normal, "normal")
		}
		for range 40 {
			l.join(t.Context(), Urgent, "urgent")
		}
		for range 32 {
			l.leave()
		}
		var at []int
		for i, name := range l.entered {
			if name == "normal" {
				at = append(at, i)
			}
		}
		if !slices.Equal(at, []int{8, 16, 24}) {
			t.Errorf("normal callers entered at %v", at)
		}
		for range 100 { // nobody is left waiting
			l.leave()
		}
	})
}

func TestQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{gate: New(1, 2)}
		for range 3 {
			l.join(t.Context(), Normal, "normal")
		}
		if err := l.gate.Enter(t.Context(), Normal); !errors.Is(err, ErrFull) {
			t.Errorf("a third one may wait: %v", err)
		}
		l.join(t.Context(), Urgent, "urgent") // has a queue of its own
		if l.gate.Waiting(Normal) != 2 || l.gate.Waiting(Urgent) != 1 {
			t.Errorf("%d and %d wait", l.gate.Waiting(Normal), l.gate.Waiting(Urgent))
		}
		for range 3 {
			l.leave()
		}
	})
}

// Who gives up leaves the queue, and no place is lost.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{gate: New(1, 10)}
		l.join(t.Context(), Normal, "first")
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		l.join(ctx, Normal, "impatient")
		l.join(t.Context(), Normal, "patient")
		cancel(cause)
		if err := l.gate.Enter(ctx, Normal); !errors.Is(err, cause) {
			t.Errorf("error %v", err)
		}
		l.leave()
		if !slices.Equal(l.entered, []string{"first", "patient"}) {
			t.Errorf("entered %v", l.entered)
		}
		l.leave()
	})
}

// Whatever happens in whatever order: never more are inside than there are places, no place is lost,
// and each class is served in order.
func TestGate(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		places := rapid.IntRange(1, 4).Draw(rt, "places")
		steps := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 80).Draw(rt, "steps")
		synctest.Test(t, func(t *testing.T) { exercise(rt, t, places, steps) })
	})
}

// caller is one that waits or waited.
type caller struct {
	class  Class
	number int
	cancel context.CancelFunc
}

func exercise(rt *rapid.T, t *testing.T, places int, steps []int) {
	g := New(places, 5)
	inside, number := 0, 0
	waiting := [classes][]caller{}
	entered := make(chan caller, 1)
	for _, step := range steps {
		switch {
		case step <= 1: // somebody comes
			class := Class(step)
			number++
			full := inside == places && len(waiting[class]) == 5
			ctx, cancel := context.WithCancel(t.Context())
			c := caller{class, number, cancel}
			go func() {
				if g.Enter(ctx, class) == nil {
					entered <- c
				}
			}()
			if !full {
				waiting[class] = append(waiting[class], c)
			}
		case step == 2: // the newest one gives up
			if n := len(waiting[Normal]); n > 0 {
				waiting[Normal][n-1].cancel()
				waiting[Normal] = waiting[Normal][:n-1]
			}
		case inside > 0: // somebody leaves
			inside--
			g.Leave()
		}
		synctest.Wait()
		select {
		case c := <-entered:
			inside++
			if waiting[c.class][0].number != c.number {
				rt.Fatalf("%d entered before %d", c.number, waiting[c.class][0].number)
			}
			waiting[c.class] = waiting[c.class][1:]
		default:
		}
		synctest.Wait()
		if left := len(waiting[Urgent]) + len(waiting[Normal]); inside > places || left > 0 && inside < places {
			rt.Fatalf("%d inside, %d wait, of %d places", inside, left, places)
		}
	}
	for _, queue := range waiting {
		for _, c := range queue {
			c.cancel()
		}
	}
	synctest.Wait()
	for range inside {
		g.Leave()
	}
	if g.free != places {
		rt.Fatalf("%d places of %d are free in the end", g.free, places)
	}
}
