package postgres

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// Contacts notes contacts of a phone and lists them; see journal.Journal.  What a lost connection makes it repeat
// changes nothing more.
func (s *store) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	phone, since = storable(phone), milliseconds(since)
	note = slices.Clone(note)
	slices.SortFunc(note, func(a, b journal.Contact) int { return cmp.Compare(a.CPF, b.CPF) })
	return ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) ([]journal.Contact, error) {
		var batch pgx.Batch // one transaction
		var found []journal.Contact
		if len(note) > 0 {
			batch.Queue(lockPhone, contactLock, phone)
		}
		for _, c := range note {
			batch.Queue(noteContact, phone, c.CPF, []byte(c.SessionID), milliseconds(c.At), since, journal.MaxContacts)
		}
		batch.Queue(listContacts, phone, since).Query(func(rows pgx.Rows) error {
			var err error
			found, err = pgx.AppendRows([]journal.Contact(nil), rows, func(row pgx.CollectableRow) (c journal.Contact, err error) {
				var id []byte
				err = row.Scan(&c.CPF, &id, &c.At)
				c.SessionID, c.At = string(id), c.At.UTC()
				return c, err
			})
			return err
		})
		return found, db.SendBatch(ctx, &batch).Close()
	})
}

// contactLock is the first of the two numbers of the locks that let one call at a time note contacts of a phone ("cont").
const contactLock = 1668247156

const (
	// lockPhone makes calls for one phone wait for each other: else neither of two would see what the other notes.
	lockPhone = `select pg_advisory_xact_lock($1::integer, hashtext($2::text))`

	// noteContact locks the session, so that an erasure under way comes to its end first, and none begins.
	noteContact = `
with s as materialized (
	select x.session_id from sessions x where x.session_id = $3::bytea for share)
insert into contacts as c(phone, cpf, session_id, at)
select $1::text, $2::integer, s.session_id, $4::timestamptz from s
where exists(select 1 from contacts k where k.phone = $1 and k.cpf = $2)
	or (select count(*) from contacts k where k.phone = $1 and k.at >= $5::timestamptz) < $6::integer
on conflict(phone, cpf) do update set session_id = excluded.session_id, at = excluded.at`

	listContacts = `
select c.cpf, c.session_id, c.at from contacts c where c.phone = $1 and c.at >= $2::timestamptz order by c.at desc, c.cpf`

	forgetContacts = `
delete from contacts where ctid = any(array(
	select c.ctid from contacts c where c.at < $1::timestamptz order by c.at limit $2 for update skip locked))`
)
