package journaltest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"atende/actors/journal"
	"atende/actors/journal/memory"
)

// ComparePlacement lets three processes do random things with a store and with package memory, and
// wants the same answer to each.  open makes an empty store that is gone when the test is over.
func ComparePlacement(t *testing.T, open func(*testing.T) SharedStore) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newCouple(rt, t, open(t))
		defer c.close(rt)
		rt.Repeat(c.actions())
	})
}

// placementShards and placementSessions are few, so that random choices meet.
var (
	placementShards   = []int{1, 2, 3}
	placementSessions = []string{sessionIn(1, 0), sessionIn(1, 1), sessionIn(2, 0)}
)

// couple is a store and its model, which are told the same.
type couple struct {
	ctx      context.Context
	store    SharedStore
	clock    *modelClock
	twins    [3]*twin
	versions map[string][]version // given so far, by session
}

// twin is one process at both.
type twin struct {
	name        string
	real, model journal.Shared
	own         *titles // the incarnations and epochs are the same in both
	me          journal.Incarnation
}

// modelClock moves when the store's does.
type modelClock struct {
	mu   sync.Mutex
	past time.Duration
}

func (c *modelClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC).Add(c.past)
}

func (c *modelClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.past += d
}

func newCouple(rt *rapid.T, t *testing.T, store SharedStore) *couple {
	c := &couple{ctx: t.Context(), store: store, clock: &modelClock{}, versions: map[string][]version{}}
	model := memory.NewShared(memory.Options{Now: c.clock.now})
	for i := range c.twins {
		connected, err := store.Connect(c.ctx)
		c.must(rt, err)
		w := &twin{name: string(rune('a' + i)), real: connected, model: model.Handle(), own: &titles{}}
		w.real.Own(w.own)
		w.model.Own(w.own)
		c.twins[i] = w
	}
	return c
}

func (c *couple) close(rt *rapid.T) {
	for _, w := range c.twins {
		c.must(rt, w.real.Close())
	}
}

func (c *couple) must(rt *rapid.T, err error) {
	rt.Helper()
	if err != nil {
		rt.Fatal(err)
	}
}

func (c *couple) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"":         c.check,
		"join":     c.join,
		"renew":    c.renew,
		"expire":   c.expire,
		"bury":     c.bury,
		"drain":    c.drain,
		"claim":    c.claim,
		"move":     c.move,
		"look":     c.look,
		"accept":   c.accept,
		"activate": c.activate,
		"load":     c.activate, // twice as often
		"commit":   c.commit,
		"release":  c.release,
		"ring":     c.ring,
	}
}

func (c *couple) draw(rt *rapid.T, label string) *twin {
	return c.twins[rapid.IntRange(0, len(c.twins)-1).Draw(rt, label)]
}

func drawPlacement(rt *rapid.T) string {
	return rapid.SampledFrom(placementSessions).Draw(rt, "session")
}

func (c *couple) join(rt *rapid.T) {
	w := c.draw(rt, "who")
	got, err := w.real.Join(c.ctx, newcomer(w.name))
	want, wantErr := w.model.Join(c.ctx, newcomer(w.name))
	alike(rt, err, wantErr)
	if err == nil {
		w.me = got
	}
	if got != want {
		rt.Fatalf("joined as %v, in the model as %v", got, want)
	}
}

func (c *couple) beat(rt *rapid.T, w *twin, b journal.Beat) error {
	_, err := w.real.Renew(c.ctx, w.me, b)
	_, wantErr := w.model.Renew(c.ctx, w.me, b)
	alike(rt, err, wantErr)
	return err
}

func (c *couple) renew(rt *rapid.T) {
	state := rapid.SampledFrom([]journal.NodeState{journal.NodeUp, journal.NodeDraining}).Draw(rt, "state")
	_ = c.beat(rt, c.draw(rt, "who"), journal.Beat{State: state, Pending: rapid.IntRange(0, 9).Draw(rt, "pending"), Lease: long})
}

// expire lets a lease run out in both.
func (c *couple) expire(rt *rapid.T) {
	w := c.draw(rt, "who")
	if c.beat(rt, w, journal.Beat{State: journal.NodeUp, Lease: time.Millisecond}) != nil {
		return
	}
	c.clock.pass(2 * time.Millisecond)
	for range 5000 {
		v, err := w.real.View(c.ctx)
		c.must(rt, err)
		if m, _ := v.Member(w.me); !m.Live() {
			return
		}
		c.store.Pass(2 * time.Millisecond)
	}
	rt.Fatalf("the lease of %v is never over", w.me)
}

func (c *couple) bury(rt *rapid.T) {
	w, who := c.draw(rt, "caller"), c.draw(rt, "who").me
	got, err := w.real.Bury(c.ctx, who, w.me)
	want, wantErr := w.model.Bury(c.ctx, who, w.me)
	c.same(rt, got, want, err, wantErr)
}

func (c *couple) drain(rt *rapid.T) {
	w, name, wanted := c.draw(rt, "caller"), c.draw(rt, "who").name, rapid.Bool().Draw(rt, "wanted")
	got, err := w.real.Drain(c.ctx, name, wanted)
	want, wantErr := w.model.Drain(c.ctx, name, wanted)
	c.same(rt, got, want, err, wantErr)
}

func (c *couple) same(rt *rapid.T, got, want bool, err, wantErr error) {
	rt.Helper()
	alike(rt, err, wantErr)
	if got != want {
		rt.Fatalf("%t, in the model %t", got, want)
	}
}

