package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	// silentFor is how long a verb works before it says so.
	silentFor = 2 * time.Second
	// tellAgain is the time between two such lines, which overwrite each other.
	tellAgain = 500 * time.Millisecond
)

// waiting tells whoever looks at a terminal that a verb is still at work, and how far it is.
type waiting struct {
	out   io.Writer
	label string
	quiet time.Duration
	begun time.Time
	done  chan struct{}
	once  sync.Once // ends it
	over  sync.WaitGroup

	mu   sync.Mutex
	far  string // how far it is, "" where only the time is known
	wide int    // characters of the line that is shown
}

// wait begins to tell once the verb has worked for two seconds, on standard error if that is a terminal; end ends it.  The
// line is plain text, without colours, so that NO_COLOR has nothing to switch off.
func (w world) wait(verb, what string) *waiting {
	p := &waiting{out: w.err, label: "atende " + verb + ": " + what, begun: time.Now(), quiet: cmp.Or(w.quiet, silentFor), done: make(chan struct{})}
	if isTerminal(w.err) {
		p.over.Go(p.tell)
	}
	return p
}

// say notes how far the verb is.
func (p *waiting) say(format string, values ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far = ", " + fmt.Sprintf(format, values...)
}

// of is say for so many of all.
func (p *waiting) of(done, all int) { p.say("%d of %d", done, all) }

// line prints a line that stays.
func (p *waiting) line(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write("")
	fmt.Fprintln(p.out, text)
}

// end takes the line away again.
func (p *waiting) end() {
	p.once.Do(func() { close(p.done) })
	p.over.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write("")
}

func (p *waiting) tell() {
	timer := time.NewTimer(p.quiet)
	defer timer.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-timer.C:
		}
		p.mu.Lock()
		p.write(fmt.Sprintf("%s%s, %d s", p.label, p.far, int(time.Since(p.begun).Seconds())))
		p.mu.Unlock()
		timer.Reset(tellAgain)
	}
}

// write puts a line in the place of the one before; mu is held.
func (p *waiting) write(line string) {
	wide := len([]rune(line))
	if wide == 0 && p.wide == 0 {
		return
	}
	fmt.Fprintf(p.out, "\r%s%s\r%s", line, strings.Repeat(" ", max(0, p.wide-wide)), line)
	p.wide = wide
}
