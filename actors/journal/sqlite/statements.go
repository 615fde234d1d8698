package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// connection is the write connection with its statements, parsed once.
type connection struct {
	conn                   *sql.Conn
	begin, commit          *sql.Stmt
	floor, rows            *sql.Stmt
	accept                 *sql.Stmt
	activate               *sql.Stmt
	save, mark             *sql.Stmt
	remind, unset          *sql.Stmt
	done, attempted        *sql.Stmt
	intended, intend, told *sql.Stmt
	learn, probe           *sql.Stmt
	append, trim, wish     *sql.Stmt
	record, contact        *sql.Stmt
	keep, dropVersions     *sql.Stmt

	// of Purge
	look, lookLater, archive, archived *sql.Stmt
	forgetOne, raise                   *sql.Stmt
	forgetPast, forgetIntent           *sql.Stmt
	forgetHistory, forgetEntries       *sql.Stmt
	forgetDemand, forgetAccesses       *sql.Stmt
	forgetContacts                     *sql.Stmt

	// of Erase
	standing, dropAll, page, setPage *sql.Stmt
	dropContacts                     *sql.Stmt

	// of Sealing
	useDataKey, dropDataKey                 *sql.Stmt
	replaceState, replaceBody, replaceEntry *sql.Stmt
}

func prepare(ctx context.Context, pool *sql.DB) (*connection, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	c := &connection{conn: conn}
	for _, s := range c.statements() {
		*s.prepared, err = conn.PrepareContext(ctx, s.query) //nolint:sqlclosecheck // closed by discard
		if err != nil {
			return nil, errors.Join(fmt.Errorf("prepare: %w", err), c.discard())
		}
	}
	return c, nil
}

