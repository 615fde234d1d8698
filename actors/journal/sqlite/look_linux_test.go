package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"atende/actors/journal/sqlite"
)

// A look at a journal that can be made, that is there, and that this user may not write; it makes nothing itself.
func TestLook(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "journal.db")
	if about, err := sqlite.Look(path); err != nil || !strings.Contains(about, "can be made") {
		t.Errorf("%s, %v", about, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("it left %v, %v", left, err)
	}
	j, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil || j.Close() != nil {
		t.Fatal(err)
	}
	if about, err := sqlite.Look(path); err != nil || !strings.Contains(about, "can be written") {
		t.Errorf("%s, %v", about, err)
	}
	if _, err := sqlite.Look(folder); err == nil || !strings.Contains(err.Error(), "name a file") {
		t.Errorf("a folder: %v", err)
	}
	modes := func(mode os.FileMode, paths ...string) {
		for _, path := range paths {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	modes(0o444, path)
	modes(0o500, folder)
	if said := asStranger(t, path); !strings.Contains(said, "the folder") || !strings.Contains(said, "permission denied; it must be there and writable for this user") {
		t.Errorf("another's folder: %s", said)
	}
	modes(0o777, folder, filepath.Dir(folder))
	if said := asStranger(t, path); !strings.Contains(said, "the file") || !strings.Contains(said, "permission denied; it must be writable for this user") {
		t.Errorf("another's file: %s", said)
	}
}

// asStranger looks as a user who owns nothing, where this one may become another: root is refused nothing.
func asStranger(t *testing.T, path string) string {
	t.Helper()
	said := make(chan string)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with this goroutine, and nobody else becomes the stranger
		if os.Geteuid() == 0 {
			keep := ^uintptr(0)
			if _, _, failed := unix.RawSyscall(unix.SYS_SETRESUID, keep, 65534, keep); failed != 0 {
				said <- failed.Error()
				return
			}
		}
		about, err := sqlite.Look(path)
		said <- fmt.Sprint(about, err)
	}()
	return <-said
}
