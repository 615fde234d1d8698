// Package sealed encrypts what the journal holds of patients, value by value, with a key that is not in it: bodies of
// waiting messages, states of sessions and entries of their history.  Phones of contacts, which are hashes, become
// keyed ones.  Ids of sessions and messages, times, intents, counts and the access log stay as they are.
//
// It stands between the engine and any store.  Without a key it still does: what another node encrypted is then an
// error, and not taken for a record that nobody can read.
//
// Keys are rotated while nodes run: the source is read again, the first key of it writes, all of them read.  Before a
// key writes, and every noteEvery while it does, that is noted in the store (journal.DataKey).  So a store knows which
// keys its values may need: a node that lacks one of them does not start, a source that lacks one is not taken over,
// and Rekey forgets a key only when nobody wrote with it since before it began to look.
package sealed

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"atende/actors/journal"
)

// KeyError says that the store needs a data key that this process does not have.  Nothing was changed.
type KeyError struct {
	ID    string // of the key
	Wrong bool   // a key of this id was given, and does not open the store
}

func (e *KeyError) Error() string {
	if e.Wrong {
		return fmt.Sprintf("the data key %s is given and does not open the journal", e.ID)
	}
	return fmt.Sprintf("the journal is encrypted with the data key %s, which is not given", e.ID)
}

const (
	// noteEvery is how long a note that a key writes counts.
	noteEvery = 30 * time.Second
	// restedFor is for how long a key must not have been noted before Rekey believes that nobody writes with it: a
	// note may be noteEvery old, and the rest is for a write on its way and for clocks that differ.
	restedFor = 2 * noteEvery
	// indexSize is that of the store's secret, in bytes.
	indexSize = 32
	// lackFor is for how long a value with an unknown key makes a node not ready.
	lackFor = 30 * time.Second
	// settleLimit bounds the reading and noting of keys.
	settleLimit = 40 * time.Second
)

// Options of an encrypted journal.
type Options struct {
	// Keys is where the keys are; nil: none, nothing is encrypted.
	Keys *Source
	// Now is the clock; nil: the real one.
	Now func() time.Time
	// Log tells of keys that come, and of those that cannot be taken over; nil: nowhere.
	Log *slog.Logger
	// Former reads rows of the release before, which come out as those of this one; nil: there are none.  It is here,
	// because all rows of all stores come through here, in the clear (journal/former.go says when it goes).
	Former journal.Former
}

// keys are what values are written and read with at one moment.
type keys struct {
	*ring
	index []byte // nil: phones stay as they are
	noted atomic.Pointer[time.Time]
	mu    sync.Mutex // of who notes
}

// store is a journal whose values are encrypted.
type store struct {
	journal.Store
	source *Source
	now    func() time.Time
	log    *slog.Logger
	former journal.Former

	keys     atomic.Pointer[keys]
	renewing sync.Mutex
	renewed  atomic.Pointer[time.Time]
	lacking  atomic.Pointer[time.Time] // when a value with an unknown key was seen last
	stop     context.CancelFunc
	watched  sync.WaitGroup
}

// shared is one of several nodes.
type shared struct {
	*store
	journal.Placement
	owner
}

type owner interface{ Own(own journal.Ownership) }

// Wrap encrypts what is written to a store.  A *KeyError says that a key is missing.  The store is closed with what Wrap returns, and
// not when it fails.
func Wrap(ctx context.Context, inner journal.Store, o Options) (journal.Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &store{Store: inner, source: o.Keys, now: o.Now, log: o.Log, former: o.Former, stop: func() {}}
	given := &ring{plain: true}
	if o.Keys != nil {
		given = o.Keys.ring.Load()
	}
	if err := s.take(ctx, given); err != nil {
		return nil, err
	}
	if o.Keys != nil {
		watching, stop := context.WithCancel(context.Background())
		s.stop = stop
		s.watched.Go(func() { s.watch(watching) })
	}
	if several, ok := inner.(journal.Shared); ok {
		return &shared{s, several, several}, nil
	}
	return s, nil
}

// take begins to use a ring, unless it lacks a key that the store needs.
func (s *store) take(ctx context.Context, given *ring) error {
	known, err := s.Store.DataKeys(ctx)
	if err != nil {
		return fmt.Errorf("data keys: %w", err)
	}
	next := &keys{ring: given}
	if next.index, err = indexOf(given, known); err != nil {
		return err
	}
	if writer, writes := given.writer(); writes {
		if next.index, err = s.begin(ctx, given, writer, next.index); err != nil {
			return err
		}
		now := s.now()
		next.noted.Store(&now)
	}
	s.keys.Store(next)
	return nil
}

// place of the store's secret.
var indexPlace = place{kind: "index"}

