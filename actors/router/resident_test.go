package router

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
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
