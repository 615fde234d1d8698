package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// pass is what one look over the waiting rows saw.
type pass struct {
	sessions []journal.Waiting // oldest first
	counts   map[int16]int     // rows by shard
}

// Sweep lists sessions with waiting rows in the shards of this node, oldest first (S2), and counts the
// rows of each shard on the way; see journal.Journal.
func (s *store) Sweep(ctx context.Context, limit int) ([]journal.Waiting, error) {
	owned, before := s.owned(), s.backlog.snapshot()
	f, err := ask(ctx, s.sweeps, func(ctx context.Context, db *pgx.Conn) (pass, error) { return sweep(ctx, db, owned, max(limit, 0)) })
	if err != nil {
		return nil, err
	}
	s.backlog.count(owned, &before, f.counts)
	return f.sessions, nil
}

func sweep(ctx context.Context, db *pgx.Conn, owned []int16, limit int) (pass, error) {
	f := pass{counts: map[int16]int{}}
	// A shard makes one row more, of its sum, and these come first.
	rows, err := db.Query(ctx, sweepRows, owned, limit+journal.Shards)
	if err != nil {
		return f, err
	}
	var sum bool
	var shard int16
	var id []byte
	var oldest time.Time
	var count int
	_, err = pgx.ForEachRow(rows, []any{&sum, &shard, &id, &oldest, &count}, func() error {
		if sum {
			f.counts[shard] = count
		} else if len(f.sessions) < limit {
			f.sessions = append(f.sessions, journal.Waiting{SessionID: string(id), Oldest: oldest.UTC()})
		}
		return nil
	})
	return f, err
}

const sweepRows = `
select grouping(session_id) = 1, shard, session_id, min(received_at), count(*)
from inbox where shard = any($1::smallint[])
group by grouping sets((shard, session_id), (shard))
order by grouping(session_id) desc, min(seq) limit $2`

// Backlog counts the waiting rows of every shard; see journal.Placement.
func (s *store) Backlog(ctx context.Context) ([journal.Shards]int, error) {
	return ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) (counts [journal.Shards]int, err error) {
		rows, err := db.Query(ctx, "select shard, count(*) from inbox group by shard")
		if err != nil {
			return counts, err
		}
		var shard, count int
		_, err = pgx.ForEachRow(rows, []any{&shard, &count}, func() error {
			counts[shard] = count
			return nil
		})
		return counts, err
	})
}
