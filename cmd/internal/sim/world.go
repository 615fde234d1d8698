package sim

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"atende/actors/journal"
	"atende/actors/journal/memory"
)

// world is everything that outlives a process.  Its lock guards all that the simulation remembers;
// nobody sleeps while holding it.
type world struct {
	dice  dice
	plan  plan
	began time.Time

	mu     sync.Mutex
	counts map[string]int // calls so far, by party, operation and chat
	healed bool
	stuck  bool // the engine runs in circles: nothing starts any more
	chats  []*thread
	clinic *clinic
	ledger *ledger
	node   *node // the process that lives; nil between two lives
	deaths int
	coming int // late effects
	tags   int // of what the driver said
	errors []string
	trace  []entry
	tally  Tally

	over   chan struct{} // everybody goes home
	ended  sync.Once
	crowd  sync.WaitGroup // patients, deliveries, late effects, buried processes
	mortis chan *node     // those who died
}

// entry is a line of the trace; it is formatted only if somebody wants to read it.
type entry struct {
	at     time.Duration
	chat   string
	format string
	args   []any
}

func newWorld(seed uint64) *world {
	d := dice(seed)
	w := &world{
		dice: d, plan: draw(d), began: time.Now(), counts: map[string]int{},
		over: make(chan struct{}), mortis: make(chan *node, 64),
	}
	w.ledger = &ledger{w: w, inner: memory.New(memory.Options{}), begun: map[string]time.Time{}}
	w.clinic = newClinic(w)
	for i, s := range w.plan.scripts {
		w.chats = append(w.chats, newChat(i, s))
	}
	if w.plan.learned {
		for _, d := range sample.Doctors {
			_ = w.ledger.inner.Learn(context.Background(), journal.Fact{AgendaID: d.AgendaID, Exclusive: true, At: w.began})
		}
	}
	return w
}

// Limits of a run, in virtual time.
const (
	// goingOn is how long patients may go on after the heal.
	goingOn = 4 * time.Minute
	// quietAfter is how long after the last patient everything must be done: the longest pause of a
	// part that may have arrived is ten minutes and jitters, and there are several parts.
	quietAfter = 90 * time.Minute
	// settle is how long nothing must happen before the end.
	settle = 5 * time.Second
)

// run lives through one plan.
func (w *world) run() {
	w.boot()
	for _, c := range w.chats {
		w.crowd.Go(func() { w.live(c) })
	}
	for _, p := range w.plan.people {
		w.crowd.Go(func() { w.takeOver(p) })
	}
	supervised := make(chan struct{})
	go func() {
		defer close(supervised)
		w.supervise()
	}()
	w.awaitPatients()
	w.awaitSilence()
	w.ended.Do(func() { close(w.over) })
	<-supervised
	w.crowd.Wait()
	w.verify()
}

// awaitPatients heals the world when its time has come, or when all patients are done.
func (w *world) awaitPatients() {
	for since := w.began; time.Since(since) < w.plan.heal && !w.patientsDone(); {
		time.Sleep(max(time.Second, w.plan.heal/500))
	}
	w.mu.Lock()
	w.healed = true
	w.mu.Unlock()
	w.note("", "everything works from now on")
	for since := time.Now(); time.Since(since) < goingOn && !w.patientsDone(); {
		time.Sleep(time.Second)
	}
}

func (w *world) patientsDone() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stuck || !slices.ContainsFunc(w.chats, func(c *thread) bool { return !c.done })
}

// awaitSilence waits until nothing waits in the journal and nothing is under way.
func (w *world) awaitSilence() {
	pause := time.Second
	calm := 0
	for since := time.Now(); time.Since(since) < quietAfter && calm < 2; {
		time.Sleep(pause)
		if w.busy() {
			calm, pause = 0, min(2*pause, time.Minute)
			continue
		}
		calm, pause = calm+1, settle
	}
}

