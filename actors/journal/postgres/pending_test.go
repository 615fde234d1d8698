package postgres_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

// asked counts how often it is asked what is owned, which is everything.
type asked struct{ times atomic.Int64 }

func (a *asked) Title(int) (journal.Title, bool) {
	a.times.Add(1)
	return journal.Title{Incarnation: journal.Incarnation{Node: "n", Number: 1}, Epoch: 1}, true
}

// Pending is asked for every message that comes; to look through all shards each time cost more than the
// message itself.
func TestPendingAsksForNoTitles(t *testing.T) {
	j := open(t, database(t), postgres.Options{})
	var own asked
	j.Own(&own)
	for i := range 3 {
		if err := j.Accept(t.Context(), journal.Incoming{SessionID: fmt.Sprint("s", i), MessageID: "m"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Sweep(t.Context(), 9); err != nil {
		t.Fatal(err)
	}
	if err := j.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m"}); err != nil {
		t.Fatal(err)
	}
	before := own.times.Load()
	if got := j.Pending(); got != 4 {
		t.Errorf("%d rows wait", got)
	}
	if own.times.Load() != before {
		t.Errorf("it asked for %d titles", own.times.Load()-before)
	}
}
