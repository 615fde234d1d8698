package postgres

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
)

// lender keeps connections that were parted with in good order.  A journal has nine, each a process of the server, whose
// start takes as much of a processor as a whole case of the suites.
type lender struct {
	mu   sync.Mutex
	idle map[string][]*pgx.Conn // by server and database
}

// Lend lets journals in schemas of their own (search_path) have the connections of those before them, as a new one would
// be; all others are really made.  The function that it returns ends them.
func Lend() (takeBack func()) {
	l := &lender{idle: map[string][]*pgx.Conn{}}
	obtain, finish = l.obtain, l.finish
	return func() {
		obtain, finish = pgx.ConnectConfig, ended
		for _, list := range l.idle {
			for _, conn := range list {
				ended(context.Background(), conn)
			}
		}
	}
}

func ended(ctx context.Context, conn *pgx.Conn) { _ = conn.Close(ctx) }

// place is whose connections a journal may have, "" for nobody's.
func place(config *pgx.ConnConfig) string {
	if config.RuntimeParams["search_path"] == "" || len(config.RuntimeParams) != 2 { // and the name of the application
		return ""
	}
	return fmt.Sprintf("%q %d %q %q %q", config.Host, config.Port, config.User, config.Database, config.RuntimeParams["application_name"])
}

func (l *lender) obtain(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	if conn := l.take(place(config)); conn != nil {
		// Client and server forget what was prepared, and the server the settings and locks.
		err := conn.DeallocateAll(ctx)
		if err == nil {
			_, err = conn.Exec(ctx, "discard all", pgx.QueryExecModeSimpleProtocol)
		}
		if err == nil {
			_, err = conn.Exec(ctx, "select set_config('search_path', $1, false)", pgx.QueryExecModeSimpleProtocol, config.RuntimeParams["search_path"])
		}
		if err == nil {
			return conn, nil
		}
		discard(conn)
	}
	return pgx.ConnectConfig(ctx, config)
}

func (l *lender) take(place string) (conn *pgx.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.idle[place]
	if n := len(list); n > 0 {
		conn, l.idle[place] = list[n-1], list[:n-1]
	}
	return conn
}

func (l *lender) finish(ctx context.Context, conn *pgx.Conn) {
	place := place(conn.Config())
	if place == "" || conn.IsClosed() || conn.PgConn().IsBusy() || conn.PgConn().TxStatus() != 'I' {
		ended(ctx, conn)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle[place] = append(l.idle[place], conn)
}
