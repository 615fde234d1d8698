package router

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anthdm/hollywood/actor"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/session"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// S-1-5, S-B-4: accepting takes no time however slow the turn is, and the turn runs behind it; a
// gateway that hangs for one patient delays no other.
func TestSessionsAreParallel(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("slow", hang(10*time.Second))
		b.start()
		begin := time.Now()
		b.accept("slow", "oi")
		for i := range 50 {
			b.accept(fmt.Sprint("fast", i), "oi")
		}
		if took := time.Since(begin); took != 0 {
			t.Errorf("accepting took %v", took)
		}
		synctest.Wait()
		for i := range 50 {
			b.wantTexts(fmt.Sprint("fast", i), "oi")
		}
		b.wantTexts("slow", "")
		time.Sleep(20*time.Second + time.Millisecond)
		synctest.Wait()
		b.wantTexts("slow", "oi")
		b.wantRest()
	})
}

// S-1-5: nothing is answered before it is durable.
func TestAcceptFails(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		if err := b.journal.Close(); err != nil {
			t.Fatal(err)
		}
		if err := b.router.Accept(t.Context(), "s", "m", sessiontest.Text("oi")); err == nil {
			t.Error("accepted although the journal is closed")
		}
	})
}

// Turns of one session never overlap and see its messages in order, whatever the sessions beside it
// do.
func TestTurnsOfOneSessionAreSerial(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var running, worst atomic.Int32
		b.gateway.Before = only("s", func(ctx context.Context) error {
			n := running.Add(1)
			defer running.Add(-1)
			if n > worst.Load() {
				worst.Store(n)
			}
			return hang(30 * time.Millisecond)(ctx)
		})
		b.start()
		var want []string
		for i := range 40 {
			want = append(want, fmt.Sprint(i))
			b.accept("s", fmt.Sprint(i))
			b.accept(fmt.Sprint("other", i), "oi")
			time.Sleep(7 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
		if got := strings.ReplaceAll(b.texts("s"), "|TEXT:", "|"); got != strings.Join(want, "|") {
			t.Errorf("answered %q", got)
		}
		if worst.Load() != 1 {
			t.Errorf("%d calls at once for one session", worst.Load())
		}
		b.wantRest()
	})
}

func TestTurnsAreBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var running, worst atomic.Int32
		b.gateway.Before = func(ctx context.Context, _, _ string) error {
			worst.Store(max(worst.Load(), running.Add(1)))
			defer running.Add(-1)
			return hang(time.Second)(ctx)
		}
		b.acts.MaxTurns = 3
		b.start()
		for i := range 12 {
			b.accept(fmt.Sprint(i), "oi")
		}
		time.Sleep(time.Minute)
		if worst.Load() != 3 {
			t.Errorf("%d turns at once", worst.Load())
		}
		b.wantRest()
	})
}

// At most two wake-ups of a session are under way, however many messages come.
func TestWakeUpsAreBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var wakes atomic.Int32
		release := make(chan struct{})
		b.config.Producer = scripted(func(c *actor.Context, host session.Host) {
			wakes.Add(1)
			<-release
			host.Done("s", session.Rest{})
		})
		b.start()
		synctest.Wait() // the first pass is over: a late one would rightly wake the session again
		for range 1000 {
			b.accept("s", "oi")
		}
		close(release)
		synctest.Wait()
		if n := wakes.Load(); n != 2 {
			t.Errorf("%d wake-ups for 1000 messages", n)
		}
	})
}

// scripted makes actors that do the same at every Wake.
func scripted(f func(*actor.Context, session.Host)) func(session.Host) actor.Producer {
	return func(host session.Host) actor.Producer {
		return func() actor.Receiver { return script{f, host} }
	}
}

type script struct {
	f    func(*actor.Context, session.Host)
	host session.Host
}

func (s script) Receive(c *actor.Context) {
	if _, ok := c.Message().(session.Wake); ok {
		s.f(c, s.host)
	}
}

// A panic in one session, and even one that the session does not recover, is nobody else's problem,
// and its value is printed nowhere.
func TestPanicsStayInside(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		b.accept("bad", sessiontest.Panic)
		b.accept("good", "oi")
		time.Sleep(time.Minute)
		b.wantTexts("good", "oi")
		b.wantRest()
		if !slices.Equal(b.gateway.Transfers(), []string{"bad"}) {
			t.Errorf("transfers %v", b.gateway.Transfers())
		}
		if strings.Contains(b.log.String(), "52998224725") {
			t.Errorf("the log shows the value of a panic:\n%s", b.log)
		}
	})
}

