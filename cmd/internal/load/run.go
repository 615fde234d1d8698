package load

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"
)

// run is one Drive: its patients, and what is known of them.
type run struct {
	options Options
	targets []*url.URL // the webhooks
	talk    talk
	prefix  string // of every id: two runs against one agent never share a session

	begin    time.Time
	warm     time.Duration // Warmup
	patients []patient
	ready    chan *patient // those who may write
	stopped  atomic.Bool   // nobody begins a round any more
	stuck    atomic.Bool   // what is open has waited for Patience already
	open     atomic.Int64  // messages that are being delivered or wait for an answer
	resting  atomic.Int64  // patients who are through with all their rounds
	done     chan struct{} // closed when all are

	accept, reply, total histogram
	count                counters
}

// counters are the sums of a run, from its beginning unless they say otherwise.
type counters struct {
	accepted, answered, turns atomic.Int64
	repeated, extra           atomic.Int64
	disordered, unread        atomic.Int64
	refused, redelivered      atomic.Int64
	unavailable, otherStatus  atomic.Int64
	broken                    atomic.Int64 // deliveries without an answer
	transfers, byPhone        atomic.Int64
	foreign                   atomic.Int64 // calls about sessions of nobody here
}

// status counts an answer other than 202.
func (c *counters) status(status int) {
	if status == http.StatusServiceUnavailable {
		c.unavailable.Add(1)
		return
	}
	c.otherStatus.Add(1)
}

func newRun(o Options) (*run, error) {
	targets, err := targetsOf(o.Webhooks)
	if err != nil {
		return nil, err
	}
	talk, err := newTalk(o.Script, o.Clinic, o.Burst)
	if err != nil {
		return nil, err
	}
	var random [4]byte
	_, _ = rand.Read(random[:]) // never fails
	r := &run{
		options: o, targets: targets, talk: talk, prefix: hex.EncodeToString(random[:]),
		begin: time.Now(), warm: o.Warmup,
		patients: make([]patient, o.Sessions),
		ready:    make(chan *patient, o.Sessions),
		done:     make(chan struct{}),
	}
	for i := range r.patients {
		p := &r.patients[i]
		p.number, p.total = i, o.Sessions
		r.ready <- p
	}
	return r, nil
}

// now is the time since the run began.
func (r *run) now() time.Duration { return time.Since(r.begin) }

// speak lets a patient write what comes next.  due is when that was to happen.
func (r *run) speak(d *deliverer, p *patient, due time.Duration, send sender) {
	p.mu.Lock()
	texts := r.talk.say(p)
	first := len(p.waiting)
	for range texts {
		p.waiting = append(p.waiting, message{due: due})
	}
	number, conversation := p.said, p.conversation()
	p.said += uint32(len(texts))
	p.busy, p.over = true, false
	p.mu.Unlock()
	r.open.Add(int64(len(texts)))
	for i, text := range texts {
		taken := send(d, messageID{conversation, number + uint32(i)}, text)
		r.sent(p, first+i, taken)
	}
	p.mu.Lock()
	p.busy = false
	r.settle(p)
	p.mu.Unlock()
}

// sender delivers one message and reports whether it was accepted.
type sender func(*deliverer, messageID, string) bool

// sent notes how the delivery of a message ended.
func (r *run) sent(p *patient, at int, taken bool) {
	now := r.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	m := &p.waiting[at]
	if !taken {
		if !m.answered {
			r.count.refused.Add(1)
			m.refused = true
			r.open.Add(-1)
		}
		return
	}
	m.accepted = now
	r.count.accepted.Add(1)
	if m.due >= r.warm {
		r.accept.add(now - m.due)
	}
	if m.answered {
		r.measure(m)
	}
}

// measure takes the latencies of a message that was accepted and answered, whichever came first.
func (r *run) measure(m *message) {
	if m.due < r.warm {
		return
	}
	r.reply.add(m.replied - m.accepted)
	r.total.add(m.replied - m.due)
}

// heard takes a part that the agent sent to a conversation.
func (r *run) heard(conversation int, part string) {
	p := r.patient(conversation)
	if p == nil {
		r.count.foreign.Add(1)
		return
	}
	now := r.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conversation() != conversation { // it is over, and was complete
		r.count.repeated.Add(1)
		return
	}
	h := r.talk.hear(p, part)
	p.heard = digest(part)
	for _, at := range h.answered {
		r.answer(&p.waiting[at], now)
	}
	r.tally(h)
	p.over = p.over || h.over
	r.settle(p)
}

// answer notes that a message was answered.
func (r *run) answer(m *message, now time.Duration) {
	m.answered, m.replied = true, now
	r.count.answered.Add(1)
	r.open.Add(-1)
	if m.accepted > 0 {
		r.measure(m)
	}
}

func (r *run) tally(h hearing) {
	for _, c := range []struct {
		is  bool
		sum *atomic.Int64
	}{
		{h.repeated, &r.count.repeated}, {h.extra, &r.count.extra},
		{h.disordered, &r.count.disordered}, {h.unread, &r.count.unread},
	} {
		if c.is {
			c.sum.Add(1)
		}
	}
	if len(h.answered) > 0 {
		r.count.turns.Add(1)
	}
}

// handedOver: a person has the conversation now, which answers whatever was written in it.
func (r *run) handedOver(conversation int) {
	r.count.transfers.Add(1)
	p := r.patient(conversation)
	if p == nil {
		r.count.foreign.Add(1)
		return
	}
	now := r.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conversation() != conversation {
		return
	}
	for _, at := range p.open() {
		r.answer(&p.waiting[at], now)
	}
	p.over = true
	p.stage = stageDone // the next round is another session
	r.settle(p)
}

// heardByPhone is heard for a part that went by phone.
func (r *run) heardByPhone(conversation int, part string) {
	r.count.byPhone.Add(1)
	r.heard(conversation, part)
}

// taken: the times of a script never run out.
func (r *run) taken(appointment) bool { return false }

func (r *run) patient(conversation int) *patient {
	if conversation < 0 {
		return nil
	}
	return &r.patients[conversation%len(r.patients)]
}

// settle lets a patient write again who was answered and has nothing to deliver.  It needs the
// patient's lock.
func (r *run) settle(p *patient) {
	if p.busy || len(p.waiting) == 0 || len(p.open()) > 0 {
		return
	}
	given := !p.over
	for i := range p.waiting {
		given = given && p.waiting[i].refused
	}
	p.waiting = nil
	if p.over || given {
		p.rounds++
	}
	said, fixed := r.talk.(lines)
	if p.stage == stageDone || (p.over && r.options.Script == Book) || fixed && said.through(p) {
		p.session++
		p.said, p.stage = 0, stageStart
	}
	if r.options.Rounds > 0 && int(p.rounds) >= r.options.Rounds {
		if r.resting.Add(1) == int64(len(r.patients)) {
			close(r.done)
		}
		return
	}
	if r.stopped.Load() && (p.over || r.options.Script != Book) {
		return
	}
	if r.options.Think > 0 {
		time.AfterFunc(r.options.Think, func() { r.ready <- p })
		return
	}
	r.ready <- p // has room for everybody
}
