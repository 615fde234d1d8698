package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"atende/actors/journal"
	"atende/actors/journal/sqlite"
)

// childVariable tells a process of this test binary that it is one that may limit itself.
const childVariable = "ATENDE_TEST_JOURNAL_CHILD"

// inChild runs the calling test in a process of its own, so that it can limit what the process may
// do; it reports whether this is that process.
func inChild(t *testing.T) bool {
	t.Helper()
	if os.Getenv(childVariable) != "" {
		return true
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), program, "-test.run=^"+t.Name()+"$", "-test.timeout=60s")
	command.Env = append(os.Environ(), childVariable+"=1")
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return false
}

// limitFiles lets no file grow beyond size bytes, as a full disk would; 0 stops all writing, as a
// disk that became read-only.
func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: unix.RLIM_INFINITY}); err != nil {
		t.Fatal(err)
	}
}

// J4: a disk that is full or takes no writes any more answers every Accept with an error, is not
// ready, and both end by themselves when there is room again.  What was accepted is there, nothing
// else is.
func TestDiskTakesNoMoreWrites(t *testing.T) {
	if !inChild(t) {
		return
	}
	for name, size := range map[string]uint64{"full": 200_000, "read-only": 0} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal.db")
			var now atomic.Int64
			clock := func() time.Time { return time.UnixMilli(now.Add(2000)).UTC() } // every call may probe
			j, err := sqlite.Open(t.Context(), path, sqlite.Options{Now: clock})
			if err != nil {
				t.Fatal(err)
			}
			accepted := flood(t, j, "before", 20)
			wantReady(t, j, true)

			limitFiles(t, size)
			during := flood(t, j, "during", 400)
			if during == 400 {
				t.Fatal("the limit did not work")
			}
			accepted += during
			wantReady(t, j, false)

			limitFiles(t, unix.RLIM_INFINITY)
			wantReady(t, j, true) // without traffic
			if got := flood(t, j, "after", 20); got != 20 {
				t.Errorf("%d of 20 messages were accepted with room again", got)
			}
			accepted += 20
			for range 2 {
				if got := j.Pending(); got != accepted {
					t.Errorf("%d rows, %d were accepted", got, accepted)
				}
				closed(t, j)
				j = open(t, path)
			}
			closed(t, j)
		})
	}
}

// flood offers n messages of 2 kB at once and returns how many were accepted.
func flood(t *testing.T, j journal.Journal, name string, n int) int {
	t.Helper()
	var accepted atomic.Int64
	var all errgroup.Group
	for i := range n {
		all.Go(func() error {
			err := j.Accept(t.Context(), journal.Incoming{SessionID: fmt.Sprint("s", i), MessageID: name, Body: make([]byte, 2000)})
			if err == nil {
				accepted.Add(1)
			}
			return nil
		})
	}
	_ = all.Wait() // each has its own result
	return int(accepted.Load())
}

func wantReady(t *testing.T, j journal.Journal, want bool) {
	t.Helper()
	if err := j.(journal.Checker).Ready(t.Context()); (err == nil) != want {
		t.Errorf("Ready says %v, want ready: %t", err, want)
	}
}

// A file or folder that cannot be written is a refusal at the start, not a failure of the first
// message.
func TestReadOnlyFiles(t *testing.T) {
	for name, deny := range map[string]func(path string) error{
		"file": func(path string) error { return os.Chmod(path, 0o400) },
		"folder": func(path string) error {
			return errors.Join(os.Remove(path+".lock"), os.Chmod(filepath.Dir(path), 0o500))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal.db")
			closed(t, open(t, path))
			if err := deny(path); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = os.Chmod(filepath.Dir(path), 0o700) }() // so that it can be removed
			says := map[string]string{"file": "make them writable", "folder": "permission denied"}[name]
			if got := openAsAnybody(t, path); !strings.Contains(got, path) || !strings.Contains(got, says) {
				t.Errorf("got %q, want the path and %q", got, says)
			}
		})
	}
}

// openerVariable makes the test binary a process that opens the journal at its value and prints the
// error.
const openerVariable = "ATENDE_TEST_JOURNAL_OPENER"

// openAsAnybody opens a journal in a process that has no right to ignore the modes of files, even
// when root runs the tests, and returns what it printed.
func openAsAnybody(t *testing.T, path string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var output []byte
	started := make(chan error)
	go func() {
		// The right leaves this thread for good; it ends with its goroutine.
		runtime.LockOSThread()
		if os.Geteuid() == 0 {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, unix.CAP_DAC_OVERRIDE, 0, 0, 0); err != nil {
				started <- err
				return
			}
		}
		command := exec.CommandContext(t.Context(), program)
		command.Env = append(os.Environ(), openerVariable+"="+path)
		var err error
		output, err = command.CombinedOutput()
		started <- err
	}()
	if err := <-started; err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return string(output)
}

// opener is that process.
func opener(path string) error {
	j, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err == nil {
		err = errors.Join(errors.New("opened"), j.Close())
	}
	return err
}
