package postgres

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// loading asks for a session, with the title that allows it.
type loading struct {
	sessionID string
	shard     int16
	title     journal.Title
	schema    int32
}

func (l loading) key() string { return l.sessionID }

// Activate loads a session for the owner of its shard and fences its earlier holders; see
// journal.Shared.
func (s *store) Activate(ctx context.Context, sessionID string, schema int) (journal.Activation, error) {
	title, mine := s.own.Title(journal.ShardOf(sessionID))
	if !mine {
		return journal.Activation{}, cmp.Or(ctx.Err(), journal.ErrNotOwner)
	}
	return s.activations.put(ctx, loading{sessionID, shardOf(sessionID), title, int32(schema)})
}

// load is one statement for all (S3).
func (s *store) load(ctx context.Context, db *pgx.Conn, asked []loading) ([]result[journal.Activation], error) {
	n := len(asked)
	ids, owners := make([][]byte, n), make([]string, n)
	shards, schemas := make([]int16, n), make([]int32, n)
	incarnations, epochs := make([]int64, n), make([]int64, n)
	// Batches that meet at the same sessions lock them in the same order.
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(asked[a].sessionID, asked[b].sessionID) })
	for i, from := range order {
		l := asked[from]
		ids[i], shards[i], schemas[i] = []byte(l.sessionID), l.shard, l.schema
		owners[i], incarnations[i], epochs[i] = l.title.Incarnation.Node, l.title.Incarnation.Number, l.title.Epoch
	}
	rows, err := db.Query(ctx, loadSessions, ids, shards, owners, incarnations, epochs, schemas, milliseconds(s.now()))
	if err != nil {
		return nil, err
	}
	results := make([]result[journal.Activation], n)
	for i := range results {
		results[i].err = errors.New("journal: no answer") // each gets one below
	}
	var place int
	var owner, newer bool
	var version *int64
	var sent *int
	var state []byte
	_, err = pgx.ForEachRow(rows, []any{&place, &owner, &newer, &version, &sent, &state}, func() error {
		results[order[place-1]] = activation(owner, newer, version, sent, state)
		return nil
	})
	return results, err
}

func activation(owner, newer bool, version *int64, sent *int, state []byte) result[journal.Activation] {
	switch {
	case version != nil:
		return result[journal.Activation]{answer: journal.Activation{Version: *version, Sent: *sent, State: bytes.Clone(state)}}
	case !owner:
		return result[journal.Activation]{err: journal.ErrNotOwner}
	case newer:
		return result[journal.Activation]{err: journal.ErrNewerSchema}
	default:
		return result[journal.Activation]{err: journal.ErrHeld}
	}
}

// loadSessions locks the shard against a move (o), and bumps the version if nobody holds the session
// (w).  A refusal is explained from what stood before the statement; in a race that may be out of date,
// and the caller tries again.  A session without a state can be read by every release.
const loadSessions = `
with q as materialized (
	select u.place, u.session_id, u.shard, u.owner, u.incarnation, u.epoch, u.schema
	from unnest($1::bytea[], $2::smallint[], $3::text[], $4::bigint[], $5::bigint[], $6::integer[])
		with ordinality as u(session_id, shard, owner, incarnation, epoch, schema, place)),
o as materialized (
	select q.place, q.session_id, q.shard, q.schema
	from q join shards s on s.shard = q.shard and s.owner = q.owner and s.incarnation = q.incarnation and s.epoch = q.epoch
	for share of s),
w as (
	insert into sessions as x(session_id, shard, version, schema, updated_at, look_at)
	select o.session_id, o.shard, (extract(epoch from clock_timestamp()) * 1000000)::bigint, o.schema, $7::timestamptz, $7::timestamptz
	from o
	on conflict(session_id) do update set version = x.version+1, hold_node = null, hold_incarnation = null, hold_until = null
	where (x.state is null or x.schema <= excluded.schema)
		and (x.hold_node is null or x.hold_until < clock_timestamp()
			or exists(select 1 from q where q.session_id = x.session_id and q.owner = x.hold_node and q.incarnation = x.hold_incarnation)
			or not exists(select 1 from nodes n where n.node_id = x.hold_node and n.incarnation = x.hold_incarnation and n.state <> 'dead'))
	returning x.session_id, x.version, x.sent, x.state)
select q.place, o.place is not null,
	exists(select 1 from sessions s where s.session_id = q.session_id and s.state is not null and s.schema > q.schema),
	w.version, w.sent, w.state
from q left join o on o.place = q.place left join w on w.session_id = q.session_id`

// Release ends the holds that me has; see journal.Placement.
func (s *store) Release(ctx context.Context, me journal.Incarnation, sessionIDs []string) error {
	_, err := affect(ctx, s.places, `update sessions set hold_node = null, hold_incarnation = null, hold_until = null
		where session_id = any($1::bytea[]) and hold_node = $2 and hold_incarnation = $3`, raw(sessionIDs), me.Node, me.Number)
	return err
}

// raw are ids as the tables keep them, in the order in which everybody locks them.
func raw(ids []string) [][]byte {
	all := make([][]byte, len(ids))
	for i, id := range ids {
		all[i] = []byte(id)
	}
	slices.SortFunc(all, bytes.Compare)
	return all
}
