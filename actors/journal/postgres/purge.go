package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// Purge forgets what nobody needs any more of the node's shards; see journal.Journal.  It is a row of
// statements that look at no more than limit sessions each.
func (s *store) Purge(ctx context.Context, keep journal.Retention, limit int) (removed int, err error) {
	owned := s.owned()
	if removed, err = s.forgetRecords(ctx, owned, keep, limit); err != nil {
		return removed, err
	}
	forgotten := 0
	for more := !keep.Sessions.IsZero(); more && forgotten < limit; {
		most := limit - forgotten
		counts, err := ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) (n struct{ looked, gone int }, err error) {
			err = db.QueryRow(ctx, forgetSessions, owned, milliseconds(keep.Sessions), milliseconds(s.now()), limit, most).
				Scan(&n.looked, &n.gone)
			return n, err
		})
		if err != nil {
			return removed + forgotten, err
		}
		forgotten += counts.gone
		more = counts.looked == limit
	}
	removed += forgotten
	if keep.Intents.IsZero() || limit <= 0 {
		return removed, nil
	}
	gone, err := s.forgetIntents(ctx, owned, milliseconds(keep.Intents), limit)
	return removed + gone, err
}

// forgetRecords removes old entries, counts of demand, accesses and contacts, at most limit of each kind.
func (s *store) forgetRecords(ctx context.Context, owned []int16, keep journal.Retention, limit int) (gone int, err error) {
	for _, kind := range []struct {
		before    time.Time
		statement string
		arguments []any
	}{
		{keep.History, forgetEntries, []any{milliseconds(keep.History), limit, owned}},
		{keep.Demand, forgetDemand, []any{keep.Demand.UTC().Format(time.DateOnly), limit}},
		{keep.Accesses, forgetAccesses, []any{milliseconds(keep.Accesses), limit}},
		{keep.Contacts, forgetContacts, []any{milliseconds(keep.Contacts), limit}},
	} {
		if kind.before.IsZero() || limit <= 0 {
			continue
		}
		some, err := affect(ctx, s.reads, kind.statement, kind.arguments...)
		if err != nil {
			return gone, err
		}
		gone += some
	}
	return gone, nil
}

// What somebody has locked, as a commit that cuts a history does, goes next time: nobody waits for another.
const (
	forgetEntries = `
delete from history where ctid = any(array(
	select h.ctid from history h where h.at < $1::timestamptz and h.shard = any($3::smallint[]) order by h.at limit $2 for update skip locked))`

	forgetDemand = `
delete from demand where ctid = any(array(
	select d.ctid from demand d where d.day < $1 order by d.day limit $2 for update skip locked))`

	forgetAccesses = `
delete from accesses where ctid = any(array(
	select a.ctid from accesses a where a.at < $1::timestamptz order by a.at limit $2 for update skip locked))`
)

// forgetIntents removes old ones, at most limit, those of sessions that are gone first.
func (s *store) forgetIntents(ctx context.Context, owned []int16, before time.Time, limit int) (gone int, err error) {
	for _, statement := range []string{forgetPast, forgetPresent} {
		some, err := affect(ctx, s.reads, statement, owned, before, limit-gone)
		if err != nil {
			return gone, err
		}
		gone += some
	}
	return gone, nil
}

// forgetSessions removes old sessions without rows together with their history, and keeps their intents among those of the past.
// A session that stays is looked at again when it could be old enough.
const forgetSessions = `
with c as materialized (
	select s.session_id, s.updated_at,
		exists(select 1 from inbox m where m.shard = s.shard and m.session_id = s.session_id) as waiting
	from sessions s where s.shard = any($1::smallint[]) and s.look_at < $2::timestamptz
	order by s.look_at limit $4 for update of s skip locked),
gone as (
	delete from sessions s
	using (select c.session_id from c where not c.waiting and c.updated_at < $2 limit $5) old
	where s.session_id = old.session_id returning s.session_id),
entries as (
	delete from history h using gone where h.session_id = gone.session_id),` + archiveIntents + `moved.session_id` + intentsAsTheyWere + `,
later as (
	update sessions s set look_at = case when c.waiting then greatest($3::timestamptz, $2) else c.updated_at end
	from c where s.session_id = c.session_id and (c.waiting or c.updated_at >= $2))
select (select count(*) from c), (select count(*) from gone)`

const forgetPast = `
delete from past_intents where ctid = any(array(
	select p.ctid from past_intents p where p.shard = any($1::smallint[]) and p.at < $2 order by p.at limit $3))`

const forgetPresent = `
delete from intents where ctid = any(array(
	select i.ctid from intents i where i.shard = any($1::smallint[]) and i.at < $2
		and not exists(select 1 from inbox m where m.shard = i.shard and m.session_id = i.session_id)
	order by i.at limit $3))`
