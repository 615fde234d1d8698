package attachment

import (
	"context"
	"errors"

	"atende/integrations/media"
)

// documents are the PDFs of one turn.  A node has two readers, for which documents of all patients wait in the order in which
// they come: a turn asks for one at a time, and for none after one that took all of its time, so that a patient who sends ten
// such files holds one reader for ten seconds, and not both for a minute.
type documents struct {
	read  func(ctx context.Context, pdf []byte) (string, error)
	place chan struct{} // held by the one that is read
	late  bool          // known to whoever holds the place
}

func newDocuments(read func(ctx context.Context, pdf []byte) (string, error)) *documents {
	return &documents{read: read, place: make(chan struct{}, 1)}
}

func (d *documents) text(ctx context.Context, pdf []byte) (string, error) {
	select {
	case d.place <- struct{}{}:
		defer func() { <-d.place }()
	case <-ctx.Done():
		return "", &media.Error{Reason: media.Canceled}
	}
	if d.late {
		return "", &media.Error{Reason: media.TooLate}
	}
	text, err := d.read(ctx, pdf)
	if refused, ok := errors.AsType[*media.Error](err); ok {
		d.late = refused.Reason == media.TooLate
	}
	return text, err
}
