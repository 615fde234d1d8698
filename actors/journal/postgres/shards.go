package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"atende/actors/journal"
)

// Claim takes shards that nobody live owns (S9); see journal.Placement.
func (s *store) Claim(ctx context.Context, me journal.Incarnation, shards []int) error {
	wanted := make([]int16, len(shards))
	for i, shard := range shards {
		if shard < 0 || shard >= journal.Shards {
			return fmt.Errorf("journal: there is no shard %d", shard)
		}
		wanted[i] = int16(shard)
	}
	_, err := s.changes(ctx, claimShards, me.Node, me.Number, wanted)
	return err
}

// A shard is free as it was seen (free), and only if its epoch is still that one: who joined and claimed
// it since is not among the nodes that this statement sees.  A lease that is over is not enough;
// somebody has to say so, after which it cannot be renewed.
const claimShards = `
with free as materialized (
	select s.shard, s.epoch from shards s
	where s.shard = any($3::smallint[])
		and not exists(select 1 from nodes o where o.node_id = s.owner and o.incarnation = s.incarnation and o.state <> 'dead')
		and exists(select 1 from nodes m where m.node_id = $1 and m.incarnation = $2 and m.state = 'up' and m.lease_until > clock_timestamp())
	order by s.shard)
update shards s set owner = $1::text, incarnation = $2::bigint, epoch = s.epoch+1
from free where s.shard = free.shard and s.epoch = free.epoch`

// Move hands a shard on, together with the holds of its busy sessions (S10); see journal.Placement.
func (s *store) Move(ctx context.Context, m journal.Move) (bool, error) {
	if m.Shard < 0 || m.Shard >= journal.Shards {
		return false, nil
	}
	return ask(ctx, s.places, func(ctx context.Context, db *pgx.Conn) (moved bool, err error) {
		var batch pgx.Batch // one transaction
		batch.Queue(lockShard, m.Shard)
		batch.Queue(moveShard, m.Shard, m.From.Incarnation.Node, m.From.Incarnation.Number, m.From.Epoch,
			m.To.Node, m.To.Number, raw(m.Busy), m.Hold.Microseconds()).
			Exec(func(done pgconn.CommandTag) error { moved = done.RowsAffected() > 0; return nil })
		return moved, db.SendBatch(ctx, &batch).Close()
	})
}

// The shard is locked first, by a statement of its own: activations under way end before, those that come
// later find another owner, and a session that one of the former has just created is seen by the hold.
const lockShard = `select from shards where shard = $1::smallint for update`

const moveShard = `
with o as materialized (
	select s.shard from shards s
	where s.shard = $1::smallint and s.owner = $2::text and s.incarnation = $3::bigint and s.epoch = $4::bigint
		and exists(select 1 from nodes d where d.node_id = $5 and d.incarnation = $6 and d.state = 'up' and d.lease_until > clock_timestamp())
	for update),
held as (
	update sessions x set hold_node = $2, hold_incarnation = $3, hold_until = clock_timestamp() + $8::bigint * interval '1 microsecond'
	from o where x.session_id = any($7::bytea[])
		and (x.hold_node is null or x.hold_until < clock_timestamp() or (x.hold_node = $2 and x.hold_incarnation = $3)
			or not exists(select 1 from nodes n where n.node_id = x.hold_node and n.incarnation = x.hold_incarnation and n.state <> 'dead'))
	returning 1)
update shards t set owner = $5::text, incarnation = $6::bigint, epoch = t.epoch+1
from o where t.shard = o.shard and (select count(*) from held) >= 0`