func TestGuard(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var wakes atomic.Int32
		b.config.Producer = scripted(func(_ *actor.Context, host session.Host) {
			wakes.Add(1)
			defer host.Done("s", session.Rest{})
			panic("52998224725")
		})
		b.start()
		for range 10 { // the library's own limit is three
			b.router.wake("s")
			synctest.Wait()
		}
		b.router.engine.Send(actor.NewPID("local", "session/nobody"), "52998224725")
		synctest.Wait()
		if n := wakes.Load(); n != 10 {
			t.Errorf("%d wake-ups were handled", n)
		}
		log := b.log.String()
		if strings.Contains(log, "52998224725") || strings.Count(log, "actor panicked") != 10 || !strings.Contains(log, "message to an actor lost") {
			t.Errorf("log:\n%s", log)
		}
	})
}

// A lost wake-up, or a row of an earlier process, is found within two periods.
func TestSweep(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		time.Sleep(time.Minute)
		if err := b.journal.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m", Body: sessiontest.Body("oi")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1100 * time.Millisecond)
		b.wantTexts("s", "oi")
		if n := testutil.ToFloat64(b.metrics.Engine.SweepWakes); n != 1 {
			t.Errorf("%v sessions were found", n)
		}
	})
}

// watched is a journal that can go away, and notes how it is asked.
type watched struct {
	journal.Journal
	away    atomic.Bool
	limit   atomic.Int64  // of the last look at what waits
	bound   time.Duration // of the last row
	refusal error         // of the context of the last row
}

func (w *watched) Sweep(ctx context.Context, limit int) ([]journal.Waiting, error) {
	w.limit.Store(int64(limit))
	if w.away.Load() {
		return nil, errors.New("away")
	}
	return w.Journal.Sweep(ctx, limit)
}

func (w *watched) Accept(ctx context.Context, in journal.Incoming) error {
	if until, limited := ctx.Deadline(); limited {
		w.bound = time.Until(until)
	}
	w.refusal = ctx.Err()
	return w.Journal.Accept(ctx, in)
}

// A journal that is away is told of once, and so is its return; and each look sees more sessions than memory holds.
func TestSweepOfAJournalThatIsAway(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		w := &watched{Journal: b.journal}
		b.config.Journal, b.config.MaxResident = w, 7
		b.start()
		for n := 1; n <= 2; n++ {
			w.away.Store(true)
			time.Sleep(time.Minute)
			w.away.Store(false)
			time.Sleep(time.Minute)
			log := b.log.String()
			if strings.Count(log, "cannot be looked at") != n || strings.Count(log, "can be looked at again") != n {
				t.Errorf("after %d outages the log says\n%s", n, log)
			}
		}
		if n := w.limit.Load(); n != 7+sweepExtra {
			t.Errorf("looks at %d sessions", n)
		}
	})
}

// A row of a node whose clock is ahead does not wait until this one's has come that far.
func TestSweepOfARowFromTomorrow(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		ahead := memory.New(memory.Options{Now: func() time.Time { return time.Now().Add(24 * time.Hour) }})
		b.journal, b.config.Journal, b.acts.Journal = ahead, ahead, ahead
		b.start()
		if err := ahead.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m", Body: sessiontest.Body("oi")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1100 * time.Millisecond)
		b.wantTexts("s", "oi")
	})
}

// Who shares its sessions with nobody is a cluster of one (contract, "Metrics").
func TestAloneInMetrics(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		engine := b.metrics.Engine
		if members, shards := testutil.ToFloat64(engine.ClusterMembers), testutil.ToFloat64(engine.ShardsOwned); members != 1 || shards != journal.Shards {
			t.Errorf("%v members, %v shards", members, shards)
		}
	})
}

// A session that waits for the gateway with growing pauses is not hurried by the periodic pass.
func TestSweepLeavesPausesAlone(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		var tries atomic.Int32
		b.gateway.Before = only("s", func(context.Context) error {
			tries.Add(1)
			return sessiontest.Failure("gateway", outbound.Unknown, 503)
		})
		b.start()
		synctest.Wait() // for the pass at the start, which wakes whoever is there
		b.accept("s", "oi")
		time.Sleep(10 * time.Minute)
		if n := tries.Load(); n < 8 || n > 25 {
			t.Errorf("%d tries in ten minutes", n)
		}
		if n := testutil.ToFloat64(b.metrics.Engine.SweepWakes); n != 0 {
			t.Errorf("the pass woke the session %v times", n)
		}
	})
}

