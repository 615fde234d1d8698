package cluster

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"atende/actors/journal"
)

var (
	placementNodes     = flag.Int("placement.nodes", 12, "TestPlacement, TestPlacementTables: how many processes")
	placementDatabases = flag.Int("placement.databases", 2, "TestPlacement: how many databases, all of which each process serves")
	placementTables    = flag.Int("placement.tables", 10, "TestPlacementTables: how many databases")
)

// moveTakes is how long a move takes at the store in these runs: its transaction and the way there.
const moveTakes = 5 * time.Millisecond

// allCome is within what time the first processes start.
const allCome = 10 * time.Second

// TestPlacement lets many processes come and go at many databases, in virtual time: each a node as it runs, against the store in
// memory, which answers at once but for moves.  Databases know nothing of each other, so they are run one after the other.  It
// wants of each that nothing moves but what must; what it costs is in docs/scale.md, by make placement.
func TestPlacement(t *testing.T) {
	if *placementNodes < 3 {
		t.Fatal("-placement.nodes: three at least")
	}
	var all []placement
	began, owned := cpuTime(t), map[string]int{}
	for database := range *placementDatabases {
		virtual(t, func(t *testing.T, w *world) {
			p := &placement{world: w, random: rand.New(rand.NewPCG(1, uint64(database)))}
			p.live(*placementNodes)
			for node, shards := range p.shares {
				owned[node] += shards
			}
			all = append(all, *p)
		})
		if t.Failed() {
			t.Fatalf("database %d", database)
		}
	}
	report(t, all)
	loads := slices.Sorted(maps.Values(owned))
	t.Logf("shards of a process, of all databases together: %d to %d; %d of %d processes have none",
		loads[0], loads[len(loads)-1], *placementNodes-len(owned), *placementNodes)
	renewals := 0
	for _, p := range all {
		renewals += int(p.renewals)
	}
	t.Logf("%d renewals took %v of processor time each, the store's part and all that follows in it", renewals, ((cpuTime(t) - began) / time.Duration(renewals)).Round(time.Microsecond))
}

// TestPlacementTables lets processes come and go at as many databases as are asked for, each with its table alone: where shards
// should be is asked of assign, as a node does, and is so at once.  Processes come in the same order everywhere.
func TestPlacementTables(t *testing.T) {
	moved, owned := map[string]int{}, map[string]int{}
	for range *placementTables {
		table := &table{t: t, moved: moved}
		for i := range *placementNodes {
			table.Members = append(table.Members, upMember(fmt.Sprintf("n%03d", i)))
			table.follow("all come", -1)
		}
		for node, shards := range table.shares() {
			owned[node] += shards
		}
		table.Members = append(table.Members, upMember("newcomer"))
		table.follow("one joins", journal.Shards/(*placementNodes+1))
		leaver, _ := table.Member(table.Shards[0].Incarnation)
		for i, m := range table.Members {
			if m.Incarnation == leaver.Incarnation {
				table.Members[i].State = journal.NodeDead
			}
		}
		table.follow("one leaves", table.shares()[leaver.Node])
	}
	loads := slices.Sorted(maps.Values(owned))
	t.Logf("%d databases of %d processes: %d changes while all come, %d as one joins, %d as one leaves; a process owns %d to %d shards, %d own none",
		*placementTables, *placementNodes, moved["all come"], moved["one joins"], moved["one leaves"], loads[0], loads[len(loads)-1], *placementNodes-len(owned))
}

// table is the table of a database whose nodes do at once what assign says.
type table struct {
	journal.View
	t     *testing.T
	moved map[string]int // shards that changed their owner, by why
}

// follow does it; want is how many shards may move, and have to, -1 for any number.
func (v *table) follow(what string, want int) {
	moved := 0
	for shard, owner := range assign(&v.View) {
		if title := &v.Shards[shard]; title.Incarnation != owner {
			*title = journal.Title{Incarnation: owner, Epoch: title.Epoch + 1}
			moved++
		}
	}
	if want >= 0 && moved != want {
		v.t.Fatalf("%s: %d shards moved, want %d", what, moved, want)
	}
	v.moved[what] += moved
}

// shares is how many shards each node owns.
func (v *table) shares() map[string]int {
	shares := map[string]int{}
	for _, title := range &v.Shards {
		shares[title.Incarnation.Node]++
	}
	return shares
}

// placement is what became of one database.
type placement struct {
	*world
	random   *rand.Rand
	renewals int64
	shares   map[string]int // once the first nodes had come to rest
	heap     uint64         // of a node with its metrics
	steps    []step
}

// step is what it took until the shares were even again.
type step struct {
	what    string
	changes int // of owners of shards
	took    time.Duration
}

