package postgres

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// KeepVersion stores a version; see journal.Versions.
func (s *store) KeepVersion(ctx context.Context, id string, body []byte) error {
	if len(body) > journal.MaxVersion {
		return journal.ErrTooLong
	}
	now := s.now()
	body = bytes.Clone(body) // the statement may outlive the call
	if _, err := affect(ctx, s.reads, `insert into versions as v(id, body, kept_at) values($1, $2, $3)
		on conflict(id) do update set kept_at = greatest(v.kept_at, excluded.kept_at)`, storable(id), body, milliseconds(now)); err != nil {
		return err
	}
	_, err := affect(ctx, s.reads, dropVersions, milliseconds(now.Add(-journal.VersionAge)), journal.MaxVersions)
	return err
}

// dropVersions leaves what another node touches just now to that node.
const dropVersions = `
delete from versions where ctid = any(array(
	select v.ctid from versions v
	where v.kept_at < $1::timestamptz or v.id in (select n.id from versions n order by n.kept_at desc offset $2)
	for update skip locked))`

// Version is the body of a version; see journal.Versions.
func (s *store) Version(ctx context.Context, id string) ([]byte, bool, error) {
	found, err := list(ctx, s, pgx.RowTo[[]byte], `select body from versions where id = $1`, storable(id))
	if err != nil || len(found) == 0 {
		return nil, false, err
	}
	return found[0], true, nil
}
