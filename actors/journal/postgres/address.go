package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// connectLimit is how long a connection may take, unless the URL says otherwise (connect_timeout).
	connectLimit = 2 * time.Second
	// openLimit is for the statements of Open, which wait for those of other nodes.
	openLimit = time.Minute
)

var errAddress = errors.New("not a valid postgres URL")

// Check says whether Open can read the URL; nothing is asked of a server.  The error does not repeat it.
func Check(url string) error {
	_, err := parse(url)
	return err
}

// Exposed reports a URL by which something could be read on the way: a server beyond this machine that is spoken to
// without TLS, or where TLS is given up when the server has none (sslmode disable, allow, prefer, or none).
func Exposed(url string) bool {
	config, err := parse(url)
	if err != nil {
		return false // it cannot be opened
	}
	if config.TLSConfig == nil && !onThisMachine(config.Host) {
		return true
	}
	return slices.ContainsFunc(config.Fallbacks, func(f *pgconn.FallbackConfig) bool {
		return f.TLSConfig == nil && !onThisMachine(f.Host)
	})
}

// onThisMachine reports a host of the URL that no wire leads to.
func onThisMachine(host string) bool {
	if host == "" || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") { // sockets
		return true
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// parse reads the URL, whose pool_… settings are for programs that keep a pool.
func parse(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errAddress // the cause quotes the URL
	}
	for name := range config.RuntimeParams {
		if strings.HasPrefix(name, "pool_") {
			delete(config.RuntimeParams, name)
		}
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "atende"
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectLimit
	}
	if config.ValidateConnect == nil {
		// Of several hosts the one that takes writes, and none that does not.
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	config.DialFunc = dial
	return config, nil
}

// connecting marks the context of a connection that we want.
type connecting struct{}

var errNoCancel = errors.New("statements are never canceled")

// dial opens connections, except those for a cancel request, which the driver makes of its own when a
// connection breaks: PostgreSQL answers a canceled wait for its standby with success, and the row is
// gone after a fail-over.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	if ctx.Value(connecting{}) == nil {
		return nil, errNoCancel
	}
	dialer := net.Dialer{KeepAliveConfig: net.KeepAliveConfig{
		Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3,
	}}
	return dialer.DialContext(ctx, network, address)
}

// settings of a connection whose statements may take limit.  They are made by a statement, because
// proxies refuse them at the start.  Nothing holds a lock for longer than a second, not even a process
// that is paused; plans go by the primary keys, also while the tables are small and their statistics
// old, and are never compiled, which takes a tenth of a second.  Who has synchronous_commit off for other programs must not lose messages of ours.
func settings(limit time.Duration) string {
	return fmt.Sprintf(`set statement_timeout = %d;
set lock_timeout = '1s';
set idle_in_transaction_session_timeout = '1s';
set tcp_user_timeout = '3s';
set timezone = 'UTC';
set enable_seqscan = off;
set jit = off;
set plan_cache_mode = force_generic_plan;
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local');`,
		limit.Milliseconds())
}

// connect opens a connection whose statements may take statementLimit.
func connect(ctx context.Context, config *pgx.ConnConfig, statementLimit time.Duration) (*pgx.Conn, error) {
	limit := 2 * config.ConnectTimeout
	for range config.Fallbacks {
		limit += config.ConnectTimeout
	}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, connecting{}, true), limit)
	defer cancel()
	conn, err := obtain(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, settings(statementLimit), pgx.QueryExecModeSimpleProtocol); err != nil {
		discard(conn)
		return nil, err
	}
	return conn, nil
}

// Tests that open hundreds of journals hand their connections on from one to the next.
var (
	obtain = pgx.ConnectConfig
	finish = func(ctx context.Context, conn *pgx.Conn) { _ = conn.Close(ctx) }
)

// part ends a connection on which nothing is left, in good order if the server answers soon.
func part(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), restedFor)
	defer cancel()
	finish(ctx, conn)
}

// discard closes a connection, whatever state it is in, and waits until nothing of it is left.
func discard(conn *pgx.Conn) {
	_ = conn.PgConn().Conn().Close() // first: nothing is sent on it any more, so nothing can hang
	_ = conn.Close(context.Background())
	<-conn.PgConn().CleanupDone()
}
