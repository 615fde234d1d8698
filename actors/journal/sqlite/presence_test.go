package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"atende/actors/journal"
)

// What is promised on a file without a name is gone with the process: so nothing is.
func TestFileIsMovedAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := open(t, path)
	defer closed(t, j)
	accept := func() error {
		return j.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m"})
	}
	if err := accept(); err != nil {
		t.Fatal(err)
	}
	elsewhere := path + ".moved"
	if err := os.Rename(path, elsewhere); err != nil {
		t.Fatal(err)
	}
	wantAdvice(t, accept(), "", "put it back, or restart")
	wantReady(t, j, false)
	if err := os.WriteFile(path, nil, 0o600); err != nil { // somebody else's
		t.Fatal(err)
	}
	wantAdvice(t, accept(), "", "put it back, or restart")
	if err := errors.Join(os.Remove(path), os.Rename(elsewhere, path)); err != nil {
		t.Fatal(err)
	}
	if err := accept(); err != nil {
		t.Errorf("back in its place: %v", err)
	}
	rows, err := j.Read(t.Context(), "s", 9)
	if err != nil || len(rows) != 2 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
