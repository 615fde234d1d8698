package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"atende/actors/journal"
)

// shared is the store as one node of a cluster reaches it.
type shared struct{ *memory }

// nobody owns nothing: a process that has not said what is its own.
type nobody struct{}

func (nobody) Title(int) (journal.Title, bool) { return journal.Title{}, false }

// Handle is the store for one more node; closing it leaves the others alone.
func (s *Store) Handle() journal.Shared {
	return &shared{&memory{Store: s, own: nobody{}}}
}

// Own names what the node owns; see journal.Shared.
func (h *shared) Own(own journal.Ownership) { h.own = own }

// node is the newest incarnation of a name.
type node struct {
	number    int64
	address   string
	state     journal.NodeState
	lease     time.Time // until then
	since     time.Time
	schemaMax int
	release   string
	pending   int
	drain     bool
}

func (n *node) live(now time.Time) bool { return n.state != journal.NodeDead && n.lease.After(now) }

// incarnation is the node of i, while i is the newest life of its name; else nil.
func (s *Store) incarnation(i journal.Incarnation) *node {
	if n := s.nodes[i.Node]; n != nil && n.number == i.Number {
		return n
	}
	return nil
}

// accepts reports that a node may get shards.
func (s *Store) accepts(i journal.Incarnation, now time.Time) bool {
	n := s.incarnation(i)
	return n != nil && n.state == journal.NodeUp && n.live(now)
}

// Join begins an incarnation; see journal.Placement.  Beyond the bound of names it fails with
// journal.ErrFull.
func (h *shared) Join(ctx context.Context, n journal.Newcomer) (journal.Incarnation, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return journal.Incarnation{}, err
	}
	defer leave()
	now, number := h.options.Now(), int64(1)
	former := h.nodes[n.Node]
	switch {
	case n.SchemaMax < h.schemaFloor:
		return journal.Incarnation{}, journal.ErrOldRelease
	case former == nil && len(h.nodes) >= maxNodes:
		return journal.Incarnation{}, journal.ErrFull
	case former != nil && former.live(now):
		return journal.Incarnation{}, journal.ErrNodeTaken
	case former != nil:
		number = former.number + 1
	}
	h.nodes[n.Node] = &node{
		number: number, address: n.Address, state: journal.NodeUp, lease: now.Add(n.Lease), since: now,
		schemaMax: n.SchemaMax, release: n.Release,
	}
	return journal.Incarnation{Node: n.Node, Number: number}, nil
}

// Renew extends a lease that runs; see journal.Placement.
func (h *shared) Renew(ctx context.Context, me journal.Incarnation, b journal.Beat) (journal.View, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return journal.View{}, err
	}
	defer leave()
	now := h.options.Now()
	n := h.incarnation(me)
	if n == nil || !n.live(now) {
		return journal.View{}, journal.ErrIncarnationOver
	}
	n.lease, n.state, n.pending = now.Add(b.Lease), b.State, b.Pending
	return h.view(now), nil
}

// View reads without taking part; see journal.Placement.
func (h *shared) View(ctx context.Context) (journal.View, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return journal.View{}, err
	}
	defer leave()
	return h.view(h.options.Now()), nil
}

// view is the truth at now, members by name.
func (s *Store) view(now time.Time) journal.View {
	v := journal.View{Shards: s.shards, SchemaFloor: s.schemaFloor, Members: make([]journal.Member, 0, len(s.nodes))}
	for name, n := range s.nodes {
		v.Members = append(v.Members, journal.Member{
			Incarnation: journal.Incarnation{Node: name, Number: n.number},
			Address:     n.address, State: n.state, Lease: n.lease.Sub(now), Up: now.Sub(n.since),
			SchemaMax: n.schemaMax, Release: n.release, Pending: n.pending, Drain: n.drain,
		})
	}
	slices.SortFunc(v.Members, func(a, b journal.Member) int { return cmp.Compare(a.Node, b.Node) })
	return v
}

// Bury declares an incarnation dead; see journal.Placement.
func (h *shared) Bury(ctx context.Context, who, caller journal.Incarnation) (bool, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	n := h.incarnation(who)
	if n == nil || n.state == journal.NodeDead || (who != caller && n.live(h.options.Now())) {
		return false, nil
	}
	n.state = journal.NodeDead
	return true, nil
}

// Drain keeps an operator's wish; see journal.Placement.
func (h *shared) Drain(ctx context.Context, name string, wanted bool) (bool, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	n := h.nodes[name]
	if n == nil || !n.live(h.options.Now()) {
		return false, nil
	}
	n.drain = wanted
	return true, nil
}

// RaiseFloor makes schema the floor unless it is higher already; see journal.Placement.
func (h *shared) RaiseFloor(ctx context.Context, schema int) error {
	leave, err := h.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	h.schemaFloor = max(h.schemaFloor, schema)
	return nil
}
