package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/metrics"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := goleak.Find(); code == 0 && err != nil {
		os.Stderr.WriteString(err.Error())
		code = 1
	}
	os.Exit(code)
}

// virtual runs a test in its own time.
func virtual(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, store: memory.NewShared(memory.Options{})}
		defer w.stop()
		test(t, w)
	})
}

// world is a store and the nodes that share it.
type world struct {
	t       *testing.T
	store   *memory.Store
	nodes   []*resident // that a test looks at
	started []*resident
	real    bool // the nodes run while the test looks
}

// resident is one node with fake sessions and a wire to the store that can be cut.
type resident struct {
	*Node
	t        *testing.T
	sessions *fakeSessions
	wire     *wire
	asleep   atomic.Int64 // how long the machine slept, in ns
	metrics  metrics.Engine
}

// node describes a node that has not started.
func (w *world) node(name string, change ...func(*Config)) *resident {
	w.t.Helper()
	r := &resident{t: w.t, wire: &wire{Placement: w.store.Handle()}, metrics: metrics.New(prometheus.NewRegistry()).Engine}
	start := time.Now()
	c := Config{
		Store: r.wire, Name: name, SchemaMax: 1, Release: "test", Metrics: r.metrics, Now: time.Now,
		Boot: func() time.Duration { return time.Since(start) + time.Duration(r.asleep.Load()) },
	}
	for _, f := range change {
		f(&c)
	}
	node, err := New(c)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Node = node
	r.sessions = &fakeSessions{node: node, closed: map[int]journal.Title{}, holds: map[int]time.Time{}}
	w.nodes = append(w.nodes, r)
	w.started = append(w.started, r)
	return r
}

// join starts a node.
func (w *world) join(name string, change ...func(*Config)) *resident {
	w.t.Helper()
	r := w.node(name, change...)
	if err := r.Start(w.t.Context(), r.sessions); err != nil {
		w.t.Fatal(err)
	}
	return r
}

// settled joins nodes and waits until their shares are even and everyone may bury.
func (w *world) settled(names ...string) []*resident {
	w.t.Helper()
	for _, name := range names {
		w.join(name)
	}
	time.Sleep(10 * time.Second)
	w.wantShares(names...)
	return slices.Clone(w.nodes)
}

func (w *world) stop() {
	for _, r := range w.started {
		r.wire.open()
		r.Stop()
	}
}

