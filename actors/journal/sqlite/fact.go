package sqlite

import (
	"context"
	"database/sql"
	"time"

	"atende/actors/journal"
)

// Fact is what was learned of an agenda; see journal.Journal.
func (f *file) Fact(ctx context.Context, agendaID int) (journal.Fact, bool, error) {
	found, err := list(ctx, f.reads.fact, func(rows *sql.Rows) (journal.Fact, error) {
		var at int64
		fact := journal.Fact{AgendaID: agendaID}
		err := rows.Scan(&fact.Exclusive, &at)
		fact.At = time.UnixMilli(at).UTC()
		return fact, err
	}, agendaID)
	if err != nil || len(found) == 0 {
		return journal.Fact{}, false, err
	}
	return found[0], true, nil
}

// Learn stores a fact; see journal.Journal.
func (f *file) Learn(ctx context.Context, fact journal.Fact) error {
	return f.queue.put(ctx, func(t *transaction) error {
		_, err := t.change(t.learn, fact.AgendaID, fact.Exclusive, fact.At.UnixMilli())
		return err
	})
}
