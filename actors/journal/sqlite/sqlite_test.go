package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"atende/actors/journal"
	"atende/actors/journal/journaltest"
	"atende/actors/journal/sqlite"
)

var backend = journaltest.Backend{
	Open: func(ctx context.Context, folder string, c journaltest.Config) (journal.Store, error) {
		return sqlite.Open(ctx, filepath.Join(folder, "journal.db"), sqlite.Options{Now: c.Now, MaxPending: c.MaxPending})
	},
	Durable: true,
}

func TestSQLite(t *testing.T) { journaltest.Exercise(t, backend) }

func TestSQLiteSealing(t *testing.T) { journaltest.ExerciseSealing(t, backend) }

func TestSQLiteIsLikeTheModel(t *testing.T) { journaltest.Compare(t, backend) }
