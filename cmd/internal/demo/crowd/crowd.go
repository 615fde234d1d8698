// Package crowd is the traffic of the cluster demo: simulated patients who write through the
// simulated gateway, wait for their answers, and keep account of what was promised to them.
//
// A patient writes one message at a time.  So what an answer belongs to is never in doubt, and a
// message that was accepted and is not answered although the journal is empty is a lost one.
package crowd

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"atende/integrations/catalog"
	"atende/integrations/chat/simulator"
)

// Bounds of what a caller may ask for.
const (
	MaxPatients = 1000
	MaxRate     = 50 // messages a second
)

// Config says who writes, and where.
type Config struct {
	Gateway *simulator.Simulator
	// Clinic is whose doctors and plans they name.
	Clinic *catalog.Clinic
	// Patients is how many conversations are held at once, at most MaxPatients.
	Patients int
	// Rate is how many messages a second all of them write; SetRate changes it.
	Rate float64
	// Now is the clock of waits and latencies.
	Now func() time.Time
	Log *slog.Logger
}

// Crowd writes until Close.
type Crowd struct {
	cfg     Config
	rate    atomic.Uint64 // messages a second, in thousandths
	changed chan struct{} // the rate is another one
	permits chan struct{} // whoever gets one may write
	ledger  ledger

	stop context.CancelFunc
	work sync.WaitGroup

	mu       sync.Mutex
	sessions map[int]string // the conversation that each patient holds at the moment
}

// Start lets the patients come in.
func Start(cfg Config) *Crowd {
	ctx, stop := context.WithCancel(context.Background())
	c := &Crowd{
		cfg: cfg, changed: make(chan struct{}, 1), permits: make(chan struct{}),
		stop: stop, sessions: map[int]string{}, ledger: newLedger(),
	}
	c.SetRate(cfg.Rate)
	c.work.Go(func() { c.pace(ctx) })
	for number := range min(cfg.Patients, MaxPatients) {
		c.work.Go(func() { c.live(ctx, number) })
	}
	return c
}

// Close ends all conversations and waits for the patients.  What was said by then is still delivered.
func (c *Crowd) Close() {
	c.stop()
	c.work.Wait()
}

// SetRate changes how many messages a second are written, from 0 to MaxRate.
func (c *Crowd) SetRate(rate float64) {
	c.rate.Store(uint64(1000 * min(max(rate, 0), MaxRate)))
	select {
	case c.changed <- struct{}{}:
	default: // the pace looks anyway
	}
}

// Rate is how many messages a second are written.
func (c *Crowd) Rate() float64 { return float64(c.rate.Load()) / 1000 }

// Sessions are the conversations that are held at the moment.
func (c *Crowd) Sessions() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := make([]string, 0, len(c.sessions))
	for _, id := range c.sessions {
		ids = append(ids, id)
	}
	return ids
}

// Tally is what was promised and kept.  Empty is the last moment at which the journal was seen with
// nothing waiting; zero: it never was.
func (c *Crowd) Tally(empty time.Time) Tally { return c.ledger.tally(c.cfg.Now(), empty) }

// Booked reports whether a CPF, 11 digits, is of one of the patients, who want one appointment each.
func (c *Crowd) Booked(cpf string) bool { return c.ledger.isOurs(cpf) }

// pace hands out permits.  A permit that nobody waits for is gone.
func (c *Crowd) pace(ctx context.Context) {
	for ctx.Err() == nil {
		var next <-chan time.Time
		if rate := c.Rate(); rate > 0 {
			next = time.After(time.Duration(float64(time.Second) / rate))
		}
		select {
		case <-next:
		case <-c.changed:
			continue
		case <-ctx.Done():
			return
		}
		select {
		case c.permits <- struct{}{}:
		default:
		}
	}
}

// live holds one conversation after the other.
func (c *Crowd) live(ctx context.Context, number int) {
	for ctx.Err() == nil && c.permit(ctx) {
		c.converse(ctx, number)
	}
}

// permit waits until the patient may write; false when there is no more writing.
func (c *Crowd) permit(ctx context.Context) bool {
	select {
	case <-c.permits:
		return true
	case <-ctx.Done():
		return false
	}
}

// converse is one conversation, from its first message to what the patient came for.
func (c *Crowd) converse(ctx context.Context, number int) {
	p, err := newPatient(c.cfg.Gateway, c.script())
	if err != nil {
		c.cfg.Log.Debug("a patient could not come in", "error", err) // the gateway is closing
		return
	}
	defer p.leave()
	c.hold(number, p.session)
	if p.script.books {
		c.ledger.expect(p.cpf())
	}
	for ; ; c.hold(number, p.session) {
		if !p.say(ctx, c) {
			return
		}
		if p.over() || !c.permit(ctx) {
			return
		}
	}
}

// hold notes which conversation a patient holds; the last one stays until the next begins.
func (c *Crowd) hold(number int, session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions[number] = session
}

// script is what the next patient came for.
func (c *Crowd) script() script {
	clinic := c.cfg.Clinic
	doctor := clinic.Doctors[rand.IntN(len(clinic.Doctors))].Name
	plan := clinic.Plans[rand.IntN(len(clinic.Plans))].Name
	switch rand.IntN(4) {
	case 0:
		return script{books: true, lines: []string{"oi, queria marcar uma consulta com " + doctor + ", plano " + plan}}
	case 1:
		return script{lines: []string{"oi, vocês atendem " + plan + "?", "e quais médicos vocês têm?", "vocês atendem particular?"}}
	case 2:
		return script{lines: []string{"oi", "vocês atendem " + plan + "?", "quais convênios vocês atendem?"}}
	default:
		return script{lines: []string{"bom dia", "quais médicos vocês têm?", "oi, vocês atendem " + plan + "?", "oi"}}
	}
}
