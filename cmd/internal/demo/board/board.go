// Package board is the page on which one watches a cluster: who serves how many conversations, what
// happens when a node is added, drained, killed or frozen, and whether every promise is kept.
//
// A watcher asks the nodes what any operator can ask them, /admin/cluster and /metrics, and puts it
// together with what the demo knows of its processes and patients.  Each look becomes one Snapshot that
// all open pages get.
package board

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"atende/cmd/internal/demo/crowd"
	"atende/cmd/internal/demo/fleet"
)

// Fleet is what the board needs of the processes; *fleet.Fleet has it.
type Fleet interface {
	Nodes() []fleet.Node
	Add() (name string, err error)
	Restart(name string) error
	Stop(name string) error
	Kill(name string) error
	Freeze(name string) error
	Thaw(name string) error
}

// Crowd is what the board needs of the patients; *crowd.Crowd has it.
type Crowd interface {
	Rate() float64
	SetRate(rate float64)
	Sessions() []string
	Tally(empty time.Time) crowd.Tally
	Booked(cpf string) bool
}

// Config is what a board shows.
type Config struct {
	Fleet Fleet
	Crowd Crowd
	// Appointments lists the CPF of every appointment of the clinic.
	Appointments func(ctx context.Context) ([]string, error)
	Clinic       string // name
	ChatURL      string // of the chat page, for a link
	Now          func() time.Time
	Log          *slog.Logger
}

const (
	// lookEvery is how often the nodes are asked who owns what.
	lookEvery = 250 * time.Millisecond
	// askLimit is how long one may take to answer.
	askLimit = 800 * time.Millisecond
	// maxViewers bounds the pages that are open at once.
	maxViewers = 32
)

// Board is a running page.
type Board struct {
	cfg     Config
	client  *http.Client
	handler http.Handler
	diary   *diary
	watcher watcher
	stop    context.CancelFunc
	done    chan struct{}

	mu      sync.Mutex
	closed  bool
	last    Snapshot
	viewers map[chan Snapshot]struct{}
}

// New starts to watch; Close ends it.
func New(cfg Config) *Board {
	ctx, stop := context.WithCancel(context.Background())
	b := &Board{
		cfg:     cfg,
		client:  &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute}},
		diary:   &diary{now: cfg.Now},
		stop:    stop,
		done:    make(chan struct{}),
		viewers: map[chan Snapshot]struct{}{},
		last:    Snapshot{Nodes: []Node{}, Shards: []int{}, Events: []Event{}},
	}
	b.watcher = watcher{Config: cfg, client: b.client, diary: b.diary, gauges: map[string]*gauge{}}
	b.handler = b.routes()
	go b.watch(ctx)
	return b
}

// Close ends the watching and all open pages.
func (b *Board) Close() {
	b.stop()
	<-b.done
	b.mu.Lock()
	b.closed = true
	for viewer := range b.viewers {
		delete(b.viewers, viewer)
		close(viewer)
	}
	b.mu.Unlock()
	b.client.CloseIdleConnections()
}

// Handler serves the page and its wishes.
func (b *Board) Handler() http.Handler { return b.handler }

// Told notes what became of a node, for the list of events.
func (b *Board) Told(name string, what fleet.Happening, _ error) {
	switch what {
	case fleet.Listens:
		b.diary.note(good, name+" está no ar")
	case fleet.Left:
		b.diary.note(plain, name+" terminou em ordem")
	case fleet.Died:
		b.diary.note(bad, name+" morreu")
	case fleet.Failed:
		b.diary.note(bad, name+" não conseguiu iniciar")
	}
}

// watch looks until ctx ends.
func (b *Board) watch(ctx context.Context) {
	defer close(b.done)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		b.publish(b.watcher.look(ctx))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// publish hands a snapshot to all pages.  One that has not taken the last one yet misses it.
func (b *Board) publish(s Snapshot) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = s
	for viewer := range b.viewers {
		select {
		case viewer <- s:
		default:
		}
	}
}

// subscribe is a stream that begins with the last snapshot; nil when there are too many or the board
// is closed.
func (b *Board) subscribe() (snapshots chan Snapshot, cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || len(b.viewers) >= maxViewers {
		return nil, nil
	}
	viewer := make(chan Snapshot, 1)
	viewer <- b.last
	b.viewers[viewer] = struct{}{}
	return viewer, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if _, ok := b.viewers[viewer]; ok {
			delete(b.viewers, viewer)
			close(viewer)
		}
	}
}
