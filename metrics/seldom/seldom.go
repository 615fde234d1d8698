// Package seldom keeps lines of the log from being as many as strangers want: of each kind the first ones stand there at once,
// then one now and then, which says how many were left out.
package seldom

import (
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// The bounds of one kind: the first lines at once, so that whoever looks sees whom it is about, then six a minute, which are
// some 2 MB a day.
const (
	burst = 20
	every = 10 * time.Second
)

// maxKinds bounds what is told apart; what is of more kinds is of one together.
const maxKinds = 64

// Lines decides which lines stand in the log.  It is safe for concurrent use; the zero value goes by the real clock.
type Lines struct {
	// Now is the clock; nil: the real one.
	Now func() time.Time

	mu    sync.Mutex
	kinds map[string]*kind
}

type kind struct {
	budget  *rate.Limiter
	leftOut int
}

// Take says whether a line of a kind stands in the log.  The attribute belongs to the line: how many of its kind were left out
// since the one before, and nothing where none were.  What is left out last is told by the next one that comes; counters, which
// leave nothing out, have it at once.
func (l *Lines) Take(name string) (leftOut slog.Attr, stands bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.of(name)
	if !k.budget.AllowN(l.now(), 1) {
		k.leftOut++
		return slog.Attr{}, false
	}
	if k.leftOut > 0 {
		leftOut = slog.Int("left_out", k.leftOut)
		k.leftOut = 0
	}
	return leftOut, true
}

func (l *Lines) of(name string) *kind {
	if l.kinds == nil {
		l.kinds = map[string]*kind{}
	}
	if l.kinds[name] == nil && len(l.kinds) >= maxKinds {
		name = ""
	}
	if l.kinds[name] == nil {
		l.kinds[name] = &kind{budget: rate.NewLimiter(rate.Every(every), burst)}
	}
	return l.kinds[name]
}

func (l *Lines) now() time.Time {
	if l.Now == nil {
		return time.Now()
	}
	return l.Now()
}
