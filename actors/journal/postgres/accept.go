package postgres

import (
	"bytes"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// arrival is a message on its way into the inbox.
type arrival struct {
	shard              int16
	sessionID, message []byte
	kind               int16
	at                 time.Time
	body               []byte
}

func (a arrival) size() int { return len(a.sessionID) + len(a.message) + len(a.body) }

// Accept makes a message durable, whoever owns its session; see journal.Journal.
func (s *store) Accept(ctx context.Context, in journal.Incoming) error {
	a := arrival{
		shard: shardOf(in.SessionID), sessionID: []byte(in.SessionID), message: []byte(in.MessageID),
		kind: int16(in.Kind), at: milliseconds(s.now()), body: append([]byte{}, in.Body...),
	}
	if !s.backlog.reserve(a.shard) {
		return refusal(ctx)
	}
	_, err := s.accepts.offer(ctx, a)
	return err
}

// refusal is what to tell whom there is no place for.
func refusal(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return journal.ErrFull
}

// arrived ends a reservation when the fate of the row is known, or never will be: then the next count
// finds it.
func (s *store) arrived(a arrival, r result[struct{}]) { s.backlog.arrived(a.shard, r.err == nil) }

// insert is one statement for all (S1).  The numbers are given in the order of the arrays.
func insert(ctx context.Context, db *pgx.Conn, asked []arrival) ([]result[struct{}], error) {
	n := len(asked)
	shards, kinds := make([]int16, n), make([]int16, n)
	sessions, messages, bodies := make([][]byte, n), make([][]byte, n), make([][]byte, n)
	times := make([]time.Time, n)
	for i, a := range asked {
		shards[i], sessions[i], messages[i], kinds[i] = a.shard, a.sessionID, a.message, a.kind
		times[i], bodies[i] = a.at, a.body
	}
	_, err := db.Exec(ctx, insertRows, shards, sessions, messages, kinds, times, bodies)
	return make([]result[struct{}], n), err
}

const insertRows = `
insert into inbox(shard, session_id, message_id, kind, received_at, body)
select u.shard, u.session_id, u.message_id, u.kind, u.received_at, u.body
from unnest($1::smallint[], $2::bytea[], $3::bytea[], $4::smallint[], $5::timestamptz[], $6::bytea[])
	as u(shard, session_id, message_id, kind, received_at, body)`

// glance asks for the rows of a session.
type glance struct {
	shard     int16
	sessionID []byte
	limit     int
}

// Read lists the oldest waiting rows of a session; see journal.Journal.
func (s *store) Read(ctx context.Context, sessionID string, limit int) ([]journal.Message, error) {
	return s.rows.put(ctx, glance{shardOf(sessionID), []byte(sessionID), max(limit, 0)})
}

// look is one statement for all.
func look(ctx context.Context, db *pgx.Conn, asked []glance) ([]result[[]journal.Message], error) {
	n := len(asked)
	shards, limits, ids := make([]int16, n), make([]int32, n), make([][]byte, n)
	for i, g := range asked {
		shards[i], limits[i], ids[i] = g.shard, int32(g.limit), g.sessionID
	}
	results := make([]result[[]journal.Message], n)
	rows, err := db.Query(ctx, readRows, shards, ids, limits)
	if err != nil {
		return nil, err
	}
	var place, attempts int
	var seq int64
	var kind int16
	var id, body []byte
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&place, &seq, &id, &kind, &attempts, &at, &body}, func() error {
		r := &results[place-1]
		r.answer = append(r.answer, journal.Message{Seq: seq, MessageID: string(id), Kind: journal.Kind(kind), Attempts: attempts, ReceivedAt: at.UTC(), Body: bytes.Clone(body)})
		return nil
	})
	return results, err
}

const readRows = `
select u.place, m.seq, m.message_id, m.kind, m.attempts, m.received_at, m.body
from unnest($1::smallint[], $2::bytea[], $3::integer[]) with ordinality as u(shard, session_id, most, place)
cross join lateral (select i.seq, i.message_id, i.kind, i.attempts, i.received_at, i.body from inbox i
	where i.shard = u.shard and i.session_id = u.session_id order by i.seq limit u.most) m
order by u.place, m.seq`
