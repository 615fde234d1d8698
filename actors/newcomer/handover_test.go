package newcomer

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// However many ask for the hand-over of sessions that nobody knows, few of them wait, a tenth of the rate is theirs, and
// those who wait for a read go before them; where nobody else uses the rate it is theirs.
func TestHandOversGoLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Config{Rate: 4})
		decided(t, d, 20, "real", "a", true)
		decided(t, d, 40, "forged", "b", false)
		time.Sleep(10 * time.Second)
		ctx, stop := context.WithCancel(t.Context())
		var made, refused atomic.Int64
		for range 60 {
			go func() {
				for ctx.Err() == nil {
					switch left, err := d.HandOver(ctx); {
					case err == nil:
						time.Sleep(250 * time.Millisecond) // for the rate
						left()
						made.Add(1)
					case errors.Is(err, ErrCrowded):
						refused.Add(1)
						time.Sleep(time.Second)
					}
				}
			}()
		}
		synctest.Wait()
		if _, n := places(d); n != leastHandOvers || refused.Load() == 0 {
			t.Errorf("%d wait, %d were refused", n, refused.Load())
		}
		time.Sleep(20 * time.Second)
		if n := made.Load(); n < 60 || n > 90 {
			t.Errorf("%d calls in 20 s in which nobody else used 4 a second", n)
		}
		d.Busy()
		made.Store(0)
		for i := range 40 { // likely, and not
			for name, member := range map[string]string{"real": "a", "forged": "b"} {
				if i%4 > 0 && name == "forged" {
					continue
				}
				began := time.Now()
				left, err := d.Turn(t.Context(), fmt.Sprintf("%s-%d", name, 500+i), by(member), time.Now())
				if err != nil {
					t.Fatal(err)
				}
				left()
				if waited := time.Since(began); waited > time.Second {
					t.Errorf("%s waited %v", name, waited)
				}
			}
			time.Sleep(250 * time.Millisecond)
			d.Busy()
		}
		if n := made.Load(); n > 6 {
			t.Errorf("%d hand-overs while others use the rate for ten seconds, want four", n)
		}
		stop()
		d.Close()
		if _, err := d.HandOver(t.Context()); !errors.Is(err, ErrCrowded) {
			t.Errorf("after the end: %v", err)
		}
		time.Sleep(time.Minute)
		if free, _ := places(d); free != leaving {
			t.Errorf("%d places", free)
		}
	})
}

// Who gives up, or waited for too long, leaves the queue, and no place is lost.
func TestHandOversGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Config{Rate: 4})
		var held []func()
		for range leaving { // nobody leaves meanwhile
			left, err := d.Turn(t.Context(), fmt.Sprint("holder-", len(held)), by("a"), time.Now())
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, left)
		}
		ctx, hangUp := context.WithTimeout(t.Context(), time.Second)
		defer hangUp()
		if _, err := d.HandOver(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("who hung up hears %v", err)
		}
		began := time.Now()
		if _, err := d.HandOver(t.Context()); !errors.Is(err, ErrCrowded) || time.Since(began) != handOverWait {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		go func() {
			time.Sleep(time.Second)
			held[0]()
			held[1]()
		}()
		left, err := d.HandOver(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		left()
		left()
		if free, waiting := places(d); free != leaving || waiting != 0 {
			t.Errorf("%d places, %d wait", free, waiting)
		}
	})
}

// places are how many calls may go at once, and how many hand-overs wait.
func places(d *Desk) (free, waiting int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.queue.free, len(d.queue.handOvers.waiting)
}
