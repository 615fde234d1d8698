package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// transaction is the writer's running transaction, as the writes of a batch see it.
type transaction struct {
	*connection
	ctx context.Context
	changes
	pending    int // waiting rows when it commits
	maxPending int
	wrote      bool  // something changed
	proof      bool  // that the disk has room again
	erased     bool  // the log must be emptied
	floor      int64 // new sessions begin above it: the highest version of one that was forgotten
}

// say runs a pragma that changes the file.
func (t *transaction) say(pragma string) error {
	if _, err := t.conn.ExecContext(t.ctx, pragma); err != nil {
		return fmt.Errorf("execute: %w", err)
	}
	t.wrote = true
	return nil
}

// change runs a prepared statement and returns how many rows it changed.
func (t *transaction) change(s *sql.Stmt, arguments ...any) (int64, error) {
	result, err := s.ExecContext(t.ctx, arguments...)
	if err != nil {
		return 0, fmt.Errorf("execute: %w", err)
	}
	changed, err := result.RowsAffected()
	t.wrote = t.wrote || changed > 0
	return changed, err
}
