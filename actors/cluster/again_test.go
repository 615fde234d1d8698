package cluster

import (
	"errors"
	"testing"
	"time"

	"atende/actors/journal"
)

// A session that finished while a move came to nothing, and is at work again when its shard moves after
// all, is held like any other: what it finished before is no reason to release it.
func TestHoldAfterAMoveThatCameToNothing(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2")
		n1, n2 := nodes[0], nodes[1]
		id := sessionIn(n2.shards()[0])
		shard := journal.ShardOf(id)
		store := w.store.Handle()
		store.Own(n2)
		if _, err := store.Activate(t.Context(), id, 1); err != nil {
			t.Fatal(err)
		}
		isOpen := func() bool { _, open := n2.sessions.open(shard); return open }
		n2.sessions.mu.Lock()
		n2.sessions.busy = []string{id}
		n2.sessions.mu.Unlock()
		n2.wire.set(func() { n2.wire.slow = 2 * time.Second }) // longer than a call may take
		if _, err := n2.RequestDrain(t.Context(), "n2", true); err != nil {
			t.Fatal(err)
		}
		w.eventually(15*time.Second, "the move begins", func() bool { return !isOpen() })
		n2.finish(id)
		w.eventually(5*time.Second, "the move came to nothing", isOpen)
		n2.wire.set(func() { n2.wire.slow = 0 })
		w.eventually(9*time.Second, "the move", func() bool { _, mine := n1.Title(shard); return mine })
		time.Sleep(time.Second)

		heir := w.store.Handle()
		heir.Own(n1)
		if _, err := heir.Activate(t.Context(), id, 1); !errors.Is(err, journal.ErrHeld) {
			t.Errorf("the new owner loads a session whose turn is running: %v", err)
		}
		n2.finish(id)
		w.eventually(time.Second, "the release", func() bool {
			_, err := heir.Activate(t.Context(), id, 1)
			return err == nil
		})
	})
}

// A view can show a move before its answer is here.  Sessions that it holds are at work, also those that an
// earlier move, which came to nothing, held.
func TestLateMoveBesideAnotherOne(t *testing.T) {
	me, heir := journal.Incarnation{Node: "n1", Number: 1}, journal.Incarnation{Node: "n2", Number: 1}
	from := journal.Title{Incarnation: me, Epoch: 1}
	now := time.Now()
	l := &life{
		moving: map[int]*transit{}, held: map[string]hold{}, finished: map[string]time.Time{}, doubts: map[int]*doubt{},
	}
	l.suspectLate(&transit{shard: 7, from: from, to: heir, fate: unknown, busy: []string{"s"}, until: now.Add(time.Minute)})
	second := &transit{shard: 7, from: from, to: heir}
	l.moving[7] = second
	var view journal.View
	view.Shards[7] = journal.Title{Incarnation: heir, Epoch: 2}
	if l.releaseLate(&view, now) || len(l.releasable()) > 0 {
		t.Error("the session is released before it is known whose hold it has")
	}
	second.busy, second.until = []string{"s"}, now.Add(time.Minute)
	l.holdBusy(second)
	delete(l.moving, 7)
	l.releaseLate(&view, now)
	if ids := l.releasable(); len(ids) > 0 {
		t.Errorf("%v are released, which are at work", ids)
	}
	l.finished["s"] = l.held["s"].until
	if ids := l.releasable(); len(ids) != 1 {
		t.Errorf("%v are released, want the one that finished", ids)
	}
}

// What a session finished of an earlier move, told of late, ends no hold of a later one.
func TestFinishedOfAnEarlierMove(t *testing.T) {
	now := time.Now()
	l := &life{
		moving: map[int]*transit{}, held: map[string]hold{"s": {until: now.Add(time.Minute)}},
		finished: map[string]time.Time{}, doubts: map[int]*doubt{},
	}
	l.finished["s"] = now.Add(time.Second)
	if ids := l.releasable(); len(ids) > 0 || len(l.finished) > 0 {
		t.Errorf("released %v, kept %v", ids, l.finished)
	}
	l.finished["s"] = now.Add(time.Minute)
	if ids := l.releasable(); len(ids) != 1 {
		t.Errorf("released %v, want the one that finished", ids)
	}
}
