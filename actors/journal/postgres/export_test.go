package postgres

import (
	"context"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
)

// Statements are those that must go by the primary keys, with their names.
var Statements = map[string]string{
	"sweep": sweepRows, "read": readRows, "load": loadSessions, "commit": commitSessions, "insert": insertRows, "move": moveShard,
	"forget": forgetSessions, "ring": ringReminders,
	"note": commitNotes, "erase": eraseSession, "history": historyRows, "histories": allHistoryRows, "demand": demandRows,
	"look_at": lookAtSession, "sessions": nextSessions, "forget_entries": forgetEntries, "forget_demand": forgetDemand,
	"forget_accesses": forgetAccesses,
	"forget_contacts": forgetContacts,
	"note_contacts":   noteContacts,
	"contacts":        listContacts,
}

// Connect opens a connection as the journal does, for statements that may take limit.
func Connect(ctx context.Context, url string, limit time.Duration) (*pgx.Conn, error) {
	config, err := parse(url)
	if err != nil {
		return nil, err
	}
	return connect(ctx, config, limit)
}

// Migrate runs migrations of another release.
func Migrate(ctx context.Context, conn *pgx.Conn, files fs.FS) error {
	return migrate(ctx, conn, files)
}

// NodeConnections are those that a look counts on for a node.
const NodeConnections = nodeConnections
