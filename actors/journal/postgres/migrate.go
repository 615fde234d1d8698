package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// The migrations only add, because nodes of the release before go on while they run; what they make
// superfluous is removed one release later.  Their names begin with their number, from 1 without gaps.
//
//go:embed migrations/*.sql
var migrations embed.FS

// errEmptied: what no migration leaves empty is.
var errEmptied = errors.New(`the tables are there, and rows that each journal has are not: somebody emptied the database ` +
	`(docs/runbook.md, "A database that is empty or gone")`)

// migrationLock is the number of the lock that serializes migrations; it means nothing ("aten").
const migrationLock = 1635018094

// Each migration is one round trip with one transaction, so that a process which is paused in the
// middle stops nobody (C7).  Whoever comes second finds the number taken, and nothing of it stands.
const (
	prepareMigrations = `select pg_advisory_xact_lock(%d);
create table if not exists atende_migrations(version integer primary key, at timestamptz not null default clock_timestamp());`
	applyMigration = `select pg_advisory_xact_lock(%d);
insert into atende_migrations(version) values(%d);
%s`
)

// migrate brings the tables to the newest version that this release knows; newer ones are left alone.
func migrate(ctx context.Context, conn *pgx.Conn, files fs.FS) error {
	scripts, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return err
	}
	if err := patiently(ctx, conn, fmt.Sprintf(prepareMigrations, migrationLock)); err != nil {
		return err
	}
	var applied int
	err = conn.QueryRow(ctx, "select coalesce(max(version), 0) from atende_migrations").Scan(&applied)
	if err != nil {
		return scrub(err)
	}
	for i, name := range scripts {
		version, err := strconv.Atoi(strings.SplitN(path.Base(name), "_", 2)[0])
		if err != nil || version != i+1 {
			return fmt.Errorf("%s has not the number %d", name, i+1)
		}
		if version <= applied {
			continue
		}
		script, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		err = patiently(ctx, conn, fmt.Sprintf(applyMigration, migrationLock, version, script))
		if is(err, codeTableThere) {
			return errEmptied
		}
		if err != nil && !is(err, codeUnique) {
			return fmt.Errorf("%s: %w", path.Base(name), err)
		}
	}
	return nil
}

// patiently runs a script, again while others hold what it needs: a table that is to change is in use
// by other nodes, and waiting long for it would make everybody wait behind us.
func patiently(ctx context.Context, conn *pgx.Conn, script string) error {
	const pause = 100 * time.Millisecond
	for {
		_, err := conn.Exec(ctx, script, pgx.QueryExecModeSimpleProtocol)
		if err == nil {
			return nil
		}
		if !is(err, codeLockTimeout) && !is(err, codeDeadlock) {
			return scrub(err)
		}
		select {
		case <-ctx.Done():
			return scrub(err)
		case <-time.After(pause):
		}
	}
}

// settle writes the constants of the placement if nobody did, and compares them.  Sessions would be
// looked for in other shards than those that hold their rows.
func settle(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `with c as (
			insert into cluster(shards, hash) values($1, $2) on conflict do nothing returning shards)
		insert into shards(shard) select g.shard from c, generate_series(0, c.shards-1) as g(shard)`,
		journal.Shards, journal.ShardHash)
	if err != nil {
		return scrub(err)
	}
	var shards int
	var hash string
	if err := conn.QueryRow(ctx, "select shards, hash from cluster").Scan(&shards, &hash); err != nil {
		return scrub(err)
	}
	if shards != journal.Shards || hash != journal.ShardHash {
		return journal.ErrForeignHash
	}
	return nil
}