// live is the life of a database: nodes come, one more comes, one leaves, one dies.
func (p *placement) live(nodes int) {
	before := heapNow()
	p.until("all come", -1, func() {
		for i := range nodes {
			p.join(fmt.Sprintf("n%03d", i), p.usual)
			time.Sleep(allCome / time.Duration(nodes))
		}
	})
	p.heap = (heapNow() - before) / uint64(nodes)
	p.shares = p.sharesNow()

	p.until("one joins", journal.Shards/(nodes+1), func() { p.join("newcomer", p.usual) })
	leaver := p.ownerOf(0)
	p.until("one leaves", p.sharesNow()[leaver.Name], func() {
		if err := leaver.Drain(p.t.Context()); err != nil {
			p.t.Error(err)
		}
		leaver.Stop()
		p.forget(leaver)
	})
	dies := p.ownerOf(1)
	p.until("one dies", p.sharesNow()[dies.Name], func() {
		dies.crash()
		p.forget(dies)
	})
}

// usual is a node with the usual times.
func (p *placement) usual(c *Config) {
	random := rand.New(rand.NewPCG(p.random.Uint64(), 0))
	c.Random = random.Float64
	at, _ := c.Store.(*wire)
	at.slow, at.Placement = moveTakes, renewing{at.Placement, &p.renewals}
}

// renewing counts renewals.
type renewing struct {
	journal.Placement
	count *int64
}

// Renew implements journal.Placement.
func (r renewing) Renew(ctx context.Context, me journal.Incarnation, b journal.Beat) (journal.View, error) {
	atomic.AddInt64(r.count, 1)
	return r.Placement.Renew(ctx, me, b)
}

// until does something and waits until the shares are even; changes is how many shards may change their owner, and have to, -1
// for any number.
func (p *placement) until(what string, changes int, do func()) {
	p.t.Helper()
	before, began := p.titles(), time.Now()
	do()
	took := time.Since(began)
	took += p.even()
	time.Sleep(8 * time.Second) // nothing moves any more, and the newest is stable
	p.wantOneOwner()
	p.even()
	moved := 0
	for shard, title := range p.titles() {
		moved += int(title.Epoch - before[shard].Epoch)
	}
	if changes >= 0 && moved != changes {
		p.t.Errorf("%s: %d shards changed their owner, want %d", what, moved, changes)
	}
	p.steps = append(p.steps, step{what, moved, took})
}

// even waits until each shard is open at a node, and none has more than one above the even share.
func (p *placement) even() time.Duration {
	p.t.Helper()
	began := time.Now()
	for ; !p.isEven(); time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			p.t.Fatalf("not even within a minute: %v", p.sharesNow())
		}
	}
	return time.Since(began)
}

func (p *placement) isEven() bool {
	byName := map[string]*resident{}
	for _, r := range p.nodes {
		byName[r.Name] = r
	}
	shares := map[string]int{}
	for shard, title := range p.titles() {
		r := byName[title.Incarnation.Node]
		if r == nil {
			return false
		}
		if _, open := r.sessions.open(shard); !open {
			return false
		}
		shares[r.Name]++
	}
	most := (journal.Shards + len(p.nodes) - 1) / len(p.nodes)
	return !slices.ContainsFunc(p.nodes, func(r *resident) bool { return shares[r.Name] > most || shares[r.Name] < journal.Shards/len(p.nodes) })
}

func (p *placement) sharesNow() map[string]int {
	return (&table{View: journal.View{Shards: p.titles()}}).shares()
}

func (p *placement) ownerOf(shard int) *resident {
	owner := p.titles()[shard].Incarnation.Node
	return p.nodes[slices.IndexFunc(p.nodes, func(r *resident) bool { return r.Name == owner })]
}

// forget leaves a node out of what is looked at.
func (p *placement) forget(gone *resident) {
	p.nodes = slices.DeleteFunc(p.nodes, func(r *resident) bool { return r == gone })
}

// cpuTime is how much processor time this process took.
func cpuTime(t *testing.T) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// heapNow is what is in use.
func heapNow() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// report logs, for each step, how many shards changed their owner and how long it took: the middle and the most of all databases.
func report(t *testing.T, all []placement) {
	t.Helper()
	t.Logf("%d processes, %d databases of %d shards; each move takes %v", *placementNodes, len(all), journal.Shards, moveTakes)
	for i, first := range all[0].steps {
		var changes []int
		var took []time.Duration
		for _, p := range all {
			changes, took = append(changes, p.steps[i].changes), append(took, p.steps[i].took)
		}
		slices.Sort(changes)
		slices.Sort(took)
		t.Logf("%-15s changes %d (at most %d), even after %v (at most %v)", first.what,
			changes[len(changes)/2], changes[len(changes)-1], took[len(took)/2].Round(10*time.Millisecond), took[len(took)-1].Round(10*time.Millisecond))
	}
	var heap []uint64
	for _, p := range all {
		heap = append(heap, p.heap)
	}
	slices.Sort(heap)
	view := int(unsafe.Sizeof(journal.View{})) + *placementNodes*int(unsafe.Sizeof(journal.Member{}))
	t.Logf("a view takes %d bytes, without its texts; a node with its metrics %d kB of heap (median)", view, heap[len(heap)/2]/1000)
}
