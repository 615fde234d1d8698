package session

import (
	"context"
	"slices"
	"time"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/integrations/media"
	"atende/integrations/model"
	"atende/metrics"
)

// Media is what a node does with attachments (spec B: "If all pass, media is processed").  Every field may be
// left out: what nobody could use is not fetched, and the driver tells the patient that it was not read.
type Media struct {
	// Source fetches files; nil: none are.
	Source media.Source
	// Transcriber writes down voice messages that the gateway itself did not understand.
	Transcriber model.Transcriber
	// PDF finds the text of a PDF.
	PDF func(ctx context.Context, pdf []byte) (string, error)
	// Sees says that the driver looks at pictures.
	Sees bool
	// RedFlag reports words that describe an emergency: whoever writes them waits for no download.
	RedFlag func(text string) bool
	// Metrics counts attachments; zero: nowhere.
	Metrics metrics.Media
}

const (
	// mediaTimeout bounds what a turn spends on attachments, all of them together.
	mediaTimeout = 90 * time.Second
	// maxFiles is how many files of a turn are fetched, maxFilesAtOnce how many of them at once.  What is
	// beyond is acknowledged like a file that cannot be read.
	maxFiles       = 10
	maxFilesAtOnce = 4
	// maxFileBytes is what all files of a node may hold in memory, those included that are still being
	// fetched, each as large as it may get.
	maxFileBytes = 256 << 20
	// rightPeriod is how often a turn that waits for files looks whether the session is still this node's.
	rightPeriod = time.Second
)

// attend turns what is attached to the messages of the rows into words and pictures, which nobody keeps beyond
// the turn; a turn that is tried again fetches again.  A file that cannot be had leaves its message as it
// came, for the driver to say so.  release is called when the turn is over, and is never nil.  The error says that the
// turn may not go on.
func (s *session) attend(ctx context.Context, rows []row, messages []decide.Message) (release func(), err error) {
	wanted := s.attachments(ctx, rows, messages)
	if len(wanted) == 0 {
		return func() {}, nil
	}
	held := &larder{budget: s.fileBytes}
	s.gather(ctx, s.opener(held), wanted, messages)
	if ctx.Err() != nil {
		return held.release, context.Cause(ctx)
	}
	if s.lost() {
		return held.release, errLost
	}
	return held.release, nil
}

// attachments are the files of the rows that somebody can use, in order, the others being counted.  There are
// none beside words that need an answer at once.
func (s *session) attachments(ctx context.Context, rows []row, messages []decide.Message) []attachment {
	var wanted, skipped []attachment
	message := 0
	for _, r := range rows {
		if r.Kind != journal.Patient {
			continue
		}
		a := attachment{message: message, of: r.patient, kinds: s.Media.usable(r.patient)}
		message++
		switch {
		case len(a.kinds) > 0 && len(wanted) < maxFiles:
			wanted = append(wanted, a)
		case kindOf(a.of) != "":
			skipped = append(skipped, a)
		}
	}
	if len(wanted) > 0 && slices.ContainsFunc(messages, s.alarming) {
		wanted, skipped = nil, append(skipped, wanted...)
	}
	for _, a := range skipped {
		s.skip(ctx, a)
	}
	return wanted
}

// alarming reports that what was written, or what the gateway wrote down, is an emergency.
func (s *session) alarming(m decide.Message) bool {
	return s.Media.RedFlag != nil && m.Text != "" && s.Media.RedFlag(m.Whole())
}

// gather opens attachments, some at once, and puts what is found into their messages until all are done, the time
// is over, or the session is another node's.  Whoever does not give up then is left behind, and what is found too
// late is dropped.
func (s *session) gather(ctx context.Context, o *opener, wanted []attachment, messages []decide.Message) {
	ctx, cancel := context.WithTimeout(ctx, mediaTimeout)
	defer cancel()
	queue, found := make(chan attachment, len(wanted)), make(chan finding, len(wanted)) // nobody waits to put something in
	for _, a := range wanted {
		queue <- a
	}
	close(queue)
	for range min(maxFilesAtOnce, len(wanted)) {
		go o.work(ctx, queue, found)
	}
	look := time.NewTicker(rightPeriod)
	defer look.Stop()
	for open := len(wanted); open > 0; {
		select {
		case f := <-found:
			f.enrich(&messages[f.message])
			open--
		case <-look.C:
			if s.permit.ask() != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// opener is what opening a file needs of the turn; it outlives the turn where somebody does not give up.
func (s *session) opener(held *larder) *opener {
	return &opener{
		Behavior: s.Behavior, session: s.id, turn: s.rec.Turn + 1, permit: s.permit, held: held, documents: s.documents(),
	}
}
