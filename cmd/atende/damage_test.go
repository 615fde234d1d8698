package main

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pageSize is SQLite's.
const pageSize = 4096

// overwrite puts n random bytes into a file.
func overwrite(t *testing.T, path string, offset int64, n int) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	garbage := make([]byte, n)
	_, _ = rand.Read(garbage) // never fails
	if _, err := file.WriteAt(garbage, offset); err != nil {
		t.Fatal(err)
	}
}

// readOnly makes a folder read-only; false where that cannot be had.  For root the mode of a folder
// means nothing, so that it takes a mount.
func readOnly(t *testing.T, folder string) bool {
	t.Helper()
	if os.Getuid() != 0 {
		if err := os.Chmod(folder, 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(folder, 0o700) }) // so that it can be removed
		return true
	}
	if err := unix.Mount(folder, folder, "", unix.MS_BIND, ""); err != nil {
		t.Logf("no read-only disk: %v", err)
		return false
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	if err := unix.Mount("", folder, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	return true
}

// A journal that cannot be used ends the start with exit code 1 and one line that names the file:
// serving without it would mean a 202 for messages that are lost.
func TestDamagedDatabase(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, session := range []string{"s-1", "s-2", "s-3"} {
		h.says(session, "m", "oi")
		h.gateway.hears(session, "Clínica Boa Vida")
	}
	h.agent.stop()
	intact, err := os.ReadFile(strings.TrimPrefix(h.env["ATENDE_DATABASE_URL"], "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, path string)
	}{
		{"header", func(t *testing.T, path string) { overwrite(t, path, 0, 100) }},
		{"truncated", func(t *testing.T, path string) {
			if err := os.Truncate(path, int64(len(intact)/2)); err != nil {
				t.Fatal(err)
			}
		}},
		{"pages in the middle", func(t *testing.T, path string) { overwrite(t, path, 2*pageSize, 3*pageSize) }},
		{"pages at the end", func(t *testing.T, path string) { overwrite(t, path, int64(len(intact)-4*pageSize), 4*pageSize) }},
		{"another program's", func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}},
		{"a folder", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}},
		{"on a read-only disk", func(t *testing.T, path string) {
			if !readOnly(t, filepath.Dir(path)) {
				overwrite(t, path, 0, 100)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "atende.db")
			if err := os.WriteFile(path, intact, 0o600); err != nil {
				t.Fatal(err)
			}
			c.damage(t, path)
			code, says := h.refusedStart(map[string]string{"ATENDE_DATABASE_URL": "sqlite:" + path})
			if code != exitFailure || !strings.HasPrefix(says, "atende serve: journal "+path+": ") {
				t.Errorf("exit code %d, it says %q", code, says)
			}
		})
	}
}

// refusedStart runs an agent that cannot start, and returns its exit code and the one line it says.
func (h *house) refusedStart(set map[string]string) (code int, says string) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 20*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, "atende", "serve")
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.Env = []string{"HOME=" + h.t.TempDir()}
	for _, env := range []map[string]string{h.env, set} {
		for key, value := range env {
			command.Env = append(command.Env, key+"="+value)
		}
	}
	output, err := command.CombinedOutput()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	}
	if strings.Count(string(output), "\n") != 1 {
		h.t.Errorf("it says more than one line:\n%s", output)
	}
	return code, string(output)
}
