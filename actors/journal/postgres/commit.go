package postgres

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// change is a commit on its way.
type change struct {
	journal.Commit
	shard  int16
	schema int32
	at     time.Time
	// dropped is how many rows went away; it is written with the result.
	dropped *int
}

func (c change) key() string { return c.SessionID }
func (c change) size() int   { return len(c.State) + len(c.Entry) + 8*len(c.Done) }

// Commit stores the result of a step if its version is the newest; see journal.Journal.
func (s *store) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	one := change{
		Commit: c, shard: shardOf(c.SessionID), schema: int32(schema), at: milliseconds(s.now()), dropped: new(int),
	}
	// The caller keeps its slices, and may be gone before they are read.
	one.State, one.Done, one.Attempted = bytes.Clone(c.State), slices.Clone(c.Done), slices.Clone(c.Attempted)
	one.Entry, one.Demand = bytes.Clone(c.Entry), slices.Clone(c.Demand)
	if c.Access != nil {
		access := *c.Access
		one.Access = &access
	}
	if c.Intent != nil {
		intent := *c.Intent
		if intent.At.IsZero() {
			intent.At = one.at
		}
		one.Intent = &intent
	}
	s.backlog.finishing(one.shard)
	return s.commits.put(ctx, one)
}

// changed counts the rows that are gone.
func (s *store) changed(c change, r result[int64]) {
	rows := 0
	if r.err == nil {
		rows = *c.dropped
	}
	s.backlog.finished(c.shard, rows)
}

// columns are the arrays of a batch of commits.
type columns struct {
	ids             [][]byte
	versions        []int64
	sent, schemas   []int32
	states          [][]byte
	times           []time.Time
	dues            []*time.Time // nil: none
	done, attempted marks
	intents         intents
	notes           notes
}

// marks name rows of the inbox by session and number.
type marks struct {
	shards []int16
	ids    [][]byte
	seqs   []int64
	counts []int32
}

func (m *marks) add(c *change, seq int64, count int32) {
	m.shards, m.ids = append(m.shards, c.shard), append(m.ids, []byte(c.SessionID))
	m.seqs, m.counts = append(m.seqs, seq), append(m.counts, count)
}

// intents of a batch; most have none.
type intents struct {
	ids                    [][]byte
	shards                 []int16
	ns, attempts           []int32
	tokens, slots, answers []string
	times                  []time.Time
}

func (in *intents) add(c *change) {
	in.ids, in.shards = append(in.ids, []byte(c.SessionID)), append(in.shards, c.shard)
	in.ns, in.attempts = append(in.ns, int32(c.Intent.N)), append(in.attempts, int32(c.Intent.Attempt))
	in.tokens = append(in.tokens, storable(c.Intent.Token))
	in.slots = append(in.slots, storable(c.Intent.Slot))
	in.answers = append(in.answers, storable(c.Intent.Answer))
	in.times = append(in.times, milliseconds(c.Intent.At))
}

// storable is a text that the type text takes.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

func (col *columns) add(c *change) {
	col.ids, col.versions = append(col.ids, []byte(c.SessionID)), append(col.versions, c.Version)
	col.sent, col.schemas = append(col.sent, int32(c.Sent)), append(col.schemas, c.schema)
	col.states, col.times = append(col.states, c.State), append(col.times, c.at)
	col.dues = append(col.dues, reminder(c.Due))
	for _, seq := range c.Done {
		col.done.add(c, seq, 1)
	}
	// One statement may touch a row once: rows that go away are not counted, and others in one sum.
	counts := map[int64]int32{}
	for _, seq := range c.Attempted {
		if !slices.Contains(c.Done, seq) {
			counts[seq]++
		}
	}
	for seq, count := range counts {
		col.attempted.add(c, seq, count)
	}
	if c.Intent != nil {
		col.intents.add(c)
	}
	col.notes.add(c)
}

// reminder is a time as the statement takes it: null for none.
func reminder(due time.Time) *time.Time {
	if due.IsZero() {
		return nil
	}
	due = milliseconds(due)
	return &due
}

