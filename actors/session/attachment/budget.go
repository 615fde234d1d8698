package attachment

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"

	"atende/integrations/media"
)

// larder is what the files of one turn hold of the node's budget: pictures until the turn is over, everything else
// until it was read.  It is safe for concurrent use, and for whoever comes after the turn.
type larder struct {
	budget *semaphore.Weighted

	mu   sync.Mutex
	kept int64
	over bool
}

// reserve waits for room for a file of one of the kinds.
func (l *larder) reserve(ctx context.Context, kinds []media.Kind) (room int64, err error) {
	room = largest(kinds)
	return room, l.budget.Acquire(ctx, room)
}

// shrink gives back what a file turned out not to need, and returns what it does.
func (l *larder) shrink(room int64, file media.File) int64 {
	size := min(room, int64(len(file.Data)))
	l.budget.Release(room - size)
	return size
}

// keep holds a file until the turn is over.
func (l *larder) keep(size int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		l.budget.Release(size)
		return
	}
	l.kept += size
}

// release ends the turn.
func (l *larder) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.budget.Release(l.kept)
	l.kept, l.over = 0, true
}

// largest is the size that a file of one of the kinds may have.
func largest(kinds []media.Kind) int64 {
	size := 0
	for _, kind := range kinds {
		switch kind {
		case media.Audio:
			size = max(size, media.MaxAudio)
		case media.Image:
			size = max(size, media.MaxImage)
		case media.Document:
			size = max(size, media.MaxDocument)
		}
	}
	return int64(size)
}
