// Package router knows the actor of every chat session: awake, asleep, or being put to sleep.  It
// makes messages durable (Accept), wakes the actor that answers them, and is the only caller of
// Spawn and Poison.
//
// The journal is the truth and a wake-up only a hint, so a lost one must cost time and never a
// message: a periodic pass (sweep.go) wakes every session with waiting rows that nobody is looking
// at.  With that, the rules that keep Hollywood safe are few, and all of them stand here:
//
//   - Messages around a stop vanish without a trace, so one lock per shelf of the table covers both
//     "is it stopping?" and Send; a wake-up that comes meanwhile is remembered and sent to the next
//     actor (passivate.go).
//   - A second Poison of one actor hangs its waiter: there is one per actor, under the same lock.
//   - An inbox grows without bound: at most two wake-ups are under way, one being handled and one
//     that sees whatever came since.
//   - Started runs on the goroutine of whoever spawns: actors load at their first wake-up.
//   - A node of a cluster answers only sessions of the shards it owns; while one moves, its running turns
//     end and no other begins (cluster.go).
//   - A panic that reaches the library is logged with its value and drops a message: a middleware
//     recovers (spawn.go), restarts are unlimited as a belt, and Request and children are not used.
package router

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anthdm/hollywood/actor"
	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/cluster"
	"atende/actors/journal"
	"atende/actors/newcomer"
	"atende/actors/session"
	"atende/metrics"
)

// Gateway is the one call that the router makes itself.
type Gateway interface {
	Transfer(ctx context.Context, sessionID string) (json.RawMessage, error)
}

// Config describes a router.  Journal, Gateway and Producer are required.
type Config struct {
	Journal journal.Journal
	Gateway Gateway
	// Producer makes the actors, normally (*session.Behavior).Producer.
	Producer func(session.Host) actor.Producer

	// Newcomers keeps forged sessions from taking the places of patients, the same as the sessions' (session.Config);
	// nil: nobody does.
	Newcomers *newcomer.Desk

	// Cluster says which sessions are of this node; nil: all of them.
	Cluster Cluster
	// Engine runs the actors; nil: an engine of the router's own.
	Engine *actor.Engine

	// MaxResident bounds the sessions in memory; 0: 131 072.
	MaxResident int
	// IdleAfter is how long a session without work stays in memory; 0: 10 minutes.
	IdleAfter time.Duration
	// PackAfter is how long before it takes as little memory as it can; 0: 30 seconds.
	PackAfter time.Duration
	// PressureIdle is how long at least when memory is short; 0: 30 seconds.
	PressureIdle time.Duration
	// SweepEvery is the period of the pass that repairs lost wake-ups; 0: 500 ms.
	SweepEvery time.Duration
	// PurgeEvery is how often the journal forgets what is old; 0: an hour.
	PurgeEvery time.Duration
	// KeepSessions is how long the journal keeps sessions that nobody touched, KeepIntents intents,
	// KeepHistory what is kept of turns, KeepDemand the days of wishes that could not be offered, and
	// KeepAccesses the access log; 0: 30, 180, 30, 400 and 400 days.
	KeepSessions, KeepIntents, KeepHistory, KeepDemand, KeepAccesses time.Duration
	// RemindEvery is how often reminders that fell due are looked for; 0: 5 seconds.
	RemindEvery time.Duration
	// MaxPending is the bound of the journal on waiting rows, MaxAccepting that on messages that are
	// being made durable at once; near them messages are refused, see Accept.  0: 50 000 and 4096.
	MaxPending, MaxAccepting int
	// Grace is how long running turns may go on while draining; 0: 25 seconds.
	Grace time.Duration

	// Metrics, Outcomes and Conversion count; zero and nil: nowhere.
	Metrics    metrics.Engine
	Outcomes   *prometheus.CounterVec
	Conversion metrics.Conversion
	// Log gets failures, without patient data; nil: nowhere.
	Log *slog.Logger
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// Router is safe for concurrent use.
type Router struct {
	Config
	engine   *actor.Engine
	producer actor.Producer
	table    *table
	resident atomic.Int64
	draining atomic.Bool
	turns    context.Context // of all running turns
	cancel   context.CancelFunc

	accepting atomic.Int64
	transfers *transfers
	handed    handed

	look  chan struct{}             // holds one: the keeper is asked to look at once
	swept atomic.Pointer[time.Time] // the last pass that succeeded
	blind bool                      // passes fail; of the keeper's goroutine

	keeping context.Context // of the keeper, the purger and the reminder
	stop    context.CancelFunc
	ended   chan struct{} // they have returned
	drain   sync.Once
	left    error // of the drain
}

// New builds a router and starts its periodic pass; Drain ends both.
func New(c Config) (*Router, error) {
	if c.Engine == nil {
		engine, err := actor.NewEngine(actor.NewEngineConfig())
		if err != nil {
			return nil, fmt.Errorf("router: %w", err)
		}
		c.Engine = engine
	}
	c.MaxResident = cmp.Or(c.MaxResident, 131_072)
	c.IdleAfter = cmp.Or(c.IdleAfter, 10*time.Minute)
	c.PackAfter = cmp.Or(c.PackAfter, 30*time.Second)
	c.PressureIdle = cmp.Or(c.PressureIdle, 30*time.Second)
	c.SweepEvery = cmp.Or(c.SweepEvery, 500*time.Millisecond)
	c.PurgeEvery = cmp.Or(c.PurgeEvery, time.Hour)
	c.KeepSessions = cmp.Or(c.KeepSessions, KeepSessions)
	c.KeepIntents = cmp.Or(c.KeepIntents, keepIntents)
	c.KeepHistory = cmp.Or(c.KeepHistory, KeepHistory)
	c.KeepDemand = cmp.Or(c.KeepDemand, KeepDemand)
	c.KeepAccesses = cmp.Or(c.KeepAccesses, keepAccesses)
	c.RemindEvery = cmp.Or(c.RemindEvery, 5*time.Second)
	c.MaxPending = cmp.Or(c.MaxPending, 50_000)
	c.MaxAccepting = cmp.Or(c.MaxAccepting, 4096)
	c.Grace = cmp.Or(c.Grace, 25*time.Second)
	if c.Metrics.SessionsActive == nil || c.Outcomes == nil {
		nowhere := metrics.New(prometheus.NewRegistry())
		c.Metrics, c.Outcomes = nowhere.Engine, nowhere.Turns.Outcomes
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Cluster == nil {
		c.Cluster = sole{cluster.Tenure{Suspect: c.Now()}}
		c.Metrics.ClusterMembers.Set(1)
		c.Metrics.ShardsOwned.Set(journal.Shards)
	}
	r := &Router{
		Config: c, engine: c.Engine, table: newTable(), transfers: newTransfers(),
		look: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	r.turns, r.cancel = context.WithCancel(context.Background())
	r.keeping, r.stop = context.WithCancel(r.turns)
	r.producer = c.Producer(host{r})
	if c.Newcomers != nil {
		c.Newcomers.Wakes(func(sessionID string) { r.wake(sessionID) })
	}
	r.watch()
	var keepers sync.WaitGroup
	keepers.Go(r.keep)
	keepers.Go(r.purge)
	keepers.Go(r.remind)
	go func() {
		keepers.Wait()
		close(r.ended)
	}()
	return r, nil
}

// Resident is the number of sessions in memory.
func (r *Router) Resident() int { return int(r.resident.Load()) }
