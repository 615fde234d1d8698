package journal

import (
	"context"
	"errors"
	"time"
)

// ErrTooLong says that the body of a version is longer than MaxVersion; nothing was written.
var ErrTooLong = errors.New("journal: a version is too long")

// Bounds of what a journal keeps of versions.
const (
	// MaxVersion is how long the body of a version may be, in bytes.
	MaxVersion = 16 << 20
	// MaxVersions is how many are kept; those that were kept longest ago go first.
	MaxVersions = 64
	// VersionAge is how long a version stays that nobody keeps again: the day for which a conversation may be led by
	// it, and two hours in which its nodes may have failed to say that they still begin conversations with it.
	VersionAge = 26 * time.Hour
)

// Versions keeps what leads conversations, under an id that follows from the content, so that a conversation in the
// middle of a booking goes on with what it began with: after a restart, and on nodes that lead new ones with
// something else.  It holds no patient data.
type Versions interface {
	// KeepVersion stores a version that leads new conversations now, or notes that it still does.  It forgets those
	// that nobody kept for VersionAge, and what is beyond MaxVersions.
	KeepVersion(ctx context.Context, id string, body []byte) error
	// Version is the body of a version; known is false for one that is not kept.
	Version(ctx context.Context, id string) (body []byte, known bool, err error)
}
