package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// Erase forgets a session as if it had never been, whoever owns it; see journal.Archive.  What a lost
// connection makes it repeat finds nothing more, which is as good.  Of the rows the server keeps dead copies
// until it vacuums the tables.  Its intents lose the session's id, which may say who it was.
func (s *store) Erase(ctx context.Context, sessionID string, version int64) error {
	free, err := ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) (bool, error) {
		return s.erase(ctx, db, sessionID, version)
	})
	if err == nil && !free {
		return journal.ErrChanged
	}
	return err
}

// erase locks the session by a statement of its own, in the same transaction and round trip: the next one
// then sees whatever a commit, a ring or a load under way did, and nobody begins one before it ends.
func (s *store) erase(ctx context.Context, db *pgx.Conn, sessionID string, version int64) (free bool, err error) {
	shard, id, now := shardOf(sessionID), []byte(sessionID), milliseconds(s.now())
	dropped := 0
	s.backlog.finishing(shard)
	defer func() { s.backlog.finished(shard, dropped) }()
	var batch pgx.Batch // one transaction
	if version == 0 {
		batch.Queue(createSession, id, shard, now)
	} else {
		batch.Queue(lockSession, id)
	}
	batch.Queue(eraseSession, id, version, shard).QueryRow(func(row pgx.Row) error { return row.Scan(&free, &dropped) })
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		dropped = 0
		return false, err
	}
	return free, nil
}

const (
	lockSession = `select from sessions where session_id = $1::bytea for update`

	// createSession makes the session if there is none, so that there is something to lock: else somebody
	// could load it and answer the rows that are about to go.
	createSession = `
insert into sessions as x(session_id, shard, version, schema, updated_at, look_at)
values($1::bytea, $2::smallint, (extract(epoch from clock_timestamp()) * 1000000)::bigint, 0, $3::timestamptz, $3::timestamptz)
on conflict(session_id) do update set version = x.version where false`

	// eraseSession removes everything or nothing (free).  Where there is neither a session nor a row nothing
	// is left to do, but for a history that a node of the release before left behind.
	eraseSession = `
with gone as (
	delete from sessions s where s.session_id = $1::bytea and (s.version = $2::bigint or $2 = 0 and s.state is null)
	returning s.session_id),
free as materialized (
	select 1 where exists(select 1 from gone)
		or not exists(select 1 from sessions s where s.session_id = $1) and not exists(select 1 from inbox m where m.shard = $3::smallint and m.session_id = $1)),
dropped as (
	delete from inbox m where m.shard = $3 and m.session_id = $1 and exists(select 1 from gone) returning m.seq),
entries as (
	delete from history h where h.session_id = $1 and exists(select 1 from free)),
met as (
	delete from contacts c where c.session_id = $1 and exists(select 1 from free)),` + archiveIntents + `''::bytea` + intentsAsTheyWere + `
select exists(select 1 from free), (select count(*) from dropped)`

	// archiveIntents, the id that they have from now on, and intentsAsTheyWere move the intents of the sessions
	// that are gone to those of the past.
	archiveIntents = `
moved as (
	delete from intents i using gone where i.session_id = gone.session_id
	returning i.shard, i.session_id, i.n, i.attempt, i.token, i.slot, i.answer, i.at),
past as (
	insert into past_intents(shard, session_id, n, attempt, token, slot, answer, at)
	select moved.shard, `
	intentsAsTheyWere = `, moved.n, moved.attempt, moved.token, moved.slot, moved.answer, moved.at from moved)`
)
