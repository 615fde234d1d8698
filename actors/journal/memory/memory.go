// Package memory keeps the journal in the memory of the process: for the demo, for tests, and as the
// model that the other implementations are compared with.  It follows every rule of package journal
// except that nothing outlives the process.
//
// New is the journal of one process.  A Store is shared by several nodes in one process, which reach
// it through handles of their own: every call is one atomic step under one lock, and Options.Now is
// the clock of leases and holds, too.  The former is a store with a single handle that owns everything.
package memory

import (
	"cmp"
	"context"
	"sync"
	"time"

	"atende/actors/journal"
)

// Options of a journal.  Zero values are replaced by the defaults.
type Options struct {
	// Now is the clock of ReceivedAt, and of leases and holds; it must be safe for concurrent use.
	// Default time.Now.
	Now func() time.Time
	// MaxPending bounds the waiting rows of all nodes together; more are refused with
	// journal.ErrFull.  Default 50 000.
	MaxPending int
	// MaxSessions bounds the sessions that are remembered: where none of them is empty Activate refuses further ones with
	// journal.ErrFull.  Default 200 000, about 400 MB of state.
	MaxSessions int
}

const (
	defaultMaxPending  = 50_000
	defaultMaxSessions = 200_000
	// maxNodes bounds the names of nodes, which are never forgotten: a node that joins again must not
	// get the number of a former incarnation (C3).
	maxNodes = 1000
)

// Store is what all handles share.  One lock guards everything: no operation waits while it holds it.
type Store struct {
	options Options

	mu       sync.Mutex
	seq      int64 // last one given
	pending  int
	backlog  [journal.Shards]int          // pending, by shard
	inbox    map[string][]journal.Message // by session, in order of Seq; no empty entries
	sessions map[string]*session
	intents  map[string][]journal.Intent      // by session; no empty entries
	past     [journal.Shards][]journal.Intent // by shard, of sessions that were forgotten
	floor    int64                            // the highest version of a session that was forgotten
	facts    map[int]journal.Fact             // by agenda
	history  history
	demand   map[journal.Demand]int       // how often it was wished for
	accesses []journal.Access             // oldest first, at most maxAccesses
	contacts map[string][]journal.Contact // by phone; no empty lists
	versions map[string]version           // by id, at most journal.MaxVersions
	dataKeys []journal.DataKey            // in the order in which they came

	nodes       map[string]*node // by name, their newest incarnations
	shards      [journal.Shards]journal.Title
	schemaFloor int
}

// session is the stored state of one.
type session struct {
	version int64
	schema  int
	sent    int
	state   []byte // nil until the first commit
	changed time.Time
	due     time.Time // of the reminder; zero: none
	hold    hold
}

// memory is the store as one process reaches it.
type memory struct {
	*Store
	own    journal.Ownership
	closed bool // guarded by Store.mu
}

// NewShared returns an empty store for several nodes; each reaches it through a Handle.
func NewShared(options Options) *Store {
	if options.Now == nil {
		options.Now = time.Now
	}
	options.MaxPending = cmp.Or(options.MaxPending, defaultMaxPending)
	options.MaxSessions = cmp.Or(options.MaxSessions, defaultMaxSessions)
	return &Store{
		options:  options,
		inbox:    map[string][]journal.Message{},
		sessions: map[string]*session{},
		intents:  map[string][]journal.Intent{},
		facts:    map[int]journal.Fact{},
		history:  newHistory(),
		demand:   map[journal.Demand]int{},
		contacts: map[string][]journal.Contact{},
		versions: map[string]version{},
		nodes:    map[string]*node{},
	}
}

// New returns an empty journal.
func New(options Options) journal.Store {
	return &memory{Store: NewShared(options), own: alone{}}
}

// alone is the ownership of a process without others: no shard ever has another owner than nobody,
// so the title of nobody is the newest of each.
type alone struct{}

func (alone) Title(int) (journal.Title, bool) { return journal.Title{}, true }

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

// owned tells which shards are this process's.  It is asked before the lock is taken: what the owner
// does to answer is none of the store's business.
func (m *memory) owned() (shards [journal.Shards]bool) {
	for shard := range shards {
		_, shards[shard] = m.own.Title(shard)
	}
	return shards
}

// milliseconds drops what a stored time does not keep.
func milliseconds(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// Close refuses all further calls of this process.
func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}
