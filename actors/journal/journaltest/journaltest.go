// Package journaltest is the behavior that every implementation of journal.Store has: Exercise
// runs it case by case, Compare against a model in random order.  It uses nothing but the interface
// and assumes neither one process nor gapless numbers, so that a database shared by several nodes
// passes it too.  A new rule of the journal enters this suite first.
package journaltest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
)

// Config is what the suite chooses for a journal.
type Config struct {
	Now        func() time.Time
	MaxPending int // 0: the implementation's default
}

// Backend is an implementation under test.
type Backend struct {
	// Open opens the journal that lives in folder, an empty one the first time.
	Open func(ctx context.Context, folder string, c Config) (journal.Store, error)
	// Durable tells that a second Open finds what the first journal held when it was closed.
	Durable bool
}

// Exercise runs the suite.
func Exercise(t *testing.T, b Backend) {
	t.Run("Accept", func(t *testing.T) { exerciseAccept(t, b) })
	t.Run("Full", func(t *testing.T) { exerciseFull(t, b) })
	t.Run("Activate", func(t *testing.T) { exerciseActivate(t, b) })
	t.Run("Commit", func(t *testing.T) { exerciseCommit(t, b) })
	t.Run("Fence", func(t *testing.T) { exerciseFence(t, b) })
	t.Run("Rows", func(t *testing.T) { exerciseRows(t, b) })
	t.Run("Intents", func(t *testing.T) { exerciseIntents(t, b) })
	t.Run("Sweep", func(t *testing.T) { exerciseSweep(t, b) })
	t.Run("Ring", func(t *testing.T) { exerciseRing(t, b) })
	t.Run("Facts", func(t *testing.T) { exerciseFacts(t, b) })
	t.Run("Contacts", func(t *testing.T) { exerciseContacts(t, b) })
	t.Run("Versions", func(t *testing.T) { exerciseVersions(t, b) })
	t.Run("Purge", func(t *testing.T) { exercisePurge(t, b) })
	t.Run("History", func(t *testing.T) { exerciseHistory(t, b) })
	t.Run("Demand", func(t *testing.T) { exerciseDemand(t, b) })
	t.Run("Accesses", func(t *testing.T) { exerciseAccesses(t, b) })
	t.Run("RecordsPurge", func(t *testing.T) { exerciseRecordsPurge(t, b) })
	t.Run("Look", func(t *testing.T) { exerciseLook(t, b) })
	t.Run("Erase", func(t *testing.T) { exerciseErase(t, b) })
	t.Run("Races", func(t *testing.T) { exerciseRaces(t, b) })
	t.Run("Close", func(t *testing.T) { exerciseClose(t, b) })
	if b.Durable {
		t.Run("Durable", func(t *testing.T) { exerciseDurable(t, b) })
	}
}

const (
	schema    = 3    // the state schema that most cases use
	readLimit = 1000 // of read
)

// bundle is one journal with what a case needs around it.
type bundle struct {
	journal.Store
	t       *testing.T
	backend Backend
	config  Config
	folder  string
	leafed  []string // where leaf was
}

// setup opens an empty journal that is closed with the test.
func setup(t *testing.T, b Backend, c Config) *bundle {
	t.Helper()
	if c.Now == nil {
		c.Now = (&clock{}).now
	}
	u := &bundle{t: t, backend: b, config: c, folder: t.TempDir()}
	u.open()
	t.Cleanup(func() { u.must(u.Close()) })
	return u
}

func (u *bundle) open() {
	u.t.Helper()
	j, err := u.backend.Open(u.t.Context(), u.folder, u.config)
	u.must(err)
	u.Store = j
}

// reopen closes the journal and opens it again.
func (u *bundle) reopen() {
	u.t.Helper()
	u.must(u.Close())
	u.open()
}

func (u *bundle) must(err error) {
	u.t.Helper()
	if err != nil {
		u.t.Fatal(err)
	}
}

// refused wants a call to fail with want.
func (u *bundle) refused(err, want error) {
	u.t.Helper()
	if !errors.Is(err, want) {
		u.t.Fatalf("got error %v, want %v", err, want)
	}
}

// accept makes messages of one session durable.
func (u *bundle) accept(session string, ids ...string) {
	u.t.Helper()
	for _, id := range ids {
		u.must(u.Accept(u.t.Context(), journal.Incoming{SessionID: session, MessageID: id, Body: []byte(id)}))
	}
}

// activate loads a session that this schema can read.
func (u *bundle) activate(session string) journal.Activation {
	u.t.Helper()
	a, err := u.Activate(u.t.Context(), session, schema)
	u.must(err)
	return a
}

// commit stores a step that must stand, and returns the new version.
func (u *bundle) commit(c journal.Commit) int64 {
	u.t.Helper()
	version, err := u.Commit(u.t.Context(), schema, c)
	u.must(err)
	return version
}

// read lists the waiting rows of a session.
func (u *bundle) read(session string) []journal.Message {
	u.t.Helper()
	rows, err := u.Read(u.t.Context(), session, readLimit)
	u.must(err)
	return rows
}

// seqs are the numbers of the waiting rows of a session.
func (u *bundle) seqs(session string) []int64 {
	u.t.Helper()
	var all []int64
	for _, row := range u.read(session) {
		all = append(all, row.Seq)
	}
	return all
}

// waits wants exactly these message ids to wait, in this order.
func (u *bundle) waits(session string, ids ...string) {
	u.t.Helper()
	var got []string
	for _, row := range u.read(session) {
		got = append(got, row.MessageID)
	}
	if !slices.Equal(got, ids) {
		u.t.Fatalf("waiting in %q: %q, want %q", session, got, ids)
	}
}

// pends wants Pending to be count.
func (u *bundle) pends(count int) {
	u.t.Helper()
	if got := u.Pending(); got != count {
		u.t.Fatalf("Pending is %d, want %d", got, count)
	}
}

// clock goes on by a millisecond and a bit each time it is asked.
type clock struct {
	mu    sync.Mutex
	ticks int
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ticks++
	return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC).Add(time.Duration(c.ticks) * (time.Millisecond + time.Microsecond))
}
