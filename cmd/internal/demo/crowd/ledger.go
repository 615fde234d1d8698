package crowd

import (
	"slices"
	"sync"
	"time"

	"atende/integrations/chat/simulator"
)

const (
	// lostAfter is how long before a sight of the empty journal a message must have been accepted to
	// be counted as lost: the sight may be a little older than it looks.
	lostAfter = 5 * time.Second
	// latencyWindow is what the latencies of a tally are about.
	latencyWindow = 20 * time.Second
	// maxLatencies bounds how many of them are kept.
	maxLatencies = 2000
	// maxBookers bounds how many patients are remembered by CPF.
	maxBookers = 10_000
)

// Tally is what was promised to the patients, and kept.
type Tally struct {
	Accepted int64 // messages answered 202
	Answered int64 // of those, with a reply or a person
	Waiting  int64 // accepted and not answered
	Lost     int64 // of those, although the journal has nothing left to do
	Refused  int64 // given up by the gateway, which nobody gave a 202
	// Median, Slow and Worst are from the 202 to the reply, of the last 20 s; zero without any.
	Median, Slow, Worst time.Duration // 50 %, 95 %, all
	Replies             int           // that they are about
}

// promise is one message.
type promise struct {
	accepted time.Time // zero: not yet
}

// latency is how long a reply took.
type latency struct {
	at   time.Time
	took time.Duration
}

// ledger is the account of all patients.
type ledger struct {
	mu        sync.Mutex
	waiting   map[*promise]struct{}
	latencies []latency
	bookers   map[string]struct{}
	order     []string // of bookers, oldest first
	sums      Tally    // Accepted, Answered, Refused, and Lost of those that nobody waits for any more
}

func newLedger() ledger {
	return ledger{waiting: map[*promise]struct{}{}, bookers: map[string]struct{}{}}
}

// open notes a message that was said.
func (l *ledger) open() *promise {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := &promise{}
	l.waiting[p] = struct{}{}
	return p
}

// delivered notes where the delivery of a message stands.
func (l *ledger) delivered(p *promise, state simulator.DeliveryState, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch state {
	case simulator.DeliveryDone:
		if p.accepted.IsZero() {
			p.accepted = at
			l.sums.Accepted++
		}
	case simulator.DeliveryFailed:
		l.sums.Refused++
		delete(l.waiting, p)
	case simulator.DeliveryPending:
	}
}

// answered notes the reply.  It can be heard before the 202 is: both are on their way at once.
func (l *ledger) answered(p *promise, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, p)
	l.sums.Answered++
	if p.accepted.IsZero() {
		p.accepted = now
		l.sums.Accepted++
	}
	if len(l.latencies) == maxLatencies {
		l.latencies = slices.Delete(l.latencies, 0, maxLatencies/2)
	}
	l.latencies = append(l.latencies, latency{at: now, took: max(now.Sub(p.accepted), 0)})
}

// forget drops a message whose patient is gone for another reason.
func (l *ledger) forget(p *promise) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, p)
	if !p.accepted.IsZero() {
		l.sums.Accepted--
	}
}

// giveUp notes that a patient waits no longer.
func (l *ledger) giveUp(p *promise) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, p)
	if !p.accepted.IsZero() {
		l.sums.Lost++
	}
}

// expect notes a patient who wants one appointment.
func (l *ledger) expect(cpf string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.order) == maxBookers {
		delete(l.bookers, l.order[0])
		l.order = l.order[1:]
	}
	l.bookers[cpf] = struct{}{}
	l.order = append(l.order, cpf)
}

func (l *ledger) isOurs(cpf string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.bookers[cpf]
	return ok
}

// tally sums up.  A message leaves the journal after its reply was sent: one that waits although the
// journal was seen empty since is lost.
func (l *ledger) tally(now, empty time.Time) Tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.sums
	for p := range l.waiting {
		if p.accepted.IsZero() {
			continue
		}
		t.Waiting++
		if p.accepted.Add(lostAfter).Before(empty) {
			t.Lost++
		}
	}
	l.latencies = slices.DeleteFunc(l.latencies, func(a latency) bool { return now.Sub(a.at) > latencyWindow })
	var took []time.Duration
	for _, a := range l.latencies {
		took = append(took, a.took)
	}
	if t.Replies = len(took); t.Replies > 0 {
		slices.Sort(took)
		t.Median, t.Slow, t.Worst = took[(len(took)-1)/2], took[(len(took)-1)*95/100], took[len(took)-1]
	}
	return t
}