// discard closes the connection for good, which rolls back an open transaction.  The statements go
// first: database/sql does not close those of a sql.Conn, and SQLite keeps a connection with open
// statements alive, its transaction and its lock included.
func (c *connection) discard() error {
	var errs []error
	for _, s := range c.statements() {
		if *s.prepared != nil {
			errs = append(errs, (*s.prepared).Close())
		}
	}
	// ErrBadConn makes the pool drop the connection instead of keeping it for the next transaction.
	err := c.conn.Raw(func(any) error { return driver.ErrBadConn })
	if !errors.Is(err, driver.ErrBadConn) && !errors.Is(err, sql.ErrConnDone) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// statement is a query and the field it belongs to.
type statement struct {
	prepared **sql.Stmt
	query    string
}

// statements lists what the writer says to the database.  Each compares and changes in one, so that
// "no row" is the refusal.
func (c *connection) statements() []statement {
	return []statement{
		{&c.begin, "begin immediate"},
		{&c.commit, "commit"},
		{&c.floor, "select max(version) from forgotten"},
		{&c.rows, "select seq, session_id, message_id, kind, attempts, received_at from inbox order by seq"},
		{&c.accept, `insert into inbox(session_id, message_id, kind, received_at, body) values(?, ?, ?, ?, ?)`},
		{&c.activate, `insert into sessions(session_id, version, updated_at, look_at) values(?1, ?2+1, ?3, ?3)
			on conflict(session_id) do update set version = version+1 where schema <= ?4
			returning version, sent, state is null, state`},
		{&c.save, `update sessions set version = version+1, sent = ?, schema = ?, state = ?, updated_at = ?
			where session_id = ? and version = ?`},
		{&c.mark, `update sessions set version = version+1, sent = ?, updated_at = ?
			where session_id = ? and version = ?`},
		// Not part of save and mark: an update that names due_at takes the session out of its index and
		// puts it back, whether or not the time changed.
		{&c.remind, `update sessions set due_at = ?1 where session_id = ?2 and (due_at is null or due_at > ?1)`},
		{&c.unset, `update sessions set due_at = null where session_id = ? and due_at = ?`},
		{&c.done, `delete from inbox where session_id = ? and seq = ?`},
		{&c.attempted, `update inbox set attempts = attempts+1 where session_id = ? and seq = ?`},
		{&c.intended, `select exists(select 1 from sessions where session_id = ? and version = ?),
			exists(select 1 from intents where session_id = ? and n = ? and attempt = ?)`},
		{&c.intend, `insert into intents(session_id, n, attempt, token, slot, answer, at) values(?, ?, ?, ?, ?, ?, ?)`},
		{&c.told, `update intents set answer = ? where session_id = ? and token = ? and answer = ''`},
		{&c.learn, `insert into agenda_facts(agenda_id, exclusive, at) values(?, ?, ?)
			on conflict(agenda_id) do update set exclusive = excluded.exclusive, at = excluded.at`},
		// It must change something: SQLite writes no page that stays as it is.
		{&c.probe, `update probes set count = count+1, room = zeroblob(?)`},
		{&c.look, `select session_id, version, updated_at,
			exists(select 1 from inbox where inbox.session_id = sessions.session_id)
			from sessions where look_at < ? order by look_at limit ?`},
		{&c.lookLater, `update sessions set look_at = ? where session_id = ?`},
		{&c.archive, `insert into past_intents(session_id, n, attempt, token, slot, answer, at)
			select ?, n, attempt, token, slot, answer, at from intents where session_id = ?`},
		{&c.archived, `delete from intents where session_id = ?`},
		{&c.forgetOne, `delete from sessions where session_id = ?`},
		{&c.raise, `update forgotten set version = ?`},
		{&c.forgetPast, `delete from past_intents where rowid in
			(select rowid from past_intents where at < ? order by at limit ?)`},
		{&c.forgetIntent, `delete from intents where (session_id, n, attempt) in
			(select session_id, n, attempt from intents where at < ?
			and not exists(select 1 from inbox where inbox.session_id = intents.session_id) order by at limit ?)`},
		{&c.append, `insert into history(session_id, seq, at, body) values(?, ?, ?, ?)`},
		{&c.trim, `delete from history where session_id = ?1 and seq <
			(select seq from history where session_id = ?1 order by seq desc limit 1 offset ?2)`},
		{&c.wish, `insert into demand(day, specialty_id, agenda_id, plan_id, weekday, period, cause, count) values(?, ?, ?, ?, ?, ?, ?, 1)
			on conflict do update set count = count+1`},
		{&c.record, `insert into accesses(at, operator, action, subject, sessions) values(?, ?, ?, ?, ?)`},
		{&c.keep, `insert into versions(id, body, kept_at) values(?, ?, ?)
			on conflict(id) do update set kept_at = max(kept_at, excluded.kept_at)`},
		{&c.dropVersions, `delete from versions where kept_at < ?
			or id in (select id from versions order by kept_at desc limit -1 offset ?)`},
		{&c.forgetHistory, `delete from history where session_id = ?`},
		{&c.forgetEntries, `delete from history where id in (select id from history where at < ? order by at limit ?)`},
		{&c.forgetDemand, `delete from demand where rowid in (select rowid from demand where day < ? order by day limit ?)`},
		{&c.forgetAccesses, `delete from accesses where id in (select id from accesses where at < ? order by at limit ?)`},
		{&c.contact, `insert into contacts(phone, cpf, session_id, at) select ?1, ?2, ?3, ?4
			where exists(select 1 from sessions where session_id = ?3) and (exists(select 1 from contacts where phone = ?1 and cpf = ?2)
				or (select count(*) from contacts where phone = ?1 and at >= ?5) < ?6)
			on conflict(phone, cpf) do update set session_id = excluded.session_id, at = excluded.at`},
		{&c.forgetContacts, `delete from contacts where (phone, cpf) in (select phone, cpf from contacts where at < ? order by at limit ?)`},
		{&c.dropContacts, `delete from contacts where session_id = ?`},
		{&c.standing, `select s.version, s.state is null, exists(select 1 from inbox where session_id = ?1)
			from (select 1) left join sessions s on s.session_id = ?1`},
		{&c.dropAll, `delete from inbox where session_id = ? returning seq`},
		{&c.useDataKey, `insert into data_keys(key_id, secret, made_at, used_at) values(?1, ?2, ?3, ?3)
			on conflict(key_id) do update set used_at = max(used_at, excluded.used_at)`},
		{&c.dropDataKey, `delete from data_keys where key_id = ? and used_at = ?`},
		{&c.replaceState, `update sessions set state = ?1 where session_id = ?2 and ?3 = 0 and state = ?4`},
		{&c.replaceBody, `update inbox set body = ?1 where session_id = ?2 and seq = ?3 and body = ?4`},
		{&c.replaceEntry, `update history set body = ?1 where session_id = ?2 and seq = ?3 and body = ?4`},
		{&c.page, `select data from sqlite_dbpage where pgno = ?`},
		{&c.setPage, `update sqlite_dbpage set data = ? where pgno = ?`},
	}
}
