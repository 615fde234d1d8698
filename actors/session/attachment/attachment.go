// Package attachment makes words and pictures of the files that patients send.  It promises that a turn waits for them
// for a bounded time and a node holds a bounded number of their bytes, and that a file that cannot be had leaves its
// message as it came; it knows files, their sources and readers, and neither the session nor the journal's rows.
package attachment

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/integrations/media"
	"atende/integrations/model"
	"atende/metrics"
)

// Config is what a node does with attachments (spec B: "If all pass, media is processed").  Every field may be
// left out: what nobody could use is not fetched, and the driver tells the patient that it was not read.
type Config struct {
	// Source fetches files; nil: none are.
	Source media.Source
	// Transcriber writes down voice messages that the gateway itself did not understand.
	Transcriber model.Transcriber
	// PDF finds the text of a PDF.
	PDF func(ctx context.Context, pdf []byte) (string, error)
	// Sees says that the driver looks at pictures.
	Sees bool
	// Budget is what all files of a node may hold in memory, those included that are still being fetched, each as large
	// as it may get; nil: MaxBytes.
	Budget *semaphore.Weighted

	// Metrics counts attachments; zero: nowhere.
	Metrics metrics.Media
	// Panics counts panics over a file; nil: nowhere.
	Panics prometheus.Counter
	// Log gets a line for each attachment, without patient data; nil: nowhere.
	Log *slog.Logger
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

const (
	// Timeout bounds what a turn spends on attachments, all of them together.
	Timeout = 90 * time.Second
	// MaxFiles is how many files of a turn are fetched.  What is beyond is acknowledged like a file that cannot be read.
	MaxFiles = 10
	// MaxAtOnce is how many of them are fetched at once.
	MaxAtOnce = 4
	// MaxBytes is what all files of a node may hold in memory.
	MaxBytes = 256 << 20
	// RightPeriod is how often a turn that waits for files looks whether it may go on.
	RightPeriod = time.Second
)

// Reader opens the files of all turns of a node.  It is safe for concurrent use.
type Reader struct{ Config }

// New makes a reader.
func New(c Config) *Reader {
	if c.Budget == nil {
		c.Budget = semaphore.NewWeighted(MaxBytes)
	}
	if c.Metrics.Total == nil {
		c.Metrics = metrics.New(prometheus.NewRegistry()).Media
	}
	if c.Panics == nil {
		c.Panics = prometheus.NewCounter(prometheus.CounterOpts{Name: "panics"})
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Reader{c}
}

// Turn is whose files are opened.
type Turn struct {
	Session string
	Number  int
	// Permit is asked before each fetch, and while the turn waits: an error ends it.
	Permit func() error
	// Urgent reports words that need an answer at once: nobody waits for a file beside them.
	Urgent func(decide.Message) bool
}

// File is what is attached to a message of the turn; further files of it are not looked at.
type File struct {
	Message int                    // its place among the messages of the turn
	Of      journal.PatientMessage // whose file it is

	kinds []media.Kind // that somebody can use; none: it is not fetched
}

// Attend turns what is attached to messages into words and pictures, which nobody keeps beyond the turn; a turn that is
// tried again fetches again.  A file that cannot be had leaves its message as it came, for the driver to say so.
// release is called when the turn is over, and is never nil.
func (r *Reader) Attend(ctx context.Context, turn Turn, files []File, messages []decide.Message) (release func()) {
	wanted := r.wanted(ctx, turn, files, messages)
	if len(wanted) == 0 {
		return func() {}
	}
	o := &opener{Reader: r, turn: turn, held: &larder{budget: r.Budget}, documents: newDocuments(r.PDF)}
	o.gather(ctx, wanted, messages)
	return o.held.release
}

// wanted are the files that somebody can use, in order, the others being counted.  There are none beside words that
// need an answer at once.
func (r *Reader) wanted(ctx context.Context, turn Turn, files []File, messages []decide.Message) []File {
	var wanted, skipped []File
	for _, f := range files {
		f.kinds = r.usable(f.Of)
		switch {
		case len(f.kinds) > 0 && len(wanted) < MaxFiles:
			wanted = append(wanted, f)
		case Comes(f.Of):
			skipped = append(skipped, f)
		}
	}
	if len(wanted) > 0 && slices.ContainsFunc(messages, turn.Urgent) {
		wanted, skipped = nil, append(skipped, wanted...)
	}
	for _, f := range skipped {
		r.skip(ctx, turn, f)
	}
	return wanted
}

// gather opens attachments, some at once, and puts what is found into their messages until all are done, the time
// is over, or the turn may not go on.  Whoever does not give up then is left behind, and what is found too
// late is dropped.
func (o *opener) gather(ctx context.Context, wanted []File, messages []decide.Message) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	queue, found := make(chan File, len(wanted)), make(chan finding, len(wanted)) // nobody waits to put something in
	for _, a := range wanted {
		queue <- a
	}
	close(queue)
	for range min(MaxAtOnce, len(wanted)) {
		go o.work(ctx, queue, found)
	}
	look := time.NewTicker(RightPeriod)
	defer look.Stop()
	for open := len(wanted); open > 0; {
		select {
		case f := <-found:
			f.enrich(&messages[f.message])
			open--
		case <-look.C:
			if o.turn.Permit() != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
