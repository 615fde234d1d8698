package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// restedFor is after how much rest a connection is looked at before its next use: a proxy or a
// restarted server may have closed it.
const restedFor = time.Second

// link is one connection, for one goroutine.  It is opened when it is needed, and again when it broke.
type link struct {
	config *pgx.ConnConfig
	limit  time.Duration // of a statement
	now    func() time.Time
	conn   *pgx.Conn // nil: none
	used   time.Time
	// failed is when no connection could be made last; nil since there is one.
	failed atomic.Pointer[failing]
}

// failing is a connection that could not be made.
type failing struct {
	at  time.Time
	why error
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

// ready sees to a connection that was alive a moment ago.
func (l *link) ready() error {
	ctx := context.Background()
	if l.conn != nil && l.now().Sub(l.used) > restedFor {
		ctx, cancel := context.WithTimeout(ctx, restedFor)
		defer cancel()
		if l.conn.Ping(ctx) != nil {
			l.drop()
		}
	}
	if l.conn != nil {
		return nil
	}
	return l.open(ctx)
}

// open makes a connection.
func (l *link) open(ctx context.Context) error {
	conn, err := connect(ctx, l.config, l.limit)
	if err != nil {
		l.failed.Store(&failing{l.now(), err})
		return err
	}
	l.conn, l.used = conn, l.now()
	l.failed.Store(nil)
	return nil
}

// failedFor is for how long a connection that could not be made says that the node is not ready; calls make
// it try again.
const failedFor = 5 * time.Second

// trouble is why calls of this kind fail just now, nil if they do not.
func (l *link) trouble() error {
	if f := l.failed.Load(); f != nil && l.now().Sub(f.at) < failedFor {
		return fmt.Errorf("journal: %w", scrub(f.why))
	}
	return nil
}

func (l *link) drop() {
	if l.conn != nil {
		discard(l.conn)
		l.conn = nil
	}
}

// close ends the connection.
func (l *link) close() {
	if l.conn != nil {
		part(l.conn)
		l.conn = nil
	}
}
