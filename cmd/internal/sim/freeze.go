package sim

import (
	"context"
	"time"

	"atende/actors/journal"
)

// A process can stand still: nothing of it reaches anybody and nothing reaches it until it goes on.
// What it computes between two calls is as if it had done so just before, so only calls wait; those that
// wait may still have their effect when the process goes on, however late that is.  A machine that sleeps
// takes the monotonic clock of its processes along.

// trouble is what happens to a process that lives on.
type trouble struct {
	kind  troubleKind
	lasts time.Duration
	// Either at a time, to the process of a slot …
	at   time.Duration
	slot int
	// … or to the process that takes a step of a chat: the n-th, or the first of a call, "before book".
	chat, step int
	call       string
}

type troubleKind string

const (
	frozen   troubleKind = "frozen"   // SIGSTOP
	asleep   troubleKind = "asleep"   // with its machine
	isolated troubleKind = "isolated" // from the journal; calls fail at once
	silenced troubleKind = "silenced" // from the journal; calls hang
)

// meetTrouble lets happen what the plan has for this step of a chat.  The caller holds the lock.
func (n *node) meetTrouble(c *thread, what string) {
	for i := range n.w.plan.troubles {
		t := &n.w.plan.troubles[i]
		if t.chat < 0 || n.w.chats[t.chat%len(n.w.chats)] != c {
			continue
		}
		if t.call == what || t.call == "" && t.step == c.steps {
			t.chat = -1 // once
			n.suffer(*t)
		}
	}
}

// suffer begins a trouble.  The caller holds the lock.
func (n *node) suffer(t trouble) {
	if n.thaw != nil || n.severed() {
		return
	}
	n.wronged = true
	n.w.tally.Troubles++
	n.w.noteLocked("", "process %s is %s for %v", n.name(), t.kind, t.lasts)
	switch t.kind {
	case isolated, silenced:
		n.cutOff, n.mute = time.Now().Add(t.lasts), t.kind == silenced
		return
	case asleep:
		n.dozing.Store(time.Now().UnixNano())
	default:
	}
	n.thaw = make(chan struct{})
	n.w.crowd.Go(func() {
		time.Sleep(t.lasts)
		n.goOn()
	})
}

func (n *node) goOn() {
	n.w.mu.Lock()
	defer n.w.mu.Unlock()
	if since := n.dozing.Load(); since != 0 {
		n.slept.Add(time.Now().UnixNano() - since)
		n.dozing.Store(0)
	}
	close(n.thaw)
	n.thaw = nil
	n.w.noteLocked("", "process %s goes on", n.name())
	n.w.checkBelief(n)
}

// awake waits while the process stands still, and reports whether it did.
func (n *node) awake() (waited bool) {
	for {
		n.w.mu.Lock()
		thaw := n.thaw
		n.w.mu.Unlock()
		if thaw == nil {
			return waited
		}
		waited = true
		select {
		case <-thaw:
		case <-n.dead:
			return true
		}
	}
}

// receive waits until the process can take a call, but not for longer than its caller; false: it cannot.
func (n *node) receive(patience time.Duration) bool {
	n.w.mu.Lock()
	thaw := n.thaw
	n.w.mu.Unlock()
	if thaw == nil {
		return true
	}
	select {
	case <-thaw:
		return true
	case <-time.After(patience):
		return false
	}
}

// acceptLate handles a call whose caller has gone, once the process goes on.
func (n *node) acceptLate(c *thread, id string, m journal.PatientMessage) {
	n.awake()
	n.w.mu.Lock()
	closed := n.closed || n.w.stuck
	n.w.mu.Unlock()
	if n.alive() && !closed {
		n.w.accepted(n, c, id, m)
	}
}

// unreachable reports that the journal is, having waited for as long as the caller waits if nobody says so.
func (n *node) unreachable(ctx context.Context) bool {
	n.w.mu.Lock()
	severed, mute := n.severed(), n.mute
	n.w.mu.Unlock()
	if severed && mute {
		_ = n.hang(ctx)
	}
	return severed
}

// severed reports that the process cannot reach the journal now.  The caller holds the lock.
func (n *node) severed() bool { return !n.w.healed && time.Now().Before(n.cutOff) }

// clock is the monotonic clock of the process, which stands still while its machine sleeps; uptime is the
// one that does not.
func (n *node) clock() time.Time {
	now := time.Now().Round(0)
	if since := n.dozing.Load(); since != 0 {
		now = time.Unix(0, since)
	}
	return now.Add(-time.Duration(n.slept.Load()))
}

func (n *node) uptime() time.Duration { return time.Since(n.w.began) }

// harass lets the troubles of a time happen.
func (w *world) harass(t trouble) {
	if !w.rest(t.at) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := w.slots[t.slot].node; n != nil && !w.healed {
		n.suffer(t)
	}
}
