package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// pageOf is a limit that fits on a page.
func pageOf(limit int) int { return min(max(limit, 0), journal.MaxPage) }

// list runs a query of the archive and scans all of its rows.  It shares its connection with what is not
// urgent, a page at a time.
func list[T any](ctx context.Context, s *store, scan func(pgx.CollectableRow) (T, error), query string, arguments ...any) ([]T, error) {
	return ask(ctx, s.reads, func(ctx context.Context, db *pgx.Conn) ([]T, error) {
		rows, err := db.Query(ctx, query, arguments...)
		if err != nil {
			return nil, err
		}
		return pgx.AppendRows([]T(nil), rows, scan) // nil when there is none
	})
}

// History lists the newest entries of a session; see journal.Archive.
func (s *store) History(ctx context.Context, sessionID string, limit int) ([]journal.Entry, error) {
	return list(ctx, s, func(row pgx.CollectableRow) (e journal.Entry, err error) {
		err = row.Scan(&e.Seq, &e.At, &e.Body)
		e.At = e.At.UTC()
		return e, err
	}, historyRows, []byte(sessionID), min(pageOf(limit), journal.MaxHistory))
}

const historyRows = `
select n.seq, n.at, n.body
from (select h.seq, h.at, h.body from history h where h.session_id = $1::bytea order by h.seq desc limit $2) n
order by n.seq`

// Histories pages through the entries of all sessions; see journal.Archive.
func (s *store) Histories(ctx context.Context, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error) {
	return list(ctx, s, func(row pgx.CollectableRow) (e journal.SessionEntry, err error) {
		var id []byte
		err = row.Scan(&id, &e.Seq, &e.At, &e.Body)
		e.SessionID, e.At = string(id), e.At.UTC()
		return e, err
	}, allHistoryRows, []byte(afterSession), afterSeq, pageOf(limit))
}

const allHistoryRows = `
select h.session_id, h.seq, h.at, h.body from history h
where (h.session_id, h.seq) > ($1::bytea, $2::bigint) order by h.session_id, h.seq limit $3`

// Demand lists what was wished for in vain; see journal.Archive.
func (s *store) Demand(ctx context.Context, from, to string) ([]journal.DemandCount, error) {
	found, err := list(ctx, s, func(row pgx.CollectableRow) (d journal.DemandCount, err error) {
		err = row.Scan(&d.Day, &d.SpecialtyID, &d.AgendaID, &d.PlanID, &d.Weekday, &d.Period, &d.Cause, &d.Count)
		return d, err
	}, demandRows, storable(from), storable(to), journal.MaxDemand+1)
	if err == nil && len(found) > journal.MaxDemand {
		return nil, journal.ErrTooMuch
	}
	return found, err
}

const demandRows = `
select d.day, d.specialty_id, d.agenda_id, d.plan_id, d.weekday, d.period, d.cause, sum(d.count)::bigint from demand d
where d.day between $1 and $2
group by d.day, d.specialty_id, d.agenda_id, d.plan_id, d.weekday, d.period, d.cause
order by d.day, d.specialty_id, d.agenda_id, d.plan_id, d.weekday, d.period, d.cause limit $3`

// Look is one session, without a fence; see journal.Archive.
func (s *store) Look(ctx context.Context, sessionID string) (journal.Stored, bool, error) {
	found, err := list(ctx, s, scanStored, lookAtSession, shardOf(sessionID), []byte(sessionID), journal.MaxWaiting)
	if err != nil {
		return journal.Stored{}, false, err
	}
	one := found[0] // there is always one
	return one, one.State != nil || len(one.Waiting) > 0, nil
}

// Sessions pages through all sessions; see journal.Archive.
func (s *store) Sessions(ctx context.Context, after string, limit int) ([]journal.Stored, error) {
	return list(ctx, s, scanStored, nextSessions, []byte(after), pageOf(limit), journal.MaxWaiting)
}

// scanStored reads a session, whose waiting rows are arrays.
func scanStored(row pgx.CollectableRow) (journal.Stored, error) {
	var one journal.Stored
	var id []byte
	var version *int64
	var written *int
	var changed *time.Time
	var seqs []int64
	var messages, bodies [][]byte
	var kinds []int16
	var attempts []int
	var times []time.Time
	err := row.Scan(&id, &version, &written, &changed, &one.State, &seqs, &messages, &kinds, &attempts, &times, &bodies)
	if err != nil {
		return one, err
	}
	one.SessionID = string(id)
	if one.State != nil {
		one.Version, one.Schema, one.ChangedAt = *version, *written, changed.UTC()
	}
	for i, seq := range seqs {
		one.Waiting = append(one.Waiting, journal.Message{
			Seq: seq, MessageID: string(messages[i]), Kind: journal.Kind(kinds[i]), Attempts: attempts[i],
			ReceivedAt: times[i].UTC(), Body: bodies[i],
		})
	}
	return one, nil
}

// Of one moment: a message that is answered meanwhile is either still a row or in the state.
const (
	lookAtSession = `with u as materialized (select $1::smallint as shard, $2::bytea as session_id)` + describeSessions

	// The rows come after an id in the key of the inbox for each shard anew, so all of it is looked through;
	// it is short, or work has piled up.
	nextSessions = `
with u as materialized (
	select min(a.shard) as shard, a.session_id
	from ((select s.shard, s.session_id from sessions s where s.session_id > $1::bytea and s.state is not null order by s.session_id limit $2)
		union all
		(select m.shard, m.session_id from inbox m where m.session_id > $1 group by m.shard, m.session_id order by m.session_id limit $2)) a
	group by a.session_id order by a.session_id limit $2)` + describeSessions

	describeSessions = `
select u.session_id, s.version, s.schema, s.updated_at, s.state, m.seqs, m.messages, m.kinds, m.attempts, m.times, m.bodies
from u left join sessions s on s.session_id = u.session_id
cross join lateral (
	select array_agg(i.seq order by i.seq) as seqs, array_agg(i.message_id order by i.seq) as messages,
		array_agg(i.kind order by i.seq) as kinds, array_agg(i.attempts order by i.seq) as attempts,
		array_agg(i.received_at order by i.seq) as times, array_agg(i.body order by i.seq) as bodies
	from (select r.seq, r.message_id, r.kind, r.attempts, r.received_at, r.body from inbox r
		where r.shard = u.shard and r.session_id = u.session_id order by r.seq limit $3) i) m
order by u.session_id`
)

// Record notes an access; see journal.Archive.  Where the connection is lost it may stand twice.
func (s *store) Record(ctx context.Context, a journal.Access) error {
	_, err := affect(ctx, s.reads, `insert into accesses(at, operator, action, subject, sessions) values($1, $2, $3, $4, $5)`,
		milliseconds(a.At), storable(a.Operator), storable(a.Action), []byte(a.Subject), a.Sessions)
	return err
}

// Accesses lists the newest; see journal.Archive.
func (s *store) Accesses(ctx context.Context, limit int) ([]journal.Access, error) {
	return list(ctx, s, func(row pgx.CollectableRow) (a journal.Access, err error) {
		var subject []byte
		err = row.Scan(&a.At, &a.Operator, &a.Action, &subject, &a.Sessions)
		a.At, a.Subject = a.At.UTC(), string(subject)
		return a, err
	}, `select at, operator, action, subject, sessions from accesses order by id desc limit $1`, pageOf(limit))
}
