package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"atende/cmd/internal/backup"
)

var backupPage = page{verb: "backup", about: `
Copies the journal, and with --scheduling-database-url the database of the scheduling API, while they are in use.
A copy is complete and checked when it appears under its name; it overwrites nothing.  The journal is copied
first, so that every appointment it knows of is in the other copy, too.

To restore: stop the processes, put the copies into an empty folder, name them in ATENDE_DATABASE_URL and
ATENDE_SCHEDULING_DATABASE_URL, start again.  Never put a copy beside the -wal and -shm files of another database.
A PostgreSQL database is copied by pg_dump.`}

// backupSettings are those of `atende backup`.
type backupSettings struct {
	journal        string // URL
	scheduling     string // URL, "" for none
	to             string
	schedulingOnly bool
	json           bool
}

// backupCopy is a copy that was made.
type backupCopy struct {
	Kind    backup.Kind `json:"kind"`
	File    string      `json:"file"`
	Bytes   int64       `json:"bytes"`
	Seconds float64     `json:"seconds"`
}

func (s *backupSettings) table() []setting {
	return []setting{
		{flag: "to", required: true, help: "an existing folder, in which the copies get names with the time, or the name of a new file for a single copy",
			set: text(&s.to)},
		{variable: "ATENDE_DATABASE_URL", def: "sqlite:atende.db", help: "the journal of atende serve, sqlite:PATH",
			set: copied(&s.journal)},
		{variable: "ATENDE_SCHEDULING_DATABASE_URL", help: "the database of atende scheduling, sqlite:PATH; without it the journal alone is copied",
			set: copied(&s.scheduling)},
		{flag: "scheduling-only", def: "false", toggle: true, help: "leave the journal out",
			set: yesNo(&s.schedulingOnly)},
		jsonRow(&s.json, "print the copies as JSON"),
	}
}

// copied takes the address of any database that atende may have.  Those that cannot be copied are told by
// verify, because a setting that is not used does no harm.
func copied(target *string) func(string) error {
	return store(target, "sqlite:", "memory:", "postgres://", "postgresql://")
}

// backupTask is one copy to be made.
type backupTask struct {
	kind     backup.Kind
	from, to string
}

// plan says what to copy where, and finds what single rows cannot see.
func (s *backupSettings) plan(now time.Time) ([]backupTask, error) {
	var tasks []backupTask
	var problems []error
	add := func(kind backup.Kind, name, variable, address string) {
		from, sqlite := strings.CutPrefix(address, "sqlite:")
		switch {
		case sqlite:
			tasks = append(tasks, backupTask{kind: kind, from: from, to: name + now.UTC().Format("-20060102T150405Z.db")})
		case address == "memory:":
			problems = append(problems, fmt.Errorf("%s: memory: has nothing to copy", variable))
		default:
			problems = append(problems, fmt.Errorf("%s: is in PostgreSQL, copy it with: pg_dump --format=custom --file=FILE --dbname=URL", variable))
		}
	}
	if !s.schedulingOnly {
		add(backup.Journal, "atende", "ATENDE_DATABASE_URL", s.journal)
	}
	if s.scheduling != "" {
		add(backup.Scheduling, "scheduling", "ATENDE_SCHEDULING_DATABASE_URL", s.scheduling)
	} else if s.schedulingOnly {
		problems = append(problems, errors.New("--scheduling-only: needs ATENDE_SCHEDULING_DATABASE_URL"))
	}
	return tasks, errors.Join(append(problems, s.place(tasks))...)
}

// place gives the copies their paths.
func (s *backupSettings) place(tasks []backupTask) error {
	info, err := os.Stat(s.to)
	switch {
	case err == nil && info.IsDir():
		for i := range tasks {
			tasks[i].to = filepath.Join(s.to, tasks[i].to)
		}
	case len(tasks) > 1:
		return errors.New("--to: must be an existing folder for more than one copy")
	case strings.HasSuffix(s.to, "/"):
		return fmt.Errorf("--to: there is no folder %s", s.to)
	case err == nil:
		return fmt.Errorf("--to: %w", backup.ErrExists)
	case !isFolder(filepath.Dir(s.to)):
		return fmt.Errorf("--to: there is no folder %s for the new file %s", filepath.Dir(s.to), filepath.Base(s.to))
	case len(tasks) == 1:
		tasks[0].to = s.to
	}
	return nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// backupVerb is `atende backup`.
func backupVerb(ctx context.Context, w world, args []string) int {
	var s backupSettings
	if err := backupPage.read(s.table(), w, args); err != nil {
		return refuse(w, "backup", err)
	}
	tasks, err := s.plan(time.Now())
	if err != nil {
		return refuse(w, "backup", err)
	}
	copies := []backupCopy{}
	for _, task := range tasks {
		begun := time.Now()
		working := w.wait("backup", "copying the database of the "+string(task.kind))
		size, err := backup.Copy(ctx, task.kind, task.from, task.to)
		working.end()
		if err != nil {
			return fail(w, "backup", fmt.Errorf("%s: %w", task.kind, err))
		}
		took := time.Since(begun).Round(time.Millisecond)
		copies = append(copies, backupCopy{task.kind, task.to, size, took.Seconds()})
		if !s.json {
			fmt.Fprintf(w.out, "%s: wrote the file %s, %d bytes in %v\n", task.kind, task.to, size, took)
		}
	}
	if !s.json {
		return exitOK
	}
	if err := writeJSON(w.out, map[string]any{"copies": copies}); err != nil {
		return fail(w, "backup", err)
	}
	return exitOK
}