// apply is one statement for all (S4, S5): a compare-and-set of each session, and what depends on it.
func (s *store) apply(ctx context.Context, db *pgx.Conn, asked []change) ([]result[int64], error) {
	// Batches that meet at the same sessions lock them in the same order.
	order := make([]*change, len(asked))
	place := make(map[string]int, len(asked)) // a session is there once (key)
	for i := range asked {
		order[i], place[asked[i].SessionID] = &asked[i], i
	}
	slices.SortFunc(order, func(a, b *change) int { return cmp.Compare(a.SessionID, b.SessionID) })
	var col columns
	for _, c := range order {
		col.add(c)
	}
	results := make([]result[int64], len(asked))
	for i := range results {
		results[i].err = journal.ErrFenced
	}
	statement, arguments := commitSessions, col.arguments()
	if !col.notes.empty() {
		statement, arguments = commitNotes, append(arguments, col.notes.arguments()...)
	}
	rows, err := db.Query(ctx, statement, arguments...)
	if err != nil {
		return nil, err
	}
	var id []byte
	var stands bool
	var dropped int
	_, err = pgx.ForEachRow(rows, []any{&id, &stands, &dropped}, func() error {
		i := place[string(id)]
		if !stands {
			results[i].err = journal.ErrIntentTaken
			return nil
		}
		*asked[i].dropped = dropped
		results[i] = result[int64]{answer: asked[i].Version + 1}
		return nil
	})
	return results, err
}

func (col *columns) arguments() []any {
	in := &col.intents
	return []any{
		col.ids, col.versions, col.sent, col.schemas, col.states, col.times,
		col.done.shards, col.done.ids, col.done.seqs,
		col.attempted.shards, col.attempted.ids, col.attempted.seqs, col.attempted.counts,
		in.ids, in.shards, in.ns, in.attempts, in.tokens, in.slots, in.answers, in.times,
		col.dues,
	}
}

// commitSessions returns the sessions whose commit stands (w), and those whose intent stood already
// although their version is the newest (taken).  Of the others nothing stands: somebody loaded them.
// That an intent is taken is known before the session is locked; whoever could insert it meanwhile
// bumps the version, and then the session is none of w.  least knows no null: a reminder is set where
// none is, and else only brought forward; as long as it stays the update is HOT.
const (
	commitSessions = commitStates + commitResults
	commitNotes    = commitStates + noteEntries + commitResults
)

const commitStates = `
with u as materialized (
	select u.session_id, u.version, u.sent, u.schema, u.state, u.at, u.due_at
	from unnest($1::bytea[], $2::bigint[], $3::integer[], $4::integer[], $5::bytea[], $6::timestamptz[], $22::timestamptz[])
		as u(session_id, version, sent, schema, state, at, due_at)),
i as materialized (
	select i.session_id, i.shard, i.n, i.attempt, i.token, i.slot, i.answer, i.at
	from unnest($14::bytea[], $15::smallint[], $16::integer[], $17::integer[], $18::text[], $19::text[], $20::text[], $21::timestamptz[])
		as i(session_id, shard, n, attempt, token, slot, answer, at)),
taken as materialized (
	select i.session_id from i join intents t on t.session_id = i.session_id and t.n = i.n and t.attempt = i.attempt),
w as (
	update sessions s set version = s.version+1, sent = u.sent, state = coalesce(u.state, s.state),
		schema = case when u.state is null then s.schema else u.schema end, updated_at = u.at,
		due_at = least(s.due_at, u.due_at)
	from u where s.session_id = u.session_id and s.version = u.version
		and not exists(select 1 from taken where taken.session_id = u.session_id)
	returning s.session_id),
made as (
	insert into intents(session_id, shard, n, attempt, token, slot, answer, at)
	select i.session_id, i.shard, i.n, i.attempt, i.token, i.slot, i.answer, i.at
	from i where i.session_id in (select w.session_id from w)),
counted as (
	update inbox m set attempts = m.attempts + a.count
	from unnest($10::smallint[], $11::bytea[], $12::bigint[], $13::integer[]) as a(shard, session_id, seq, count)
	where m.shard = a.shard and m.session_id = a.session_id and m.seq = a.seq
		and a.session_id in (select w.session_id from w)),
dropped as (
	delete from inbox m
	using unnest($7::smallint[], $8::bytea[], $9::bigint[]) as d(shard, session_id, seq)
	where m.shard = d.shard and m.session_id = d.session_id and m.seq = d.seq
		and d.session_id in (select w.session_id from w)
	returning m.session_id)`

const commitResults = `
select w.session_id, true, coalesce(n.count, 0)
from w left join (select dropped.session_id, count(*) as count from dropped group by dropped.session_id) n
	on n.session_id = w.session_id
union all
select u.session_id, false, 0
from u join sessions s on s.session_id = u.session_id and s.version = u.version
where u.session_id in (select taken.session_id from taken)`
