package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/cluster"
	"atende/actors/conversation"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/router"
	"atende/actors/session"
	"atende/integrations/chat"
	"atende/integrations/scheduling"
	"atende/metrics"
)

// node is one life of the agent's process.  From its death on none of its calls has an effect or an
// answer, although its goroutines still run for a moment.
type node struct {
	w      *world
	slot   *slot
	number int // of the lives in its slot
	dead   chan struct{}
	desk   desk

	router   *router.Router
	behavior *session.Behavior
	member   *cluster.Node // nil outside of a cluster

	// Under the world's lock:
	closed   bool          // takes no more webhooks, or not yet
	stopping bool          // was asked to stop
	wronged  bool          // stood still or was cut off since it was asked to stop
	thaw     chan struct{} // closed when the process goes on; nil while it does
	cutOff   time.Time     // the journal cannot be reached until then
	mute     bool          // and does not say so
	swept    time.Time     // the last look at waiting rows that succeeded
	glances  map[string]*glance

	dozing atomic.Int64 // since when its machine sleeps, in unix ns; 0: it does not
	slept  atomic.Int64 // how long it slept before, in ns
}

// glance is what a process last saw of a chat.
type glance struct {
	read   time.Time // when it began to read the waiting rows
	status string    // in the gateway's answer
}

// name is the process in the trace.
func (n *node) name() string {
	if n.slot.name == "" {
		return fmt.Sprint(n.number)
	}
	return fmt.Sprintf("%s.%d", n.slot.name, n.number)
}

// errDead is what a dead process sees.
var errDead = errors.New("sim: the process is dead")

// nowhere takes metrics that nobody reads, any number of times.
type nowhere struct{}

func (nowhere) Register(prometheus.Collector) error  { return nil }
func (nowhere) MustRegister(...prometheus.Collector) {}
func (nowhere) Unregister(prometheus.Collector) bool { return true }

// What all runs share, because making it takes longer than a run.
var (
	measured = metrics.New(nowhere{})
	agent    = rules.New(sample)
	// listing is the agent of a clinic with a waiting list, however long it keeps a time.
	listing = rules.New(listed())
)

