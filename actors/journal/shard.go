package journal

import "hash/fnv"

const (
	// Shards is how many parts the sessions of a cluster are split in; each part has one owner at a
	// time.  It never changes while a store lives.
	Shards = 256
	// ShardHash names the function behind ShardOf.  A shared store keeps it, and refuses nodes that
	// have another one: they would look for a session in another shard.
	ShardHash = "fnv1a64-xor8"
)

// ShardOf is the shard of a session, from 0 to Shards-1: FNV-1a with 64 bits, folded to 8 by xor.
func ShardOf(sessionID string) int {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(sessionID)) // never fails
	sum := hash.Sum64()
	sum ^= sum >> 32
	sum ^= sum >> 16
	sum ^= sum >> 8
	return int(sum & (Shards - 1))
}
