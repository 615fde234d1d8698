package sqlite

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/journal"
)

// openFile opens a journal whose inside the test touches.
func openFile(t *testing.T) *file {
	t.Helper()
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j.(*file)
}

// idle opens a journal whose writer does not run, so that the test makes its transactions.
func idle(t *testing.T) *writer {
	t.Helper()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "journal.db")
	pool, err := openPool(ctx, path, readWrite, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{queue: newQueue(), pool: pool, now: time.Now, maxPending: defaultMaxPending, backlog: backlog{maxHeld: defaultMaxHeld}}
	t.Cleanup(func() {
		if err := errors.Join(w.disconnect(), pool.Close()); err != nil {
			t.Error(err)
		}
	})
	err = errors.Join(migrate(ctx, pool), w.connect(ctx))
	if err == nil {
		w.here, err = newPresence(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// accepting is a message of the session "s".
func accepting(ctx context.Context) *write {
	return &write{ctx: ctx, done: make(chan error, 1), apply: func(t *transaction) error {
		return t.insertMessage(journal.Incoming{SessionID: "s", MessageID: "m", Body: []byte{}}, 1)
	}}
}

func stepping(c journal.Commit) *write {
	return &write{ctx: context.Background(), done: make(chan error, 1), apply: func(t *transaction) error {
		return t.step(1, c, 1)
	}}
}

// C1: one transaction holds writes of many sessions, and each stands or falls by itself.
func TestARefusalDoesNotDisturbItsNeighbors(t *testing.T) {
	w := idle(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	activate := &write{ctx: t.Context(), apply: func(t *transaction) error { _, err := t.load("s", 1, 1); return err }}
	intended := journal.Commit{SessionID: "s", Version: 1, State: []byte("x"), Intent: &journal.Intent{N: 1, Attempt: 1}}
	taken := intended
	taken.Version = 2
	w.maxPending = 2
	batch := []*write{
		accepting(t.Context()),
		stepping(journal.Commit{SessionID: "s", Version: 1}), // not activated yet
		activate,
		stepping(intended),
		stepping(intended), // its version is used up
		stepping(taken),
		accepting(ctx), // its caller left
		accepting(t.Context()),
		accepting(t.Context()), // the third row
	}
	want := []error{nil, journal.ErrFenced, nil, nil, journal.ErrFenced, journal.ErrIntentTaken, context.Canceled, nil, journal.ErrFull}
	for i, err := range w.perform(batch) {
		if !errors.Is(err, want[i]) {
			t.Errorf("write %d: got error %v, want %v", i, err, want[i])
		}
	}
	if got := w.backlog.len(); got != 2 {
		t.Errorf("%d rows, want 2", got)
	}
}

// J4: a full disk fails the whole transaction, nothing of it stands, and the journal goes on when
// there is room again.
func TestDiskFull(t *testing.T) {
	f := openFile(t)
	ctx := t.Context()
	small := journal.Incoming{SessionID: "s", MessageID: "m"}
	if err := f.Accept(ctx, small); err != nil {
		t.Fatal(err)
	}
	// The limit belongs to the connection and so goes away with it, like a disk that got room.
	err := f.queue.put(ctx, func(t *transaction) error {
		_, err := t.conn.ExecContext(t.ctx, "pragma max_page_count = 1")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	large := journal.Incoming{SessionID: "s", MessageID: "large", Body: make([]byte, 1<<20)}
	if err := f.Accept(ctx, large); err == nil || refused(err) {
		t.Fatalf("on a full disk: got error %v, want one of the disk", err)
	}
	if f.Pending() != 1 {
		t.Errorf("Pending is %d, want 1", f.Pending())
	}
	if err := f.Accept(ctx, large); err != nil {
		t.Fatalf("with room again: %v", err)
	}
	rows, err := f.Read(ctx, "s", 9)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || f.Pending() != 2 {
		t.Errorf("%d rows and Pending %d, want 2", len(rows), f.Pending())
	}
}

// A write that cannot be made by itself, as on a damaged page, fails alone: nothing of it stands,
// and its neighbors get another transaction.
func TestAWriteThatFailsByItself(t *testing.T) {
	w := idle(t)
	broken := errors.New("broken")
	half := &write{ctx: t.Context(), apply: func(t *transaction) error {
		if err := t.insertMessage(journal.Incoming{SessionID: "s", MessageID: "half", Body: []byte{}}, 1); err != nil {
			return err
		}
		return broken
	}}
	stale := stepping(journal.Commit{SessionID: "s", Version: 1})
	want := []error{nil, journal.ErrFenced, broken, nil}
	for i, err := range w.perform([]*write{accepting(t.Context()), stale, half, accepting(t.Context())}) {
		if !errors.Is(err, want[i]) {
			t.Errorf("write %d: got error %v, want %v", i, err, want[i])
		}
	}
	for _, r := range w.backlog.read("s", 9) {
		if r.MessageID != "m" {
			t.Errorf("row %q stands", r.MessageID)
		}
	}
	if got := w.backlog.len(); got != 2 {
		t.Errorf("%d rows, want 2", got)
	}
}

// A transaction that fails too often takes all its writes along, those that were refused included:
// what refused them does not stand.
func TestAFailedTransactionLeavesNothing(t *testing.T) {
	w := idle(t)
	broken := errors.New("broken")
	batch := []*write{accepting(t.Context()), stepping(journal.Commit{SessionID: "s", Version: 1})}
	for range maxCulprits + 1 {
		batch = append(batch, &write{ctx: t.Context(), apply: func(*transaction) error { return broken }})
	}
	batch = append(batch, accepting(t.Context()))
	for i, err := range w.perform(batch) {
		if !errors.Is(err, broken) {
			t.Errorf("write %d: got error %v, want %v", i, err, broken)
		}
	}
	for i, err := range w.perform([]*write{accepting(t.Context())}) {
		if err != nil {
			t.Errorf("afterwards, write %d: %v", i, err)
		}
	}
	if got := w.backlog.len(); got != 1 {
		t.Errorf("%d rows, want 1", got)
	}
}

// The database goes away under the journal: calls fail, and it never panics.
func TestTheDatabaseIsGone(t *testing.T) {
	w := idle(t)
	if err := errors.Join(w.disconnect(), w.pool.Close()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.perform([]*write{accepting(t.Context())})[0]; err == nil || refused(err) {
			t.Errorf("got error %v, want one of the database", err)
		}
	}
}

// A caller's slices are its own again as soon as the call returns, even when the write comes later.
func TestWritesOwnTheirData(t *testing.T) {
	f := &file{queue: newQueue(), now: time.Now}
	ctx, cancel := context.WithCancel(t.Context())
	state := []byte("state")
	left := make(chan error)
	go func() {
		_, err := f.Commit(ctx, 1, journal.Commit{SessionID: "s", Version: 1, State: state})
		left <- err
	}()
	one := <-f.queue.waiting
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v, want %v", err, context.Canceled)
	}
	copy(state, "*****")

	w := idle(t)
	one.ctx = t.Context() // the writer had begun before the caller left
	activate := &write{ctx: t.Context(), apply: func(t *transaction) error { _, err := t.load("s", 1, 1); return err }}
	for i, err := range w.perform([]*write{activate, one}) {
		if err != nil {
			t.Fatalf("write %d: %v", i, err)
		}
	}
	var stored []byte
	row := w.connection.conn.QueryRowContext(t.Context(), "select state from sessions")
	if err := row.Scan(&stored); err != nil || !bytes.Equal(stored, []byte("state")) {
		t.Errorf("stored %q (%v)", stored, err)
	}
}

func TestVerifyWantsDurableSettings(t *testing.T) {
	for name, parameters := range map[string]string{
		"no log":           "_journal_mode=DELETE&_synchronous=FULL",
		"no flush at once": "_journal_mode=WAL&_synchronous=NORMAL",
	} {
		t.Run(name, func(t *testing.T) {
			pool, err := openPool(t.Context(), filepath.Join(t.TempDir(), "journal.db"), parameters, 1)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			if _, err := verify(t.Context(), pool); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestReadersCannotWrite(t *testing.T) {
	f := openFile(t)
	if _, err := f.reads.pool.ExecContext(t.Context(), "delete from inbox"); err == nil {
		t.Error("a reader wrote")
	}
}

func TestGather(t *testing.T) {
	const patience = 4 * time.Millisecond
	lone := func() *write { return accepting(context.Background()) }
	t.Run("nobody waits in an idle system", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := &writer{queue: newQueue(), expected: 1}
			start := time.Now()
			w.queue.waiting <- lone()
			if got := len(w.gather()); got != 1 || time.Since(start) != 0 {
				t.Errorf("%d writes after %v, want 1 at once", got, time.Since(start))
			}
		})
	})
	t.Run("a transaction waits a little for those it expects", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := &writer{queue: newQueue(), expected: 3, patience: patience}
			start := time.Now()
			w.queue.waiting <- lone()
			go func() {
				time.Sleep(patience / 2)
				w.queue.waiting <- lone()
			}()
			if got := len(w.gather()); got != 2 || time.Since(start) != patience {
				t.Errorf("%d writes after %v, want 2 after %v", got, time.Since(start), patience)
			}
		})
	})
	t.Run("and no longer when they are there", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			w := &writer{queue: newQueue(), expected: 2, patience: patience}
			start := time.Now()
			w.queue.waiting <- lone()
			go func() {
				time.Sleep(patience / 2)
				w.queue.waiting <- lone()
			}()
			if got := len(w.gather()); got != 2 || time.Since(start) != patience/2 {
				t.Errorf("%d writes after %v, want 2 after %v", got, time.Since(start), patience/2)
			}
		})
	})
	t.Run("a transaction is bounded", func(t *testing.T) {
		w := &writer{queue: newQueue()}
		for range maxBatch + 1 {
			w.queue.waiting <- lone()
		}
		if got := len(w.gather()); got != maxBatch {
			t.Errorf("%d writes, want %d", got, maxBatch)
		}
	})
	t.Run("closing takes what waits and then ends", func(t *testing.T) {
		w := &writer{queue: newQueue(), expected: 9}
		w.queue.waiting <- lone()
		w.queue.waiting <- lone()
		close(w.queue.closing)
		first, second := w.gather(), w.gather()
		if len(first) != 2 || len(second) != 0 {
			t.Errorf("%d and %d writes, want 2 and 0", len(first), len(second))
		}
	})
}

// The wait follows what transactions take, within bounds.
func TestPatience(t *testing.T) {
	for took, want := range map[time.Duration]time.Duration{
		0: minPatience, 100 * time.Microsecond: minPatience, 500 * time.Microsecond: 4 * time.Millisecond, time.Second: maxPatience,
	} {
		if got := patienceFor(took); got != want {
			t.Errorf("%v after a transaction of %v, want %v", got, took, want)
		}
	}
}
