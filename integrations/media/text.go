package media

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"atende/metrics/tracing"
)

// Bounds of the text of a document.
const (
	MaxPages = 20    // that are read; more are not looked at
	MaxText  = 8_000 // characters; the rest is dropped
)

// Text returns what a PDF says, line by line, without control characters and runs of blanks; "" for one that is made
// of pictures.  The error is an *Error; an encrypted document is one, even if its password is empty.
//
// A PDF is a program of sorts: it can ask for any amount of memory or time.  It is read in a child process that may
// have little of both, and of which two run at once.  The child is this program: see ReadInChild.
func Text(ctx context.Context, pdf []byte) (string, error) {
	ctx, span := tracing.Start(ctx, "document read")
	defer span.End()
	text, err := documents.text(ctx, pdf)
	fail(span, err)
	return text, err
}

// ReadInChild is the first thing that main calls.  In a child that Text started it reads the document and ends the
// process; in any other it returns at once, and lets Text start children: a program that would not call this in its
// child must not start one.
func ReadInChild() {
	if len(os.Args) == 2 && os.Args[1] == childArgument {
		os.Exit(serve(os.Stdin, os.Stdout))
	}
	served.Store(true)
}

// served says that ReadInChild was called.
var served atomic.Bool

// documents is the only reader of a process.
var documents = &reader{time: readTime, places: make(chan struct{}, readers)}

const (
	readers  = 2                // children at once
	readTime = 10 * time.Second // of one, from when it begins to read
	maxSaid  = 64 << 10         // bytes a child may write: more than MaxText characters have

	// startTime is how long a child may take until it begins, over which no document has any say: this program starts in
	// a third of a second, and on a machine that has much else to do in many times that.
	startTime = time.Minute
)

// reader starts children.
type reader struct {
	time   time.Duration
	places chan struct{}

	// For tests: more of an environment, and what became of a child.
	env   []string
	ended func(*os.ProcessState)
}

func (r *reader) text(ctx context.Context, pdf []byte) (string, error) {
	switch {
	case !served.Load() || !canBound:
		return "", refusal(NoReader)
	case len(pdf) > MaxDocument:
		return "", refusal(TooLarge)
	case !beginsPDF(pdf):
		return "", refusal(Unknown)
	}
	select {
	case r.places <- struct{}{}:
		defer func() { <-r.places }()
	case <-ctx.Done():
		return "", refusal(late(ctx))
	}
	bounded, cancel := context.WithCancelCause(ctx)
	clock := time.AfterFunc(startTime, func() { cancel(context.DeadlineExceeded) })
	defer cancel(nil)
	defer clock.Stop()
	said, err := r.run(bounded, pdf, func() { clock.Reset(r.time) })
	if err == nil {
		return Clean(said), nil
	}
	if bounded.Err() != nil {
		return "", refusal(late(bounded))
	}
	return "", refusal(causeOfExit(err))
}

// run hands a document to a child and takes what it says; begins is called when the child begins to read.
func (r *reader) run(ctx context.Context, pdf []byte, begins func()) (string, error) {
	// The child dies with the thread that started it, so that thread has to stay.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	said := &capped{begins: begins}
	child := exec.CommandContext(ctx, program, childArgument)
	child.Args[0] = "atende"
	child.Env = append([]string{"GOMAXPROCS=1", "GOTRACEBACK=none"}, r.env...) // and none of ours: it holds secrets
	child.Dir = "/"
	child.Stdin = bytes.NewReader(pdf)
	child.Stdout = said
	child.SysProcAttr = bound()
	child.WaitDelay = time.Second
	err := child.Run()
	if r.ended != nil && child.ProcessState != nil {
		r.ended(child.ProcessState)
	}
	return said.String(), err
}

// The ways in which a child ends, beside 0.
const (
	exitEncrypted  = 10
	exitUnreadable = 11
	exitUnbounded  = 12 // the document was not looked at
)

// causeOfExit is why a child said nothing; a child that broke a bound died of a signal or of the runtime's own code.
func causeOfExit(err error) Reason {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return Unreadable
	}
	switch exit.ExitCode() {
	case exitEncrypted:
		return Encrypted
	case exitUnbounded:
		return NoReader
	default:
		return Unreadable
	}
}

// beginning is what a child says first, before it looks at the document.
const beginning = "\n"

// capped takes the beginning and up to maxSaid bytes behind it.
type capped struct {
	strings.Builder
	begins func() // nil when it was called
}

var errSaidTooMuch = errors.New("media: a reader said too much")

func (c *capped) Write(p []byte) (int, error) {
	text := p
	if c.begins != nil && len(p) > 0 {
		c.begins()
		c.begins, text = nil, p[len(beginning):]
	}
	if c.Len()+len(text) > maxSaid {
		return 0, errSaidTooMuch
	}
	c.Builder.Write(text) // which takes everything
	return len(p), nil
}
