package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atende/actors/journal/sqlite"
)

// backedUp runs `atende backup` as it would run in a shell.
func backedUp(t *testing.T, env environment, args ...string) (code int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = backupVerb(t.Context(), world{out: &stdout, err: &stderr, env: env.get}, args)
	return code, stdout.String(), stderr.String()
}

func TestBackupSettings(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "there.db")
	if err := os.WriteFile(file, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env  environment
		args []string
		says string
	}{
		"no place":                {nil, nil, "--to: is required"},
		"PostgreSQL":              {environment{"ATENDE_DATABASE_URL": "postgres://u:s3cret@h/db"}, []string{"--to", folder}, "pg_dump --format=custom"},
		"memory":                  {environment{"ATENDE_DATABASE_URL": "memory:"}, []string{"--to", folder}, "nothing to copy"},
		"another database":        {environment{"ATENDE_DATABASE_URL": "mysql://x"}, []string{"--to", folder}, "must begin with"},
		"a file that is there":    {nil, []string{"--to", file}, "overwrite nothing"},
		"one file for two":        {nil, []string{"--to", filepath.Join(folder, "new.db"), "--scheduling-database-url", "sqlite:s.db"}, "existing folder"},
		"a folder that is not":    {nil, []string{"--to", filepath.Join(folder, "missing") + "/"}, "--to: there is no folder " + filepath.Join(folder, "missing") + "/\n"},
		"a folder that is a file": {nil, []string{"--to", file + "/"}, "--to: there is no folder " + file + "/\n"},
		"a file in no folder":     {nil, []string{"--to", filepath.Join(folder, "missing", "a.db")}, "there is no folder " + filepath.Join(folder, "missing") + " for the new file a.db"},
		"a file in a file":        {nil, []string{"--to", filepath.Join(file, "a.db")}, "there is no folder " + file},
		"nothing but scheduling":  {nil, []string{"--to", folder, "--scheduling-only"}, "needs ATENDE_SCHEDULING_DATABASE_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errors := backedUp(t, c.env, c.args...)
			if code != exitUsage || out != "" || !strings.Contains(errors, c.says) || strings.Contains(errors, "s3cret") {
				t.Errorf("exit %d: %s%s", code, out, errors)
			}
		})
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != "kept" {
		t.Errorf("%q %v", kept, err)
	}
}

// Without a database there is no copy, and no database is made for it.
func TestBackupOfNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	code, _, errors := backedUp(t, nil, "--to", folder, "--database-url", "sqlite:"+filepath.Join(folder, "none.db"))
	if files, err := os.ReadDir(folder); code != exitFailure || !strings.Contains(errors, "journal: cannot read") || err != nil || len(files) > 0 {
		t.Errorf("exit %d: %s, %v %v", code, errors, files, err)
	}
}

// A copy is a file of the name that was given, unless that is a folder, and the output says which file.
func TestBackupNamesItsFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	journal := filepath.Join(folder, "atende.db")
	j, err := sqlite.Open(t.Context(), journal, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	copied := filepath.Join(folder, "backup")
	code, out, errors := backedUp(t, nil, "--to", copied, "--database-url", "sqlite:"+journal)
	if code != exitOK || errors != "" || !strings.HasPrefix(out, "journal: wrote the file "+copied+", ") {
		t.Fatalf("exit %d: %s%s", code, out, errors)
	}
	if info, err := os.Stat(copied); err != nil || !info.Mode().IsRegular() {
		t.Errorf("%v %v", info, err)
	}
	place := t.TempDir()
	code, out, _ = backedUp(t, nil, "--to", place+"/", "--database-url", "sqlite:"+journal)
	if prefix := "journal: wrote the file " + filepath.Join(place, "atende-"); code != exitOK || !strings.HasPrefix(out, prefix) {
		t.Errorf("exit %d: %s", code, out)
	}
}
