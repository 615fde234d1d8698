package newcomer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"atende/actors/journal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// by is a message that a program with those fields wrote.
func by(fields string) journal.PatientMessage { return journal.PatientMessage{Fields: fields} }

// decided lets sessions through and tells what the gateway says of them.
func decided(t *testing.T, d *Desk, n int, name, member string, known bool) {
	t.Helper()
	for i := range n {
		id := fmt.Sprintf("%s-%03d", name, i)
		left, err := d.Turn(t.Context(), id, by(member), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		left()
		if known {
			d.Confirmed(id)
			continue
		}
		d.Denied(id)
		d.GaveUp(id, "given_up", 1)
	}
}

// What was known in company goes first; of equals among the unlikely ones the newest; denied ones go last.
func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Config{Rate: 4}) // one read a second for the unlikely
		decided(t, d, 20, "real", "a", true)
		decided(t, d, 40, "forged", "b", false)
		var held []func()
		for i := range leaving { // nobody leaves meanwhile
			left, err := d.Turn(t.Context(), fmt.Sprint("holder-", i), by("a"), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, left)
		}
		var mu sync.Mutex
		var order []string
		inOrder := func() string {
			mu.Lock()
			defer mu.Unlock()
			return fmt.Sprint(order)
		}
		wait := func(id, member string) {
			go func() {
				left, err := d.Turn(t.Context(), id, by(member), time.Now())
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, id)
				mu.Unlock()
				left()
			}()
			synctest.Wait()
		}
		if err := d.Door("forged-900", by("b")); err != nil {
			t.Fatal(err)
		}
		d.Denied("forged-900")
		wait("forged-900", "b")
		wait("forged-901", "b")
		wait("forged-902", "b")
		wait("real-901", "a")
		wait("real-902", "a")
		began := time.Now()
		held[0]() // so that one goes at a time
		synctest.Wait()
		if got := inOrder(); got != "[real-901 real-902]" && got != "[real-901 real-902 forged-902]" {
			t.Errorf("at once: %v", got)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		held[1]()
		if got := inOrder(); got != "[real-901 real-902 forged-902 forged-901 forged-900]" {
			t.Errorf("in the end: %v", got)
		}
		if d.queue.free != leaving || len(d.queue.waiting) != 0 || time.Since(began) > 11*time.Second {
			t.Errorf("%d places, %d wait", d.queue.free, len(d.queue.waiting))
		}
	})
}

// After a restart nothing is known of anybody: what an earlier process left waiting, which may be a flood, keeps no patient
// back who comes to the door now, whatever they have in common.
func TestLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		time.Sleep(time.Second)
		d := New(Config{Rate: 4})
		ctx, stop := context.WithCancel(t.Context())
		var asked atomic.Int64
		for i := range 600 {
			go func() {
				time.Sleep(time.Duration(i) * 50 * time.Millisecond) // as sessions are loaded
				for id := fmt.Sprintf("s-%03d", i); ctx.Err() == nil; {
					left, err := d.Turn(ctx, id, by("a"), began)
					if err != nil { // it comes again
						time.Sleep(time.Second)
						continue
					}
					asked.Add(1)
					time.Sleep(time.Millisecond)
					left()
					d.Denied(id)
					time.Sleep(10 * time.Second)
				}
			}()
		}
		time.Sleep(40 * time.Second)
		for i := range 5 {
			id, began := fmt.Sprintf("s-%03d", 900+i), time.Now()
			if err := d.Door(id, by("a")); err != nil {
				t.Fatal(err)
			}
			left, err := d.Turn(t.Context(), id, by("a"), time.Now())
			if err != nil {
				t.Error(err)
				break
			}
			left()
			d.Confirmed(id)
			if waited := time.Since(began); waited > 2*time.Second {
				t.Errorf("a patient waited %v behind what was left", waited)
			}
			time.Sleep(3 * time.Second)
		}
		if n := asked.Load(); n < 10 {
			t.Errorf("%d of those who were left waiting were asked for", n)
		}
		stop()
		d.Close()
		time.Sleep(time.Minute) // until all of them have seen it
	})
}

