package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// nodeConnections are those that a node takes (muster).
const nodeConnections = 8

// Sight is what a look at a database tells.
type Sight struct {
	// About is what was found, and Doubt, if there is one, why a node may not get on with it.
	About, Doubt string
	At           time.Time // by the server's clock
}

// Look tells whether Open could open the journal of a URL, without making or changing anything in it.  Its errors never
// repeat the URL.
func Look(ctx context.Context, url string) (s Sight, err error) {
	config, err := parse(url)
	if err != nil {
		return s, err
	}
	conn, err := connect(ctx, config, readLimit)
	if err != nil {
		return s, fmt.Errorf("%w: %s", scrub(err), adviceOn(err))
	}
	defer discard(conn)
	var version string
	var tables, creates bool
	var free, nodes int
	err = conn.QueryRow(ctx, `select current_setting('server_version'), clock_timestamp(), to_regclass('atende_migrations') is not null,
		coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
		current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
			- coalesce(current_setting('reserved_connections', true)::int, 0) - busy.all_of_them,
		busy.of_nodes
		from (select count(*) as all_of_them, count(*) filter (where application_name = 'atende' and pid <> pg_backend_pid()) as of_nodes
			from pg_stat_activity where backend_type = 'client backend') busy`).
		Scan(&version, &s.At, &tables, &creates, &free, &nodes)
	switch {
	case err != nil:
		return s, scrub(err)
	case !tables && !creates:
		return s, fmt.Errorf("this user may not make tables: grant create on the schema (PostgreSQL %s)", version)
	}
	s.About = fmt.Sprintf("PostgreSQL %s takes writes of this user", version)
	if !tables {
		s.About += "; the tables are made with the first start"
	}
	if free < nodeConnections && nodes < nodeConnections { // else those of a node that runs are among the busy ones
		s.Doubt = fmt.Sprintf("PostgreSQL has %d connections left, and a node takes %d: raise max_connections", max(free, 0), nodeConnections)
	}
	return s, nil
}

// adviceOn says what an operator can do where no connection came about.
func adviceOn(err error) string {
	for code, advice := range map[string]string{
		"28P01": "give ATENDE_DATABASE_URL the user and password that the server knows",
		"28000": "let this user in from this machine (pg_hba.conf)",
		"3D000": "make the database, or name another one in ATENDE_DATABASE_URL",
		"53300": "raise max_connections",
	} {
		if is(err, code) {
			return advice
		}
	}
	if strings.Contains(err.Error(), "refused TLS") {
		return "switch TLS on at the server; within a network of your own sslmode=disable and ATENDE_PLAINTEXT=database do without"
	}
	return "is the server up, and does this machine reach it?"
}
