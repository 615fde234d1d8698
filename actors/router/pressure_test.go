package router

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/session/sessiontest"
)

// offer tries to take a message and reports whether it was accepted.
func (b *bench) offer(sessionID string) bool {
	b.t.Helper()
	begin := time.Now()
	err := b.router.Accept(b.t.Context(), sessionID, "offer-"+sessionID+fmt.Sprint(b.journal.Pending()), sessiontest.Text("oi"))
	if err != nil && !errors.Is(err, journal.ErrFull) {
		b.t.Errorf("error %v", err)
	}
	if time.Since(begin) != 0 {
		b.t.Errorf("took %v", time.Since(begin))
	}
	return err == nil
}

// Near the journal's bound newcomers come again later, then whoever only greeted; patients in the
// middle of a booking are served up to the end.
func TestShedding(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.journal = memory.New(memory.Options{MaxPending: 100})
		b.acts.Journal, b.config.Journal, b.config.MaxPending = b.journal, b.journal, 100
		b.start()
		b.accept("greeted", "oi")
		b.accept("booking", sessiontest.Offer)
		synctest.Wait()
		b.gateway.Before = func(ctx context.Context, _, _ string) error { return hang(time.Hour)(ctx) }
		fill := func(rows int) {
			for i := b.journal.Pending(); i < rows; i++ {
				in := journal.Incoming{SessionID: fmt.Sprint("waiting", i), MessageID: fmt.Sprint(i), Body: sessiontest.Body("oi")}
				if err := b.journal.Accept(t.Context(), in); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, test := range []struct {
			rows int
			want []bool // newcomer, greeted, booking
		}{
			{79, []bool{true, true, true}},
			{82, []bool{false, true, true}},
			{90, []bool{false, false, true}},
			{97, []bool{false, false, true}},
			{100, []bool{false, false, false}},
		} {
			fill(test.rows)
			var got []bool
			for _, id := range []string{fmt.Sprint("new", test.rows), "greeted", "booking"} {
				got = append(got, b.offer(id))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("with %d rows accepted %v, want %v", test.rows, got, test.want)
			}
		}
	})
}

// sticky is a journal that takes long to accept once it is stuck.
type sticky struct {
	journal.Journal
	stuck atomic.Bool
}

func (s *sticky) Accept(ctx context.Context, in journal.Incoming) error {
	if s.stuck.Load() {
		if err := hang(5 * time.Second)(ctx); err != nil {
			return err
		}
	}
	return s.Journal.Accept(ctx, in)
}

// A journal that cannot keep up makes newcomers come again, at once, and not wait.
func TestSheddingAtTheQueue(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		slow := &sticky{Journal: b.journal}
		b.config.Journal, b.config.MaxAccepting = slow, 10
		b.start()
		b.accept("booking", sessiontest.Offer)
		synctest.Wait()
		slow.stuck.Store(true)
		for i := range 8 {
			go b.accept(fmt.Sprint(i), "oi")
		}
		synctest.Wait()
		if b.offer("newcomer") {
			t.Error("a newcomer had to wait")
		}
		go b.accept("booking", "1")
		synctest.Wait()
		if n := b.router.accepting.Load(); n != 9 {
			t.Errorf("%d are being accepted", n)
		}
		time.Sleep(6 * time.Second)
		if b.router.accepting.Load() != 0 {
			t.Error("still accepting")
		}
	})
}
