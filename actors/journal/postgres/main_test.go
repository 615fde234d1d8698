package postgres_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/postgres"
	"atende/actors/journal/postgres/private"
)

// server is the one that most tests share; it starts with the first that needs it.
var server = sync.OnceValues(func() (*private.Server, error) {
	return private.Start(context.Background(), private.Options{Connections: 400})
})

func TestMain(m *testing.M) {
	takeBack := postgres.Lend()
	code := m.Run()
	takeBack()
	if started, err := server(); err == nil {
		if err := started.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

var databases atomic.Int64

// newDatabase is the URL of an empty one.
func newDatabase(ctx context.Context) (string, error) {
	s, err := server()
	if err != nil {
		return "", err
	}
	return s.Database(ctx, fmt.Sprint("test", databases.Add(1)))
}

// newSchema is the URL of an empty store in a schema of its own: a twentieth of what a database costs.  Its connections are
// lent on (postgres.Lend).
func newSchema(ctx context.Context) (string, error) {
	s, err := server()
	if err != nil {
		return "", err
	}
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	name := fmt.Sprint("test", databases.Add(1))
	if _, err := conn.Exec(ctx, "create schema "+name); err != nil {
		return "", err
	}
	return s.URL() + "&search_path=" + name, nil
}

func database(t testing.TB) string {
	t.Helper()
	url, err := newDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// open opens a journal that is closed with the test.
func open(t testing.TB, url string, options postgres.Options) journal.Shared {
	t.Helper()
	j, err := postgres.Open(t.Context(), url, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// sole is a journal that owns everything.
func sole(t testing.TB, url string, options postgres.Options) journal.Shared {
	t.Helper()
	j := open(t, url, options)
	if err := journaltest.Sole(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	return j
}

// backend keeps a database for every folder.
func backend() journaltest.Backend {
	var mu sync.Mutex
	urls := map[string]string{}
	return journaltest.Backend{
		Durable: true,
		Open: func(ctx context.Context, folder string, c journaltest.Config) (journal.Store, error) {
			mu.Lock()
			defer mu.Unlock()
			if urls[folder] == "" {
				url, err := newSchema(ctx)
				if err != nil {
					return nil, err
				}
				urls[folder] = url
			}
			j, err := postgres.Open(ctx, urls[folder], postgres.Options{Now: c.Now, MaxPending: c.MaxPending})
			if err != nil {
				return nil, err
			}
			if err := journaltest.Sole(ctx, j); err != nil {
				return nil, err
			}
			_, err = j.Sweep(ctx, 0) // Pending counts from here on
			return j, err
		},
	}
}

func TestPostgres(t *testing.T) { journaltest.Exercise(t, backend()) }

func TestPostgresSealing(t *testing.T) { journaltest.ExerciseSealing(t, backend()) }

func TestPostgresIsLikeTheModel(t *testing.T) { journaltest.Compare(t, backend()) }

func TestPlacement(t *testing.T) {
	journaltest.ExercisePlacement(t, func(t *testing.T) journaltest.SharedStore {
		url, err := newSchema(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return journaltest.SharedStore{
			Connect: func(ctx context.Context) (journal.Shared, error) { return postgres.Open(ctx, url, postgres.Options{}) },
			Pass:    time.Sleep,
		}
	})
}
