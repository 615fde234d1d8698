// Package memory keeps the journal in the memory of the process: for the demo, for tests, and as the
// model that the other implementations are compared with.  It follows every rule of package journal
// except that nothing outlives the process.
package memory

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"atende/actors/journal"
)

// Options of a journal.  Zero values are replaced by the defaults.
type Options struct {
	// Now is the clock of ReceivedAt; it must be safe for concurrent use.  Default time.Now.
	Now func() time.Time
	// MaxPending bounds the waiting rows; more are refused with journal.ErrFull.  Default 50 000.
	MaxPending int
	// MaxSessions bounds the sessions that are remembered: Activate refuses further ones with
	// journal.ErrFull.  Default 200 000, about 400 MB of state.
	MaxSessions int
}

const (
	defaultMaxPending  = 50_000
	defaultMaxSessions = 200_000
)

// memory guards everything with one lock: no operation waits while it holds it.
type memory struct {
	options Options

	mu       sync.Mutex
	closed   bool
	seq      int64 // last one given
	pending  int
	inbox    map[string][]journal.Message // by session, in order of Seq; no empty entries
	sessions map[string]*session
	intents  map[string][]journal.Intent // by session; no empty entries
	past     []journal.Intent            // of sessions that were forgotten
	floor    int64                       // the highest version of a session that was forgotten
	facts    map[int]journal.Fact        // by agenda
}

// session is the stored state of one.
type session struct {
	version int64
	schema  int
	sent    int
	state   []byte // nil until the first commit
	changed time.Time
}

// New returns an empty journal.
func New(options Options) journal.Journal {
	if options.Now == nil {
		options.Now = time.Now
	}
	options.MaxPending = cmp.Or(options.MaxPending, defaultMaxPending)
	options.MaxSessions = cmp.Or(options.MaxSessions, defaultMaxSessions)
	return &memory{
		options:  options,
		inbox:    map[string][]journal.Message{},
		sessions: map[string]*session{},
		intents:  map[string][]journal.Intent{},
		facts:    map[int]journal.Fact{},
	}
}

// enter takes the lock and returns the function that gives it back, or says why not.
func (m *memory) enter(ctx context.Context) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil, journal.ErrFull
	}
	return m.mu.Unlock, nil
}

// milliseconds drops what a stored time does not keep.
func milliseconds(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// Accept keeps a message; see journal.Journal.
func (m *memory) Accept(ctx context.Context, in journal.Incoming) error {
	received := milliseconds(m.options.Now())
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if m.pending >= m.options.MaxPending {
		return journal.ErrFull
	}
	m.seq++
	m.pending++
	m.inbox[in.SessionID] = append(m.inbox[in.SessionID], journal.Message{
		Seq: m.seq, MessageID: in.MessageID, Kind: in.Kind, ReceivedAt: received, Body: bytes.Clone(in.Body),
	})
	return nil
}

// Activate loads a session and fences its earlier holders; see journal.Journal.
func (m *memory) Activate(ctx context.Context, sessionID string, schema int) (journal.Activation, error) {
	now := milliseconds(m.options.Now())
	leave, err := m.enter(ctx)
	if err != nil {
		return journal.Activation{}, err
	}
	defer leave()
	s := m.sessions[sessionID]
	switch {
	case s == nil && len(m.sessions) >= m.options.MaxSessions:
		return journal.Activation{}, journal.ErrFull
	case s == nil:
		s = &session{version: m.floor, changed: now}
		m.sessions[sessionID] = s
	case s.schema > schema:
		return journal.Activation{}, journal.ErrNewerSchema
	}
	s.version++
	return journal.Activation{Version: s.version, Sent: s.sent, State: bytes.Clone(s.state)}, nil
}

// Read lists the oldest waiting rows of a session; see journal.Journal.
func (m *memory) Read(ctx context.Context, sessionID string, limit int) ([]journal.Message, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	waiting := m.inbox[sessionID]
	read := slices.Clone(waiting[:min(len(waiting), max(limit, 0))])
	for i := range read {
		read[i].Body = bytes.Clone(read[i].Body)
	}
	return read, nil
}

// Sweep lists sessions with waiting rows; see journal.Journal.
func (m *memory) Sweep(ctx context.Context, limit int) ([]journal.Waiting, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	oldest := func(id string) journal.Message { return m.inbox[id][0] }
	ids := make([]string, 0, len(m.inbox))
	for id := range m.inbox {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(oldest(a).Seq, oldest(b).Seq) })
	var waiting []journal.Waiting
	for _, id := range ids[:min(len(ids), max(limit, 0))] {
		waiting = append(waiting, journal.Waiting{SessionID: id, Oldest: oldest(id).ReceivedAt})
	}
	return waiting, nil
}

// Pending counts waiting rows.
func (m *memory) Pending() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pending
}

// Close refuses all further calls.
func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}
