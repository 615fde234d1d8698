package postgres_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/postgres"
	"atende/actors/journal/sealed"
)

// Two data keys, as a file has them.
var firstKey, secondKey = strings.Repeat("0123456789abcdef", 4) + "\n", strings.Repeat("fedcba9876543210", 4) + "\n"

func dataKeys(t *testing.T, text string) *sealed.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	source, err := sealed.FromFile(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// An encrypted journal is one, too.
func TestPostgresSealed(t *testing.T) {
	keys, plain := dataKeys(t, firstKey), backend()
	journaltest.Exercise(t, journaltest.Backend{
		Durable: true,
		Open: func(ctx context.Context, folder string, c journaltest.Config) (journal.Store, error) {
			inner, err := plain.Open(ctx, folder, c)
			if err != nil {
				return nil, err
			}
			return sealed.Wrap(ctx, inner, sealed.Options{Keys: keys, Now: c.Now})
		},
	})
}

func TestFormerRows(t *testing.T) {
	for name, keys := range map[string]*sealed.Source{"plain": nil, "sealed": dataKeys(t, firstKey)} {
		t.Run(name, func(t *testing.T) {
			s, err := sealed.Wrap(t.Context(), sole(t, database(t), postgres.Options{}), sealed.Options{Keys: keys, Former: journaltest.ReadFormer})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			journaltest.FormerRows(t, s)
		})
	}
}

// Nodes of one database need its keys; what one encrypted anew the others go on with.
func TestNodesShareDataKeys(t *testing.T) {
	const words = "Maria Prado, 529.982.247-25"
	url := database(t)
	old := sole(t, url, postgres.Options{})
	node := func(keys *sealed.Source) (journal.Store, error) {
		return sealed.Wrap(t.Context(), open(t, url, postgres.Options{}), sealed.Options{Keys: keys})
	}
	one, err := sealed.Wrap(t.Context(), old, sealed.Options{Keys: dataKeys(t, firstKey)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = one.Close() })
	a, err := one.Activate(t.Context(), "s", 1)
	if err != nil {
		t.Fatal(err)
	}
	version, err := one.Commit(t.Context(), 1, journal.Commit{SessionID: "s", Version: a.Version, State: []byte(words), Entry: []byte(words)})
	if err != nil {
		t.Fatal(err)
	}
	if err := one.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m", Body: []byte(words)}); err != nil {
		t.Fatal(err)
	}
	for name, keys := range map[string]*sealed.Source{"no key": nil, "another key": dataKeys(t, secondKey)} {
		var missing *sealed.KeyError
		if _, err := node(keys); !errors.As(err, &missing) {
			t.Errorf("%s: %v", name, err)
		}
	}
	other, err := node(dataKeys(t, secondKey+firstKey))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	left := func() (readable int) {
		t.Helper()
		err := conn.QueryRow(t.Context(), `select (select count(*) from sessions where position('Prado'::bytea in state) > 0)
			+ (select count(*) from inbox where position('Prado'::bytea in body) > 0) + (select count(*) from history where position('Prado'::bytea in body) > 0)`).Scan(&readable)
		if err != nil {
			t.Fatal(err)
		}
		return readable
	}
	if n := left(); n != 0 {
		t.Errorf("%d values are in the clear", n)
	}
	if _, err := conn.Exec(t.Context(), "update data_keys set used_at = used_at - interval '2 minutes'"); err != nil { // that long ago
		t.Fatal(err)
	}
	var p sealed.Progress
	for p.Stage != sealed.StageDone {
		if p, err = other.(sealed.Rekeyer).Rekey(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if p.Looked != 3 || p.Rewritten != 3 || p.Unreadable != 0 || len(p.InUse) != 0 {
		t.Errorf("it came to %+v", p)
	}
	// The holder of the session was not fenced, and goes on with the key that it has.
	if _, err = one.Commit(t.Context(), 1, journal.Commit{SessionID: "s", Version: version, State: []byte(words + "!")}); err != nil {
		t.Error(err)
	}
	stored, _, err := other.Look(t.Context(), "s")
	if err != nil || string(stored.State) != words+"!" || len(stored.Waiting) != 1 || string(stored.Waiting[0].Body) != words {
		t.Errorf("%q, %d rows, %v", stored.State, len(stored.Waiting), err)
	}
}
