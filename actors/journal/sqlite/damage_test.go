package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

const pageSize = 4096

// filled makes a journal of 300 sessions with states, 60 rows that wait and an intent, and closes
// it.
func filled(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	var all errgroup.Group // at once, because they share flushes
	for i := range 300 {
		a, err := j.Activate(t.Context(), sessionID(i), 1) // in order, which is that of the table
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() error { return fillSession(t.Context(), j, i, a.Version) })
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	return path
}

func sessionID(i int) string { return fmt.Sprintf("session-%03d", i) }

func fillSession(ctx context.Context, j journal.Journal, i int, version int64) error {
	id := sessionID(i)
	c := journal.Commit{SessionID: id, Version: version, State: padded("state", i)}
	if i == 0 {
		c.Intent = &journal.Intent{N: 1, Attempt: 1, Token: "token-of-the-intent"}
	}
	if _, err := j.Commit(ctx, 1, c); err != nil || i%5 != 0 {
		return err
	}
	return j.Accept(ctx, journal.Incoming{SessionID: id, MessageID: "m", Body: padded("body", i)})
}

func padded(what string, i int) []byte { return fmt.Appendf(nil, "%s-%03d-%01000d", what, i, i) }

// damage overwrites the page that holds text.
func damage(t *testing.T, path, text string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(content, []byte(text))
	if at < 0 {
		t.Fatalf("%q is not in the file", text)
	}
	page := at / pageSize * pageSize
	copy(content[page:page+pageSize], bytes.Repeat([]byte{0xa5}, pageSize))
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// damageRoot overwrites the root page of a table or an index.
func damageRoot(t *testing.T, path, name string) {
	t.Helper()
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var root int
	if err := pool.QueryRowContext(t.Context(), "select rootpage from sqlite_schema where name = ?", name).Scan(&root); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(content[(root-1)*pageSize:root*pageSize], bytes.Repeat([]byte{0xa5}, pageSize))
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Damage where messages or the rights to book would be lost is found before the first 202.
func TestOpenFindsDamage(t *testing.T) {
	cases := map[string]struct {
		damage func(t *testing.T, path string)
		says   string
	}{
		"the header":             {func(t *testing.T, path string) { damage(t, path, "SQLite format 3") }, "move it away or name another file"},
		"a page of waiting rows": {func(t *testing.T, path string) { damage(t, path, "body-150") }, "the file is damaged"},
		"the page of an intent":  {func(t *testing.T, path string) { damage(t, path, "token-of-the-intent") }, "the file is damaged"},
		"the root of sessions":   {func(t *testing.T, path string) { damageRoot(t, path, "sessions") }, "the file is damaged"},
		"the root of its key":    {func(t *testing.T, path string) { damageRoot(t, path, "sqlite_autoindex_sessions_1") }, "the file is damaged"},
		"the root of histories":  {func(t *testing.T, path string) { damageRoot(t, path, "history") }, "the file is damaged"},
		"the root of reminders":  {func(t *testing.T, path string) { damageRoot(t, path, "sessions_due") }, "the file is damaged"},
		"the end is cut off":     {func(t *testing.T, path string) { truncate(t, path, 20*pageSize) }, "the file is damaged"},
		"cut within a page":      {func(t *testing.T, path string) { truncate(t, path, 20*pageSize+100) }, "the file is damaged"},
		"cut within the header":  {func(t *testing.T, path string) { truncate(t, path, 50) }, "the file is damaged"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := filled(t)
			c.damage(t, path)
			j, err := sqlite.Open(t.Context(), path, sqlite.Options{})
			if err == nil {
				closed(t, j)
			}
			wantAdvice(t, err, path, c.says)
		})
	}
}

// Two pages of nothing, wherever they are, are found at the start or, where they hold states alone, when these are loaded:
// no page is taken for an empty one, no state for another and no waiting row for none.
func TestZeroedPages(t *testing.T) {
	content, err := os.ReadFile(filled(t))
	if err != nil {
		t.Fatal(err)
	}
	pages := len(content) / pageSize
	for page := 0; page+1 < pages; page++ {
		if page > 32 && page%8 != 0 { // the roots are before
			continue
		}
		zeroed := bytes.Clone(content)
		clear(zeroed[page*pageSize : (page+2)*pageSize])
		path := filepath.Join(t.TempDir(), "journal.db")
		if err := os.WriteFile(path, zeroed, 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := sqlite.Open(t.Context(), path, sqlite.Options{})
		if err != nil {
			wantAdvice(t, err, path, "restore a copy")
			continue
		}
		if failed := lookAtAll(t, j); failed == 0 {
			t.Errorf("page %d: nothing is found", page)
		}
		wantReady(t, j, false)
		closed(t, j)
	}
}

// lookAtAll compares what is left of a filled journal with what was in it, and counts the calls that failed.
func lookAtAll(t *testing.T, j journal.Store) (failed int) {
	t.Helper()
	for i := range 300 {
		s, known, err := j.Look(t.Context(), sessionID(i))
		if err != nil {
			failed++
			continue
		}
		if rows := len(s.Waiting); !known || !bytes.Equal(s.State, padded("state", i)) || (rows == 1) != (i%5 == 0) {
			t.Errorf("%s: known %v, a state of %d bytes, %d rows", sessionID(i), known, len(s.State), rows)
		}
	}
	return failed
}

func truncate(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// A damaged page of states costs the sessions on it, and no others: their calls fail, each time, and
// never look like those of a new session.  From then on they get no 202, and operators hear of it.
func TestDamageFoundLater(t *testing.T) {
	path := filled(t)
	damage(t, path, "state-150")
	j := open(t, path)
	defer closed(t, j)
	failed := 0
	lost, whole := "", "" // a session that cannot be loaded, one that can
	for i := range 300 {
		id := sessionID(i)
		for range 2 {
			a, err := j.Activate(t.Context(), id, 1)
			if err != nil {
				failed++
				lost = id
				continue
			}
			whole = id
			if !bytes.Equal(a.State, padded("state", i)) {
				t.Errorf("%s: loaded %d bytes that are not its state", id, len(a.State))
			}
		}
	}
	if failed == 0 || failed > 2*4 {
		t.Errorf("%d calls failed, want those of the sessions of one page", failed)
	}
	wantReady(t, j, false)
	wantAdvice(t, j.(journal.Checker).Ready(t.Context()), "", "the file is damaged")
	for id, want := range map[string]bool{lost: false, whole: true, "new": true} {
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: id, MessageID: "n"}); (err == nil) != want {
			t.Errorf("a message of %s: %v", id, err)
		}
	}
}

// J7: a session on a damaged page keeps nobody else from a reminder, however old its own is.
func TestDamageFoundByRing(t *testing.T) {
	path := filled(t)
	j := open(t, path)
	var all errgroup.Group
	for i := range 300 {
		due := time.UnixMilli(int64(1000 + (i+150)%300)) // that of 150 is the oldest
		all.Go(func() error { return remind(t.Context(), j, sessionID(i), due) })
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	damage(t, path, "state-150")
	j = open(t, path)
	defer closed(t, j)
	told := map[string]int{}
	for range 300/20 + 4 {
		rung, err := j.Ring(t.Context(), time.UnixMilli(2000), 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range rung {
			told[id]++
		}
	}
	if len(told) == 300 || len(told) < 300-4 || told[sessionID(150)] != 0 || told[sessionID(299)] != 1 {
		t.Errorf("%d of 300 sessions were reminded, want all but those of one page", len(told))
	}
	wantReady(t, j, false)
}

func remind(ctx context.Context, j journal.Journal, id string, due time.Time) error {
	a, err := j.Activate(ctx, id, 1)
	if err != nil {
		return err
	}
	_, err = j.Commit(ctx, 1, journal.Commit{SessionID: id, Version: a.Version, Due: due})
	return err
}

// copied takes the file and its log as a crash at this moment would leave them.
func copied(t *testing.T, path string) string {
	t.Helper()
	target := filepath.Join(t.TempDir(), "journal.db")
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target+end, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return target
}

// J4: what a crash left half-written at the end of the log loses nothing that was acknowledged.
// Garbage within the log, which no crash makes, loses what comes after it: SQLite cannot tell it from
// the end.  What is left is a beginning without holes.
func TestGarbageInTheLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	const rows = 40
	for i := range rows {
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: fmt.Sprint(i), Body: padded("body", i)}); err != nil {
			t.Fatal(err)
		}
	}
	afterCrash := copied(t, path)
	torn, garbled := copied(t, path), copied(t, path)
	closed(t, j)

	log, err := os.ReadFile(torn + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(torn+"-wal", append(log, bytes.Repeat([]byte{0x5a}, 10_000)...), 0o600); err != nil {
		t.Fatal(err)
	}
	damage(t, garbled+"-wal", "body-030")
	for name, c := range map[string]struct {
		path    string
		minimum int
	}{"nothing": {afterCrash, rows}, "at the end": {torn, rows}, "within": {garbled, 10}} {
		j := open(t, c.path)
		found, err := j.Read(t.Context(), "s", 99)
		closed(t, j)
		if err != nil || len(found) < c.minimum || len(found) > rows {
			t.Errorf("garbage %s: %d rows (%v), want %d to %d", name, len(found), err, c.minimum, rows)
		}
		for i, row := range found {
			if row.MessageID != fmt.Sprint(i) || !bytes.Equal(row.Body, padded("body", i)) {
				t.Errorf("garbage %s: row %d is %s", name, i, row.MessageID)
			}
		}
	}
}
