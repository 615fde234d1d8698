package journaltest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"atende/actors/journal"
)

// SharedStore is a store under test that several nodes share.
type SharedStore struct {
	// Connect opens it as one more process does.  The suite closes what it got.
	Connect func(ctx context.Context) (journal.Shared, error)
	// Pass lets a while go by on the store's clock: it moves it, or sleeps.  It is called by several
	// goroutines at once.
	Pass func(time.Duration)
}

// ExercisePlacement runs the suite of what journal.Shared adds to journal.Journal.  open makes an
// empty store that is gone when the test is over.
//
// Leases that must run are long, those that must end are made short only then and waited for, so the
// suite passes on a clock that it moves and on one that goes by itself.
func ExercisePlacement(t *testing.T, open func(*testing.T) SharedStore) {
	for _, part := range []struct {
		name     string
		exercise func(*testing.T, func(*testing.T) SharedStore)
	}{
		{"Join", exerciseJoin},
		{"Lease", exerciseLease},
		{"Wishes", exerciseWishes},
		{"Claim", exerciseClaim},
		{"Move", exerciseMove},
		{"Load", exerciseLoad},
		{"Hold", exerciseHold},
		{"HoldEnds", exerciseHoldEnds},
		{"Scope", exerciseScope},
		{"Everybody", exerciseEverybody},
		{"PlacementRaces", exercisePlacementRaces},
		{"PlacementClose", exercisePlacementClose},
	} {
		t.Run(part.name, func(t *testing.T) { part.exercise(t, open) })
	}
}

// long is a lease or hold that never ends within a case.
const long = time.Hour

// everlong is later than anything that is stored.
var everlong = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

// Sole makes s the only owner of everything, for ever, as Exercise and Compare need it.  Whoever was
// in the store before is declared dead.
func Sole(ctx context.Context, s journal.Shared) error {
	own := &titles{}
	s.Own(own)
	before, err := s.View(ctx)
	if err != nil {
		return err
	}
	for _, m := range before.Members {
		if _, err := s.Bury(ctx, m.Incarnation, m.Incarnation); err != nil {
			return err
		}
	}
	me, err := s.Join(ctx, journal.Newcomer{Node: "sole", SchemaMax: before.SchemaFloor, Lease: long})
	if err != nil {
		return err
	}
	if err := s.Claim(ctx, me, everyShard()); err != nil {
		return err
	}
	after, err := s.View(ctx)
	own.learn(after, me)
	return err
}

func everyShard() []int {
	all := make([]int, journal.Shards)
	for i := range all {
		all[i] = i
	}
	return all
}

// titles are what a node believes to own.
type titles struct {
	mu   sync.Mutex
	held [journal.Shards]journal.Title // zero: none
}

// Title is the belief of a shard; see journal.Ownership.
func (o *titles) Title(shard int) (journal.Title, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.held[shard], o.held[shard] != journal.Title{}
}

// learn believes what a view says of me.
func (o *titles) learn(v journal.View, me journal.Incarnation) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for shard, title := range &v.Shards {
		o.held[shard] = journal.Title{}
		if title.Incarnation == me {
			o.held[shard] = title
		}
	}
}

// believe sets one title by hand.
func (o *titles) believe(shard int, title journal.Title) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held[shard] = title
}

// fleet is one store and the nodes around it.
type fleet struct {
	t     *testing.T
	store SharedStore
}

func setupFleet(t *testing.T, open func(*testing.T) SharedStore) *fleet {
	t.Helper()
	return &fleet{t: t, store: open(t)}
}

// process is one process of the cluster, with the calls of bundle and those of the placement.
type process struct {
	*bundle
	journal.Placement
	fleet *fleet
	own   *titles
	me    journal.Incarnation
}

