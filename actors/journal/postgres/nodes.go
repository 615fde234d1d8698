package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"atende/actors/journal"
)

// Join begins an incarnation (S7); see journal.Placement.
func (s *store) Join(ctx context.Context, n journal.Newcomer) (journal.Incarnation, error) {
	joined, err := ask(ctx, s.places, func(ctx context.Context, db *pgx.Conn) (j joining, err error) {
		err = db.QueryRow(ctx, joinNode, n.Node, n.Address, n.Lease.Microseconds(), n.SchemaMax, n.Release,
			journal.Shards, journal.ShardHash).Scan(&j.shards, &j.hash, &j.floor, &j.number)
		return j, err
	})
	switch {
	case err != nil:
		return journal.Incarnation{}, err
	case joined.number != nil:
		return journal.Incarnation{Node: n.Node, Number: *joined.number}, nil
	case joined.shards != journal.Shards || joined.hash != journal.ShardHash:
		return journal.Incarnation{}, journal.ErrForeignHash
	case n.SchemaMax < joined.floor:
		return journal.Incarnation{}, journal.ErrOldRelease
	default:
		return journal.Incarnation{}, journal.ErrNodeTaken
	}
}

// joining is what the store says to a newcomer.
type joining struct {
	shards, floor int
	hash          string
	number        *int64 // nil: refused
}

// The row of the cluster is locked, so that the floor does not rise in the middle.
const joinNode = `
with c as materialized (select shards, hash, schema_floor from cluster for share),
j as (
	insert into nodes as n(node_id, incarnation, address, state, lease_until, since, schema_max, release)
	select $1::text, 1, $2::text, 'up', clock_timestamp() + $3::bigint * interval '1 microsecond', clock_timestamp(),
		$4::integer, $5::text
	from c where c.schema_floor <= $4 and c.shards = $6::integer and c.hash = $7::text
	on conflict(node_id) do update set incarnation = n.incarnation+1, address = excluded.address, state = 'up',
		lease_until = excluded.lease_until, since = excluded.since, schema_max = excluded.schema_max,
		release = excluded.release, pending = 0, drain = false
	where n.state = 'dead' or n.lease_until <= clock_timestamp()
	returning n.incarnation)
select c.shards, c.hash, c.schema_floor, j.incarnation from c left join j on true`

// Renew extends a lease that runs and reads the view after it (S6); see journal.Placement.
func (s *store) Renew(ctx context.Context, me journal.Incarnation, b journal.Beat) (journal.View, error) {
	v, err := ask(ctx, s.tick, func(ctx context.Context, db *pgx.Conn) (*journal.View, error) {
		var runs bool
		v := new(journal.View)
		var batch pgx.Batch
		batch.Queue(renewNode, me.Node, me.Number, string(b.State), b.Pending, b.Lease.Microseconds()).
			Exec(func(done pgconn.CommandTag) error { runs = done.RowsAffected() > 0; return nil })
		batch.Queue(readView).QueryRow(func(row pgx.Row) error { return scanView(row, v) })
		err := db.SendBatch(ctx, &batch).Close()
		if !runs {
			v = nil
		}
		return v, err
	})
	switch {
	case err != nil:
		return journal.View{}, err
	case v == nil:
		return journal.View{}, journal.ErrIncarnationOver
	default:
		return *v, nil
	}
}

const renewNode = `
update nodes set lease_until = clock_timestamp() + $5::bigint * interval '1 microsecond', state = $3, pending = $4
where node_id = $1 and incarnation = $2 and state <> 'dead' and lease_until > clock_timestamp()`

// View reads without taking part; see journal.Placement.
func (s *store) View(ctx context.Context) (journal.View, error) {
	return ask(ctx, s.places, func(ctx context.Context, db *pgx.Conn) (v journal.View, err error) {
		err = scanView(db.QueryRow(ctx, readView), &v)
		return v, err
	})
}