// indexOf is the store's secret, nil where it has none yet; every key that the store names must be there, and be right.
func indexOf(given *ring, known []journal.DataKey) (index []byte, err error) {
	for _, k := range known {
		opened, err := given.open(indexPlace, k.Index)
		switch {
		case errors.Is(err, ErrUnknownKey):
			return nil, &KeyError{ID: k.ID}
		case err != nil || len(opened) != indexSize:
			return nil, &KeyError{ID: k.ID, Wrong: true}
		case index == nil:
			index = opened
		}
	}
	return index, nil
}

// begin notes the key that writes from now on, and returns the store's secret, which it makes if there is none.
func (s *store) begin(ctx context.Context, given *ring, writer key, index []byte) ([]byte, error) {
	if index == nil {
		index = make([]byte, indexSize)
		if _, err := rand.Read(index); err != nil {
			return nil, err
		}
	}
	if err := s.note(ctx, writer, index); err != nil {
		return nil, err
	}
	known, err := s.Store.DataKeys(ctx) // another node may have been first
	if err != nil {
		return nil, fmt.Errorf("data keys: %w", err)
	}
	return indexOf(given, known)
}

func (s *store) note(ctx context.Context, writer key, index []byte) error {
	secret, err := writer.seal(indexPlace, index)
	if err != nil {
		return err
	}
	if err := s.Store.UseDataKey(ctx, journal.DataKey{ID: writer.id.String(), Index: secret}); err != nil {
		return fmt.Errorf("data keys: %w", err)
	}
	return nil
}