// S-B-13: a transfer on request is confirmed by the gateway, counted, and silences the session.
func TestTransfer(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		if err := b.router.Transfer(t.Context(), "s", "paciente pediu"); err != nil {
			t.Fatal(err)
		}
		b.accept("s", "alô?")
		synctest.Wait()
		b.wantTexts("s", "")
		if b.outcomes("TRANSFERIDO") != 1 || !slices.Equal(b.gateway.Transfers(), []string{"s"}) {
			t.Errorf("counted %v, transferred %v", b.outcomes("TRANSFERIDO"), b.gateway.Transfers())
		}
		b.wantRest()
		if strings.Contains(b.log.String(), "paciente pediu") {
			t.Error("the log shows the reason, which is free text")
		}
		if !strings.Contains(b.log.String(), "reason_given=true") {
			t.Error("the log does not say that a reason was given")
		}
	})
}

// What the gateway confirmed is recorded although the caller has hung up, within a bound, and at once.
func TestTransferOutlivesItsCaller(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		w := &watched{Journal: b.journal}
		b.config.Journal = w
		ctx, hangUp := context.WithCancel(t.Context())
		b.gateway.After = only("s", func(context.Context) error { hangUp(); return nil })
		b.start()
		if err := b.router.Transfer(ctx, "s", ""); err != nil {
			t.Fatal(err)
		}
		if w.refusal != nil || w.bound != noteTimeout {
			t.Errorf("recorded within %v, under %v", w.bound, w.refusal)
		}
		synctest.Wait()
		b.wantRest()
		if strings.Contains(b.log.String(), "reason_given=true") {
			t.Error("the log says that a reason was given")
		}
	})
}

func TestTransferFails(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.gateway.Before = only("s", func(context.Context) error { return sessiontest.Failure("gateway", outbound.Unknown, 500) })
		b.start()
		if err := b.router.Transfer(t.Context(), "s", ""); outbound.KindOf(errors.Unwrap(err)) != outbound.Unknown || err == nil {
			t.Errorf("error %v", err)
		}
		if b.outcomes("TRANSFERIDO") != 0 || b.journal.Pending() != 0 {
			t.Error("a transfer that was not confirmed left traces")
		}
	})
}

func TestTransferNotRecorded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.start()
		if err := b.journal.Close(); err != nil {
			t.Fatal(err)
		}
		if err := b.router.Transfer(t.Context(), "s", ""); err != nil {
			t.Errorf("a confirmed transfer failed: %v", err)
		}
		if !strings.Contains(b.log.String(), "not recorded") {
			t.Error("nobody hears of it")
		}
	})
}

// Wake-ups that race with passivation lose nothing: every message is answered, in order, and no two
// turns of a session overlap.  In real time, for the race detector.
func TestPassivationLosesNothing(t *testing.T) {
	b := newBench(t)
	b.config.IdleAfter = time.Nanosecond
	b.config.SweepEvery = time.Hour // a lost wake-up would hang
	var mu sync.Mutex
	seen := map[string][]string{}
	b.acts.Driver = sessiontest.Driver{OnTurn: func(turn decide.Turn) {
		mu.Lock()
		defer mu.Unlock()
		for _, m := range turn.Messages {
			key, n, _ := strings.Cut(m.Text, " ")
			seen[key] = append(seen[key], n)
		}
	}}
	b.start()
	const sessions, messages = 13, 90 // not so many that a person takes over
	done := make(chan struct{})
	var passivating, writing sync.WaitGroup
	for range 2 {
		passivating.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					b.router.passivateIdle()
					runtime.Gosched()
				}
			}
		})
	}
	for s := range sessions {
		writing.Go(func() {
			for n := range messages {
				b.accept(fmt.Sprint("s", s), fmt.Sprintf("s%d %d", s, n))
				if n%7 == 0 {
					runtime.Gosched()
				}
			}
		})
	}
	writing.Wait()
	deadline := time.Now().Add(20 * time.Second)
	for b.journal.Pending() > 0 && time.Now().Before(deadline) {
		runtime.Gosched()
	}
	close(done)
	passivating.Wait()
	if err := b.router.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	b.wantRest()
	for s := range sessions {
		got := seen[fmt.Sprint("s", s)]
		if len(got) != messages || !slices.IsSortedFunc(got, byNumber) {
			t.Errorf("session %d saw %d messages: %v", s, len(got), got)
		}
	}
}

func byNumber(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