// A gateway that is late in knowing a session speaks against nobody.
func TestLateGateway(t *testing.T) {
	d := New(Config{})
	for i := range 100 {
		id := fmt.Sprint("real-", 100+i)
		if err := d.Door(id, by("a")); err != nil {
			t.Fatal(err)
		}
		d.Denied(id)
		d.Confirmed(id)
	}
	if odds := d.record.odds(d.marksOf("real-900", by("a"))); odds < 1 {
		t.Errorf("odds %v", odds)
	}
	if d.Unlikely() != 0 {
		t.Errorf("%d sessions wait", d.Unlikely())
	}
}

// The door is closed to what is as unlikely as all that wait, open to the likelier, and open again for everybody once
// those are stale.
func TestDoor(t *testing.T) {
	now := time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)
	d := New(Config{MaxUnlikely: 50, Now: func() time.Time { return now }})
	decided(t, d, 40, "forged", "b", false)
	for i := range 50 {
		now = now.Add(time.Millisecond)
		if err := d.Door(fmt.Sprintf("forged-%d", 100+i), by("b")); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Door("forged-900", by("b")); !errors.Is(err, ErrCrowded) {
		t.Errorf("one more: %v", err)
	}
	now = now.Add(time.Second)
	if err := d.Door("stranger", by("c")); err != nil {
		t.Errorf("another one: %v", err)
	}
	if _, err := d.Turn(t.Context(), "forged-100", by(""), time.Now()); !errors.Is(err, ErrDropped) {
		t.Errorf("the oldest of the least likely: %v", err)
	}
	d.GaveUp("forged-100", "dropped", 1)
	now = now.Add(stale)
	if err := d.Door("forged-901", by("b")); err != nil {
		t.Errorf("after the flood: %v", err)
	}
	now = now.Add(forgetAfter)
	_ = d.Door("real-1", by("a"))
	if len(d.sessions) > 1 {
		t.Errorf("%d sessions are remembered", len(d.sessions))
	}
}

// Callers that look different every time fill nothing.
func TestRecordIsBounded(t *testing.T) {
	r := newRecord()
	for i := range 10 * maxMarks {
		r.add(Marks{uint64(i), uint64(i) << 32, 7}, float64(i%2), float64((i+1)%2))
	}
	if len(r.marks) > maxMarks || r.all.known+r.all.denied > 2*memory {
		t.Errorf("%d marks of %v", len(r.marks), r.all)
	}
}

// Whatever comes in whatever order, no place is lost, and what is counted is what is there.
func TestDesk(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rate := rapid.SampledFrom([]float64{0, 0.5, 8}).Draw(rt, "rate")
		steps := rapid.SliceOfN(rapid.IntRange(0, 6), 1, 60).Draw(rt, "steps")
		synctest.Test(t, func(t *testing.T) { exercise(rt, t, rate, steps) })
	})
}

func exercise(rt *rapid.T, t *testing.T, rate float64, steps []int) {
	d := New(Config{Rate: rate, MaxUnlikely: 5})
	var lefts []func()
	for i, step := range steps {
		id, member := fmt.Sprint("s-", i%9), fmt.Sprint("m", i%3)
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%4)*time.Second)
		t.Cleanup(cancel)
		switch step {
		case 0:
			_ = d.Door(id, by(member))
		case 1, 2, 3:
			go func() {
				left, err := d.Turn(ctx, id, by(member), time.Now())
				if err != nil {
					return
				}
				if step == 3 {
					lefts = append(lefts, left) // one at a time: the test waits in between
					return
				}
				left()
				left()
			}()
		case 4:
			d.Denied(id)
		case 5:
			d.Confirmed(id)
		default:
			d.GaveUp(id, "given_up", 1)
			time.Sleep(time.Second)
		}
		synctest.Wait()
		unlikely, rows, dropping := 0, 0, 0
		for _, v := range d.sessions {
			switch {
			case v.dropped:
				dropping += v.rows
			case v.unlikely:
				unlikely, rows = unlikely+1, rows+v.rows
			}
		}
		if unlikely != d.unlikely || rows != d.rows || dropping != d.dropping {
			rt.Fatalf("counted %d, %d, %d; there are %d, %d, %d", d.unlikely, d.rows, d.dropping, unlikely, rows, dropping)
		}
	}
	d.Close()
	synctest.Wait()
	for _, left := range lefts {
		left()
	}
	time.Sleep(time.Minute)
	synctest.Wait()
	if d.queue.free != leaving || len(d.queue.waiting) != 0 {
		rt.Fatalf("%d places are free, %d wait", d.queue.free, len(d.queue.waiting))
	}
}
