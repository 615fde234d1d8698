package router

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
)

// neighbour is the cluster around one node, driven by hand.
type neighbour struct {
	mu       sync.Mutex
	owned    bool // every shard
	epoch    int64
	alive    bool
	crowded  bool
	hinted   []string
	finished []string
}

func (n *neighbour) title() journal.Title {
	return journal.Title{Incarnation: journal.Incarnation{Node: "n1", Number: 1}, Epoch: n.epoch}
}

func (n *neighbour) Tenure(int) (cluster.Tenure, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return cluster.Tenure{Title: n.title()}, n.owned && n.alive
}

func (n *neighbour) Alive(journal.Incarnation) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.alive
}

func (n *neighbour) Hint(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hinted = append(n.hinted, id)
}

func (n *neighbour) Finished(id string, _ time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.finished = append(n.finished, id)
}

// told lists whose turns ended.
func (n *neighbour) told() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.finished)
}

func (n *neighbour) Crowded(int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.crowded
}

// becomes changes what the node owns.
func (n *neighbour) becomes(change func(*neighbour)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(n)
}

// clustered is a router that owns everything, for now.
func clustered(t *testing.T, f func(t *testing.T, b *bench, n *neighbour)) {
	t.Helper()
	virtual(t, func(t *testing.T, b *bench) {
		n := &neighbour{owned: true, alive: true, epoch: 1}
		b.config.Cluster = n
		b.start()
		f(t, b, n)
	})
}

// C4: whoever takes a message makes it durable and tells the owner; nobody else answers it.
func TestForeignSessionsAreHinted(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		n.becomes(func(n *neighbour) { n.owned = false })
		b.accept("s", "oi")
		time.Sleep(10 * time.Second)
		b.wantTexts("s", "")
		if !slices.Equal(n.hinted, []string{"s"}) {
			t.Errorf("hinted %v", n.hinted)
		}
		n.becomes(func(n *neighbour) { n.owned, n.epoch = true, 2 })
		b.router.Look()
		synctest.Wait()
		b.wantTexts("s", "oi")
		b.wantRest()
	})
}

// A running turn ends although its shard moves, and what comes meanwhile is left to the new owner.
func TestMoveLetsTheRunningTurnEnd(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		b.gateway.Before = only("s", hang(3*time.Second)) // the read of the session, then the part
		b.accept("s", "um")
		b.accept("idle", "oi")
		time.Sleep(time.Second)
		busy := b.router.Leave(journal.ShardOf("s"), n.title(), time.Now().Add(time.Minute))
		if !slices.Equal(busy, []string{"s"}) {
			t.Fatalf("busy: %v", busy)
		}
		if idle := b.router.Leave(journal.ShardOf("idle"), n.title(), time.Now().Add(time.Minute)); len(idle) > 0 {
			t.Errorf("busy: %v", idle)
		}
		n.becomes(func(n *neighbour) { n.owned = false })
		b.accept("s", "dois")
		time.Sleep(time.Minute)
		b.wantTexts("s", "um")
		if told := n.told(); !slices.Equal(told, []string{"s"}) {
			t.Errorf("finished: %v", told)
		}
	})
}

// A hold ends with its time and with the lease of the node, whatever the turn is at.
func TestHoldEnds(t *testing.T) {
	for name, end := range map[string]func(*neighbour){
		"time":  func(*neighbour) {},
		"lease": func(n *neighbour) { n.alive = false },
	} {
		t.Run("C4 C8 "+name, func(t *testing.T) {
			clustered(t, func(t *testing.T, b *bench, n *neighbour) {
				b.gateway.Before = only("s", hang(3*time.Second))
				b.accept("s", "um")
				time.Sleep(time.Second)
				until := time.Now().Add(time.Second)
				if name != "time" {
					until = until.Add(time.Hour)
				}
				b.router.Leave(journal.ShardOf("s"), n.title(), until)
				n.becomes(func(n *neighbour) { n.owned = false })
				n.becomes(end)
				time.Sleep(time.Minute)
				b.wantTexts("s", "")
			})
		})
	}
}

// A shard that did not move goes on as before.
func TestStay(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		b.router.Leave(journal.ShardOf("s"), n.title(), time.Now().Add(time.Minute))
		b.accept("s", "um")
		time.Sleep(5 * time.Second)
		b.wantTexts("s", "")
		b.router.Stay(journal.ShardOf("s"))
		synctest.Wait()
		b.wantTexts("s", "um")
	})
}

// A turn that was held over a move that did not come about is an ordinary one again: nobody is told of its end.
func TestStayEndsHolds(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		b.gateway.Before = only("s", hang(3*time.Second))
		b.accept("s", "um")
		time.Sleep(time.Second)
		b.router.Leave(journal.ShardOf("s"), n.title(), time.Now().Add(time.Minute))
		b.router.Stay(journal.ShardOf("s"))
		time.Sleep(time.Minute)
		b.wantTexts("s", "um")
		if told := n.told(); len(told) > 0 {
			t.Errorf("finished: %v", told)
		}
	})
}

