package private

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// evict ends a server of a former run whose data this is, and forgets the process number that it left:
// PostgreSQL does not start while anybody has that number.  The data must have no user left by then,
// its processes included; where that cannot be known (no /proc), PostgreSQL judges by itself.
func evict(ctx context.Context, data string) error {
	note := filepath.Join(data, "postmaster.pid")
	content, err := os.ReadFile(note)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, known := workingFolder("self"); !known {
		return nil
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err == nil && serves(strconv.Itoa(pid), data) {
		if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("end the server of a former run: %w", err)
		}
	}
	if err := vacated(ctx, data); err != nil {
		return err
	}
	if err := os.Remove(note); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// vacated waits until no process works in the data.
func vacated(ctx context.Context, data string) error {
	ctx, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	ticker := time.NewTicker(askEvery)
	defer ticker.Stop()
	for {
		user, err := tenant(data)
		if err != nil || user == "" {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("process %s of a former run still uses the data", user)
		case <-ticker.C:
		}
	}
}

// tenant is a process that works in the data, "" when there is none.
func tenant(data string) (string, error) {
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return "", err
	}
	for _, process := range processes {
		if serves(process.Name(), data) {
			return process.Name(), nil
		}
	}
	return "", nil
}

// serves reports whether the process is a server of these data: it works in their folder.
func serves(process, data string) bool {
	folder, known := workingFolder(process)
	return known && folder == data
}

// workingFolder is where a process works; it is not known of another account's, or without /proc.
func workingFolder(process string) (folder string, known bool) {
	folder, err := os.Readlink("/proc/" + process + "/cwd")
	return folder, err == nil
}
