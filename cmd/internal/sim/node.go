package sim

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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
	w        *world
	number   int
	dead     chan struct{}
	closed   bool // takes no more webhooks; under the world's lock
	router   *router.Router
	behavior *session.Behavior
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
)

// boot starts a process.
func (w *world) boot() {
	w.mu.Lock()
	w.deaths++
	n := &node{w: w, number: w.deaths, dead: make(chan struct{})}
	w.mu.Unlock()
	gateway := chat.New(chat.Config{
		URL: "http://gateway", Token: "token", ChannelID: "channel", DepartmentID: department,
		Transport: &wire{node: n, party: gatewayParty, serve: w.serveGateway, route: routeGateway}, Metrics: measured.Clients,
	})
	driver := &watched{w: w, agent: agent}
	n.behavior = session.NewBehavior(session.Config{
		Journal: desk{ledger: w.ledger, node: n}, Gateway: gateway, Driver: driver, Clinic: sample,
		Scheduling: scheduling.New(scheduling.Config{
			URL: "http://clinic", Now: time.Now, Location: sample.Location, Metrics: measured.Clients,
			Transport: &wire{node: n, party: clinicParty, serve: w.clinic.serve, route: w.clinic.route},
		}),
		Filters:     session.Filters{Instances: []string{instance}, Team: team, Statuses: []string{open}},
		QuietWindow: w.plan.quiet, Complete: agent.Complete, Tags: true,
		Metrics: measured.Turns, Panics: measured.Engine.TurnPanics,
	})
	r, err := router.New(router.Config{
		Journal: desk{ledger: w.ledger, node: n}, Gateway: gateway, Producer: n.behavior.Producer,
		SweepEvery: w.plan.sweep, Metrics: measured.Engine, Outcomes: measured.Turns.Outcomes,
	})
	if err != nil {
		panic(err) // the configuration is ours
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n.router, w.node = r, n
	w.noteLocked("", "process %d starts", n.number)
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

// step passes a moment at which the process may die.  false: it is dead.
func (n *node) step(chatID, what string) bool {
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
	close(n.dead)
	n.w.tally.Crashes++
	n.w.noteLocked("", "process %d dies: %s", n.number, why)
	n.w.mortis <- n
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
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-n.dead:
		return errDead
	}
}

// hang waits until the caller gives up.
func (n *node) hang(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-n.dead:
		return errDead
	}
}

// bury ends the goroutines of a dead process.
func (n *node) bury() {
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
	defer cancel()
	_ = n.router.Drain(ctx)
	n.rest(ctx)
}

// stop is SIGTERM: no more webhooks, the turns in hand finish, what is left stays in the journal.
func (w *world) stop(n *node) {
	w.mu.Lock()
	n.closed = true
	w.tally.Drains++
	w.noteLocked("", "process %d is asked to stop", n.number)
	w.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	err := n.router.Drain(ctx)
	n.rest(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil && n.alive() {
		w.violate("", "drain", "%v", err)
	}
	if n.alive() {
		close(n.dead) // whatever it left behind comes too late
	}
	w.noteLocked("", "process %d has stopped", n.number)
	if w.node == n {
		w.node = nil
	}
}

// shut ends the last process.
func (w *world) shut() {
	w.mu.Lock()
	n := w.node
	w.mu.Unlock()
	if n != nil {
		w.stop(n)
	}
}

// rest waits for the calls that outlive their turns.
func (n *node) rest(ctx context.Context) {
	_ = n.behavior.Wait(ctx)
}
