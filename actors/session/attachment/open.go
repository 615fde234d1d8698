package attachment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"atende/actors/decide"
	"atende/integrations/media"
	"atende/integrations/model"
	"atende/integrations/outbound"
)

// TranscribeTimeout bounds the transcription of one voice message: a patient waits.
const TranscribeTimeout = 25 * time.Second

// What becomes of an attachment (metrics.MediaResults).
const (
	mediaTranscribed  = "transcribed"
	mediaRead         = "read"
	mediaSeen         = "seen"
	mediaAcknowledged = "acknowledged" // nothing was tried
	mediaRefused      = "refused"      // it is not fetched, or is not what can be used
	mediaFailed       = "failed"
)

// finding is what became of an attachment.
type finding struct {
	message int
	kind    string // one of metrics.MediaKinds
	result  string // one of metrics.MediaResults
	bytes   int
	text    string
	image   *decide.Image
	err     error
}

// enrich puts what was found into the message.  A voice message that was sent as a document is one all the same.
func (f finding) enrich(m *decide.Message) {
	switch f.result {
	case mediaTranscribed:
		m.Type, m.Text, m.Spoken = "AUDIO", strings.TrimSpace(m.Text+"\n"+f.text), true
		m.Shorten()
	case mediaRead:
		m.Document = f.text
	case mediaSeen:
		m.Image = f.image
	}
}

// skip counts an attachment that is not fetched: the gateway wrote it down, or nobody can use it.
func (r *Reader) skip(ctx context.Context, turn Turn, a File) {
	f := finding{kind: kindOf(a.Of), result: mediaAcknowledged}
	if f.kind == "audio" && a.Of.Text+a.Of.Transcription != "" {
		f.result = mediaTranscribed
	}
	r.tell(ctx, turn, f, 0)
}

// opener opens the files of one turn.  It is safe for concurrent use, and outlives the turn where somebody does not
// give up.
type opener struct {
	*Reader
	turn Turn
	held *larder

	documents *documents
}

// work opens attachments until none is left.
func (o *opener) work(ctx context.Context, queue <-chan File, found chan<- finding) {
	for a := range queue {
		began := o.Now()
		f := o.open(ctx, a)
		o.tell(ctx, o.turn, f, o.Now().Sub(began))
		found <- f
	}
}

// open finds out what an attachment says.  A panic over it is that of this one message.
func (o *opener) open(ctx context.Context, a File) (f finding) {
	f = finding{message: a.Message, kind: kindOf(a.Of)}
	defer func() {
		if value := recover(); value != nil {
			o.Panics.Inc()
			o.Log.ErrorContext(ctx, "attachment panicked", "session", o.turn.Session,
				"panic", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
			f.result, f.err = mediaFailed, errPanicked
		}
	}()
	room, err := o.held.reserve(ctx, a.kinds)
	if err != nil {
		f.result, f.err = mediaFailed, err
		return f
	}
	defer func() { // also after a panic
		if f.result == mediaSeen {
			o.held.keep(room)
			return
		}
		o.held.budget.Release(room)
	}()
	file, err := o.fetch(ctx, a)
	room = o.held.shrink(room, file)
	f.bytes = len(file.Data)
	if err == nil {
		err = o.use(ctx, file, &f)
	}
	if err != nil {
		f.result, f.err = resultOf(err), err
	}
	return f
}

// fetch gets the file from the first of its addresses that gives it.
func (o *opener) fetch(ctx context.Context, a File) (file media.File, err error) {
	for _, url := range a.Of.File().URLs {
		if err := o.turn.Permit(); err != nil {
			return media.File{}, err
		}
		if file, err = o.fetchFrom(ctx, url, a.kinds); err == nil || ctx.Err() != nil {
			break
		}
	}
	return file, err
}

func (o *opener) fetchFrom(ctx context.Context, url string, kinds []media.Kind) (media.File, error) {
	ctx, cancel := context.WithTimeout(ctx, media.MaxTime)
	defer cancel()
	file, err := o.Source.Fetch(ctx, url, kinds...)
	if err != nil {
		return media.File{}, err
	}
	if !slices.Contains(kinds, file.Kind) || len(file.Data) == 0 {
		return media.File{}, errUnusable
	}
	return file, nil
}

// use makes words or a picture of a file.
func (o *opener) use(ctx context.Context, file media.File, f *finding) (err error) {
	f.kind = string(file.Kind)
	switch file.Kind {
	case media.Audio:
		f.result = mediaTranscribed
		f.text, err = o.transcribe(ctx, file)
	case media.Document:
		f.result = mediaRead
		f.text, err = o.documents.text(ctx, file.Data)
	default:
		f.result, f.image = mediaSeen, &decide.Image{MIME: file.MIME, Data: file.Data}
		return nil
	}
	if f.text = plain(f.text); err == nil && f.text == "" {
		err = errSilent
	}
	return err
}

func (o *opener) transcribe(ctx context.Context, file media.File) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, TranscribeTimeout)
	defer cancel()
	return o.Transcriber.Transcribe(ctx, model.Audio{MIME: file.MIME, Data: file.Data})
}

// plain is text that can be stored.
func plain(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", ""))
}

var (
	// errUnusable: a source gave something else than it was asked for.
	errUnusable = errors.New("session: a file of no use")
	// errSilent: nobody speaks, or nothing is written.
	errSilent = errors.New("session: no words in it")
	// errPanicked: whoever fetches or reads it panicked over it.
	errPanicked = errors.New("session: whoever reads it panicked")
)

// resultOf parts what is not fetched, or cannot be used, from what could not be done this time.
func resultOf(err error) string {
	var refused *media.Error
	if errors.As(err, &refused) && !isPassing(refused.Reason) || errors.Is(err, errUnusable) || errors.Is(err, errSilent) {
		return mediaRefused
	}
	return mediaFailed
}

// isPassing reports what may go better another time.
func isPassing(reason media.Reason) bool {
	switch reason {
	case media.Unresolved, media.Unreachable, media.Status, media.Broken, media.TooLate, media.Canceled, media.NoReader:
		return true
	default:
		return false
	}
}

// tell counts an attachment and logs it: nothing of its address, its name or its content.
func (r *Reader) tell(ctx context.Context, turn Turn, f finding, took time.Duration) {
	r.Metrics.Total.WithLabelValues(f.kind, f.result).Inc()
	r.Log.LogAttrs(ctx, slog.LevelInfo, "attachment", slog.String("session", turn.Session), slog.Int("turn", turn.Number),
		slog.String("kind", f.kind), slog.String("result", f.result), slog.Int("bytes", f.bytes),
		slog.Duration("took", took), slog.String("reason", reasonOf(f.err)))
}

// reasonOf is an error without what it may quote.
func reasonOf(err error) string {
	var refused *media.Error
	var call *outbound.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refused), errors.As(err, &call), errors.Is(err, errUnusable), errors.Is(err, errSilent), errors.Is(err, errPanicked):
		return err.Error()
	default:
		return fmt.Sprintf("%T", err)
	}
}
