package sim

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
)

// world is everything that outlives a process.  Its lock guards all that the simulation remembers;
// nobody sleeps while holding it.
type world struct {
	dice  dice
	kind  Kind
	plan  plan
	began time.Time

	mu          sync.Mutex
	counts      map[string]int // calls so far, by party, operation and chat
	healed      bool
	healedAt    time.Time
	stuck       bool // the engine runs in circles: nothing starts any more
	chats       []*thread
	clinic      *clinic
	list        *list                // of those who wait
	catalogue   *conversation.Clinic // what the agent knows of it
	outcomes    outcomes
	ledger      *ledger
	slots       []*slot   // where processes run, one in each
	register    *register // nil outside of a cluster
	switchboard *switchboard
	coming      int // late effects
	tags        int // of what the driver said
	errors      []string
	trace       []entry
	tally       Tally

	over  chan struct{} // everybody goes home
	ended sync.Once
	crowd sync.WaitGroup // patients, deliveries, late effects, buried processes
}

// entry is a line of the trace; it is formatted only if somebody wants to read it.
type entry struct {
	at     time.Duration
	chat   string
	format string
	args   []any
}

func newWorld(seed uint64, kind Kind) *world {
	d := dice(seed)
	w := &world{dice: d, kind: kind, plan: kind.plan(d), counts: map[string]int{}, over: make(chan struct{})}
	time.Sleep(w.plan.reminders.dusk)
	w.began = time.Now()
	w.ledger = newLedger(w)
	w.clinic, w.list = newClinic(w), w.newList()
	w.catalogue, w.outcomes = w.plan.clinic(), newOutcomes()
	w.switchboard = newSwitchboard(w)
	w.slots = w.plan.fleet.slots(w)
	for i, s := range w.plan.scripts {
		w.chats = append(w.chats, w.newChat(i, s))
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
	for _, c := range w.chats {
		w.crowd.Go(func() { w.live(c) })
	}
	w.freeTimes()
	for _, p := range w.plan.people {
		w.crowd.Go(func() { w.takeOver(p) })
	}
	if w.register != nil {
		w.runCluster()
	}
	supervised := w.supervise()
	w.awaitPatients()
	w.awaitSilence()
	w.ended.Do(func() { close(w.over) })
	supervised.Wait()
	w.crowd.Wait()
	w.verify()
}

// awaitPatients heals the world when its time has come, or when all patients are done.
func (w *world) awaitPatients() {
	for since := w.began; time.Since(since) < w.plan.heal && !w.patientsSilent(); {
		time.Sleep(max(time.Second, w.plan.heal/500))
	}
	w.mu.Lock()
	w.healed, w.healedAt = true, time.Now()
	w.grant()
	w.mu.Unlock()
	w.note("", "everything works from now on")
	for since := time.Now(); time.Since(since) < goingOn+w.plan.reminders.longest()+w.plan.waits.horizon && !w.patientsDone(); {
		time.Sleep(time.Second)
	}
}

func (w *world) patientsDone() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stuck || !slices.ContainsFunc(w.chats, func(c *thread) bool { return !c.done })
}

// patientsSilent reports that they are done, and that nobody is going to be reminded.
func (w *world) patientsSilent() bool {
	if !w.patientsDone() {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stuck || !w.expectant()
}

// awaitSilence waits until nothing waits in the journal and nothing is under way.
func (w *world) awaitSilence() {
	pause := time.Second
	calm := 0
	for since := time.Now(); time.Since(since) < quietAfter+w.plan.reminders.longest()+w.plan.visits.horizon && calm < 2; {
		time.Sleep(pause)
		if w.busy() {
			calm, pause = 0, min(2*pause, time.Minute)
			continue
		}
		calm, pause = calm+1, settle
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.register != nil && !w.stuck && !w.register.even() {
		w.violate("", "rest", "the shards are not shared evenly between live nodes")
	}
}

// staffed reports that a process runs wherever one should.  The caller holds the lock.
func (w *world) staffed() bool {
	for _, s := range w.slots {
		if !s.left && (s.node == nil || s.node.closed) {
			return false
		}
	}
	return w.register == nil || w.register.even()
}

func (w *world) busy() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.stuck && (!w.staffed() || w.coming > 0 || w.ledger.inner.Pending() > 0 || w.expectant() ||
		slices.ContainsFunc(w.chats, func(c *thread) bool { return c.undelivered > 0 }))
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
	r := Report{Seed: uint64(w.dice), Kind: w.kind, Violations: w.errors, Tally: w.tally}
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
	if line := w.list.lineOf(id); line != nil {
		return line.thread
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
