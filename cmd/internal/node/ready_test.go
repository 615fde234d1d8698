package node

import (
	"errors"
	"testing"

	"atende/actors/journal"
	"atende/actors/journal/memory"
)

// crowded is a journal with as many waiting rows as it is told.
type crowded struct {
	journal.Store
	pending int
}

func (c *crowded) Pending() int { return c.pending }

// A node whose journal is at its bound refuses every message, so it is not ready for any.
func TestReadyWhileTheJournalIsFull(t *testing.T) {
	j := &crowded{Store: memory.New(memory.Options{})}
	defer j.Close()
	e := &engine{journal: j}
	for _, step := range []struct {
		pending int
		full    bool
	}{{maxPending - 1, false}, {maxPending, true}, {maxPending + 1, true}, {0, false}} {
		j.pending = step.pending
		if err := e.ready(t.Context()); errors.Is(err, errFull) != step.full || (err != nil) != step.full {
			t.Errorf("%d wait: %v", step.pending, err)
		}
	}
}