func (c *couple) claim(rt *rapid.T) {
	w, shards := c.draw(rt, "who"), rapid.SliceOfDistinct(rapid.SampledFrom(placementShards), rapid.ID).Draw(rt, "shards")
	alike(rt, w.real.Claim(c.ctx, w.me, shards), w.model.Claim(c.ctx, w.me, shards))
}

// move uses the title that the node believes in, which may be an old one.
func (c *couple) move(rt *rapid.T) {
	w, shard := c.draw(rt, "from"), rapid.SampledFrom(placementShards).Draw(rt, "shard")
	title, _ := w.own.Title(shard)
	m := journal.Move{Shard: shard, From: title, To: c.draw(rt, "to").me, Hold: long}
	for _, s := range rapid.SliceOfDistinct(rapid.SampledFrom(placementSessions), rapid.ID).Draw(rt, "busy") {
		if journal.ShardOf(s) == shard {
			m.Busy = append(m.Busy, s)
		}
	}
	got, err := w.real.Move(c.ctx, m)
	want, wantErr := w.model.Move(c.ctx, m)
	c.same(rt, got, want, err, wantErr)
}

func (c *couple) look(rt *rapid.T) {
	w := c.draw(rt, "who")
	v, err := w.model.View(c.ctx)
	c.must(rt, err)
	w.own.learn(v, w.me)
}

func (c *couple) accept(rt *rapid.T) {
	w, in := c.draw(rt, "who"), journal.Incoming{SessionID: drawPlacement(rt), MessageID: "m"}
	alike(rt, w.real.Accept(c.ctx, in), w.model.Accept(c.ctx, in))
}

func (c *couple) activate(rt *rapid.T) {
	w, session := c.draw(rt, "who"), drawPlacement(rt)
	got, err := w.real.Activate(c.ctx, session, schema)
	want, wantErr := w.model.Activate(c.ctx, session, schema)
	alike(rt, err, wantErr)
	if err == nil {
		c.versions[session] = append(c.versions[session], version{got.Version, want.Version})
	}
	got.Version, want.Version = 0, 0
	if diff := cmp.Diff(want, got); diff != "" {
		rt.Fatalf("activation (-model +got):\n%s", diff)
	}
}

func (c *couple) commit(rt *rapid.T) {
	w, session, base := c.draw(rt, "who"), drawPlacement(rt), version{}
	if given := c.versions[session]; len(given) > 0 {
		base = given[max(0, len(given)-rapid.IntRange(1, 3).Draw(rt, "age"))]
	}
	done, state := rapid.Bool().Draw(rt, "done"), fmt.Sprint(rapid.IntRange(0, 99).Draw(rt, "state"))
	due := tomorrow.Add(time.Duration(slices.Index(placementSessions, session)) * time.Millisecond)
	perform := func(j journal.Journal, base int64) (int64, error) {
		commit := journal.Commit{SessionID: session, Version: base, State: []byte(state), Due: due}
		rows, err := j.Read(c.ctx, session, 1)
		c.must(rt, err)
		if done && len(rows) > 0 {
			commit.Done = []int64{rows[0].Seq}
		}
		return j.Commit(c.ctx, schema, commit)
	}
	got, err := perform(w.real, base.real)
	want, wantErr := perform(w.model, base.model)
	alike(rt, err, wantErr)
	if err == nil {
		c.versions[session] = append(c.versions[session], version{got, want})
	}
}

func (c *couple) ring(rt *rapid.T) {
	w, limit := c.draw(rt, "who"), rapid.IntRange(0, 3).Draw(rt, "limit")
	got, err := w.real.Ring(c.ctx, everlong, limit)
	want, wantErr := w.model.Ring(c.ctx, everlong, limit)
	alike(rt, err, wantErr)
	if !slices.Equal(got, want) {
		rt.Fatalf("rang %q, in the model %q", got, want)
	}
}

func (c *couple) release(rt *rapid.T) {
	w, sessions := c.draw(rt, "who"), rapid.SliceOf(rapid.SampledFrom(placementSessions)).Draw(rt, "sessions")
	alike(rt, w.real.Release(c.ctx, w.me, sessions), w.model.Release(c.ctx, w.me, sessions))
}

// sight is all that one process can see without changing anything.
type sight struct {
	View    journal.View
	Backlog [journal.Shards]int
	Waiting []string
	Pending int
}

func (c *couple) see(rt *rapid.T, s journal.Shared) sight {
	v, err := s.View(c.ctx)
	c.must(rt, err)
	for i := range v.Members { // durations are by clocks of their own
		m := &v.Members[i]
		m.Up = 0
		if m.Lease = min(m.Lease, 1); m.Lease < 0 {
			m.Lease = 0
		}
	}
	if len(v.Members) == 0 {
		v.Members = nil
	}
	v.SchemaFloor = 0 // where it begins is not a rule
	backlog, err := s.Backlog(c.ctx)
	c.must(rt, err)
	waiting, err := s.Sweep(c.ctx, readLimit)
	c.must(rt, err)
	seen := sight{View: v, Backlog: backlog, Pending: s.Pending()}
	for _, w := range waiting {
		seen.Waiting = append(seen.Waiting, w.SessionID)
	}
	return seen
}

func (c *couple) check(rt *rapid.T) {
	for _, w := range c.twins {
		want, got := c.see(rt, w.model), c.see(rt, w.real)
		if !reflect.DeepEqual(want, got) { // cmp is slow with 256 shards
			rt.Fatalf("%s sees something else (-model +got):\n%s", w.name, cmp.Diff(want, got))
		}
	}
}
