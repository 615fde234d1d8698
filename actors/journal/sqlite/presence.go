package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

var (
	// errMoved: the path names nothing, or another file.
	errMoved = errors.New("the file was moved, removed or replaced while it was open: put it back, or restart with a copy in its place" + seeRunbook)
	// errCut: the file lost its end, or all of it.
	errCut = errors.New("the file was emptied or cut off while it was open: stop, and restore a copy" + seeRunbook)
)

const seeRunbook = ` (docs/runbook.md, "A database that is empty or gone")`

// rescueLimit bounds the copy of a file that lost its name; nothing is accepted meanwhile, as before and after it.
const rescueLimit = time.Minute

// presence knows the file that was opened.  Linux lets a process write to a file that has no name any more, and
// everything that is promised on it is gone with the process; and SQLite goes on with a file that was emptied as long as its
// log and its memory have the pages.
type presence struct {
	path   string
	opened os.FileInfo
	mu     sync.Mutex // from looking at a size to remembering it
	size   int64      // the largest that was seen: a journal never shrinks
	saved  string     // where its content is, in words, once it lost its name
}

func newPresence(path string) (*presence, error) {
	opened, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("presence: %w", err)
	}
	return &presence{path: path, opened: opened, size: opened.Size()}, nil
}

// check says whether the path still names the file, and whether the file still is as long as it was.
func (p *presence) check() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, err := os.Stat(p.path)
	if err != nil || !os.SameFile(p.opened, now) {
		return fmt.Errorf("%w%s", errMoved, p.saved)
	}
	if now.Size() < p.size {
		return errCut
	}
	p.size = now.Size()
	return nil
}

// rescue is check, and copies what an open connection still reaches of a file that lost its name, once, beside where it was:
// with the process it would be gone, and its log with the next start.  It is for the goroutine that has the connection.
func (p *presence) rescue(c *connection) error {
	err := p.check()
	if c == nil || p.saved != "" || !errors.Is(err, errMoved) {
		return err
	}
	copied, err := dump(c, p.path)
	said := "; what it held is in " + copied
	if err != nil {
		said = fmt.Sprintf("; what it held could not be saved (%v) and is gone when this process ends", err)
	}
	p.mu.Lock()
	p.saved = said
	p.mu.Unlock()
	return p.check()
}

// maxSaved is how many copies may lie beside a file, of as many accidents.
const maxSaved = 9

// dump copies the database to a new file beside its place, readable by its owner alone, and returns the name of it.
func dump(c *connection, path string) (to string, err error) {
	var file *os.File
	for n := 1; n <= maxSaved && file == nil; n++ {
		to = fmt.Sprintf("%s.saved%d", path, n)
		file, err = os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), rescueLimit)
	defer cancel()
	if _, err := c.conn.ExecContext(ctx, "vacuum into ?", to); err != nil {
		return "", errors.Join(err, file.Close(), os.Remove(to))
	}
	return to, errors.Join(file.Sync(), file.Close())
}

// keepLog runs a function that closes the last connection so that SQLite does not fold its log into a file that was emptied,
// which would make half a database of it: it leaves the log alone where the file is not at its place.
func (p *presence) keepLog(closing func() error) error {
	if !errors.Is(p.check(), errCut) {
		return closing()
	}
	path, err := filepath.EvalSymlinks(p.path) // where SQLite looks
	if err != nil {
		return errors.Join(err, closing())
	}
	aside := path + ".cut"
	if err := os.Rename(path, aside); err != nil {
		return errors.Join(err, closing())
	}
	return errors.Join(closing(), os.Rename(aside, path))
}