// Who has just got a shard looks at all that waits there, however fresh: its wake-ups went to the owner before.
func TestLookAtOnce(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, _ *neighbour) {
		time.Sleep(1010 * time.Millisecond) // between two passes
		if err := b.journal.Accept(t.Context(), journal.Incoming{SessionID: "s", MessageID: "m", Body: sessiontest.Body("oi")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wakeDelay / 2)
		b.wantTexts("s", "")
		b.router.Look()
		synctest.Wait()
		b.wantTexts("s", "oi")
	})
}

// C6: what was loaded under an ownership that ended is loaded anew, because somebody else went on.
func TestReturnedShardIsLoadedAnew(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		b.accept("s", "um")
		synctest.Wait()
		n.becomes(func(n *neighbour) { n.owned = false })
		a, err := b.journal.Activate(t.Context(), "s", 1) // the other owner
		if err != nil {
			t.Fatal(err)
		}
		n.becomes(func(n *neighbour) { n.owned, n.epoch = true, 3 })
		b.accept("s", "dois")
		time.Sleep(100 * time.Millisecond) // no pause after a commit that was fenced
		b.wantTexts("s", "um|dois")
		if again, err := b.journal.Activate(t.Context(), "s", 1); err != nil || again.Version <= a.Version+1 {
			t.Errorf("version %d after %d, %v", again.Version, a.Version, err)
		}
	})
}

// The lease ended in the middle of a turn: nothing more is sent, and nobody is handed over for it.
func TestLeaseEndsInTheMiddle(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		b.gateway.Before = only("s", hang(3*time.Second))
		b.accept("s", "um")
		time.Sleep(time.Second)
		n.becomes(func(n *neighbour) { n.alive = false })
		time.Sleep(30 * time.Second)
		b.wantTexts("s", "")
		n.becomes(func(n *neighbour) { n.alive, n.epoch = true, 2 })
		b.router.Look()
		time.Sleep(30 * time.Second)
		b.wantTexts("s", "um")
		b.wantRest()
		if b.outcomes("TRANSFERIDO") != 0 {
			t.Error("a session was handed over")
		}
	})
}

// Sessions that are another node's leave memory soon.
func TestForeignSessionsLeaveMemory(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		b.accept("s", "um")
		synctest.Wait()
		n.becomes(func(n *neighbour) { n.owned = false })
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := b.router.Resident(); got != 0 {
			t.Errorf("%d sessions are in memory", got)
		}
	})
}

// Those that wait for a set time do not stay until then.
func TestForeignPausesLeaveMemory(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		if err := b.router.Pause(t.Context(), "s", time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		b.accept("s", "um")
		synctest.Wait()
		b.router.Leave(journal.ShardOf("s"), n.title(), time.Now().Add(time.Minute))
		n.becomes(func(n *neighbour) { n.owned = false })
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := b.router.Resident(); got != 0 {
			t.Errorf("%d sessions are in memory", got)
		}
	})
}

// A node whose neighbour drowns takes nothing for it.
func TestCrowdedOwner(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, n *neighbour) {
		n.becomes(func(n *neighbour) { n.owned, n.crowded = false, true })
		err := b.router.Accept(context.Background(), "s", "m", journal.PatientMessage{})
		if err == nil {
			t.Error("accepted")
		}
	})
}

// Who of another node's patients is in the middle of a booking only that node knows: near the bound all of them are
// taken, at it none.
func TestSheddingOfForeignSessions(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		full := &forgetting{Journal: b.journal, began: time.Now()}
		b.config.Journal, b.config.MaxPending, b.config.Cluster = full, 100, &neighbour{alive: true}
		b.start()
		for pending, want := range map[int64]bool{79: true, 80: true, 95: true, 100: false} {
			full.pending.Store(pending)
			if got := b.offer(fmt.Sprint("s", pending)); got != want {
				t.Errorf("with %d rows of 100 accepted: %t", pending, got)
			}
		}
	})
}

// C10: others judge by this whether the node still works.
func TestProgress(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, _ *neighbour) {
		time.Sleep(10 * time.Second)
		if age := time.Since(b.router.Progress()); age > time.Second {
			t.Errorf("the last pass was %v ago", age)
		}
		_ = b.journal.Close()
		time.Sleep(10 * time.Second)
		if age := time.Since(b.router.Progress()); age < 9*time.Second {
			t.Errorf("a pass succeeded %v ago without a journal", age)
		}
	})
}

// C10: a node that drains and has nobody to give its shards to keeps its lease for as long as its turns may
// run, or they would be cut after a few seconds.
func TestDrainIsProgress(t *testing.T) {
	clustered(t, func(t *testing.T, b *bench, _ *neighbour) {
		b.gateway.Before = only("s", hang(8*time.Second)) // the read of the session, then the part
		b.accept("s", "um")
		synctest.Wait()
		drained := make(chan error, 1)
		go func() { drained <- b.router.Drain(t.Context()) }()
		time.Sleep(15 * time.Second)
		if age := time.Since(b.router.Progress()); age > time.Second {
			t.Errorf("the last sign of progress was %v ago, and a turn still runs", age)
		}
		if err := <-drained; err != nil {
			t.Error(err)
		}
		b.wantTexts("s", "um")
	})
}
