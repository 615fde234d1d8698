package logging

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// writes notes each write by itself.
type writes struct {
	mu  sync.Mutex
	all []string
	err error
}

func (w *writes) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, string(p))
	return len(p), w.err
}

func (w *writes) check(t *testing.T, want ...string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Equal(w.all, want) {
		t.Errorf("written %q, want %q", w.all, want)
	}
}

func say(t *testing.T, b *Batch, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if n, err := b.Write([]byte(line)); n != len(line) || err != nil {
			t.Errorf("%q: %d, %v", line, n, err)
		}
	}
}

func TestBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out writes
		b := NewBatch(&out)
		say(t, b, "a\n", "b\n", "c\n")
		out.check(t, "a\n")
		time.Sleep(batchPause + time.Millisecond)
		out.check(t, "a\n", "b\nc\n")
		say(t, b, "d\n") // within the next pause
		time.Sleep(batchPause)
		out.check(t, "a\n", "b\nc\n", "d\n")
		time.Sleep(2 * batchPause)
		say(t, b, "e\n", "f\n")
		out.check(t, "a\n", "b\nc\n", "d\n", "e\n")
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		say(t, b, "g\n", "h\n")
		time.Sleep(time.Second)
		out.check(t, "a\n", "b\nc\n", "d\n", "e\n", "f\n", "g\n", "h\n")
	})
}

func TestBatchIsBounded(t *testing.T) {
	var out writes
	b := NewBatch(&out)
	defer b.Close()
	line := strings.Repeat("x", maxBatch/2)
	say(t, b, "a", line, line)
	out.check(t, "a", line+line)
}

// What went wrong is not held back, whatever was derived from the logger.
func TestWarningsFlush(t *testing.T) {
	var out writes
	b := NewBatch(&out)
	defer b.Close()
	log, err := New(b, Options{Level: "info", Format: "text"})
	if err != nil {
		t.Fatal(err)
	}
	log = log.With("node", "n").WithGroup("g")
	log.Info("first")
	log.Info("second")
	log.Warn("bad", "k", 1)
	if len(out.all) != 2 || !strings.Contains(out.all[1], "second") || !strings.Contains(out.all[1], "bad") {
		t.Errorf("written %q", out.all)
	}
}

func TestBatchTellsErrors(t *testing.T) {
	broken := errors.New("broken")
	b := NewBatch(&writes{err: broken})
	defer b.Close()
	if _, err := b.Write([]byte("a\n")); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
