package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"atende/actors/journal/sealed"
)

// dataKeys is where the key is that encrypts the journal.
type dataKeys struct{ file, command string }

func (s *dataKeys) table() []setting {
	return []setting{
		{variable: "ATENDE_DATA_KEY_FILE", help: "file with keys that encrypt what the journal holds of patients: 32 bytes in base64 a line, the first writes, all read; read again every 10s (empty: the journal is in the clear)",
			set: text(&s.file)},
		{variable: "ATENDE_DATA_KEY_COMMAND", help: "instead of the file: a command that prints the same, such as one that asks a key management service; split at spaces, no shell; run again every 5m",
			set: text(&s.command)},
	}
}

// exposed reports a file that everybody on the machine can read.
func (s *dataKeys) exposed() bool {
	if s.file == "" {
		return false
	}
	about, err := os.Stat(s.file)
	return err == nil && about.Mode().Perm()&0o004 != 0
}

// load reads the keys; nil for none.
func (s *dataKeys) load(ctx context.Context) (*sealed.Source, error) {
	var source *sealed.Source
	var err error
	label := "ATENDE_DATA_KEY_FILE"
	switch {
	case s.file != "" && s.command != "":
		return nil, errors.New("ATENDE_DATA_KEY_FILE and ATENDE_DATA_KEY_COMMAND are both set, one is enough")
	case s.file != "":
		source, err = sealed.FromFile(ctx, s.file)
	case s.command != "":
		label = "ATENDE_DATA_KEY_COMMAND"
		source, err = sealed.FromCommand(ctx, s.command)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", label, err)
	}
	return source, nil
}
