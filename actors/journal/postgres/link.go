package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// restedFor is after how much rest a connection is looked at before its next use: a proxy or a
	// restarted server may have closed it.
	restedFor = time.Second
	// idleFor is how often an idle connection is looked at: a lane that lost its last one is to get
	// another before it needs it.
	idleFor = 5 * time.Second
	// The pause after a connection that could not be made doubles from the first to the last.
	firstPause = 50 * time.Millisecond
	lastPause  = time.Second
)

// link is one connection, for one goroutine.  It is opened when it is needed, and again when it broke.
type link struct {
	config *pgx.ConnConfig
	limit  time.Duration // of a statement
	now    func() time.Time
	crew   *crew
	conn   *pgx.Conn // nil: none
	used   time.Time
	pause  time.Duration // after the next failure to connect
}

// do runs one statement, or a batch of them, on the connection.  Nobody's context ends it: its results
// belong to several callers, and it must not be canceled.  The server's limit ends it, and where
// nothing is heard from the server, a quarter more of that: a renewal has to find another connection
// within its lease.
func (l *link) do(statement func(context.Context, *pgx.Conn) error) error {
	if err := l.ready(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), l.limit+l.limit/4)
	defer cancel()
	err := statement(ctx, l.conn)
	l.used = l.now()
	if err != nil && (spent(err) && !errors.Is(err, errUnwanted) || l.conn.IsClosed()) {
		l.drop()
	}
	return err
}

// ready sees to a connection that was alive a moment ago.  It makes none while another worker of the
// lane has one: errElsewhere.
func (l *link) ready() error {
	l.look()
	if l.conn != nil {
		return nil
	}
	if !l.crew.leads(l) {
		return errElsewhere
	}
	err := l.connect(context.Background())
	if err != nil && l.crew.refused(err) {
		l.pause = firstPause
	}
	return err
}

// look drops a connection that is dead, if it was not used just now.
func (l *link) look() {
	if l.conn == nil || l.now().Sub(l.used) <= restedFor {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), restedFor)
	defer cancel()
	if l.conn.Ping(ctx) != nil {
		l.drop()
		return
	}
	l.used = l.now()
}

// connect makes the connection.
func (l *link) connect(ctx context.Context) error {
	conn, err := connect(ctx, l.config, l.limit)
	if err != nil {
		l.pause = min(max(2*l.pause, firstPause), lastPause)
		return err
	}
	l.conn, l.used, l.pause = conn, l.now(), 0
	l.crew.opened(l)
	return nil
}

// extra makes a connection beside those of the other workers.
func (l *link) extra() error { return l.connect(context.Background()) }

// wait is how long to leave the link alone while nothing is to be done: until the next look, or the next
// try to connect, which differs between links so that they do not come all at once.
func (l *link) wait() time.Duration {
	if l.conn != nil {
		return idleFor
	}
	return l.pause/2 + rand.N(l.pause/2+1)
}

func (l *link) drop() {
	if l.conn != nil {
		discard(l.conn)
		l.conn = nil
		l.crew.dropped()
	}
}

// yield closes the connection when another lane has none and this lane has more.
func (l *link) yield() {
	if l.conn != nil && l.crew.yields() {
		l.end()
	}
}

// close ends the connection in good order, if the server answers soon.
func (l *link) close() {
	if l.conn != nil {
		l.end()
		l.crew.dropped()
	}
}

func (l *link) end() {
	ctx, cancel := context.WithTimeout(context.Background(), restedFor)
	defer cancel()
	_ = l.conn.Close(ctx) // there is nothing left on it
	l.conn = nil
}
