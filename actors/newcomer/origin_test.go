package newcomer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
)

// from is a message of an address.
func from(d *Desk, address string) journal.PatientMessage {
	return journal.PatientMessage{Origin: d.Origin(Caller{Address: address, Program: "gateway/1"})}
}

// Nodes with one secret know callers by the same origin; nobody without it knows them, and no address stands in it.
func TestOrigin(t *testing.T) {
	t.Parallel()
	one, same, other := New(Config{Key: []byte("secret")}), New(Config{Key: []byte("secret")}), New(Config{Key: []byte("other")})
	gateway := Caller{"198.51.100.7", "gateway/1"}
	origin := one.Origin(gateway)
	if len(origin) != 8 || origin != same.Origin(gateway) || origin == other.Origin(gateway) {
		t.Errorf("%q, %q, %q", origin, same.Origin(gateway), other.Origin(gateway))
	}
	moved := one.Origin(Caller{"198.51.100.8", gateway.Program})
	if strings.HasPrefix(moved, origin[:4]) || !strings.HasSuffix(moved, origin[4:]) {
		t.Errorf("from another address %q, %q", origin, moved)
	}
	if other := one.Origin(Caller{"198.51.100.8", "gateway/2"}); other[:4] != moved[:4] || other[4:] == moved[4:] {
		t.Errorf("of another program %q, %q", moved, other)
	}
	m := journal.PatientMessage{Origin: origin}
	if n := len(one.marksOf("s", m)) - len(one.marksOf("s", journal.PatientMessage{})); n != 2 {
		t.Errorf("%d marks of an origin", n)
	}
}

// line lets sessions wait for their reads and notes in which order they were let in.
type line struct {
	t    *testing.T
	desk *Desk
	mu   sync.Mutex
	in   []string
}

func (l *line) wait(ctx context.Context, id string, m journal.PatientMessage, taken time.Time) {
	go func() {
		left, err := l.desk.Turn(ctx, id, m, taken)
		if err != nil {
			return
		}
		l.mu.Lock()
		l.in = append(l.in, id)
		l.mu.Unlock()
		time.Sleep(250 * time.Millisecond) // for the rate
		left()
	}()
}

func (l *line) count(name string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.in {
		if strings.HasPrefix(id, name) {
			n++
		}
	}
	return n
}

// Where the gateway has said nothing yet, the few sessions of one address are neither lost nor behind the thousands of
// another, whichever wrote last.
func TestAddressesTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		time.Sleep(time.Hour)
		d := New(Config{Rate: 4, MaxUnlikely: 400})
		l := &line{t: t, desk: d}
		few, many := from(d, "198.51.100.7"), from(d, "203.0.113.9")
		for i := range 3 {
			l.wait(t.Context(), fmt.Sprint("few-", i), few, began)
		}
		for i := range 600 {
			l.wait(t.Context(), fmt.Sprint("many-", i), many, began.Add(time.Minute))
		}
		time.Sleep(5 * time.Second)
		if few, many := l.count("few"), l.count("many"); few != 3 || many < 3 {
			t.Errorf("%d of the few were read, beside %d of the many", few, many)
		}
		d.Close()
		time.Sleep(time.Second)
	})
}

// A session that was put off is woken when the gateway's word on others makes it likely.
func TestWokenWhenLikely(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		time.Sleep(time.Hour)
		d := New(Config{Rate: 4})
		var woken []string
		d.Wakes(func(id string) { woken = append(woken, id) })
		gateway, stranger := from(d, "198.51.100.7"), from(d, "203.0.113.9")
		for i := range 2 * maxWaiting {
			go func() {
				_, _ = d.Turn(t.Context(), fmt.Sprint("forged-", i), stranger, began) // nobody leaves
			}()
		}
		time.Sleep(3 * time.Second) // all places are taken
		if _, err := d.Turn(t.Context(), "new-9", gateway, began); !errors.Is(err, ErrCrowded) {
			t.Fatal(err)
		}
		for i := range 4 {
			id := fmt.Sprint("new-", i)
			if err := d.Door(id, gateway); err != nil {
				t.Fatal(err)
			}
			d.Denied(fmt.Sprint("forged-", i))
			d.Confirmed(id)
		}
		if fmt.Sprint(woken) != "[new-9]" {
			t.Errorf("woken: %v", woken)
		}
		d.Close()
	})
}

