package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// Ring makes rows of the reminders that fell due in the shards of this node; see journal.Journal.  It
// never goes beyond the bound of waiting rows: what finds no room stays a reminder.  A statement that
// was lost with its connection may stand; its repetition finds those reminders unset, and the next
// Sweep finds their rows.
func (s *store) Ring(ctx context.Context, now time.Time, limit int) ([]string, error) {
	owned := s.owned()
	return ask(ctx, s.sweeps, func(ctx context.Context, db *pgx.Conn) ([]string, error) {
		return s.ring(ctx, db, owned, milliseconds(now), limit)
	})
}

// ring takes its places and gives them back while it has the connection, so that a call which is given
// up in the queue leaves none behind.
func (s *store) ring(ctx context.Context, db *pgx.Conn, owned []int16, now time.Time, limit int) ([]string, error) {
	places := s.backlog.expect(owned, limit)
	counts := map[int16]int{}
	defer func() { s.backlog.rang(owned, places, counts) }()
	if places == 0 {
		return nil, nil
	}
	rows, err := db.Query(ctx, ringReminders, owned, now, places, milliseconds(s.now()), int16(journal.Timer))
	if err != nil {
		return nil, err
	}
	var rung []string
	var id []byte
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		rung = append(rung, string(id))
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, id := range rung {
		counts[shardOf(id)]++
	}
	return rung, nil
}

// ringReminders looks shard by shard (seen): each part is in the order of the index and ends at the
// limit, however many reminders fell due while nobody rang.  A reminder is taken only while nobody else
// has the session (taken): a commit under way need not wait, and of two nodes that both think the shard
// theirs one goes without.  Who comes after the other's statement looks at the time again.  The row is
// made by whoever unset the reminder (unset), with the id of journal.RingID.
const ringReminders = `
with seen as materialized (
	select d.session_id
	from unnest($1::smallint[]) as o(shard)
	cross join lateral (select s.session_id, s.due_at from sessions s
		where s.shard = o.shard and s.due_at <= $2::timestamptz order by s.due_at limit $3) d
	order by d.due_at, d.session_id limit $3),
taken as materialized (
	select s.session_id, s.due_at
	from seen join sessions s on s.session_id = seen.session_id
	where s.due_at <= $2 for update of s skip locked),
unset as (
	update sessions s set due_at = null from taken where s.session_id = taken.session_id
	returning s.shard, s.session_id, taken.due_at)
insert into inbox(shard, session_id, message_id, kind, received_at, body)
select unset.shard, unset.session_id,
	convert_to('timer:' || (extract(epoch from unset.due_at) * 1000)::bigint, 'UTF8'), $5, $4::timestamptz, ''
from unset order by unset.due_at, unset.session_id
returning session_id`
