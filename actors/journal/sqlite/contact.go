package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"atende/actors/journal"
)

// Contacts notes contacts of a phone and lists them; see journal.Journal.
func (f *file) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	note = slices.Clone(note) // the caller may leave before the writer comes to it
	if len(note) > 0 {
		err := f.queue.put(ctx, func(t *transaction) error {
			for _, c := range note {
				if _, err := t.change(t.contact, phone, c.CPF, c.SessionID, c.At.UnixMilli(), since.UnixMilli(), journal.MaxContacts); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list(ctx, f.reads.contacts, func(rows *sql.Rows) (c journal.Contact, err error) {
		var at int64
		err = rows.Scan(&c.CPF, &c.SessionID, &at)
		c.At = time.UnixMilli(at).UTC()
		return c, err
	}, phone, since.UnixMilli())
}