func (w *world) busy() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.stuck && (w.node == nil || w.coming > 0 || w.ledger.inner.Pending() > 0 ||
		slices.ContainsFunc(w.chats, func(c *thread) bool { return c.undelivered > 0 }))
}

// supervise starts a process again after each death, and kills and stops it when the plan says so.
func (w *world) supervise() {
	stop := time.After(48 * time.Hour)
	events := w.events()
	for {
		wait := stop
		if len(events) > 0 {
			wait = time.After(time.Until(w.began.Add(events[0].at)))
		}
		select {
		case <-w.over:
			w.shut()
			return
		case n := <-w.mortis:
			w.revive(n)
		case <-wait:
			if len(events) == 0 {
				continue
			}
			w.strike(events[0])
			events = events[1:]
		}
	}
}

// blow is a kill or a clean stop.
type blow struct {
	at    time.Duration
	clean bool
}

func (w *world) events() []blow {
	var list []blow
	for _, at := range w.plan.kills {
		list = append(list, blow{at, false})
	}
	for _, at := range w.plan.drains {
		list = append(list, blow{at, true})
	}
	slices.SortFunc(list, func(a, b blow) int { return int(a.at - b.at) })
	return list
}

func (w *world) strike(e blow) {
	w.mu.Lock()
	n, healed := w.node, w.healed
	w.mu.Unlock()
	switch {
	case n == nil || healed:
	case e.clean:
		w.stop(n)
		w.pauseAndBoot(n)
	default:
		n.die("killed")
	}
}

// revive buries the dead and starts its successor after a pause.
func (w *world) revive(n *node) {
	w.mu.Lock()
	current := w.node == n
	if current {
		w.node = nil
	}
	stuck := w.stuck
	w.mu.Unlock()
	if !current {
		return
	}
	w.crowd.Go(n.bury)
	if !stuck {
		w.pauseAndBoot(n)
	}
}

func (w *world) pauseAndBoot(n *node) {
	r := w.dice.roll(n.number, "pause")
	d := time.Duration(1+r.IntN(pick(r, 1_000, 5_000, 20_000))) * time.Millisecond
	select {
	case <-time.After(d):
		w.boot()
	case <-w.over:
	}
}

// later runs an effect that comes after everybody stopped waiting for it, also for a dead process.
func (w *world) later(d time.Duration, effect func()) {
	w.mu.Lock()
	w.coming++
	w.mu.Unlock()
	w.crowd.Go(func() {
		time.Sleep(d)
		effect()
		w.mu.Lock()
		w.coming--
		w.mu.Unlock()
	})
}

func (w *world) note(chat, format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.noteLocked(chat, format, args...)
}

func (w *world) noteLocked(chat, format string, args ...any) {
	w.trace = append(w.trace, entry{time.Since(w.began), chat, format, args})
}

// violate records a broken promise; the caller holds the lock.
func (w *world) violate(chat, promise, format string, args ...any) {
	text := fmt.Sprintf("%s %s: %s", promise, chat, fmt.Sprintf(format, args...))
	w.errors = append(w.errors, text)
	w.noteLocked(chat, "!!! %s", text)
}

func (w *world) report() Report {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tally.Lasted = time.Since(w.began)
	r := Report{Seed: uint64(w.dice), Violations: w.errors, Tally: w.tally}
	if len(w.errors) > 0 {
		r.Plan = w.plan.String()
		for _, e := range w.trace {
			r.Trace = append(r.Trace, fmt.Sprintf("%10.3f %-3s %s", e.at.Seconds(), e.chat, fmt.Sprintf(e.format, e.args...)))
		}
	}
	return r
}

func (w *world) chatOf(id string) *thread {
	for _, c := range w.chats {
		if c.id == id {
			return c
		}
	}
	return nil
}

func (w *world) chatOfCPF(cpf string) *thread {
	for _, c := range w.chats {
		if c.cpf == cpf {
			return c
		}
	}
	return nil
}
