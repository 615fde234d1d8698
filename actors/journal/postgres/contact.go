package postgres

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// greeting notes contacts of a phone, or none, and asks for those since then.
type greeting struct {
	phone string
	since time.Time
	notes []journal.Contact
}

// Contacts notes contacts of a phone and lists them; see journal.Journal.  What a lost connection makes it repeat
// changes nothing more.
func (s *store) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	g := &greeting{storable(phone), milliseconds(since), slices.Clone(note)}
	slices.SortFunc(g.notes, func(a, b journal.Contact) int { return cmp.Compare(a.CPF, b.CPF) })
	answer, err := s.reads.put(ctx, task{greeting: g})
	if err != nil {
		return nil, err
	}
	return answer.([]journal.Contact), nil
}

// sharing makes greetings share statements in a lane of tasks, each phone once.
func sharing(p plan[task, any]) plan[task, any] {
	run := p.run
	p.most = maxBatch
	p.apart = func(t task) bool { return t.greeting == nil }
	p.key = func(t task) string {
		if t.greeting == nil {
			return ""
		}
		return t.greeting.phone
	}
	p.run = func(ctx context.Context, db *pgx.Conn, asked []task) ([]result[any], error) {
		if asked[0].greeting == nil {
			return run(ctx, db, asked)
		}
		return greet(ctx, db, asked)
	}
	return p
}

// greet is one transaction, in one round trip.
func greet(ctx context.Context, db *pgx.Conn, asked []task) ([]result[any], error) {
	var batch pgx.Batch
	var noting, phones []string
	var since []time.Time
	rounds := 0
	for _, t := range asked {
		g := t.greeting
		phones, since = append(phones, g.phone), append(since, g.since)
		if len(g.notes) > 0 {
			noting = append(noting, g.phone)
		}
		rounds = max(rounds, len(g.notes))
	}
	if len(noting) > 0 {
		batch.Queue(lockPhones, contactLock, noting)
	}
	for round := range rounds {
		batch.Queue(noteContacts, notesOf(asked, round)...)
	}
	found := make([][]journal.Contact, len(asked))
	batch.Queue(listContacts, phones, since).Query(func(rows pgx.Rows) error {
		var place int
		var c journal.Contact
		var id []byte
		_, err := pgx.ForEachRow(rows, []any{&place, &c.CPF, &id, &c.At}, func() error {
			c.SessionID, c.At = string(id), c.At.UTC()
			found[place-1] = append(found[place-1], c)
			return nil
		})
		return err
	})
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, err
	}
	results := make([]result[any], len(asked))
	for i := range results {
		results[i].answer = found[i]
	}
	return results, nil
}

// notesOf are the notes of one round: the n-th of each greeting, so that each phone is there once and the bound counts
// those of the rounds before.
func notesOf(asked []task, round int) []any {
	var phones []string
	var cpfs []int32
	var sessions [][]byte
	var times, since []time.Time
	for _, t := range asked {
		if g := t.greeting; round < len(g.notes) {
			c := g.notes[round]
			phones, cpfs, sessions = append(phones, g.phone), append(cpfs, int32(c.CPF)), append(sessions, []byte(c.SessionID))
			times, since = append(times, milliseconds(c.At)), append(since, g.since)
		}
	}
	return []any{phones, cpfs, sessions, times, since, journal.MaxContacts}
}

// contactLock is the first of the two numbers of the locks that let one call at a time note contacts of a phone ("cont").
const contactLock = 1668247156

const (
	// lockPhones makes calls for one phone wait for each other: else neither of two would see what the other notes.
	// Everybody takes the locks in one order.
	lockPhones = `
select pg_advisory_xact_lock($1::integer, k.key)
from (select distinct hashtext(u.phone) as key from unnest($2::text[]) as u(phone) order by 1) k`

	// noteContacts locks the sessions, in the order of commits, so that an erasure under way comes to its end first, and
	// none begins.
	noteContacts = `
with u as materialized (
	select u.phone, u.cpf, u.session_id, u.at, u.since
	from unnest($1::text[], $2::integer[], $3::bytea[], $4::timestamptz[], $5::timestamptz[]) as u(phone, cpf, session_id, at, since)),
s as materialized (
	select x.session_id from (select distinct u.session_id from u) k join sessions x on x.session_id = k.session_id
	order by x.session_id for share of x)
insert into contacts as c(phone, cpf, session_id, at)
select u.phone, u.cpf, u.session_id, u.at from u
where u.session_id in (select s.session_id from s)
	and (exists(select 1 from contacts k where k.phone = u.phone and k.cpf = u.cpf)
		or (select count(*) from contacts k where k.phone = u.phone and k.at >= u.since) < $6::integer)
on conflict(phone, cpf) do update set session_id = excluded.session_id, at = excluded.at`

	listContacts = `
select u.place, c.cpf, c.session_id, c.at
from unnest($1::text[], $2::timestamptz[]) with ordinality as u(phone, since, place)
cross join lateral (select k.cpf, k.session_id, k.at from contacts k where k.phone = u.phone and k.at >= u.since) c
order by u.place, c.at desc, c.cpf`

	forgetContacts = `
delete from contacts where ctid = any(array(
	select c.ctid from contacts c where c.at < $1::timestamptz order by c.at limit $2 for update skip locked))`
)