// titles is the table of the store.
func (w *world) titles() [journal.Shards]journal.Title {
	view, err := w.store.Handle().View(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return view.Shards
}

// wantShares wants everything owned by these nodes, none with more than a shard above its even share,
// and every node to know what is its own.
func (w *world) wantShares(names ...string) {
	w.t.Helper()
	shares := map[string]int{}
	for _, title := range w.titles() {
		shares[title.Incarnation.Node]++
	}
	even := journal.Shards / len(names)
	for _, name := range names {
		if n := shares[name]; n < even || n > even+1 {
			w.t.Errorf("%s has %d shards of %v", name, n, shares)
		}
		delete(shares, name)
	}
	if len(shares) > 0 {
		w.t.Errorf("others have %v", shares)
	}
	w.wantOneOwner()
}

// wantOneOwner wants no shard to have two nodes that would begin something in it (C2, C4).
func (w *world) wantOneOwner() {
	w.t.Helper()
	if w.real {
		return // between two looks a shard may move
	}
	for shard := range journal.Shards {
		var owners []string
		for _, r := range w.nodes {
			if title, open := r.sessions.open(shard); open {
				owners = append(owners, title.Incarnation.String())
			}
		}
		if len(owners) > 1 {
			w.t.Errorf("shard %d is open at %v", shard, owners)
		}
	}
	w.wantLeases()
}

// wantLeases wants nobody to act whose lease is over in the store (C4).
func (w *world) wantLeases() {
	w.t.Helper()
	view, err := w.store.Handle().View(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range w.nodes {
		l := r.life.Load()
		if l == nil || !r.Alive(l.me) {
			continue
		}
		if m, ok := view.Member(l.me); !ok || !m.Live() {
			w.t.Errorf("%v acts, and its lease is over", l.me)
		}
	}
}

// eventually waits for a condition, looking every 10 ms, and returns how long it took.
func (w *world) eventually(limit time.Duration, what string, done func() bool) time.Duration {
	w.t.Helper()
	began := time.Now()
	for !done() {
		if time.Since(began) > limit {
			w.t.Fatalf("not within %v: %s", limit, what)
		}
		w.wantOneOwner()
		time.Sleep(10 * time.Millisecond)
	}
	return time.Since(began)
}

// crash ends a node as kill -9 does: nothing of it reaches the store any more, its leave included.
func (r *resident) crash() {
	r.wire.cut()
	r.stop() // what is left of it ends by itself
}

func (r *resident) shards() (owned []int) {
	for shard := range journal.Shards {
		if _, ok := r.Title(shard); ok {
			owned = append(owned, shard)
		}
	}
	return owned
}

// wire is the way of one node to the store.
type wire struct {
	journal.Placement
	mu     sync.Mutex
	gone   bool
	answer error // calls get through, and their answers are lost
	moves  int
	slow   time.Duration // before each move
	late   time.Duration // before the answer of a renewal
	stray  time.Duration // until a move takes effect that was given up long ago
}

var errCut = errors.New("the store does not answer")

func (w *wire) cut()  { w.set(func() { w.gone = true }) }
func (w *wire) open() { w.set(func() { w.gone, w.answer, w.stray = false, nil, 0 }) }

func (w *wire) set(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
}

// pass waits for the context where the wire is cut, like a connection that nobody answers.
func (w *wire) pass(ctx context.Context) error {
	w.mu.Lock()
	gone := w.gone
	w.mu.Unlock()
	if gone {
		<-ctx.Done()
		return errCut
	}
	return ctx.Err()
}

func (w *wire) lost(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return cmpErr(w.answer, err)
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

func (w *wire) Join(ctx context.Context, n journal.Newcomer) (journal.Incarnation, error) {
	if err := w.pass(ctx); err != nil {
		return journal.Incarnation{}, err
	}
	return w.Placement.Join(ctx, n)
}

func (w *wire) Renew(ctx context.Context, me journal.Incarnation, b journal.Beat) (journal.View, error) {
	if err := w.pass(ctx); err != nil {
		return journal.View{}, err
	}
	view, err := w.Placement.Renew(ctx, me, b)
	w.mu.Lock()
	late := w.late
	w.mu.Unlock()
	time.Sleep(late)
	return view, err
}

func (w *wire) Bury(ctx context.Context, who, caller journal.Incarnation) (bool, error) {
	if err := w.pass(ctx); err != nil {
		return false, err
	}
	return w.Placement.Bury(ctx, who, caller)
}

func (w *wire) Claim(ctx context.Context, me journal.Incarnation, shards []int) error {
	if err := w.pass(ctx); err != nil {
		return err
	}
	return w.Placement.Claim(ctx, me, shards)
}

func (w *wire) Move(ctx context.Context, m journal.Move) (bool, error) {
	w.mu.Lock()
	slow := w.slow
	stray := w.stray
	w.moves++
	w.mu.Unlock()
	if stray > 0 {
		time.AfterFunc(stray, func() { _, _ = w.Placement.Move(context.Background(), m) })
		return false, errors.New("connection reset")
	}
	if slow > 0 {
		select {
		case <-time.After(slow):
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	if err := w.pass(ctx); err != nil {
		return false, err
	}
	ok, err := w.Placement.Move(ctx, m)
	return ok, w.lost(err)
}

func (w *wire) Release(ctx context.Context, me journal.Incarnation, ids []string) error {
	if err := w.pass(ctx); err != nil {
		return err
	}
	return w.Placement.Release(ctx, me, ids)
}

// fakeSessions is a work loop that always makes progress, unless told otherwise, with sessions that are
// busy when told so.
type fakeSessions struct {
	node   *Node
	mu     sync.Mutex
	closed map[int]journal.Title
	holds  map[int]time.Time // when those of the last Leave end
	busy   []string
	woken  []string
	looks  int
	stuck  time.Time // no progress since
}

// finish says that the turn of a session is over, of whatever move asked for it last.
func (r *resident) finish(sessionID string) {
	r.sessions.mu.Lock()
	until := r.sessions.holds[journal.ShardOf(sessionID)]
	r.sessions.mu.Unlock()
	r.Finished(sessionID, until)
}

func (s *fakeSessions) Leave(shard int, title journal.Title, hold time.Time) (busy []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now, ok := s.node.Title(shard); ok && now != title {
		panic(fmt.Sprintf("shard %d is to leave under %v, but is %v", shard, title, now))
	}
	s.closed[shard], s.holds[shard] = title, hold
	for _, id := range s.busy {
		if journal.ShardOf(id) == shard {
			busy = append(busy, id)
		}
	}
	return busy
}

func (s *fakeSessions) Stay(shard int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.closed, shard)
}

func (s *fakeSessions) Look() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks++
}

func (s *fakeSessions) Wake(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.woken = append(s.woken, id)
}

func (s *fakeSessions) Progress() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.stuck.IsZero() {
		return s.stuck
	}
	return time.Now()
}

// open reports whether work may begin in a shard.
func (s *fakeSessions) open(shard int) (journal.Title, bool) {
	title, ok := s.node.Title(shard)
	s.mu.Lock()
	defer s.mu.Unlock()
	return title, ok && s.closed[shard] != title
}

func (s *fakeSessions) wakes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.woken)
}

// sessionIn is a session of a shard.
func sessionIn(shard int) string {
	for i := 0; ; i++ {
		if id := fmt.Sprint("s", i); journal.ShardOf(id) == shard {
			return id
		}
	}
}
