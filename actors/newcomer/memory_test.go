package newcomer

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
	store "atende/actors/journal/memory"
)

// faulty fails as often as it is told to.
type faulty struct {
	Memory
	failures int
}

func (f *faulty) Contacts(ctx context.Context, key string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	if f.failures > 0 {
		f.failures--
		return nil, errors.New("away")
	}
	return f.Memory.Contacts(ctx, key, since, note...)
}

// What the gateway's calls are like is known to the process after this one for a day, also where the journal failed once;
// another address is as unknown as before.
func TestRecall(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	stored := store.New(store.Options{Now: func() time.Time { return now }})
	t.Cleanup(func() { _ = stored.Close() })
	kept := &faulty{stored, 1}
	open := func() *Desk {
		return New(Config{Key: []byte("secret"), Memory: kept, Now: func() time.Time { return now }})
	}
	first := open()
	if err := first.Recall(t.Context()); err == nil {
		t.Error("a journal that is away")
	}
	gateway := from(first, "198.51.100.7")
	gateway.Fields, gateway.From = "abc", "5511987654321"
	for i := range 3 {
		id := fmt.Sprint("s-", 100+i)
		if _, err := stored.Activate(t.Context(), id, 1); err != nil {
			t.Fatal(err)
		}
		if err := first.Door(id, gateway); err != nil {
			t.Fatal(err)
		}
		first.Confirmed(id)
		if i == 0 {
			kept.failures = 1
		}
		first.Remember(t.Context(), id)
	}
	odds := func(wait time.Duration) (known, stranger float64) {
		now = now.Add(wait)
		next := open()
		if err := next.Recall(t.Context()); err != nil {
			t.Fatal(err)
		}
		other := from(next, "203.0.113.9")
		other.Fields, other.From = gateway.Fields, "5511912345678"
		fresh := gateway
		fresh.From = "5511900000000"
		return next.record.odds(next.marksOf("s-900", fresh)), next.record.odds(next.marksOf("s-901", other))
	}
	if known, stranger := odds(time.Hour); known < stranger+leftBehind {
		t.Errorf("odds %v, of a stranger %v", known, stranger)
	}
	if known, stranger := odds(keptFor); known != 0 || stranger != 0 {
		t.Errorf("a day later: odds %v, of a stranger %v", known, stranger)
	}
	if len(first.noted) != 4 || len(first.news) != 0 {
		t.Errorf("%d marks noted, %d not yet", len(first.noted), len(first.news))
	}
}

// A session that the journal knows says what the gateway's word would.
func TestKnownTeaches(t *testing.T) {
	t.Parallel()
	d := New(Config{})
	for i := range 5 {
		id := fmt.Sprint("s-", 100+i)
		if err := d.Door(id, by("a")); err != nil {
			t.Fatal(err)
		}
		d.Known(id)
	}
	if odds := d.record.odds(d.marksOf("s-900", by("a"))); odds < 1 {
		t.Errorf("odds %v", odds)
	}
}

// Of those who are likely the likeliest is let in first: a patient is not behind hundreds of addresses of which nothing is
// known yet.
func TestLikeliestFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := New(Config{Rate: 4})
		gateway := from(d, "198.51.100.7")
		for i := range 20 {
			id := fmt.Sprint("s-", 100+i)
			if err := d.Door(id, gateway); err != nil {
				t.Fatal(err)
			}
			d.Confirmed(id)
		}
		var held []func()
		for range leaving { // nobody leaves meanwhile
			left, err := d.Turn(t.Context(), "s-200", gateway, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, left)
		}
		l := &line{t: t, desk: d}
		for i := range 2 * maxWaiting {
			l.wait(t.Context(), fmt.Sprint("s-", 300+i), from(d, fmt.Sprint("203.0.113.", i)), time.Now())
		}
		synctest.Wait()
		if n := d.Unlikely(); n != 0 {
			t.Fatalf("%d are unlikely already", n)
		}
		l.wait(t.Context(), "s-900", gateway, time.Now())
		synctest.Wait()
		held[0]()
		synctest.Wait()
		if fmt.Sprint(l.in) != "[s-900]" {
			t.Errorf("let in: %v", l.in)
		}
		d.Close()
		time.Sleep(time.Second)
		held[1]()
	})
}
