package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// advise adds to an error of SQLite what the operator can do.
func advise(err error) error {
	var cause *sqlite.Error
	if !errors.As(err, &cause) {
		return err
	}
	advice, known := advices[cause.Code()&0xff] // without the extended code
	if !known {
		return err
	}
	return fmt.Errorf("%w: %s", err, advice)
}

const damaged = "the file is damaged: restore a copy, or move it away together with -wal and -shm and begin anew"

// advices by primary result code.
var advices = map[int]string{
	codes.SQLITE_NOTADB:   "if it was the journal, restore a copy; else move it away or name another file",
	codes.SQLITE_CORRUPT:  damaged,
	codes.SQLITE_READONLY: "the file, its folder or the disk is read-only: make them writable for this user",
	codes.SQLITE_CANTOPEN: "the file and its folder must be there and writable for this user",
	codes.SQLITE_FULL:     "the disk is full: make room",
	codes.SQLITE_IOERR:    "the disk fails: look at the messages of the system",
}
