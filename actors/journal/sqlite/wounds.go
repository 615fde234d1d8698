package sqlite

import (
	"errors"
	"sync"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// maxWounds is how many sessions on damaged pages are told apart; beyond that the file counts as lost.
const maxWounds = 1000

// wounds are the sessions whose pages turned out to be damaged.  A file does not heal: what was seen once stays
// until a start with another file.
type wounds struct {
	mu       sync.Mutex
	sessions map[string]error
	first    error
}

// heed looks for damage in the error of a call for a session, and returns the error with advice then.
func (w *wounds) heed(sessionID string, err error) error {
	if !isDamage(err) {
		return err
	}
	err = advise(err)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first == nil {
		w.first, w.sessions = err, map[string]error{}
	}
	if len(w.sessions) < maxWounds {
		w.sessions[sessionID] = err
	}
	return err
}

// of is why nothing can be promised to a session, nil if it can.
func (w *wounds) of(sessionID string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.sessions) == maxWounds {
		return w.first
	}
	return w.sessions[sessionID]
}

// count is how many sessions are told apart.
func (w *wounds) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.sessions)
}

// any is the first damage that was seen.
func (w *wounds) any() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.first
}

func isDamage(err error) bool {
	var cause *sqlite.Error
	if !errors.As(err, &cause) {
		return false
	}
	code := cause.Code() & 0xff
	return code == codes.SQLITE_CORRUPT || code == codes.SQLITE_NOTADB
}