// readView is one statement, so that nodes and shards are of one moment.  Nodes that died an hour ago are left
// out: where each start has a name of its own, as in containers, their rows would be nearly all of it.
const readView = `
select c.schema_floor, n.ids, n.incarnations, n.addresses, n.states, n.leases, n.ups, n.schemas, n.releases, n.pendings, n.drains,
	s.numbers, s.owners, s.incarnations, s.epochs
from cluster c,
	(select array_agg(m.node_id) as ids, array_agg(m.incarnation) as incarnations, array_agg(m.address) as addresses,
		array_agg(m.state) as states, array_agg((extract(epoch from m.lease_until - m.now) * 1000000)::bigint) as leases,
		array_agg((extract(epoch from m.now - m.since) * 1000000)::bigint) as ups, array_agg(m.schema_max) as schemas,
		array_agg(m.release) as releases, array_agg(m.pending) as pendings, array_agg(m.drain) as drains
	from (select node_id, incarnation, address, state, lease_until, since, schema_max, release, pending, drain,
		clock_timestamp() as now from nodes
		where state <> 'dead' or lease_until > clock_timestamp() - interval '1 hour' order by node_id) m) n,
	(select array_agg(shard) as numbers, array_agg(coalesce(owner, '')) as owners,
		array_agg(coalesce(incarnation, 0)) as incarnations, array_agg(epoch) as epochs from shards) s`

// scanView reads a view; row is the result of readView.
func scanView(row pgx.Row, v *journal.View) error {
	var ids, addresses, states, releases, owners []string
	var incarnations, leases, ups, ownerIncarnations, epochs []int64
	var schemas, pendings []int
	var drains []bool
	var numbers []int16
	err := row.Scan(&v.SchemaFloor, &ids, &incarnations, &addresses, &states, &leases, &ups, &schemas, &releases, &pendings, &drains,
		&numbers, &owners, &ownerIncarnations, &epochs)
	if err != nil {
		return err
	}
	v.Members = make([]journal.Member, len(ids))
	for i := range ids {
		v.Members[i] = journal.Member{
			Incarnation: journal.Incarnation{Node: ids[i], Number: incarnations[i]},
			Address:     addresses[i], State: journal.NodeState(states[i]),
			Lease: time.Duration(leases[i]) * time.Microsecond, Up: time.Duration(ups[i]) * time.Microsecond,
			SchemaMax: schemas[i], Release: releases[i], Pending: pendings[i], Drain: drains[i],
		}
	}
	v.Shards = [journal.Shards]journal.Title{}
	for i, shard := range numbers {
		v.Shards[shard] = journal.Title{
			Incarnation: journal.Incarnation{Node: owners[i], Number: ownerIncarnations[i]}, Epoch: epochs[i],
		}
	}
	return nil
}

// Bury declares an incarnation dead (S8); see journal.Placement.  The row's lock makes it wait for a
// renewal under way, and look again.
func (s *store) Bury(ctx context.Context, who, caller journal.Incarnation) (bool, error) {
	return s.changes(ctx, `update nodes set state = 'dead' where node_id = $1 and incarnation = $2
		and state <> 'dead' and ($3 or lease_until <= clock_timestamp())`, who.Node, who.Number, who == caller)
}

// Drain keeps an operator's wish; see journal.Placement.
func (s *store) Drain(ctx context.Context, node string, wanted bool) (bool, error) {
	return s.changes(ctx, `update nodes set drain = $2
		where node_id = $1 and state <> 'dead' and lease_until > clock_timestamp()`, node, wanted)
}

// RaiseFloor makes schema the floor unless it is higher already; see journal.Placement.
func (s *store) RaiseFloor(ctx context.Context, schema int) error {
	_, err := s.changes(ctx, `update cluster set schema_floor = $1 where schema_floor < $1`, schema)
	return err
}

// changes reports whether a statement about the placement found something to change.
func (s *store) changes(ctx context.Context, statement string, arguments ...any) (bool, error) {
	rows, err := affect(ctx, s.places, statement, arguments...)
	return rows > 0, err
}
