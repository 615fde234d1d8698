package board

import "time"

// Snapshot is all that the page shows, at one moment.
type Snapshot struct {
	At    time.Time `json:"at"`
	Nodes []Node    `json:"nodes"`
	// Shards are the positions in Nodes of the owners, -1 for none that is alive.
	Shards []int `json:"shards"`
	// Known: a node could be asked.  Without one, what the cluster knows is that of the last time.
	Known    bool     `json:"known"`
	Pending  int      `json:"pending"` // messages that wait, everywhere
	Moved    int64    `json:"moved"`   // shards that changed hands since the page's server started
	Promises Promises `json:"promises"`
	Traffic  Traffic  `json:"traffic"`
	Events   []Event  `json:"events"` // newest first
}

// Node is a process with what the cluster says of it.
type Node struct {
	Name    string `json:"name"`
	Process string `json:"process"` // a fleet.State
	PID     int    `json:"pid"`
	// Member: it is in the table of nodes.
	Member      bool   `json:"member"`
	Incarnation int64  `json:"incarnation"`
	State       string `json:"state"` // up, draining or dead
	Live        bool   `json:"live"`
	LeaseMS     int64  `json:"leaseMs"`
	Shards      int    `json:"shards"`
	Pending     int    `json:"pending"`
	// Conversations are those of the simulated patients whose shard the node owns, Resident those that
	// it has in memory, whoever's they are.
	Conversations int `json:"conversations"`
	Resident      int `json:"resident"`
	// Replies a second, and the mean time in ms from a message accepted to its answer; -1: none.
	Replies   float64 `json:"replies"`
	LatencyMS float64 `json:"latencyMs"`
}

// Promises are those to the simulated patients.
type Promises struct {
	Accepted     int64 `json:"accepted"`
	Answered     int64 `json:"answered"`
	Waiting      int64 `json:"waiting"`
	Lost         int64 `json:"lost"`
	Refused      int64 `json:"refused"`
	Appointments int   `json:"appointments"` // of everybody
	Double       int   `json:"double"`       // second appointments of a simulated patient, who wants one
	MedianMS     int64 `json:"medianMs"`     // reply latency of the last seconds
	SlowMS       int64 `json:"slowMs"`       // 95 %
	WorstMS      int64 `json:"worstMs"`
	Replies      int   `json:"replies"` // that the latencies are about
}

// Traffic is what the simulated patients do.
type Traffic struct {
	Rate          float64 `json:"rate"` // messages a second that are wanted
	Conversations int     `json:"conversations"`
}

// Event is something that happened, in a sentence.
type Event struct {
	Number int       `json:"number"` // grows
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"` // plain, good, warm or bad
	Text   string    `json:"text"`
}
