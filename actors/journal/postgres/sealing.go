package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// DataKeys lists the keys that values may be encrypted with; see journal.Sealing.
func (s *store) DataKeys(ctx context.Context) ([]journal.DataKey, error) {
	return list(ctx, s, func(row pgx.CollectableRow) (k journal.DataKey, err error) {
		err = row.Scan(&k.ID, &k.Index, &k.Used, &k.Idle)
		k.Used = k.Used.UTC()
		return k, err
	}, `select key_id, secret, used_at, clock_timestamp() - used_at from data_keys order by made_at, key_id`)
}

// UseDataKey notes that values are written with a key; see journal.Sealing.
func (s *store) UseDataKey(ctx context.Context, key journal.DataKey) error {
	_, err := affect(ctx, s.reads, `insert into data_keys as k(key_id, secret, made_at, used_at) values($1, $2, clock_timestamp(), clock_timestamp())
		on conflict(key_id) do update set used_at = greatest(k.used_at, excluded.used_at)`, storable(key.ID), key.Index)
	return err
}

// DropDataKey forgets a key; see journal.Sealing.
func (s *store) DropDataKey(ctx context.Context, key journal.DataKey) error {
	_, err := affect(ctx, s.reads, `delete from data_keys where key_id = $1 and used_at = $2`, storable(key.ID), key.Used)
	return err
}

// The statements of Replace.  Each compares and changes one row in one: a commit that came between leaves another
// value, and then nothing happens.
var replaceValue = map[journal.ValueKind]string{
	journal.StateValue: replaceState, journal.BodyValue: replaceBody, journal.EntryValue: replaceEntry,
}

const (
	replaceState = `update sessions set state = $4 where session_id = $1::bytea and $2::bigint = 0 and state = $3::bytea`
	replaceEntry = `update history set body = $4 where session_id = $1::bytea and seq = $2::bigint and body = $3::bytea`
	replaceBody  = `update inbox set body = $4 where session_id = $1::bytea and seq = $2::bigint and body = $3::bytea and shard = $5::smallint`
)

// Replace puts other forms in the place of values, one by one: a statement that locks several rows could wait for a
// commit that waits for it.  See journal.Sealing.
func (s *store) Replace(ctx context.Context, values []journal.Replacement) (replaced int, err error) {
	for _, v := range values {
		statement := replaceValue[v.Kind]
		if statement == "" {
			return replaced, fmt.Errorf("journal: there is no value %q", v.Kind)
		}
		arguments := []any{[]byte(v.SessionID), v.Seq, v.Old, v.New}
		if v.Kind == journal.BodyValue {
			arguments = append(arguments, shardOf(v.SessionID))
		}
		done, err := affect(ctx, s.reads, statement, arguments...)
		if err != nil {
			return replaced, err
		}
		replaced += done
	}
	return replaced, nil
}

// Settle has nothing to do: dead copies go with the vacuum, those in the log when it is recycled.
func (s *store) Settle(context.Context) error { return nil }
