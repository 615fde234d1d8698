package board

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"atende/actors/cluster"
)

// Kinds of events, which the page colours.
const (
	plain = "plain"
	good  = "good"
	warm  = "warm"
	bad   = "bad"
)

// maxEvents is how many events are remembered.
const maxEvents = 60

// diary writes down what happened: what somebody asked for, and what two looks at the cluster show to
// be different.
type diary struct {
	now func() time.Time

	mu     sync.Mutex
	number int
	events []Event // newest first

	// Only the watcher touches what is below.
	before  map[string]cluster.MemberStatus // by node
	owners  []string                        // of the shards
	orphans map[string]time.Time            // incarnations that died with shards, and since when
	moved   int64
}

// note adds an event.
func (d *diary) note(kind, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.number++
	d.events = slices.Insert(d.events, 0, Event{Number: d.number, At: d.now(), Kind: kind, Text: text})
	if len(d.events) > maxEvents {
		d.events = d.events[:maxEvents]
	}
}

// recent are the events, newest first.
func (d *diary) recent() []Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.events)
}

// compare notes what changed since the look before.
func (d *diary) compare(status cluster.Status) {
	live, owners := map[string]bool{}, make([]string, len(status.Shards))
	members := map[string]cluster.MemberStatus{}
	for _, m := range status.Members {
		members[m.Node] = m
		live[incarnation(m)] = m.Live
	}
	for i, shard := range status.Shards {
		owners[i] = shard.Owner
	}
	d.compareMembers(members)
	d.compareOwners(owners, live)
	d.before, d.owners = members, owners
}

func incarnation(m cluster.MemberStatus) string { return fmt.Sprintf("%s#%d", m.Node, m.Incarnation) }

// compareMembers notes who came, who goes and who is gone.
func (d *diary) compareMembers(members map[string]cluster.MemberStatus) {
	for _, name := range sorted(members) {
		m, was := members[name], d.before[name]
		same := was.Incarnation == m.Incarnation && was.Node != ""
		switch {
		case m.Live && (!same || !was.Live):
			d.note(good, fmt.Sprintf("%s entrou no cluster (%dª vida)", name, m.Incarnation))
		case same && was.Live && !m.Live && was.State == "draining":
			d.note(plain, name+" saiu do cluster")
		case same && was.Live && !m.Live:
			d.note(bad, "o prazo de "+name+" acabou: saiu do cluster")
		case same && m.Live && was.State == "up" && (m.State == "draining" || m.Drain) && !was.Drain:
			d.note(warm, name+" entrega as suas partições")
		}
	}
}

// passage is a number of shards that changed from one owner to another.
type passage struct{ from, to string }

// compareOwners notes which shards changed hands, and how long those of a dead owner had none.
func (d *diary) compareOwners(owners []string, live map[string]bool) {
	if d.orphans == nil {
		d.orphans = map[string]time.Time{}
	}
	counts := map[passage]int{}
	left := map[string]int{} // shards of owners that are not alive
	for i, to := range owners {
		if to != "" && !live[to] {
			left[to]++
		}
		if i < len(d.owners) && d.owners[i] != to {
			counts[passage{d.owners[i], to}]++
		}
	}
	for _, p := range sortedPassages(counts) {
		d.notePassage(p, counts[p], live[p.from] || d.wasLeaving(p.from))
	}
	for owner := range left {
		if _, known := d.orphans[owner]; !known {
			d.orphans[owner] = d.now()
		}
	}
	for owner, since := range d.orphans {
		if left[owner] == 0 {
			d.note(good, fmt.Sprintf("todas as partições de %s têm dono de novo, %s depois de o prazo acabar", nodeOf(owner), seconds(d.now().Sub(since))))
			delete(d.orphans, owner)
		}
	}
}

// wasLeaving reports an owner that gave its shards away at the look before; it may be gone by now.
func (d *diary) wasLeaving(owner string) bool {
	was, known := d.before[nodeOf(owner)]
	return known && incarnation(was) == owner && was.Live && (was.State == "draining" || was.Drain)
}

func (d *diary) notePassage(p passage, count int, given bool) {
	d.moved += int64(count)
	from, to := nodeOf(p.from), nodeOf(p.to)
	switch {
	case from == "" || from == to:
		d.note(plain, fmt.Sprintf("%s recebeu %s", to, shards(count)))
	case given:
		d.note(plain, fmt.Sprintf("%s → %s: %s", from, to, shards(count)))
	default:
		d.note(warm, fmt.Sprintf("%s assumiu %s de %s", to, shards(count), from))
	}
}

func nodeOf(owner string) string {
	node, _, _ := strings.Cut(owner, "#")
	return node
}

func shards(count int) string {
	if count == 1 {
		return "1 partição"
	}
	return fmt.Sprintf("%d partições", count)
}

// seconds is "3,4 s".
func seconds(d time.Duration) string {
	return strings.Replace(fmt.Sprintf("%.1f s", d.Seconds()), ".", ",", 1)
}

func sorted(members map[string]cluster.MemberStatus) []string {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sortedPassages(counts map[passage]int) []passage {
	passages := make([]passage, 0, len(counts))
	for p := range counts {
		passages = append(passages, p)
	}
	slices.SortFunc(passages, func(a, b passage) int { return strings.Compare(a.from+a.to, b.from+b.to) })
	return passages
}
