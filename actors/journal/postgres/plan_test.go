package postgres_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

// session opens a connection with the journal's settings.
func session(t testing.TB, url string, limit time.Duration) *pgx.Conn {
	t.Helper()
	conn, err := postgres.Connect(t.Context(), url, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	return conn
}

// run executes a script.
func run(t testing.TB, conn *pgx.Conn, script string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), script, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}

// number is the answer to a query.
func number(t *testing.T, conn *pgx.Conn, query string) (n float64) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// explain is how the server runs a statement, whatever its arguments.
func explain(t *testing.T, conn *pgx.Conn, name, statement string) string {
	t.Helper()
	described, err := conn.Prepare(t.Context(), name, statement)
	if err != nil {
		t.Fatal(err)
	}
	arguments := strings.TrimSuffix(strings.Repeat("null, ", len(described.ParamOIDs)), ", ")
	rows, err := conn.Query(t.Context(), fmt.Sprintf("explain execute %s(%s)", name, arguments), pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// A plan that reads a whole table is fast in every test and slow for a clinic.  The tables are small
// when a node makes its plans, so both must do.
func TestPlansGoByThePrimaryKeys(t *testing.T) {
	url := database(t)
	sole(t, url, postgres.Options{})
	conn := session(t, url, time.Minute)
	wanted := map[string][]string{
		"insert": nil,
		"sweep":  {"inbox_pkey"},
		"read":   {"Index Scan using inbox_pkey"},
		"load":   {"Index Scan using sessions_pkey", "shards_pkey"},
		"commit": {"Index Scan using sessions_pkey", "Index Scan using inbox_pkey", "intents_pkey"},
		"move":   {"Index Scan using shards_pkey", "sessions_pkey"},
		"forget": {"sessions_look"},
		"ring":   {"Index Scan using sessions_due", "Index Scan using sessions_pkey"},

		"note":            {"Index Scan using sessions_pkey", "Index Scan using inbox_pkey", "history_pkey", "demand_pkey"},
		"erase":           {"Index Scan using sessions_pkey", "inbox_pkey", "history_pkey", "intents_pkey", "contacts_session"},
		"history":         {"Index Scan Backward using history_pkey"},
		"histories":       {"Index Scan using history_pkey"},
		"demand":          {"demand_pkey"},
		"look_at":         {"sessions_pkey", "Index Scan using inbox_pkey"},
		"sessions":        {"Index Scan using sessions_pkey", "inbox_pkey"},
		"forget_entries":  {"Index Scan using history_at"},
		"forget_demand":   {"Index Scan using demand_pkey"},
		"forget_accesses": {"Index Scan using accesses_at"},
		"forget_contacts": {"Index Scan using contacts_at"},
		"note_contacts":   {"sessions_pkey", "contacts_pkey"},
		"contacts":        {"contacts_pkey"},
	}
	for _, size := range []string{"empty", "large"} {
		for name, statement := range postgres.Statements {
			plan := explain(t, conn, name+"_"+size, statement)
			for _, part := range wanted[name] {
				if !strings.Contains(plan, part) {
					t.Errorf("%s, %s tables: no %q in\n%s", name, size, part, plan)
				}
			}
			if strings.Contains(plan, "Seq Scan") {
				t.Errorf("%s, %s tables: it reads a whole table:\n%s", name, size, plan)
			}
		}
		if size == "empty" {
			run(t, conn, `insert into sessions(session_id, shard, version, schema, updated_at, look_at, due_at, state)
					select i::text::bytea, i%256, i, 1, now(), now(), case when i%4 = 0 then now() end, repeat('x', 1000)::bytea from generate_series(1, 20000) as g(i);
				insert into inbox(shard, session_id, message_id, kind, received_at, body)
					select i%256, i::text::bytea, 'm', 0, now(), repeat('x', 100)::bytea from generate_series(1, 20000) as g(i);
				insert into history(session_id, seq, shard, at, body)
					select (i/10)::text::bytea, i, i%256, now(), repeat('x', 1000)::bytea from generate_series(1, 20000) as g(i);
				insert into demand(shard, day, specialty_id, agenda_id, plan_id, weekday, period, cause, count)
					select i%256, '2026-11-21', i, 1, 1, 1, '', '', 1 from generate_series(1, 5000) as g(i);
				insert into accesses(at, operator, action, subject, sessions) select now(), '', '', '', 1 from generate_series(1, 5000);
				insert into contacts(phone, cpf, session_id, at) select i::text, -1, i::text::bytea, now() from generate_series(1, 5000) as g(i);
				insert into intents(session_id, n, attempt, shard, token, slot, at)
					select i::text::bytea, 1, 1, i%256, 't', 's', now() from generate_series(1, 5000) as g(i);`)
			run(t, conn, "analyze") // not in one transaction with the rows
		}
	}
}

// An update that is not HOT writes every index and leaves work for vacuum.  A reminder makes one when
// it is set, and none while commits ask for a later one, as those of a conversation do.
//
// A snapshot that the server itself holds meanwhile, to analyse a table, keeps pages from being pruned: so on a busy machine
// another database has a try.  An index on what changes fails in each.
func TestCommitsAreHOT(t *testing.T) {
	for name, due := range map[string]time.Time{"without reminders": {}, "with reminders": time.Now()} {
		t.Run(name, func(t *testing.T) {
			share := 0.0
			for try := 0; try < 3 && share < 0.9; try++ {
				share = shareOfHOT(t, due)
			}
			if share < 0.9 {
				t.Errorf("%.0f %% of the updates of sessions are HOT, want 90 %%", 100*share)
			}
		})
	}
}

// shareOfHOT is how many of the updates that commits make in a new database are HOT, from 0 to 1.
func shareOfHOT(t *testing.T, due time.Time) float64 {
	t.Helper()
	url := database(t)
	commitOften(t, sole(t, url, postgres.Options{}), due)
	conn := session(t, url, time.Minute)
	updates := "select n_tup_upd from pg_stat_user_tables where relname = 'sessions'"
	for deadline := time.Now().Add(20 * time.Second); number(t, conn, updates) < 2000; {
		if time.Now().After(deadline) {
			t.Fatal("the server never counted the updates")
		}
	}
	return number(t, conn, "select n_tup_hot_upd::float8/n_tup_upd from pg_stat_user_tables where relname = 'sessions'")
}

// commitOften makes 100 commits of 20 sessions and closes the journal: the server adds a connection's
// figures when it ends.  Unless due is zero each asks for a reminder, later than the one before.
func commitOften(t *testing.T, j journal.Journal, due time.Time) {
	t.Helper()
	state := make([]byte, 1200)
	var versions [20]int64
	for i := range versions {
		a, err := j.Activate(t.Context(), fmt.Sprint("s", i), 1)
		if err != nil {
			t.Fatal(err)
		}
		versions[i] = a.Version
	}
	for range 100 { // the first few fill the pages and are not HOT
		if !due.IsZero() {
			due = due.Add(time.Second)
		}
		for i := range versions {
			var err error
			versions[i], err = j.Commit(t.Context(), 1, journal.Commit{SessionID: fmt.Sprint("s", i), Version: versions[i], State: state, Due: due})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// J3: with a cache every connection gives numbers of its own.
func TestNumbersAreNotCached(t *testing.T) {
	url := database(t)
	open(t, url, postgres.Options{})
	conn := session(t, url, time.Minute)
	if got := number(t, conn, "select seqcache from pg_sequence where seqrelid = 'inbox_seq'::regclass"); got != 1 {
		t.Errorf("inbox_seq caches %v numbers", got)
	}
}