// Unlikely sessions have all of the rate while nobody else uses it, and their share while somebody does.
func TestIdleRate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		busy        bool
		least, most int
	}{"idle": {false, 75, 85}, "busy": {true, 18, 23}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				time.Sleep(time.Hour)
				d := New(Config{Rate: 4})
				l := &line{t: t, desk: d}
				for i := range 200 {
					l.wait(t.Context(), fmt.Sprint("left-", i), journal.PatientMessage{}, began)
				}
				for range 20 {
					if test.busy {
						d.Busy()
					}
					time.Sleep(time.Second)
				}
				if read := l.count("left"); read < test.least || read > test.most {
					t.Errorf("%d reads in 20 s", read)
				}
				d.Close()
				time.Sleep(time.Second)
			})
		})
	}
}

// Who writes to this process was not left waiting by an earlier one: the session is as likely as one that comes now.
func TestWritesAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		time.Sleep(time.Hour)
		d := New(Config{Rate: 4})
		ctx, cancel := context.WithCancel(t.Context())
		l := &line{t: t, desk: d}
		for range leaving { // nobody leaves meanwhile
			_, _ = d.Turn(t.Context(), "holder", journal.PatientMessage{}, time.Now())
		}
		l.wait(ctx, "written here", journal.PatientMessage{}, began)
		l.wait(ctx, "written elsewhere", journal.PatientMessage{}, began)
		l.wait(ctx, "silent", journal.PatientMessage{}, began)
		synctest.Wait()
		if d.Unlikely() != 3 {
			t.Errorf("%d wait", d.Unlikely())
		}
		if err := d.Door("written here", journal.PatientMessage{}); err != nil {
			t.Error(err)
		}
		l.wait(ctx, "written elsewhere", journal.PatientMessage{}, time.Now())
		synctest.Wait()
		if d.Unlikely() != 1 {
			t.Errorf("%d wait", d.Unlikely())
		}
		cancel()
		synctest.Wait()
		d.Close()
	})
}

// A node that does not read a session refuses its message as the one that does would.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := New(Config{MaxUnlikely: 50})
		decided(t, d, 20, "real", "a", true)
		decided(t, d, 40, "forged", "b", false)
		if err := d.Elsewhere("forged-900", by("b")); err != nil {
			t.Errorf("with room: %v", err)
		}
		for i := range 50 {
			if err := d.Door(fmt.Sprintf("forged-%d", 100+i), by("b")); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Elsewhere("forged-900", by("b")); !errors.Is(err, ErrCrowded) {
			t.Errorf("without: %v", err)
		}
		if err := d.Elsewhere("real-900", by("a")); err != nil {
			t.Errorf("a likely one: %v", err)
		}
		if err := d.Elsewhere("stranger", by("c")); err != nil {
			t.Errorf("one that nobody knows: %v", err)
		}
		if d.Unlikely() != 50 {
			t.Errorf("%d wait", d.Unlikely())
		}
	})
}

// In a flood from many addresses that is like the gateway's in everything else a patient is let in: sessions that were
// given up for likelier ones hold no places while they wait at the end of the queue.
func TestDroppedHoldNoPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Config{Rate: 4, MaxUnlikely: 200, Key: []byte("secret")})
		gateway := from(d, "198.51.100.7")
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			for i := 0; ctx.Err() == nil; i++ {
				if i%100 == 0 {
					d.Busy() // known patients write, too
				}
				id, m := fmt.Sprintf("f-%05d", i), from(d, fmt.Sprint("192.0.2.", i%200))
				if d.Door(id, m) == nil {
					go forged(ctx, d, id, m)
				}
				time.Sleep(5 * time.Millisecond)
			}
		}()
		time.Sleep(10 * time.Second)
		for i := range 2 {
			came, id := time.Now(), fmt.Sprintf("p-%05d", i)
			if err := d.Door(id, gateway); err != nil {
				t.Errorf("a patient is not let in: %v", err)
			}
			left, err := d.Turn(ctx, id, gateway, came)
			if waited := time.Since(came); err != nil || waited > 3*time.Second {
				t.Errorf("patient %d waited %v: %v", i, waited, err)
			}
			if err == nil {
				left()
				d.Confirmed(id)
			}
		}
		stop()
		d.Close()
		time.Sleep(time.Second) // for those who are being read
	})
}

// forged is a session that the gateway denies.
func forged(ctx context.Context, d *Desk, id string, m journal.PatientMessage) {
	left, err := d.Turn(ctx, id, m, time.Now())
	switch {
	case err == nil:
		time.Sleep(250 * time.Millisecond) // for the rate
		left()
		d.Denied(id)
	case errors.Is(err, ErrDropped):
		d.GaveUp(id, "dropped", 1)
	}
}
