package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"atende/actors/journal/store"
)

// database looks at the journal without opening it, which would make one.
func (d *doctor) database(ctx context.Context) []Finding {
	if d.DatabaseURL == "" {
		return nil
	}
	if folder := store.Folder(d.DatabaseURL); d.made(folder) {
		return one(OK, "database", "%s is not there yet: systemd makes it at the first start, and atende the journal in it", folder)
	}
	before := d.Now()
	sight, err := store.Look(ctx, d.DatabaseURL)
	switch {
	case err != nil:
		return one(Fail, "database", "%v", err)
	case !sight.At.IsZero():
		d.seen.hear("database", sight.At, before, d.Now())
	}
	if sight.Doubt != "" {
		return one(Warn, "database", "%s", sight.Doubt)
	}
	return one(OK, "database", "%s", sight.About)
}

// made reports a folder that is not there, and that the unit of the agent tells systemd to make (StateDirectory=).
func (d *doctor) made(folder string) bool {
	name, below := strings.CutPrefix(folder, d.Root+"/var/lib/")
	if _, err := os.Lstat(folder); !below || !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	for _, units := range []string{"/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"} { // the first one that has it
		unit, err := os.ReadFile(d.Root + units + "/atende.service")
		if err == nil {
			return slices.Contains(strings.Split(string(unit), "\n"), "StateDirectory="+name)
		}
	}
	return false
}

// Of a disk with the journal: below the first bound no message may be accepted any more, below the second it is time to look.
const (
	tooLittle = 64 << 20
	little    = 1 << 30
)

// disk looks how much room the journal has to grow.
func (d *doctor) disk(context.Context) []Finding {
	folder := store.Folder(d.DatabaseURL)
	if folder == "" {
		return nil
	}
	if d.made(folder) {
		folder = filepath.Dir(folder)
	}
	look := d.Free
	if look == nil {
		look = freeOf
	}
	free, size, err := look(folder)
	const mebi = 1 << 20
	switch {
	case err != nil:
		return one(Warn, "disk", "%s cannot be looked at: %v", folder, err)
	case free < tooLittle:
		return one(Fail, "disk", "%d of %d MiB are free at %s: make room, a full disk accepts no message", free/mebi, size/mebi, folder)
	case free < little:
		return one(Warn, "disk", "%d of %d MiB are free at %s: the journal of a busy clinic grows to some gigabytes", free/mebi, size/mebi, folder)
	default:
		return one(OK, "disk", "%d of %d MiB are free at %s", free/mebi, size/mebi, folder)
	}
}

// freeOf asks the system.
func freeOf(folder string) (free, size uint64, err error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, 0, err
	}
	block := uint64(s.Bsize) //nolint:gosec // it is never below zero
	return s.Bavail * block, s.Blocks * block, nil
}

// agent looks whether the agent runs already, and how it is.
func (d *doctor) agent(ctx context.Context) []Finding {
	if d.Listen == "" || d.Health == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	switch err := d.Health(ctx); {
	case errors.Is(err, syscall.ECONNREFUSED):
		return one(OK, "agent", "nobody listens at %s yet: atende serve can", d.Listen)
	case err != nil:
		return one(Fail, "agent", "something at %s is no agent that is well: %v; end it, or choose another ATENDE_LISTEN", d.Listen, err)
	}
	if err := d.Ready(ctx); err != nil {
		return one(Fail, "agent", "it runs at %s and is not ready (%v): its log says why, and docs/runbook.md what to do", d.Listen, err)
	}
	return one(OK, "agent", "it runs at %s and is ready", d.Listen)
}
