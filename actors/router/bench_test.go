package router

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/session"
	"atende/actors/session/sessiontest"
)

// BenchmarkTurn is one message from Accept to its answer at the gateway, with the journal and all
// peers in memory, against a goroutine and a channel for each session that thinks and answers in
// the same way and remembers nothing.  What is between the two is the price of the actor, of
// durability, of the filters and of the numbers.
func BenchmarkTurn(b *testing.B) {
	const sessions = 1000
	ready := make(chan string, sessions) // sessions without a message under way
	b.Run("engine", func(b *testing.B) {
		bench := newBench(b)
		bench.acts.Log, bench.config.Log = nil, nil
		bench.acts.Hooks = session.Hooks{TurnEnded: func(id, _ string) { ready <- id }}
		bench.config.SweepEvery = time.Hour
		bench.start()
		measure(b, sessions, ready, func(id string) { bench.accept(id, "oi") })
		if err := bench.router.Drain(context.Background()); err != nil {
			b.Error(err)
		}
	})
	b.Run("goroutine", func(b *testing.B) {
		gateway, clinic := &sessiontest.Gateway{}, sessiontest.Catalogue()
		inboxes := map[string]chan string{}
		for i := range sessions {
			inbox := make(chan string, 4)
			id := fmt.Sprint(i)
			inboxes[id] = inbox
			go bare(id, gateway, clinic, inbox, ready)
		}
		measure(b, sessions, ready, func(id string) { inboxes[id] <- "oi" })
		for _, inbox := range inboxes {
			close(inbox)
		}
	})
}

// measure keeps one message of every session under way.
func measure(b *testing.B, sessions int, ready chan string, say func(id string)) {
	for i := range sessions {
		ready <- fmt.Sprint(i)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		say(<-ready)
	}
	for range sessions {
		<-ready
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

func bare(id string, g *sessiontest.Gateway, clinic *conversation.Clinic, inbox <-chan string, ready chan<- string) {
	state := &conversation.State{}
	ctx := context.Background()
	for text := range inbox {
		now := time.Now()
		dialogue := sessiontest.Driver{}.Start(decide.Turn{Now: now, Messages: []decide.Message{{Type: "TEXT", Text: text, At: now}}})
		event, err := dialogue.Next(ctx, state, nil)
		if err != nil {
			panic(err)
		}
		for _, effect := range conversation.Step(clinic, state, now, event).Effects {
			if say, ok := effect.(conversation.Say); ok {
				if _, err := g.SendInSession(ctx, id, say.Text); err != nil {
					panic(err)
				}
			}
		}
		ready <- id
	}
}

// BenchmarkResident is what a session costs that rests in memory after an offer was made to it: its
// actor, its entry, and its state; at first, and once it is packed.  The journal's own copy is not counted: it stays when the session
// leaves.
func BenchmarkResident(b *testing.B) {
	for _, sessions := range []int{20_000, 100_000} {
		b.Run(fmt.Sprintf("sessions=%d", sessions), func(b *testing.B) {
			for range b.N {
				rest(b, sessions)
			}
		})
	}
}

// rest fills the memory with sessions and empties it.
func rest(b *testing.B, sessions int) {
	b.Helper()
	bench := newBench(b)
	bench.acts.Log, bench.config.Log = nil, nil
	bench.acts.Hooks = session.Hooks{}
	bench.config.SweepEvery, bench.config.IdleAfter, bench.config.PackAfter = time.Hour, time.Hour, time.Nanosecond
	past := time.Until(time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC)) // when the clinic has times
	bench.acts.Now = func() time.Time { return time.Now().Add(past) }
	bench.start()
	for i := range sessions {
		for bench.journal.Pending() > 1000 {
			time.Sleep(time.Millisecond)
		}
		bench.accept(fmt.Sprintf("6f1c2a9e-0000-4000-8000-%012d", i), sessiontest.Offer)
	}
	for bench.journal.Pending() > 0 {
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond) // the last actors come to rest
	loaded := heap()
	for range sessions/maxPacked + 1 {
		bench.router.passivateIdle()
	}
	time.Sleep(time.Second) // all are packed
	resident := heap()
	if n := bench.router.Resident(); n != sessions {
		b.Fatalf("%d resident", n)
	}
	bench.router.IdleAfter = time.Nanosecond
	bench.router.passivateIdle()
	if n := bench.router.Resident(); n != 0 {
		b.Fatalf("%d still resident", n)
	}
	gone := heap()
	each := func(bytes int64) float64 { return float64(bytes) / float64(sessions) }
	b.ReportMetric(each(loaded-gone), "B/session")
	b.ReportMetric(each(resident-gone), "B/packed")
	activation, err := bench.journal.Activate(b.Context(), "6f1c2a9e-0000-4000-8000-000000000000", 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(activation.State)), "B/state")
	if err := bench.router.Drain(context.Background()); err != nil {
		b.Error(err)
	}
}

// heap is how many bytes of the heap are reachable.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
