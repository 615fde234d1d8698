package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

// patient is a session that leaves its mark wherever it can.
type patient struct {
	j       journal.Store
	id      string
	dice    *rand.Rand
	version int64
}

func (p *patient) mark() []byte {
	return []byte(strings.Repeat("mark of "+p.id+" ", 1+p.dice.IntN(p.dice.IntN(400)+1)))
}

// turn changes the sizes of state, rows and entry, so that SQLite moves them from page to page.
func (p *patient) turn(ctx context.Context) error {
	if p.version == 0 {
		a, err := p.j.Activate(ctx, p.id, 1)
		if err != nil {
			return err
		}
		p.version = a.Version
	}
	if err := p.j.Accept(ctx, journal.Incoming{SessionID: p.id, MessageID: "m", Body: p.mark()}); err != nil {
		return err
	}
	rows, err := p.j.Read(ctx, p.id, 9)
	if err != nil {
		return err
	}
	c := journal.Commit{SessionID: p.id, Version: p.version, State: p.mark(), Entry: p.mark(), Due: time.UnixMilli(p.dice.Int64N(1e12))}
	if p.dice.IntN(3) > 0 {
		c.Done = []int64{rows[0].Seq}
	}
	p.version, err = p.j.Commit(ctx, 1, c)
	return err
}

