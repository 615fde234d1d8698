package claim

import (
	"errors"
	"fmt"
	"os"
)

// ErrLost says that a database was in use under this name and that its file is empty now, or gone without its log.  SQLite
// takes both for a new database, and deletes the log.
var ErrLost = errors.New(`restore a copy; to begin anew, move the file away together with its -wal, -shm and .lock ` +
	`(docs/runbook.md, "A database that is empty or gone")`)

// used is what PATH.lock holds once there was something in the database.
const used = "used\n"

// lost is why the file of this name is no new database although nothing is in it; nil where it is one, or has content.
func lost(name string, beside *os.File) error {
	info, err := os.Stat(name)
	gone := errors.Is(err, os.ErrNotExist)
	if err != nil && !gone || err == nil && info.Size() > 0 {
		return nil // what is wrong with it shows when it is opened
	}
	if log, err := os.Stat(name + "-wal"); err == nil && log.Size() > 0 {
		return fmt.Errorf("the file is empty or gone, but its log %s-wal is there: %w", name, ErrLost)
	}
	if gone {
		return nil // moved away on purpose, with all of it
	}
	if mark, err := beside.Stat(); err == nil && mark.Size() > 0 {
		return fmt.Errorf("the file is empty, and it was in use before: %w", ErrLost)
	}
	return nil
}

// Mark notes in PATH.lock that there is something in the file.  Without the note an emptied file is a new one, so that
// nothing depends on its being written.
func (c *Claim) Mark() {
	if info, err := c.file.Stat(); err == nil && info.Size() > 0 {
		_, _ = c.beside.WriteAt([]byte(used), 0)
	}
}
