// Package logging makes the process's one logger.  Nothing that identifies a patient may reach a
// log (contract, "Settings"); parts log codes, ids and numbers only, and this package is the net
// below them: whatever looks like a CPF, a phone number or a birth date is masked in messages,
// attributes and error texts, whoever wrote them, and the id of a chat session stands for itself only
// where it cannot be anybody's name or number (session.go).  Libraries log through slog's default logger or
// through package log, so the logger made here is installed as both.
package logging

import (
	"fmt"
	"io"
	"log/slog"
)

// Options say how to log.
type Options struct {
	Level  string // debug, info, warn or error
	Format string // json or text
	// Key is a secret that the nodes of a cluster share: a session whose id may say who the patient is has a name
	// in the log that only depends on the id and on this.
	Key string
}

// New is a scrubbing logger on out; towards a Batch it flushes after each warning or error.  The error names what is wrong with the options.
func New(out io.Writer, o Options) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.Level)); err != nil {
		return nil, fmt.Errorf("log level %q is not one of debug, info, warn, error", o.Level)
	}
	options := &slog.HandlerOptions{Level: level}
	masked := handler{namer: namer{key: []byte(o.Key)}}
	if batch, ok := out.(*Batch); ok {
		masked.flush = batch.Flush
	}
	switch o.Format {
	case "json":
		masked.next = slog.NewJSONHandler(out, options)
	case "text":
		masked.next = slog.NewTextHandler(out, options)
	default:
		return nil, fmt.Errorf("log format %q is not json or text", o.Format)
	}
	return slog.New(masked), nil
}
