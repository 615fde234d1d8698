package sealed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// maxText is the most that is read of a file or a command, in bytes.
	maxText = 64 << 10
	// fileEvery and commandEvery are how often a source is read again; a value with a key that is not known makes it
	// sooner, but not before filePause and commandPause.
	fileEvery, commandEvery = 10 * time.Second, 5 * time.Minute
	filePause, commandPause = time.Second, time.Minute
	// commandLimit is how long a command may take.
	commandLimit = 30 * time.Second
)

// Source is where the data keys are.  It is read again while nodes run: that is how keys are rotated.
type Source struct {
	read         func(context.Context) (string, error)
	every, pause time.Duration
	ring         atomic.Pointer[ring]
}

// FromFile reads the keys in a file.  The error does not repeat the path or anything of the file.
func FromFile(ctx context.Context, path string) (*Source, error) {
	return newSource(ctx, fileEvery, filePause, func(context.Context) (string, error) { return readFile(path) })
}

// FromCommand runs a command that prints keys as a file would have them, such as one that asks a key management
// service.  It is split at spaces, no shell is asked; what it writes to standard error goes nowhere.
func FromCommand(ctx context.Context, command string) (*Source, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, errors.New("names no command")
	}
	return newSource(ctx, commandEvery, commandPause, func(ctx context.Context) (string, error) { return run(ctx, words) })
}

func newSource(ctx context.Context, every, pause time.Duration, read func(context.Context) (string, error)) (*Source, error) {
	s := &Source{read: read, every: every, pause: pause}
	r, err := s.look(ctx)
	if err != nil {
		return nil, err
	}
	s.ring.Store(r)
	return s, nil
}

// look reads the keys.
func (s *Source) look(ctx context.Context) (*ring, error) {
	text, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	return parse(text)
}

func readFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", reasonOnly(err)
	}
	defer file.Close()
	return readText(file)
}

// reasonOnly leaves the path out: who gave the key itself for its path must not find it in the log.
func reasonOnly(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	return err
}

func readText(from io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxText+1))
	switch {
	case err != nil:
		return "", reasonOnly(err)
	case len(text) > maxText:
		return "", fmt.Errorf("it is longer than %d bytes", maxText)
	default:
		return string(text), nil
	}
}

// run is what a command prints.
func run(ctx context.Context, words []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.WaitDelay = time.Second
	out := &limited{}
	command.Stdout = out
	err := command.Run()
	failed, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("the command gave no answer: %w", ctx.Err())
	case exited && failed.Exited():
		return "", fmt.Errorf("the command ended with exit code %d", failed.ExitCode())
	case err != nil:
		return "", errors.New("the command does not run") // the cause repeats it
	}
	return out.String(), nil
}

// limited keeps what a command prints and refuses what is too much.
type limited struct{ strings.Builder }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxText {
		return 0, errors.New("too much")
	}
	return l.Builder.Write(p)
}