// J8: of an erased session no byte is left in the file or its log, however its data moved through the pages
// before; the others are whole.
func TestErasedDataLeaveTheFile(t *testing.T) {
	for _, seed := range []uint64{3, 9} { // without scrub, some would be left with these
		path := filepath.Join(t.TempDir(), "journal.db")
		j := open(t, path)
		patients := manyPatients(t, j, seed)
		for i, p := range patients {
			if i%2 == 0 {
				if err := j.Erase(t.Context(), p.id, p.version); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i, p := range patients {
			if got := inFiles(t, path, "mark of "+p.id); (got > 0) == (i%2 == 0) {
				t.Errorf("seed %d: %d marks of patient %d are left", seed, got, i)
			}
			if i%2 == 0 {
				continue
			}
			if err := p.turn(t.Context()); err != nil {
				t.Errorf("the other patient %d: %v", i, err)
			}
		}
		closed(t, j)
	}
}

func manyPatients(t *testing.T, j journal.Store, seed uint64) []*patient {
	t.Helper()
	patients := make([]*patient, 60)
	for i := range patients {
		patients[i] = &patient{j: j, id: fmt.Sprintf("%08x-session", uint32(i)*2654435761), dice: rand.New(rand.NewPCG(seed, uint64(i)))}
	}
	for range 12 {
		for _, p := range patients { // one by one, so that the pages are the same each time
			if err := p.turn(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	return patients
}

// J8: what a process that died in the middle of an erasure has left, the next one removes as it opens the file.
func TestErasureIsFinishedByTheNextProcess(t *testing.T) {
	left := 0
	for _, seed := range []uint64{3, 9} {
		path := filepath.Join(t.TempDir(), "journal.db")
		j := open(t, path)
		patients := manyPatients(t, j, seed)
		for i, p := range patients {
			if i%2 == 0 {
				if err := sqlite.EraseHalfway(t.Context(), j, p.id, p.version); err != nil {
					t.Fatal(err)
				}
			}
		}
		closed(t, j) // empties the log
		for i := 0; i < len(patients); i += 2 {
			left += inFiles(t, path, "mark of "+patients[i].id)
		}
		for range 2 { // the second time there is nothing to do
			closed(t, open(t, path))
			for i, p := range patients {
				if got := inFiles(t, path, "mark of "+p.id); (got > 0) == (i%2 == 0) {
					t.Errorf("seed %d: %d marks of patient %d are left", seed, got, i)
				}
			}
		}
		if userVersion(t, path) != 0 {
			t.Errorf("seed %d: the file is still marked", seed)
		}
	}
	if left == 0 {
		t.Error("there was nothing to finish")
	}
}

// An erasure that ends while another is under way leaves the mark of the file to that one.
func TestTheLastErasureTakesTheMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	defer closed(t, j)
	erase := func(id string) {
		p := &patient{j: j, id: id, dice: rand.New(rand.NewPCG(1, 1))}
		if err := p.turn(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := j.Erase(t.Context(), id, p.version); err != nil {
			t.Fatal(err)
		}
	}
	sqlite.WhileErasing(j, func() { erase("a") })
	if userVersion(t, path) != 1 {
		t.Error("the mark is gone")
	}
	erase("b")
	if userVersion(t, path) != 0 {
		t.Error("the mark is still there")
	}
}

func userVersion(t *testing.T, path string) (version int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), "pragma user_version").Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

// J8: a crash right after an erasure leaves the log as it was; the next process empties it with its first write.
func TestErasureBeforeACrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	p := &patient{j: j, id: "s", dice: rand.New(rand.NewPCG(1, 1))}
	for range 2 { // the first write empties the log of the start
		if err := p.turn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	leave := reading(t, path)
	if err := j.Erase(t.Context(), "s", p.version); err != nil {
		t.Fatal(err)
	}
	crashed := copied(t, path)
	leave()
	closed(t, j)
	if inFiles(t, crashed, "mark of s") == 0 {
		t.Fatal("the reader did not keep the log")
	}
	j = open(t, crashed)
	defer closed(t, j)
	if err := j.Accept(t.Context(), journal.Incoming{SessionID: "other", MessageID: "m"}); err != nil {
		t.Fatal(err)
	}
	if got := inFiles(t, crashed, "mark of s"); got > 0 {
		t.Errorf("%d marks are left", got)
	}
}

// inFiles counts a text in the file and its log.
func inFiles(t *testing.T, path, text string) (count int) {
	t.Helper()
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + end)
		if err != nil && (end == "" || !os.IsNotExist(err)) { // a journal that was closed has no log
			t.Fatal(err)
		}
		count += bytes.Count(content, []byte(text))
	}
	return count
}

// J8: somebody who reads the file for long, as a backup does, keeps an erasure from emptying the log, but nobody
// from writing; it is made good when he is done.
func TestErasureWhileSomebodyReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	var now atomic.Int64
	j, err := sqlite.Open(t.Context(), path, sqlite.Options{Now: func() time.Time { return time.UnixMilli(now.Load()).UTC() }})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, j)
	if err := j.Erase(t.Context(), "nobody", 0); err != nil { // what slack a new file has is clean after it
		t.Fatal(err)
	}
	p := &patient{j: j, id: "s", dice: rand.New(rand.NewPCG(1, 1))}
	if err := p.turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	leave := reading(t, path)
	if err := j.Erase(t.Context(), "s", p.version); err != nil {
		t.Fatal(err)
	}
	if inFiles(t, path, "mark of s") == 0 {
		t.Fatal("the reader did not keep the log")
	}
	write := func() {
		t.Helper()
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: "other", MessageID: "m"}); err != nil {
			t.Fatal(err)
		}
	}
	write()
	leave()
	write() // not tried again yet
	if inFiles(t, path, "mark of s") == 0 {
		t.Error("it was tried again with the next write: each would wait for a reader")
	}
	now.Add(1000)
	write()
	if got := inFiles(t, path, "mark of s"); got > 0 {
		t.Errorf("%d marks are left", got)
	}
}

// reading looks at the file as it is now until it is told to leave.
func reading(t *testing.T, path string) (leave func()) {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := pool.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	var count int
	if err := tx.QueryRowContext(t.Context(), "select count(*) from sessions").Scan(&count); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	}
}

// J8: of an erased session it stays known which time was booked, and not by whom.
func TestErasedIntentsAreNobodys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	a, err := j.Activate(t.Context(), "5511987654321", 1)
	if err != nil {
		t.Fatal(err)
	}
	intent := &journal.Intent{N: 1, Attempt: 1, Token: "token", Slot: "101 2026-11-23 09:00"}
	version, err := j.Commit(t.Context(), 1, journal.Commit{SessionID: "5511987654321", Version: a.Version, State: []byte("x"), Intent: intent})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Erase(t.Context(), "5511987654321", version); err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	if inFiles(t, path, "5511987654321") > 0 || inFiles(t, path, intent.Slot) == 0 {
		t.Error("the file still knows whose the intent was, or forgot it")
	}
}
