package router

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anthdm/hollywood/actor"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/journal"
	"atende/actors/session"
)

// A session without work leaves memory after a while, with nothing lost.
func TestIdleSessionsLeave(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.accept("s", "um")
		time.Sleep(9 * time.Minute)
		b.accept("s", "dois") // counts as use
		time.Sleep(9 * time.Minute)
		if b.router.Resident() != 1 || testutil.ToFloat64(b.metrics.Engine.SessionsActive) != 1 {
			t.Errorf("%d resident after 9 idle minutes", b.router.Resident())
		}
		time.Sleep(2 * time.Minute)
		if b.router.Resident() != 0 || testutil.ToFloat64(b.metrics.Engine.SessionsActive) != 0 {
			t.Errorf("%d resident after 11 idle minutes", b.router.Resident())
		}
		b.accept("s", "três")
		synctest.Wait()
		b.wantTexts("s", "um|dois|três")
	})
}

// activations counts what is loaded.
type activations struct {
	journal.Journal
	n atomic.Int32
}

func (a *activations) Activate(ctx context.Context, sessionID string, schema int) (journal.Activation, error) {
	a.n.Add(1)
	return a.Journal.Activate(ctx, sessionID, schema)
}

// A session that rests for a while is packed, once, and goes on with what it knows without the journal.
func TestPacked(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		loads := &activations{Journal: b.journal}
		b.acts.Journal = loads
		b.start()
		packed := func() bool {
			shelf := b.router.table.shelf("s")
			shelf.mu.Lock()
			defer shelf.mu.Unlock()
			return shelf.entries["s"].packed
		}
		for _, text := range []string{"um", "dois"} {
			b.accept("s", text)
			time.Sleep(29 * time.Second)
			if packed() {
				t.Errorf("packed after 29 idle seconds")
			}
			time.Sleep(10 * time.Second)
			if !packed() {
				t.Errorf("not packed after 39 idle seconds")
			}
		}
		b.accept("s", "três")
		synctest.Wait()
		b.wantTexts("s", "um|dois|três")
		if n := loads.n.Load(); n != 1 {
			t.Errorf("the record was loaded %d times", n)
		}
		b.wantRest()
	})
}

// When memory is short the least recently used leave first, but none that was used just now.
func TestMemoryIsShort(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.MaxResident = 20
		b.start()
		for i := range 20 {
			b.accept(fmt.Sprint(i), "oi")
			time.Sleep(time.Second)
		}
		if n := b.router.Resident(); n != 20 {
			t.Fatalf("%d resident", n)
		}
		b.accept("0", "ainda aqui")
		time.Sleep(13 * time.Second) // the next two are idle for 30 s by now
		if n := b.router.Resident(); n != 18 {
			t.Errorf("%d resident, want 90 %%", n)
		}
		if b.router.table.shelf("0").entries["0"] == nil || b.router.table.shelf("1").entries["1"] != nil {
			t.Error("not the least recently used one left")
		}
	})
}

// What must leave because memory is short is what was used longest ago, and no more of it than is needed beside
// what leaves anyway.
func TestWhoLeavesFirst(t *testing.T) {
	for _, test := range []struct {
		idleAfter time.Duration
		left      int
	}{
		{10 * time.Minute, 18},
		{77 * time.Second, 17}, // three leave anyway
	} {
		virtual(t, func(t *testing.T, b *bench) {
			b.config.MaxResident, b.config.SweepEvery, b.config.IdleAfter = 20, time.Hour, test.idleAfter
			b.start()
			for i := range 20 {
				b.accept(fmt.Sprint(i), "oi")
				time.Sleep(time.Second)
			}
			time.Sleep(time.Minute - time.Second) // session 2 is idle for 77 s
			b.router.passivateIdle()
			if n := b.router.Resident(); n != test.left {
				t.Errorf("%d are left, want %d", n, test.left)
			}
			for i := range 20 {
				id := fmt.Sprint(i)
				if here, _ := b.router.known(id); here != (i >= 20-test.left) {
					t.Errorf("session %d is in memory: %t", i, here)
				}
			}
		})
	}
}

// reluctant is an actor that stops when it may.
type reluctant struct {
	host  session.Host
	wakes *atomic.Int32
	may   chan struct{}
}

func (r reluctant) Receive(c *actor.Context) {
	switch c.Message().(type) {
	case session.Wake:
		r.wakes.Add(1)
		r.host.Done("s", session.Rest{})
	case actor.Stopped:
		<-r.may
	}
}

// A wake-up that comes while the actor stops goes to the next one, and nobody stops an actor twice.
func TestWakeUpWhileStopping(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var wakes atomic.Int32
		may := make(chan struct{})
		b.config.SweepEvery = time.Hour // nobody else repairs it
		b.config.Producer = func(host session.Host) actor.Producer {
			return func() actor.Receiver { return reluctant{host, &wakes, may} }
		}
		b.start()
		b.router.wake("s")
		time.Sleep(11 * time.Minute)
		go b.router.passivateIdle()
		synctest.Wait()
		e := b.router.table.shelf("s").entries["s"]
		if !e.stopping || b.router.wake("s") || b.router.closeDoor("s", e) {
			t.Errorf("stopping: %t, and it was woken or stopped once more", e.stopping)
		}
		close(may)
		synctest.Wait()
		if wakes.Load() != 2 || b.router.Resident() != 1 {
			t.Errorf("%d wake-ups, %d sessions are in memory", wakes.Load(), b.router.Resident())
		}
	})
}

// An actor that got work since it was found idle is not stopped.
func TestIdleNoMore(t *testing.T) {
	r := &Router{table: newTable()}
	for _, e := range []*entry{{inflight: 1}, {timer: time.NewTimer(time.Hour)}} {
		if r.closeDoor("s", e) || e.stopping {
			t.Errorf("%d wake-ups are under way", e.inflight)
		}
		e.silence()
	}
}

// A message for which there is no place waits in the journal and is answered when there is one.
func TestAllBusy(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.MaxResident = 2
		b.gateway.Before = only("a", hang(time.Minute))
		b.start()
		b.accept("a", "oi")
		b.accept("b", "oi")
		b.accept("c", "oi")
		synctest.Wait()
		b.wantTexts("b", "oi")
		b.wantTexts("c", "")
		if b.router.Resident() != 2 {
			t.Errorf("%d resident", b.router.Resident())
		}
		time.Sleep(32 * time.Second) // b is idle for long enough
		b.wantTexts("c", "oi")
		time.Sleep(2 * time.Minute)
		b.wantTexts("a", "oi")
		b.wantRest()
	})
}