// writing is the keys to write with, noted not long ago.
func (s *store) writing(ctx context.Context) (*keys, error) {
	k := s.keys.Load()
	writer, writes := k.writer()
	if !writes || s.now().Sub(*k.noted.Load()) < noteEvery {
		return k, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	now := s.now() // before the note, so that it never counts for too long
	if now.Sub(*k.noted.Load()) < noteEvery {
		return k, nil
	}
	if err := s.note(ctx, writer, k.index); err != nil {
		return nil, err
	}
	k.noted.Store(&now)
	return k, nil
}

// watch reads the source again and again.
func (s *store) watch(ctx context.Context) {
	look := time.NewTicker(s.source.every)
	defer look.Stop()
	last := ""
	for {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		limited, cancel := context.WithTimeout(ctx, settleLimit)
		err := s.renew(limited)
		cancel()
		switch reason := reasonOf(err); {
		case reason == last || ctx.Err() != nil:
		case err != nil:
			last = reason
			s.log.Warn("the data keys stay as they were", "error", err)
		default:
			last = ""
			s.log.Info("the data keys can be read again")
		}
	}
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// renew reads the source and takes over what changed.
func (s *store) renew(ctx context.Context) error {
	s.renewing.Lock()
	defer s.renewing.Unlock()
	now := s.now()
	s.renewed.Store(&now)
	given, err := s.source.look(ctx)
	if err != nil {
		return err
	}
	if sameRing(given, s.keys.Load().ring) {
		return nil
	}
	if err := s.take(ctx, given); err != nil {
		return err
	}
	writer := "none"
	if k, writes := given.writer(); writes {
		writer = k.id.String()
	}
	level := slog.LevelInfo
	if writer == "none" { // what is written from now on is in the clear
		level = slog.LevelWarn
	}
	s.log.Log(ctx, level, "the data keys changed", "keys", len(given.keys), "writes", writer)
	return nil
}

func sameRing(a, b *ring) bool {
	if a.plain != b.plain || len(a.keys) != len(b.keys) {
		return false
	}
	for i := range a.keys {
		if a.keys[i].id != b.keys[i].id {
			return false
		}
	}
	return true
}

// open decrypts a value.  One with an unknown key makes the source be read: another node may have a new key already.
func (s *store) open(ctx context.Context, at place, value []byte) ([]byte, error) {
	plain, err := s.keys.Load().open(at, value)
	if !errors.Is(err, ErrUnknownKey) {
		return plain, err
	}
	now := s.now()
	if last := s.renewed.Load(); s.source != nil && (last == nil || now.Sub(*last) >= s.source.pause) && s.renew(ctx) == nil {
		if plain, err = s.keys.Load().open(at, value); !errors.Is(err, ErrUnknownKey) {
			return plain, err
		}
	}
	s.lacking.Store(&now)
	return nil, err
}

// Accept makes a message durable; see journal.Journal.
func (s *store) Accept(ctx context.Context, in journal.Incoming) error {
	k, err := s.writing(ctx)
	if err != nil {
		return err
	}
	if writer, writes := k.writer(); writes {
		if in.Body, err = writer.seal(bodyOf(in.SessionID, in.Kind, in.MessageID), in.Body); err != nil {
			return err
		}
	}
	return s.Store.Accept(ctx, in)
}

// Activate loads a session; see journal.Journal.
func (s *store) Activate(ctx context.Context, sessionID string, schema int) (journal.Activation, error) {
	a, err := s.Store.Activate(ctx, sessionID, schema)
	if err != nil {
		return journal.Activation{}, err
	}
	if a.State, err = s.open(ctx, stateOf(sessionID), a.State); err != nil {
		return journal.Activation{}, err
	}
	return a, nil
}

// Read lists waiting rows; see journal.Journal.
func (s *store) Read(ctx context.Context, sessionID string, limit int) ([]journal.Message, error) {
	rows, err := s.Store.Read(ctx, sessionID, limit)
	if err == nil {
		err = s.openRows(ctx, sessionID, rows)
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// openRows decrypts the bodies of rows, in place, and puts those of the release before into the form of this one.
func (s *store) openRows(ctx context.Context, sessionID string, rows []journal.Message) (err error) {
	for i := range rows {
		row := &rows[i]
		if row.Body, err = s.open(ctx, bodyOf(sessionID, row.Kind, row.MessageID), row.Body); err != nil {
			return err
		}
	}
	s.former.Renew(rows)
	return nil
}

// Commit stores the result of a step; see journal.Journal.
func (s *store) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	if !journal.FitsEntry(c.Entry) {
		c.Entry = nil
	}
	k, err := s.writing(ctx)
	if err != nil {
		return 0, err
	}
	if writer, writes := k.writer(); writes {
		if c.State, err = writer.seal(stateOf(c.SessionID), c.State); err != nil {
			return 0, err
		}
		if c.Entry, err = writer.seal(entryOf(c.SessionID, c.Version+1), c.Entry); err != nil {
			return 0, err
		}
	}
	return s.Store.Commit(ctx, schema, c)
}

// Contacts notes and lists contacts of a phone; see journal.Journal.  A store that is encrypted knows the phone by a hash
// that only its own secret makes.
func (s *store) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	if index := s.keys.Load().index; index != nil {
		mac := hmac.New(sha256.New, index)
		mac.Write([]byte("contact " + phone))
		phone = hex.EncodeToString(mac.Sum(nil)[:16])
	}
	return s.Store.Contacts(ctx, phone, since, note...)
}

// History lists entries of a session; see journal.Archive.
func (s *store) History(ctx context.Context, sessionID string, limit int) ([]journal.Entry, error) {
	entries, err := s.Store.History(ctx, sessionID, limit)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		e := &entries[i]
		if e.Body, err = s.open(ctx, entryOf(sessionID, e.Seq), e.Body); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// Histories pages through all entries; see journal.Archive.
func (s *store) Histories(ctx context.Context, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error) {
	entries, err := s.Store.Histories(ctx, afterSession, afterSeq, limit)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		e := &entries[i]
		if e.Body, err = s.open(ctx, entryOf(e.SessionID, e.Seq), e.Body); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// Look is one session; see journal.Archive.
func (s *store) Look(ctx context.Context, sessionID string) (journal.Stored, bool, error) {
	stored, known, err := s.Store.Look(ctx, sessionID)
	if err == nil {
		err = s.openStored(ctx, &stored)
	}
	if err != nil {
		return journal.Stored{}, false, err
	}
	return stored, known, nil
}

// Sessions pages through all sessions; see journal.Archive.
func (s *store) Sessions(ctx context.Context, after string, limit int) ([]journal.Stored, error) {
	page, err := s.Store.Sessions(ctx, after, limit)
	if err != nil {
		return nil, err
	}
	for i := range page {
		if err := s.openStored(ctx, &page[i]); err != nil {
			return nil, err
		}
	}
	return page, nil
}

func (s *store) openStored(ctx context.Context, stored *journal.Stored) (err error) {
	if stored.State, err = s.open(ctx, stateOf(stored.SessionID), stored.State); err != nil {
		return err
	}
	return s.openRows(ctx, stored.SessionID, stored.Waiting)
}

// Ready tells whether the store takes writes, and whether this node has the keys of what it was asked for lately; see
// journal.Checker.
func (s *store) Ready(ctx context.Context) error {
	if last := s.lacking.Load(); last != nil && s.now().Sub(*last) < lackFor {
		return ErrUnknownKey
	}
	if checker, ok := s.Store.(journal.Checker); ok {
		return checker.Ready(ctx)
	}
	return nil
}

// Close ends the reading of the source and closes the store.
func (s *store) Close() error {
	s.stop()
	s.watched.Wait()
	return s.Store.Close()
}
