package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"atende/actors/journal"
)

// The bodies in memory are bounded; the others are as good, they only come from the file.
func TestBodiesInMemoryAreBounded(t *testing.T) {
	f := openFile(t)
	f.writer.backlog.maxHeld = 1000
	ctx := t.Context()
	for i := range 10 {
		body := bytes.Repeat([]byte{byte(i)}, 300)
		if err := f.Accept(ctx, journal.Incoming{SessionID: "s", MessageID: fmt.Sprint(i), Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.writer.backlog.held; got != 900 {
		t.Errorf("%d bytes in memory, want 900", got)
	}
	rows, err := f.Read(ctx, "s", 99)
	if err != nil || len(rows) != 10 {
		t.Fatalf("%d rows (%v), want 10", len(rows), err)
	}
	for i, r := range rows {
		if want := bytes.Repeat([]byte{byte(i)}, 300); !bytes.Equal(r.Body, want) {
			t.Errorf("row %d has another body", i)
		}
	}
	a, err := f.Activate(ctx, "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if a.Version, err = f.Commit(ctx, 1, journal.Commit{SessionID: "s", Version: a.Version, Done: []int64{r.Seq}}); err != nil {
			t.Fatal(err)
		}
	}
	b := &f.writer.backlog
	if b.held != 0 || b.count != 0 || len(b.sessions) != 0 {
		t.Errorf("the empty backlog holds %d bytes, %d rows, %d sessions", b.held, b.count, len(b.sessions))
	}
}

// J4: a row that the file lost is an error of the call that needs it, never an empty answer.
func TestARowThatTheFileLost(t *testing.T) {
	f := openFile(t)
	f.writer.backlog.maxHeld = 0
	ctx := t.Context()
	if err := f.Accept(ctx, journal.Incoming{SessionID: "s", MessageID: "m", Body: []byte("body")}); err != nil {
		t.Fatal(err)
	}
	err := f.queue.put(ctx, func(t *transaction) error { // behind the back of the backlog
		_, err := t.conn.ExecContext(t.ctx, "delete from inbox")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := f.Read(ctx, "s", 9); err == nil {
		t.Errorf("read %d rows without an error", len(rows))
	}
}

// What a failed transaction would have done to the rows in memory is not done.
func TestTheBacklogFollowsTheFile(t *testing.T) {
	w := idle(t)
	batch := []*write{accepting(t.Context())}
	for range maxCulprits + 1 {
		batch = append(batch, &write{ctx: t.Context(), apply: func(*transaction) error { return errors.New("broken") }})
	}
	w.perform(batch)
	if got := w.backlog.len(); got != 0 {
		t.Errorf("%d rows after a failed transaction, want 0", got)
	}
	w.perform([]*write{accepting(t.Context()), accepting(t.Context())})
	if err := w.disconnect(); err != nil {
		t.Fatal(err)
	}
	w.perform([]*write{accepting(t.Context())}) // loads again first
	var ids []string
	for _, r := range w.backlog.read("s", 9) {
		ids = append(ids, fmt.Sprint(r.MessageID, r.held))
	}
	if got, want := strings.Join(ids, " "), "mfalse mfalse mtrue"; got != want {
		t.Errorf("rows and whether their bodies are in memory: %s, want %s", got, want)
	}
}