// boot starts a process.  In a cluster that takes as long as it takes to join; a process that cannot ends.
func (s *slot) boot() {
	w := s.w
	s.lives++
	n := &node{w: w, slot: s, number: s.lives, dead: make(chan struct{}), closed: true, glances: map[string]*glance{}}
	n.build()
	w.mu.Lock()
	s.node = n
	w.noteLocked("", "process %s starts", n.name())
	w.mu.Unlock()
	if err := n.join(); err != nil {
		n.exit(fmt.Sprint("it cannot join: ", err))
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n.closed = false
}

// build makes all that stands behind the webhook.
func (n *node) build() {
	w := n.w
	if n.slot.name != "" {
		n.member = n.newMember()
	}
	n.desk = w.ledger.desk(n, n.member)
	gateway := chat.New(chat.Config{
		URL: "http://gateway", Token: "token", ChannelID: "channel", DepartmentID: department,
		Transport: &wire{node: n, party: gatewayParty, serve: w.serveGateway, route: w.routeGateway}, Metrics: measured.Clients,
	})
	configuration := session.Config{
		Journal: n.desk, Gateway: gateway, Driver: &watched{node: n, agent: emergency.New(w.plan.agent(), w.catalogue)}, Clinic: w.catalogue,
		Scheduling: scheduling.New(scheduling.Config{
			URL: "http://clinic", Now: time.Now, Location: sample.Location, Metrics: measured.Clients,
			Transport: &wire{node: n, party: clinicParty, serve: w.clinic.serve, route: w.clinic.route},
		}),
		Filters:     session.Filters{Instances: []string{instance}, Team: team, Statuses: []string{open}, Closed: []string{over}},
		QuietWindow: w.plan.quiet, Tags: true,
		Complete: func(text string, s *conversation.State, now time.Time) bool {
			return emergency.RedFlag(text) || agent.Complete(text, s, now)
		},
		Metrics: w.outcomes.turns, Panics: measured.Engine.TurnPanics,
	}
	routing := router.Config{
		Journal: n.desk, Gateway: gateway, SweepEvery: w.plan.sweep, RemindEvery: w.plan.remindEvery(),
		Metrics: measured.Engine, Outcomes: w.outcomes.turns.Outcomes,
	}
	if n.member != nil {
		configuration.Floor, routing.Cluster, routing.Engine = n.member.Floor, n.member, n.member.Engine()
	}
	n.behavior = session.NewBehavior(configuration)
	routing.Producer = n.behavior.Producer
	var err error
	if n.router, err = router.New(routing); err != nil {
		panic(err) // the configuration is ours
	}
}

// alive reports whether the process lives.
func (n *node) alive() bool {
	select {
	case <-n.dead:
		return false
	default:
		return true
	}
}

// maxSteps bounds what is done for one chat in a run: a day of waiting for the gateway takes some
// thousands.
const maxSteps = 20_000

// step passes a moment at which the process may die or stand still.  false: it is dead.
func (n *node) step(chatID, what string) bool {
	if !n.mark(chatID, what) {
		return false
	}
	n.awake()
	return n.alive()
}

// mark is step without the wait.
func (n *node) mark(chatID, what string) bool {
	w := n.w
	w.mu.Lock()
	defer w.mu.Unlock()
	if !n.alive() {
		return false
	}
	c := w.chatOf(chatID)
	if c == nil {
		return true
	}
	c.steps++
	if c.rung > 0 {
		c.rung++
	}
	if c.steps > maxSteps {
		w.violate(c.id, "livelock", "%d steps", c.steps)
		w.stuck = true
		n.dieLocked("it does not come to an end")
		return false
	}
	if w.healed {
		return true
	}
	for _, crash := range w.plan.crashes {
		if w.chats[crash.chat%len(w.chats)] == c && crash.step == c.steps {
			n.dieLocked(what)
			return false
		}
	}
	for _, crash := range w.plan.reminders.crashes {
		if w.chats[crash.chat%len(w.chats)] == c && crash.step == c.rung {
			n.dieLocked(what)
			return false
		}
	}
	if c == w.list.lines[0].thread && slices.Contains(w.plan.waits.crashes, c.steps) {
		n.dieLocked(what)
		return false
	}
	n.meetTrouble(c, what)
	return true
}

func (n *node) die(why string) {
	n.w.mu.Lock()
	defer n.w.mu.Unlock()
	n.dieLocked(why)
}

func (n *node) dieLocked(why string) {
	if !n.alive() {
		return
	}
	n.w.tally.Crashes++
	n.end("dies: " + why)
}

// exit ends a process that could not start.
func (n *node) exit(why string) {
	n.w.mu.Lock()
	defer n.w.mu.Unlock()
	if n.alive() {
		n.end("exits: " + why)
	}
}

func (n *node) end(how string) {
	close(n.dead)
	n.w.noteLocked("", "process %s %s", n.name(), how)
	n.slot.mortis <- n
}

// wait sleeps for a call; an error says that its caller gave up or died meanwhile.
func (n *node) wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		if n.awake() {
			return ctx.Err()
		}
		return nil
	case <-ctx.Done():
		n.awake()
		return ctx.Err()
	case <-n.dead:
		return errDead
	}
}

// hang waits until the caller gives up.
func (n *node) hang(ctx context.Context) error {
	select {
	case <-ctx.Done():
		n.awake()
		return ctx.Err()
	case <-n.dead:
		return errDead
	}
}

// bury ends the goroutines of a dead process.
func (n *node) bury() {
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
	defer cancel()
	if n.member != nil {
		n.member.Stop()
	}
	_ = n.router.Drain(ctx)
	_ = n.behavior.Wait(ctx) // for the calls that outlive their turns
}

// Limits of a clean stop (cmd/internal/node).
const (
	stopLimit = 30 * time.Second
	moveLimit = 20 * time.Second
)

// stop is SIGTERM: the shards go to others, no more webhooks, the turns in hand finish, what is left
// stays in the journal.
func (n *node) stop() error {
	w := n.w
	w.mu.Lock()
	n.closed = n.member == nil || n.closed
	n.stopping = true
	n.wronged = n.thaw != nil || n.severed()
	w.tally.Drains++
	w.noteLocked("", "process %s is asked to stop", n.name())
	w.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	if n.member != nil {
		n.giveAway(ctx)
	}
	err := n.router.Drain(ctx)
	_ = n.behavior.Wait(ctx)
	if n.member != nil {
		n.member.Stop()
	}
	return err
}
