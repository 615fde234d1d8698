package journal

import (
	"bytes"
	"context"
	"time"
)

// A store may hold values that package sealed encrypted before they came.  To a store they are bytes like any others;
// what it does for them is here.

const (
	// SealMagic begins every encrypted value.  No plain one begins so: messages, records and entries are JSON.
	SealMagic = "\x00at1"
	// SealOverhead bounds how much longer an encrypted value is, in bytes.
	SealOverhead = 64
)

// IsSealed reports an encrypted value.
func IsSealed(value []byte) bool { return bytes.HasPrefix(value, []byte(SealMagic)) }

// FitsEntry reports whether the body of an entry is kept (MaxEntry), encrypted or not.
func FitsEntry(body []byte) bool {
	most := MaxEntry
	if IsSealed(body) {
		most += SealOverhead
	}
	return len(body) > 0 && len(body) <= most
}

// DataKey is a key that values of the store may be encrypted with.  The key itself is not in the store.
type DataKey struct {
	ID string
	// Index is a secret of the store, encrypted with this key: the same in every row, so that who has any of the keys
	// has it.  It also proves that a key is the right one.
	Index []byte
	// Used is when somebody last said that they write with it, Idle how long ago that is by the store's clock.
	Used time.Time
	Idle time.Duration
}

// ValueKind says which value of a session a Replacement is about.
type ValueKind string

// The kinds of values that may be encrypted.
const (
	StateValue ValueKind = "state"
	BodyValue  ValueKind = "body"  // of a waiting row, by Seq
	EntryValue ValueKind = "entry" // of the history, by Seq
)

// Replacement puts another form of a value in the place of the stored one.
type Replacement struct {
	Kind      ValueKind
	SessionID string
	Seq       int64
	Old, New  []byte
}

// Sealing is what a store does so that its values can be encrypted, and encrypted anew.  It works for every session,
// whoever owns it.
type Sealing interface {
	// DataKeys lists the keys, those that came first before others.
	DataKeys(ctx context.Context) ([]DataKey, error)
	// UseDataKey notes that values are written with a key from now on, or still are; the Index that came first stays.
	// It is durable when it returns, so that no value is written with a key that nobody knows of.
	UseDataKey(ctx context.Context, key DataKey) error
	// DropDataKey forgets a key that nobody used since Used; else nothing happens.
	DropDataKey(ctx context.Context, key DataKey) error
	// Replace puts values in place of others, each where exactly the old one is stored, and says how many it replaced.
	// It is no turn: versions, times and holders stay as they are, and a commit under way comes before or after it.
	Replace(ctx context.Context, values []Replacement) (replaced int, err error)
	// Settle sees to it that nothing of what was replaced is left in the store, as far as that is in its hands.
	Settle(ctx context.Context) error
}
