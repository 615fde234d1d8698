package sqlite

import (
	"errors"
	"fmt"
	"os"
)

// errMoved: the path names nothing, or another file.
var errMoved = errors.New("the file was moved, removed or replaced while it was open: put it back, or restart")

// presence knows the file that was opened.  Linux lets a process write to a file that has no name any more, and
// everything that is promised on it is gone with the process.
type presence struct {
	path   string
	opened os.FileInfo
}

func newPresence(path string) (presence, error) {
	opened, err := os.Stat(path)
	if err != nil {
		return presence{}, fmt.Errorf("presence: %w", err)
	}
	return presence{path: path, opened: opened}, nil
}

// check says whether the path still names the file.
func (p presence) check() error {
	now, err := os.Stat(p.path)
	if err != nil || !os.SameFile(p.opened, now) {
		return errMoved
	}
	return nil
}
