package postgres_test

import (
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/postgres"
)

// A name is never forgotten, because no incarnation may come twice (C3), but every node reads the members four
// times a second: in containers, where each start has another name, they must not become more for ever.
func TestTheLongDeadAreNoMembers(t *testing.T) {
	url := database(t)
	j := open(t, url, postgres.Options{})
	run(t, session(t, url, time.Minute), `
		insert into nodes(node_id, incarnation, address, state, lease_until, since, schema_max, release)
		select 'old' || i, 3, '', 'dead', now() - interval '2 hours', now() - interval '3 hours', 1, '' from generate_series(1, 5000) i;
		insert into nodes(node_id, incarnation, address, state, lease_until, since, schema_max, release) values
		('lately', 1, '', 'dead', now() - interval '2 minutes', now() - interval '3 hours', 1, ''),
		('unburied', 1, '', 'up', now() - interval '2 hours', now() - interval '3 hours', 1, '')`)
	view, err := j.View(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(view.Members) != 2 || view.Members[0].Node != "lately" || view.Members[1].Node != "unburied" {
		t.Errorf("%d members: %.2v", len(view.Members), view.Members)
	}
	if got := member(t, j, "old7"); got != (journal.Incarnation{Node: "old7", Number: 4}) {
		t.Errorf("it came back as %v", got)
	}
}
