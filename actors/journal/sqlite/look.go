package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// The head of an SQLite file: how it begins, and where the number of its application stands.
const (
	magic         = "SQLite format 3\x00"
	applicationAt = 68
	headSize      = 100
)

// Look tells whether Open could open the journal at path, as far as that can be seen without doing so: it makes no file,
// takes no lock and looks into nothing but the head.  It is for a process that has no journal open (claim.ours).
func Look(path string) (about string, err error) {
	folder := filepath.Dir(path)
	if err := unix.Faccessat(unix.AT_FDCWD, folder, unix.W_OK|unix.X_OK, unix.AT_EACCESS); err != nil {
		return "", fmt.Errorf("the folder %s: %w; it must be there and writable for this user (%d)", folder, err, os.Geteuid())
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("%s is not there yet, and can be made", path), nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is a folder or a device: name a file", path)
	}
	if err := unix.Faccessat(unix.AT_FDCWD, path, unix.R_OK|unix.W_OK, unix.AT_EACCESS); err != nil {
		return "", fmt.Errorf("the file %s: %w; it must be writable for this user (%d)", path, err, os.Geteuid())
	}
	if err := ours(path); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	about = fmt.Sprintf("%s can be written, it has %d kB", path, info.Size()/1000)
	if info.Mode().Perm()&readableByAll != 0 {
		about += fmt.Sprintf("; every user of this machine may read it: chmod 600 %[1]s*", path)
	}
	return about, nil
}

// readableByAll is in the mode of a file that others than its owner and group may read.  We make none such, but an operator may
// have, before the first start or with a copy.
const readableByAll = 0o004

// ours is an error for a file that is something else than a journal; an empty one may become one.
func ours(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(file, head)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return nil
	case err != nil, string(head[:len(magic)]) != magic:
		return errors.New("this is no database: name another file")
	case binary.BigEndian.Uint32(head[applicationAt:]) != applicationID:
		return errors.New("this is the database of another program: name another file")
	}
	return nil
}
