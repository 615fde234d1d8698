// Package claim gives a database's file to one process at a time, by whatever name it is opened.
//
// Two locks say so, and both are the kernel's (flock), so that they end with the process, however it dies: one of the file
// itself, which a symbolic link, a hard link and another path lead to likewise, and one of PATH.lock beside it, which
// releases before this one know and which also holds when somebody puts another file in the place of the first.
package claim

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"
)

// inode is a file, whatever it is called.
type inode struct{ device, number uint64 }

// ours are the files that this process holds.  One of them must not be opened and closed again: that would drop the locks
// that SQLite has on it (POSIX gives those of all its descriptors up with the first that is closed).
var (
	mu   sync.Mutex
	ours = map[inode]bool{}
)

// Claim is a file that nobody else has.
type Claim struct {
	beside *os.File // PATH.lock
	file   *os.File // the database itself
	inode  inode
}

// File claims the file at path, which is made if need be, readable by its owner alone.  The error is unix.EWOULDBLOCK
// where a process has it, this one or another.
func File(path string) (*Claim, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("this is a folder or a device: name a file")
	}
	name := path
	if target, err := filepath.EvalSymlinks(path); err == nil { // what a release before this one locks, and where SQLite has its log
		name = target
	}
	beside, err := os.OpenFile(name+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := lock(beside); err != nil {
		return nil, errors.Join(err, beside.Close())
	}
	c := &Claim{beside: beside}
	if err := lost(name, beside); err != nil {
		return nil, errors.Join(err, release(beside))
	}
	if err := c.take(path); err != nil {
		return nil, errors.Join(err, release(beside))
	}
	return c, nil
}

// take locks the file itself.
func (c *Claim) take(path string) error {
	mu.Lock()
	defer mu.Unlock()
	if known, err := inodeOf(path); err == nil && ours[known] {
		return inUse(unix.EWOULDBLOCK)
	}
	file, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	var status unix.Stat_t
	err = unix.Fstat(int(file.Fd()), &status)
	if err == nil {
		err = lock(file)
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	c.file, c.inode = file, of(status)
	ours[c.inode] = true
	c.Mark()
	return nil
}

// Release gives the file back; nothing of this process may have it open any more.
func (c *Claim) Release() error {
	mu.Lock()
	defer mu.Unlock()
	delete(ours, c.inode)
	c.Mark()
	return errors.Join(release(c.file), release(c.beside))
}

func inodeOf(path string) (inode, error) {
	var status unix.Stat_t
	err := unix.Stat(path, &status)
	return of(status), err
}

func of(status unix.Stat_t) inode {
	return inode{uint64(status.Dev), status.Ino} //nolint:unconvert // its type is another one on other systems
}

func lock(file *os.File) error {
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return inUse(err)
	}
	return nil
}

func inUse(err error) error { return fmt.Errorf("in use by another process: %w", err) }

// release unlocks a file and closes it.  It says so and does not leave it to the closing, for a child of this process that
// was forked just now holds a copy of the file until its program begins.
func release(file *os.File) error {
	return errors.Join(unix.Flock(int(file.Fd()), unix.LOCK_UN), file.Close())
}
