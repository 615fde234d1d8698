package logging

import (
	"io"
	"sync"
	"time"
)

const (
	// batchPause is how long lines wait for others, at most.
	batchPause = 100 * time.Millisecond
	// maxBatch is how many bytes wait, at most.
	maxBatch = 32 << 10
)

// Batch writes lines that come in quick succession together.  Under load a write for each line is a
// tenth of what a turn costs: it blocks a thread, and whoever reads the log is woken for each.  The
// first line after a pause goes out at once, those of the next 100 ms together; Flush lets them go
// earlier, which the loggers of this package ask for after each warning or error.  A process that is
// killed loses the lines that wait.
type Batch struct {
	out io.Writer

	mu      sync.Mutex
	waiting []byte
	timer   *time.Timer // runs for batchPause after each write, else nil
	closed  bool
}

// NewBatch writes to out.  Close ends it.
func NewBatch(out io.Writer) *Batch { return &Batch{out: out} }

// Write takes whole lines.  An error of out is told to one of the lines it concerns.
func (b *Batch) Write(lines []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, lines...)
	if b.timer != nil && len(b.waiting) < maxBatch {
		return len(lines), nil
	}
	if b.timer == nil && !b.closed {
		b.timer = time.AfterFunc(batchPause, b.tick)
	}
	return len(lines), b.flush()
}

// Flush writes what waits.
func (b *Batch) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.flush()
}

// Close writes what waits; later lines are written at once.
func (b *Batch) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
	return b.flush()
}

// tick writes what came during a pause; after one without a line the next goes out at once.
func (b *Batch) tick() {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.timer == nil: // closed meanwhile
	case len(b.waiting) == 0:
		b.timer = nil
	default:
		_ = b.flush() // there is nobody left to tell
		b.timer.Reset(batchPause)
	}
}

func (b *Batch) flush() error {
	if len(b.waiting) == 0 {
		return nil
	}
	_, err := b.out.Write(b.waiting)
	b.waiting = b.waiting[:0]
	return err
}
