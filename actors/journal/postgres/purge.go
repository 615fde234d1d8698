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
	for more := !keep.Sessions.IsZero(); more && removed < limit; {
		most := limit - removed
		counts, err := ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) (n struct{ looked, gone int }, err error) {
			err = db.QueryRow(ctx, forgetSessions, owned, milliseconds(keep.Sessions), milliseconds(s.now()), limit, most).
				Scan(&n.looked, &n.gone)
			return n, err
		})
		if err != nil {
			return removed, err
		}
		removed += counts.gone
		more = counts.looked == limit
	}
	if keep.Intents.IsZero() || limit <= 0 {
		return removed, nil
	}
	gone, err := s.forgetIntents(ctx, owned, milliseconds(keep.Intents), limit)
	return removed + gone, err
}

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

// forgetSessions removes old sessions without rows and keeps their intents among those of the past.
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
moved as (
	delete from intents i using gone where i.session_id = gone.session_id
	returning i.shard, i.session_id, i.n, i.attempt, i.token, i.slot, i.answer, i.at),
past as (
	insert into past_intents(shard, session_id, n, attempt, token, slot, answer, at)
	select moved.shard, moved.session_id, moved.n, moved.attempt, moved.token, moved.slot, moved.answer, moved.at from moved),
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
