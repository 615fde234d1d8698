package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// claim locks PATH.lock for this journal and then creates the file at path if need be, readable by
// its owner alone because it holds what patients write.  The lock is what makes the counters in
// memory true: two processes on one file would each go by their own.  It ends with the process,
// however that dies; the lock file stays, since removing it would race with the next owner.
func claim(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("this is a folder or a device: name a file")
	}
	name := path
	if target, err := filepath.EvalSymlinks(path); err == nil { // two names of one file share one lock
		name = target
	}
	lock, err := os.OpenFile(name+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("in use by another process: %w", err), lock.Close())
	}
	if err := create(path); err != nil {
		return nil, errors.Join(fmt.Errorf("create: %w", err), lock.Close())
	}
	return lock, nil
}

// unclaim gives a lock back.  It says so and does not leave it to the closing, for a child of this process that was forked
// just now holds a copy of the file until its program begins.
func unclaim(lock *os.File) error {
	return errors.Join(unix.Flock(int(lock.Fd()), unix.LOCK_UN), lock.Close())
}

// create leaves an existing file untouched, even unopened: closing a file drops the locks that
// SQLite, elsewhere in this process, may hold on it.
func create(path string) error {
	created, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return created.Close()
}