// stranger is a process that has not joined.
func (f *fleet) stranger() *process {
	f.t.Helper()
	s, err := f.store.Connect(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	p := &process{bundle: &bundle{Store: s, t: f.t}, Placement: s, fleet: f, own: &titles{}}
	s.Own(p.own)
	f.t.Cleanup(func() { p.must(p.Close()) })
	return p
}

// node is a process that joined, and owns these shards.
func (f *fleet) node(name string, shards ...int) *process {
	f.t.Helper()
	p := f.stranger()
	p.join(name)
	p.take(shards...)
	return p
}

// nodes are "a" with these shards, and "b" without any.
func (f *fleet) nodes(shards ...int) (a, b *process) {
	f.t.Helper()
	return f.node("a", shards...), f.node("b")
}

// until lets time go by until done says so.
func (f *fleet) until(what string, done func() bool) {
	f.t.Helper()
	for range 5000 {
		if done() {
			return
		}
		f.store.Pass(2 * time.Millisecond)
	}
	f.t.Fatalf("never: %s", what)
}

// newcomer is a node with a lease that does not end.
func newcomer(name string) journal.Newcomer {
	return journal.Newcomer{Node: name, Address: name + ":1", SchemaMax: schema, Release: "v1", Lease: long}
}

// beat is a renewal that does not end.
func beat() journal.Beat { return journal.Beat{State: journal.NodeUp, Lease: long} }

func (p *process) join(name string) {
	p.t.Helper()
	me, err := p.Join(p.t.Context(), newcomer(name))
	p.must(err)
	p.me = me
}

// renew is a renewal that must succeed.
func (p *process) renew(b journal.Beat) journal.View {
	p.t.Helper()
	v, err := p.Renew(p.t.Context(), p.me, b)
	p.must(err)
	return v
}

// over wants an incarnation not to be renewed.
func (p *process) over(who journal.Incarnation) {
	p.t.Helper()
	_, err := p.Renew(p.t.Context(), who, beat())
	p.refused(err, journal.ErrIncarnationOver)
}

// expire lets the lease of the node run out.
func (p *process) expire() {
	p.t.Helper()
	p.renew(journal.Beat{State: journal.NodeUp, Lease: time.Millisecond})
	p.fleet.until("the lease of "+p.me.String()+" is over", func() bool {
		m, known := p.member(p.me)
		return known && !m.Live()
	})
}

// buries wants Bury to say so, on behalf of p.
func (p *process) buries(who journal.Incarnation, want bool) {
	p.t.Helper()
	did, err := p.Bury(p.t.Context(), who, p.me)
	p.must(err)
	if did != want {
		p.t.Fatalf("%v buried %v: %t, want %t", p.me, who, did, want)
	}
}

func (p *process) view() journal.View {
	p.t.Helper()
	v, err := p.View(p.t.Context())
	p.must(err)
	return v
}

func (p *process) member(i journal.Incarnation) (journal.Member, bool) {
	p.t.Helper()
	v := p.view()
	return v.Member(i)
}

// look lets the node believe what the store says.
func (p *process) look() {
	p.t.Helper()
	p.own.learn(p.view(), p.me)
}

// claim tries to take shards, whatever comes of it.
func (p *process) claim(shards ...int) {
	p.t.Helper()
	p.must(p.Claim(p.t.Context(), p.me, shards))
	p.look()
}

// take claims shards that are free.
func (p *process) take(shards ...int) {
	p.t.Helper()
	p.claim(shards...)
	for _, shard := range shards {
		p.owns(shard)
	}
}

// owns wants the store to say that a shard is the node's, and returns the title.
func (p *process) owns(shard int) journal.Title {
	p.t.Helper()
	title := p.view().Shards[shard]
	if title.Incarnation != p.me {
		p.t.Fatalf("shard %d is of %v, want %v", shard, title.Incarnation, p.me)
	}
	return title
}

// gives moves shard 1, which most cases are about, and lets both nodes look.
func (p *process) gives(to *process, busy ...string) {
	p.t.Helper()
	p.moves(journal.Move{Shard: 1, From: p.owns(1), To: to.me, Busy: busy, Hold: long}, true)
	p.look()
	to.look()
}

func (p *process) moves(m journal.Move, want bool) {
	p.t.Helper()
	did, err := p.Move(p.t.Context(), m)
	p.must(err)
	if did != want {
		p.t.Fatalf("shard %d moved from %+v to %v: %t, want %t", m.Shard, m.From, m.To, did, want)
	}
}

// denied wants a session not to be loaded, for this reason.
func (p *process) denied(session string, want error) {
	p.t.Helper()
	_, err := p.Activate(p.t.Context(), session, schema)
	p.refused(err, want)
}

// write commits a state that must stand, and returns the new version.
func (p *process) write(session string, version int64, state string) int64 {
	p.t.Helper()
	return p.commit(journal.Commit{SessionID: session, Version: version, State: []byte(state)})
}

// fenced wants a commit of this version to be refused.
func (p *process) fenced(session string, version int64) {
	p.t.Helper()
	_, err := p.Commit(p.t.Context(), schema, journal.Commit{SessionID: session, Version: version, State: []byte("late")})
	p.refused(err, journal.ErrFenced)
}

// loads wants a session to have this state, and returns the version.
func (p *process) loads(session, state string) int64 {
	p.t.Helper()
	a := p.activate(session)
	if string(a.State) != state {
		p.t.Fatalf("session %q has the state %q, want %q", session, a.State, state)
	}
	return a.Version
}

// sessionIn is the n-th session of a shard, from 0.
func sessionIn(shard, n int) string {
	for i := 0; ; i++ {
		id := fmt.Sprint("session-", i)
		if journal.ShardOf(id) != shard {
			continue
		}
		if n == 0 {
			return id
		}
		n--
	}
}
