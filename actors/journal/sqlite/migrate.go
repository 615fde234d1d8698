package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"atende/integrations/migrations"
)

// The migrations only add: a release reads what the one after it wrote.
//
//go:embed migrations/*.sql
var scripts embed.FS

func migrate(ctx context.Context, pool *sql.DB) error {
	files, err := fs.Sub(scripts, "migrations")
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := migrations.Up(ctx, pool, files); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}
