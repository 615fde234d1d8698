package router

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/session/sessiontest"
)

// Draining starts no turn, lets the running ones finish, and keeps what comes later.
func TestDrain(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("s", hang(5*time.Second))
		b.start()
		b.accept("s", "oi")
		for i := range 100 {
			b.accept(fmt.Sprint("idle", i), "oi")
		}
		synctest.Wait()
		begin := time.Now()
		drained := make(chan error)
		go func() { drained <- b.router.Drain(t.Context()) }()
		synctest.Wait()
		b.accept("s", "mais uma") // a webhook that was still on its way
		b.accept("new", "oi")
		if err := <-drained; err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took != 10*time.Second { // the session read and the one part
			t.Errorf("drained in %v", took)
		}
		b.wantTexts("s", "oi")
		if b.journal.Pending() != 2 || b.router.Resident() != 0 {
			t.Errorf("%d rows wait, %d sessions are resident", b.journal.Pending(), b.router.Resident())
		}
		if err := b.router.Drain(t.Context()); err != nil {
			t.Errorf("the second time: %v", err)
		}
	})
}

// A turn that takes too long is cancelled, and its message waits for the next process.
func TestDrainCancels(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("s", hang(time.Hour))
		b.start()
		b.accept("s", "oi")
		synctest.Wait()
		begin := time.Now()
		if err := b.router.Drain(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took != 25*time.Second {
			t.Errorf("drained in %v", took)
		}
		if b.journal.Pending() != 1 {
			t.Error("the message is gone")
		}
		b.gateway.Before = nil
		b.start() // the next process
		time.Sleep(time.Second)
		b.wantTexts("s", "oi")
	})
}

// A caller whose time is short gets its turns cancelled early enough for them to end within it.
func TestDrainWithinDeadline(t *testing.T) {
	for _, test := range []struct{ limit, want time.Duration }{
		{time.Hour, 25 * time.Second},
		{30 * time.Second, 25 * time.Second},
		{23 * time.Second, 18 * time.Second},
		{3 * time.Second, 0},
	} {
		t.Run(test.limit.String(), func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.gateway.Before = only("s", hang(2*time.Hour))
				b.start()
				b.accept("s", "oi")
				synctest.Wait()
				begin := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), test.limit)
				defer cancel()
				if err := b.router.Drain(ctx); err != nil {
					t.Error(err)
				}
				if took := time.Since(begin); took != test.want || b.router.Resident() != 0 {
					t.Errorf("drained in %v, %d sessions are resident", took, b.router.Resident())
				}
				if b.journal.Pending() != 1 {
					t.Error("the message is gone")
				}
			})
		})
	}
}

// Whoever does not even notice that it is cancelled is reported.
func TestDrainGivesUp(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("s", func(context.Context) error { time.Sleep(time.Hour); return nil })
		b.start()
		b.accept("s", "oi")
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := b.router.Drain(ctx); err == nil || !strings.Contains(err.Error(), "1 sessions") {
			t.Errorf("error %v", err)
		}
		time.Sleep(2 * time.Hour)
		if b.journal.Pending() != 1 {
			t.Error("the message is gone")
		}
		if strings.Contains(b.log.String(), "panicked") {
			t.Errorf("the end of the turn found no entry:\n%s", b.log)
		}
	})
}

// A session in a pause does not hold up the drain, and is not woken after it.
func TestDrainStopsTimers(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.acts.QuietWindow = time.Minute
		b.start()
		b.accept("s", "oi")
		synctest.Wait()
		begin := time.Now()
		if err := b.router.Drain(t.Context()); err != nil || time.Since(begin) != 0 {
			t.Errorf("drained in %v: %v", time.Since(begin), err)
		}
		time.Sleep(10 * time.Minute)
		b.wantTexts("s", "")
		if b.journal.Pending() != 1 {
			t.Error("the message is gone")
		}
	})
}

// What an earlier process left is answered by the next one, oldest first, each once.
func TestRestart(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.After = only("s", hang(time.Hour)) // arrives, its answer does not
		b.start()
		b.accept("s", "um")
		b.accept("s", "dois")
		synctest.Wait()
		if err := b.router.Drain(t.Context()); err != nil {
			t.Error(err)
		}
		b.gateway.After = nil
		b.acts.Driver = sessiontest.Driver{}
		b.start()
		b.accept("s", "três")
		time.Sleep(5 * time.Second)
		if got := strings.ReplaceAll(b.texts("s"), "|TEXT:", "|"); got != "um|dois|três" {
			t.Errorf("answered %q", got)
		}
		b.wantRest()
	})
}

// A transfer by webhook that is under way is waited for: what the gateway confirmed is recorded before
// anybody closes the journal.  Later ones are refused.
func TestDrainWaitsForTransfers(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("s", hang(10*time.Second))
		b.start()
		transferred := make(chan error, 1)
		go func() { transferred <- b.router.Transfer(t.Context(), "s", "") }()
		synctest.Wait()
		begin := time.Now()
		if err := b.router.Drain(t.Context()); err != nil || time.Since(begin) != 10*time.Second {
			t.Errorf("drained in %v: %v", time.Since(begin), err)
		}
		if err := <-transferred; err != nil || b.journal.Pending() != 1 {
			t.Errorf("%v; %d rows", err, b.journal.Pending())
		}
		if err := b.router.Transfer(t.Context(), "s", ""); err == nil || len(b.gateway.Transfers()) != 1 {
			t.Error("a transfer after the drain")
		}
	})
}

// A gateway that hangs does not hold up the drain for longer than a turn may, and a transfer that was
// cut is no transfer.
func TestDrainCutsTransfers(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("s", hang(time.Hour))
		b.start()
		transferred := make(chan error, 1)
		go func() { transferred <- b.router.Transfer(context.WithoutCancel(t.Context()), "s", "") }()
		synctest.Wait()
		begin := time.Now()
		if err := b.router.Drain(t.Context()); err != nil || time.Since(begin) != 25*time.Second {
			t.Errorf("drained in %v: %v", time.Since(begin), err)
		}
		if err := <-transferred; err == nil || b.journal.Pending() != 0 {
			t.Errorf("%v; %d rows", err, b.journal.Pending())
		}
	})
}
