package journal

import (
	"fmt"
	"testing"
)

// A changed hash would look for sessions in other shards than those that hold their rows: two owners.
func TestShardOfNeverChanges(t *testing.T) {
	for id, want := range map[string]int{"": 225, "a": 187, "5511999990000": 8, "session-1": 73} {
		if got := ShardOf(id); got != want {
			t.Errorf("%q is in shard %d, want %d", id, got, want)
		}
	}
	counts := make([]int, Shards)
	for i := range 100 * Shards {
		counts[ShardOf(fmt.Sprintf("%08x-session", i))]++
	}
	for shard, n := range counts {
		if n < 50 || n > 160 {
			t.Errorf("shard %d has %d of %d sessions, want about 100", shard, n, 100*Shards)
		}
	}
}
