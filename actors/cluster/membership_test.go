package cluster

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

// The members of the library's cluster package are the live ones of the table: joins, deaths and new
// lives arrive, and a store that is away makes nobody leave.
func TestMembers(t *testing.T) {
	virtual(t, func(t *testing.T, w *world) {
		nodes := w.settled("n1", "n2", "n3")
		want := func(n *resident, count float64) {
			t.Helper()
			synctest.Wait()
			if got := testutil.ToFloat64(n.metrics.ClusterMembers); got != count {
				t.Errorf("%s counts %v members, not %v", n.Name, got, count)
			}
		}
		want(nodes[0], 3)
		nodes[2].crash()
		w.nodes = nodes[:2]
		time.Sleep(4 * time.Second)
		want(nodes[0], 2)
		w.join("n3")
		time.Sleep(time.Second)
		want(nodes[0], 3)
		nodes[1].wire.cut()
		time.Sleep(20 * time.Second)
		want(nodes[0], 2) // it is dead for those who see the table
		want(nodes[1], 3) // and sees nobody leave
	})
}
