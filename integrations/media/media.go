// Package media fetches what patients attach, without trusting where it is said to be: the address comes from
// outside, so it may point at this machine or its neighbours, never end, or be something else than it claims.
package media

import (
	"context"
	"time"
)

// Kind is what a file is by its content, not by its name or by what was claimed.
type Kind string

// The kinds that are fetched; everything else is refused.
const (
	Audio    Kind = "audio"
	Image    Kind = "image"
	Document Kind = "document" // PDF
)

// File is what was fetched.
type File struct {
	Kind Kind
	MIME string // by content
	Data []byte
}

// Reason is why a file was not fetched; it is short, from a closed list, and holds no address.
type Reason string

// Error is the only error of Fetch.  It holds no URL: those are signed, and may name a patient.
type Error struct{ Reason Reason }

func (e *Error) Error() string { return "media: " + string(e.Reason) }

// Source fetches files.
type Source interface {
	// Fetch gets the file at url if it is one of the kinds, within the bounds.
	Fetch(ctx context.Context, url string, kinds ...Kind) (File, error)
}

// Bounds of one file.
const (
	MaxAudio    = 16 << 20 // bytes; what WhatsApp allows
	MaxImage    = 5 << 20
	MaxDocument = 10 << 20
	MaxTime     = 20 * time.Second // all of it, redirects included
)
