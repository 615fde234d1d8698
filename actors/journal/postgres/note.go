package postgres

import (
	"time"

	"atende/actors/journal"
)

// notes are the entries of a batch of commits, the wishes to count and the accesses to note.  Most commits have none, and
// a batch without any is the shorter statement.
type notes struct {
	ids     [][]byte
	shards  []int16
	seqs    []int64
	times   []time.Time
	bodies  [][]byte
	trimmed [][]byte // sessions whose history is cut to its bound
	wishes  wishes
	accesses
}

// wishes by the session whose commit brings them.
type wishes struct {
	ids                         [][]byte
	shards                      []int16
	days                        []string
	specialties, agendas, plans []int64
	weekdays                    []int16
	periods, causes             []string
}

// accesses by the session whose commit brings them.
type accesses struct {
	sessions, subjects [][]byte
	noted              []time.Time
	operators, actions []string
	concerned          []int32
}

func (n *notes) add(c *change) {
	if a := c.Access; a != nil {
		n.sessions, n.subjects = append(n.sessions, []byte(c.SessionID)), append(n.subjects, []byte(a.Subject))
		n.noted, n.concerned = append(n.noted, milliseconds(a.At)), append(n.concerned, int32(a.Sessions))
		n.operators, n.actions = append(n.operators, storable(a.Operator)), append(n.actions, storable(a.Action))
	}
	if journal.FitsEntry(c.Entry) {
		n.ids, n.shards = append(n.ids, []byte(c.SessionID)), append(n.shards, c.shard)
		n.seqs, n.times, n.bodies = append(n.seqs, c.Version+1), append(n.times, c.at), append(n.bodies, c.Entry)
		if trims(c.Version) {
			n.trimmed = append(n.trimmed, []byte(c.SessionID))
		}
	}
	w := &n.wishes
	for _, d := range c.Demand {
		w.ids, w.shards, w.days = append(w.ids, []byte(c.SessionID)), append(w.shards, c.shard), append(w.days, storable(d.Day))
		w.specialties, w.agendas, w.plans = append(w.specialties, int64(d.SpecialtyID)), append(w.agendas, int64(d.AgendaID)), append(w.plans, int64(d.PlanID))
		w.weekdays = append(w.weekdays, int16(d.Weekday))
		w.periods, w.causes = append(w.periods, storable(d.Period)), append(w.causes, storable(d.Cause))
	}
}

func (n *notes) empty() bool { return len(n.ids)+len(n.wishes.ids)+len(n.sessions) == 0 }

func (n *notes) arguments() []any {
	w := &n.wishes
	return []any{
		n.ids, n.shards, n.seqs, n.times, n.bodies, n.trimmed, journal.MaxHistory - 2, // the new one is not seen
		w.ids, w.shards, w.days, w.specialties, w.agendas, w.plans, w.weekdays, w.periods, w.causes,
		n.sessions, n.noted, n.operators, n.actions, n.subjects, n.concerned,
	}
}

// trims says with which commits a history is cut to its bound: one in 32, by a hash, so that whatever number of
// versions lies between the turns of a session, its history never grows for long.
func trims(version int64) bool { return uint64(version)*0x9e3779b97f4a7c15>>59 == 0 }

// noteEntries is the part of a commit's statement that keeps its notes, if the commit stands (w).  The counts
// are locked in one order.
const noteEntries = `,
noted as (
	insert into history(session_id, shard, seq, at, body)
	select h.session_id, h.shard, h.seq, h.at, h.body
	from unnest($23::bytea[], $24::smallint[], $25::bigint[], $26::timestamptz[], $27::bytea[]) as h(session_id, shard, seq, at, body)
	where h.session_id in (select w.session_id from w)
	on conflict do nothing),
trimmed as (
	delete from history h using unnest($28::bytea[]) as t(session_id)
	where h.session_id = t.session_id and t.session_id in (select w.session_id from w)
		and h.seq < (select k.seq from history k where k.session_id = t.session_id order by k.seq desc offset $29 limit 1)),
wished as (
	insert into demand as x(shard, day, specialty_id, agenda_id, plan_id, weekday, period, cause, count)
	select d.shard, d.day, d.specialty_id, d.agenda_id, d.plan_id, d.weekday, d.period, d.cause, count(*)
	from unnest($30::bytea[], $31::smallint[], $32::text[], $33::bigint[], $34::bigint[], $35::bigint[], $36::smallint[], $37::text[], $38::text[])
		as d(session_id, shard, day, specialty_id, agenda_id, plan_id, weekday, period, cause)
	where d.session_id in (select w.session_id from w)
	group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
	on conflict(day, specialty_id, agenda_id, plan_id, weekday, period, cause, shard) do update set count = x.count + excluded.count),
accessed as (
	insert into accesses(at, operator, action, subject, sessions)
	select a.at, a.operator, a.action, a.subject, a.sessions
	from unnest($39::bytea[], $40::timestamptz[], $41::text[], $42::text[], $43::bytea[], $44::integer[])
		as a(session_id, at, operator, action, subject, sessions)
	where a.session_id in (select w.session_id from w))`
