package postgres

import (
	"slices"
	"sync"

	"atende/actors/journal"
)

// maxMisses is how often a count is put off because the shard is busy.
const maxMisses = 8

// backlog counts the waiting rows by shard: what the last Sweep found, and what this node did since.
// For a node whose shards nobody else accepts for that is exact; others are seen by the next Sweep.
type backlog struct {
	max int

	mu      sync.Mutex
	total   int // rows and places of all shards
	pending int // rows of the node's shards
	shards  [journal.Shards]tally
}

// tally is the count of one shard.
type tally struct {
	rows   int
	mine   bool   // at the last Sweep
	flying int    // calls under way that may change the count
	begun  uint64 // such calls so far
	misses int
}

func newBacklog(limit int) *backlog { return &backlog{max: limit} }

// reserve takes a place for a row that is about to be written, or says that there is none.
func (b *backlog) reserve(shard int16) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.total >= b.max {
		return false
	}
	b.total++
	b.begin(shard)
	return true
}

// begin notes a call that may change the count of a shard.
func (b *backlog) begin(shard int16) {
	b.shards[shard].flying++
	b.shards[shard].begun++
}

// arrived ends what reserve began.
func (b *backlog) arrived(shard int16, stands bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shards[shard].flying--
	b.total--
	if stands {
		b.add(shard, 1)
	}
}

// finishing notes a commit that may drop rows.
func (b *backlog) finishing(shard int16) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begin(shard)
}

// finished ends what finishing began.
func (b *backlog) finished(shard int16, rows int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shards[shard].flying--
	b.add(shard, -rows)
}

// expect takes places for rows that are about to appear in some of these shards, at most limit, and
// tells how many there were.
func (b *backlog) expect(shards []int16, limit int) (places int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	places = max(0, min(limit, b.max-b.total))
	b.total += places
	for _, shard := range shards {
		b.begin(shard)
	}
	return places
}

// rang ends what expect began.
func (b *backlog) rang(shards []int16, places int, rows map[int16]int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= places
	for _, shard := range shards {
		b.shards[shard].flying--
		b.add(shard, rows[shard])
	}
}

// add changes a count, which may have been too small.
func (b *backlog) add(shard int16, rows int) {
	rows = max(rows, -b.shards[shard].rows)
	b.shards[shard].rows += rows
	b.total += rows
	if b.shards[shard].mine {
		b.pending += rows
	}
}

// snapshot is what was done so far; a count that is taken after it knows all that had ended by then.
func (b *backlog) snapshot() [journal.Shards]tally {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.shards
}

// count takes over the rows of the shards that the node owns, counted after before was taken.  A shard
// whose rows changed meanwhile keeps its own count, for a while.  The rows of others' shards are theirs.
func (b *backlog) count(owned []int16, before *[journal.Shards]tally, rows map[int16]int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for shard := range b.shards {
		t := &b.shards[shard]
		b.belongs(t, slices.Contains(owned, int16(shard)))
		busy := before[shard].flying > 0 || before[shard].begun != t.begun
		if t.mine && busy && t.misses < maxMisses {
			t.misses++
			continue
		}
		t.misses = 0
		b.add(int16(shard), rows[int16(shard)]-t.rows)
	}
}

// belongs says whether the rows of a shard are the node's to answer.
func (b *backlog) belongs(t *tally, mine bool) {
	switch {
	case mine && !t.mine:
		b.pending += t.rows
	case t.mine && !mine:
		b.pending -= t.rows
	}
	t.mine = mine
}

// waiting sums the rows of the shards that were the node's at the last Sweep.
func (b *backlog) waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.pending
}

// Pending counts the waiting rows of the node's shards, from memory.  It is asked for every message that
// comes, and to ask what is owned reads the clocks 256 times: four times what the message itself costs.
func (s *store) Pending() int { return s.backlog.waiting() }
