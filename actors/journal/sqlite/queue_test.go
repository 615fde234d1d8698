package sqlite

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"atende/actors/journal"
)

// fill takes all places of a queue.
func fill(q *queue) {
	for range maxQueued {
		q.waiting <- &write{ctx: context.Background(), done: make(chan error, 1)}
	}
}

func nothing(*transaction) error { return nil }

func TestAFullQueue(t *testing.T) {
	t.Run("refuses intake at once", func(t *testing.T) {
		q := newQueue()
		fill(q)
		if err := q.offer(t.Context(), nothing); !errors.Is(err, journal.ErrFull) {
			t.Errorf("got error %v, want %v", err, journal.ErrFull)
		}
	})
	t.Run("lets finishing work wait, and before intake", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			q := newQueue()
			fill(q)
			result := make(chan error)
			go func() { result <- q.put(t.Context(), nothing) }()
			synctest.Wait()
			<-q.waiting
			if err := q.offer(t.Context(), nothing); !errors.Is(err, journal.ErrFull) {
				t.Errorf("the place of the one that waited was given away: %v", err)
			}
			var last *write
			for range maxQueued {
				last = <-q.waiting
			}
			last.done <- journal.ErrFenced
			if err := <-result; !errors.Is(err, journal.ErrFenced) {
				t.Errorf("got error %v, want its result", err)
			}
		})
	})
	t.Run("is left when the context ends or the journal closes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			q := newQueue()
			fill(q)
			ctx, cancel := context.WithCancel(t.Context())
			canceled, closed := make(chan error), make(chan error)
			go func() { canceled <- q.put(ctx, nothing) }()
			go func() { closed <- q.put(t.Context(), nothing) }()
			synctest.Wait()
			cancel()
			if err := <-canceled; !errors.Is(err, context.Canceled) {
				t.Errorf("got error %v, want %v", err, context.Canceled)
			}
			close(q.closing)
			if err := <-closed; !errors.Is(err, journal.ErrFull) {
				t.Errorf("got error %v, want %v", err, journal.ErrFull)
			}
		})
	})
}

// A write that slips into the queue behind the writer's last look is answered, too.
func TestAWriteBehindTheLastLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		result := make(chan error)
		go func() { result <- q.put(t.Context(), nothing) }()
		synctest.Wait()
		close(q.stopped)
		if err := <-result; !errors.Is(err, journal.ErrFull) {
			t.Errorf("got error %v, want %v", err, journal.ErrFull)
		}
	})
}

func TestAStuckWriterHoldsNobodyBeyondTheirContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error)
		go func() { result <- q.offer(ctx, nothing) }()
		synctest.Wait()
		cancel()
		if err := <-result; !errors.Is(err, context.Canceled) {
			t.Errorf("got error %v, want %v", err, context.Canceled)
		}
	})
}
