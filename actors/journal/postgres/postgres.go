// Package postgres keeps the journal in a PostgreSQL database that the nodes of a cluster share.  The
// database is the only clock of the placement and the only judge of everything.
//
// Every call is one statement, or a pipelined batch of them, so no transaction waits for a client
// (C7): a process that is paused in the middle holds no lock.  Calls of the same kind share statements
// (lane); connections belong to one kind of call each, so that nothing starves the renewal of the
// lease.  A context that ends makes its call return; the statement goes on under the server's own
// limit and is never canceled, because a canceled wait for a standby is told as success.
//
// The journal outlives restarts and fail-overs of the server: what was under way fails, as unknown,
// and the next call finds a new connection.  It needs fsync on, and a synchronous standby where it is
// to survive the loss of the server.
//
// Beside the rules of package journal: a session's first version is the time in microseconds, so a
// session that was forgotten and comes back gets no version that was given before, as long as the
// server's clock does not go back by more than the retention (C1).
package postgres

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"atende/actors/journal"
)

// Options of a journal.  Zero values are replaced by the defaults.
type Options struct {
	// Now is the clock of ReceivedAt; it must be safe for concurrent use.  Default time.Now.  Leases
	// and holds go by the server's clock.
	Now func() time.Time
	// MaxPending bounds the waiting rows of the shards that the node owns, together with those it
	// accepted for others since the last Sweep; more are refused with journal.ErrFull.  Default 50 000.
	MaxPending int
	// Fresh is called when there was no journal in the database; nil: nobody is told.
	Fresh func()
}

const defaultMaxPending = 50_000

// The server's limits for the statements of each kind.
const (
	writeLimit = 2 * time.Second
	readLimit  = 2 * time.Second
	placeLimit = time.Second
)

// task is a statement of its own, or a greeting, which shares one with others.  It hands its answer over instead of
// writing it somewhere: whoever asked may be gone.
type task struct {
	run      func(context.Context, *pgx.Conn) (any, error)
	greeting *greeting // nil: run
}

// store is an open journal.
type store struct {
	now     func() time.Time
	own     journal.Ownership
	backlog *backlog
	links   []*link // of the lanes
	health  *health
	closing chan struct{}
	close   func()

	accepts     *lane[arrival, struct{}]
	activations *lane[loading, journal.Activation]
	commits     *lane[change, int64]
	rows        *lane[glance, []journal.Message]
	reads       *lane[task, any]
	sweeps      *lane[task, any] // alone, too: a node whose passes stop loses its lease (C10)
	tick        *lane[task, any] // the renewal of the lease alone
	places      *lane[task, any]
}

// Open opens the journal of a postgres:// URL and makes its tables if need be.  Its errors never
// repeat the URL.  ctx bounds the opening alone.
func Open(ctx context.Context, url string, options Options) (journal.Shared, error) {
	config, err := parse(url)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := prepare(ctx, config, options.Fresh); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	s := &store{
		now: options.Now, own: nobody{}, health: &health{}, closing: make(chan struct{}),
		backlog: newBacklog(cmp.Or(max(options.MaxPending, 0), defaultMaxPending)),
	}
	s.health.worked(s.now())
	s.start(func(limit time.Duration) *link {
		l := &link{config: config, limit: limit, now: options.Now}
		s.links = append(s.links, l)
		return l
	})
	s.close = sync.OnceFunc(s.stop)
	if err := s.muster(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// muster connects every lane, so that a node of a server without enough room does not join half.
func (s *store) muster(ctx context.Context) error {
	for _, l := range s.links {
		if err := l.open(ctx); err != nil {
			return fmt.Errorf("journal: a node needs %d connections: %w", len(s.links), scrub(err))
		}
	}
	return nil
}

// prepare brings the database to what this release needs.
func prepare(ctx context.Context, config *pgx.ConnConfig, fresh func()) error {
	conn, err := connect(ctx, config, openLimit)
	if err != nil {
		return scrub(err)
	}
	defer part(conn)
	var empty bool
	if err := conn.QueryRow(ctx, "select to_regclass('atende_migrations') is null").Scan(&empty); err != nil {
		return scrub(err)
	}
	if err := migrate(ctx, conn, migrations); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if empty && fresh != nil {
		fresh()
	}
	return settle(ctx, conn)
}

func (s *store) start(open func(time.Duration) *link) {
	s.accepts = newLane(plan[arrival, struct{}]{
		limit: writeLimit, run: insert, size: arrival.size, settled: s.arrived,
	}, open, s.health)
	s.commits = newLane(plan[change, int64]{
		limit: writeLimit, run: s.apply, size: change.size, key: change.key, settled: s.changed,
	}, open, s.health)
	s.activations = newLane(plan[loading, journal.Activation]{
		limit: writeLimit, run: s.load, key: loading.key, repeatable: true,
	}, open, s.health)
	s.rows = newLane(plan[glance, []journal.Message]{
		limit: readLimit, run: look, repeatable: true,
	}, open, nil)
	reads := alone(readLimit)
	reads.repeatable = true
	s.sweeps = newLane(reads, open, nil)
	s.reads = newLane(sharing(reads), open, nil)
	s.tick = newLane(alone(placeLimit), open, nil)
	s.places = newLane(alone(placeLimit), open, nil)
}

// alone is a lane of statements that share nothing.
func alone(limit time.Duration) plan[task, any] {
	return plan[task, any]{
		limit: limit, most: 1,
		run: func(ctx context.Context, db *pgx.Conn, asked []task) ([]result[any], error) {
			answer, err := asked[0].run(ctx, db)
			return []result[any]{{answer: answer}}, err
		},
	}
}

// ask runs a statement of its own on a lane.
func ask[A any](ctx context.Context, l *lane[task, any], statement func(context.Context, *pgx.Conn) (A, error)) (A, error) {
	answer, err := l.put(ctx, task{run: func(ctx context.Context, db *pgx.Conn) (any, error) { return statement(ctx, db) }})
	if err != nil {
		var none A
		return none, err
	}
	return answer.(A), nil
}

// affect runs a statement that returns nothing, and tells how many rows it changed.
func affect(ctx context.Context, l *lane[task, any], statement string, arguments ...any) (int, error) {
	return ask(ctx, l, func(ctx context.Context, db *pgx.Conn) (int, error) {
		done, err := db.Exec(ctx, statement, arguments...)
		return int(done.RowsAffected()), err
	})
}

// stop ends the lanes; those that take work in go first.
func (s *store) stop() {
	close(s.closing)
	for _, lane := range []interface{ close() }{s.accepts, s.activations, s.commits, s.rows, s.reads, s.sweeps, s.places, s.tick} {
		lane.close()
	}
}

// Close refuses new calls and flushes those that wait.
func (s *store) Close() error {
	s.close()
	return nil
}

// Own names what the node owns; see journal.Shared.
func (s *store) Own(own journal.Ownership) { s.own = own }

// nobody owns nothing: a process that has not said what is its own.
type nobody struct{}

func (nobody) Title(int) (journal.Title, bool) { return journal.Title{}, false }

// owned are the shards that are this node's now.
func (s *store) owned() []int16 {
	shards := make([]int16, 0, journal.Shards)
	for shard := range journal.Shards {
		if _, mine := s.own.Title(shard); mine {
			shards = append(shards, int16(shard))
		}
	}
	return shards
}

// milliseconds drops what a stored time does not keep.
func milliseconds(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// shardOf is the shard of a session, as the tables keep it.
func shardOf(sessionID string) int16 { return int16(journal.ShardOf(sessionID)) }
