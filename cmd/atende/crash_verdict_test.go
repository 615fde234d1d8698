package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// tally is what a trial found.
type tally struct {
	sessions, messages, parts int
	booked, handedOver, open  int
	unsettled, lost           int
	doubled, disordered       int
	repeated, worstRepeats    int
	longest                   time.Duration
	again                     []time.Duration // from the end of a life to the answer of a patient who waited
}

// complain notes that a promise was broken.
func (r *trial) complain(format string, values ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bad = append(r.bad, fmt.Sprintf(format, values...))
}

// disorder is a complaint about what was said when.
func (r *trial) disorder(format string, values ...any) {
	r.complain(format, values...)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tally.disordered++
}

func (r *trial) complaints() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.bad)
}

// unsettled counts patients whose A4 has an outcome that nobody knows yet.
func (r *trial) unsettled() (n int) {
	for _, p := range r.patients {
		if p.lost && p.cut.Load() {
			n++
		}
	}
	return n
}

// review looks at every session once nobody talks any more: at what came after the end of its talk, at
// how it ended, and at what the clinic has in its book.
func (r *trial) review() {
	inBook := map[string]int{}
	for _, row := range appointments(r.t, r.database) {
		inBook[strings.Split(row, "|")[1]]++
	}
	for _, p := range r.patients {
		for h, more := r.gateway.entry(p.log, p.read); more; h, more = r.gateway.entry(p.log, p.read) {
			p.read++
			if p.lost { // and it came all the same
				p.hear(h)
				p.lost = !p.over
			} else if !p.repeated(h) {
				r.disorder("session %s: %s after the end, %s: %q", p.session, stageOf(h), p.at, h.text)
			}
		}
		r.judge(p, inBook[p.cpf])
	}
	for _, call := range append(r.desk.blind(), r.gateway.strange...) {
		r.complain("%s", call)
	}
}

// judge takes one session into the tally; found is how many appointments its patient has.
func (r *trial) judge(p *patient, found int) {
	t := &r.tally
	t.sessions, t.messages, t.parts = t.sessions+1, t.messages+p.messages, t.parts+p.read
	t.longest, t.again = max(t.longest, p.longest), append(t.again, p.again...)
	for _, n := range p.repeats {
		t.repeated, t.worstRepeats = t.repeated+n, max(t.worstRepeats, n)
	}
	t.booked += found
	if found > 1 {
		t.doubled++
		r.complain("session %s: %d appointments", p.session, found)
	}
	switch told := p.at == booked || p.at == prepared || p.at == thanked; {
	case p.lost && p.cut.Load():
		t.unsettled++
	case p.lost:
		t.lost++
		r.complain("session %s waits for ever after %s, %q", p.session, p.at, p.last.text)
	case told && found == 0:
		r.complain("session %s was told of an appointment that the clinic does not have", p.session)
	case p.at == transferred:
		r.judgeTransfer(p)
	case !told && found > 0:
		r.complain("session %s has an appointment and ended %s", p.session, p.at)
	}
}

// mostAttempts is how many processes may die with a message before a person takes it.
const mostAttempts = 3

// judgeTransfer wants a reason: an A4 that was cut, or a message that may have killed the agent.
func (r *trial) judgeTransfer(p *patient) {
	r.tally.handedOver++
	lives := p.last.life - p.born
	cut := r.desk.silent && lives > 0 && p.hour != ""
	if cut {
		r.tally.open++
	}
	if !cut && (lives < mostAttempts || r.gentle) {
		r.complain("session %s was handed over for nothing, after %d deaths of the agent", p.session, lives)
	}
}

// waited is how long somebody who asked before a life ended waited from then on for the first word of
// the next; false for those who asked later.
func (r *trial) waited(asked time.Time, h heard) (time.Duration, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	died, restarted := r.waits[h.life]
	return h.at.Sub(died), restarted && asked.Before(died)
}

// spread is the median and the worst of some times.
func spread(times []time.Duration) (median, worst time.Duration) {
	if len(times) == 0 {
		return 0, 0
	}
	slices.Sort(times)
	return times[len(times)/2].Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond)
}

// summary is what the closing note of a long run quotes.
func (r *trial) summary() string {
	c := r.tally
	median, worst := spread(c.again)
	return fmt.Sprintf("%d lives of the agent; %d sessions, %d messages, %d parts; %d booked, %d handed over (%d of them after an open A4), %d unsettled; "+
		"%d lost, %d double bookings, %d out of order; %d repeated parts, at most %d per session and crash; "+
		"answered again after a death: median %v, worst %v; longest wait of a patient %v",
		r.lives, c.sessions, c.messages, c.parts, c.booked, c.handedOver, c.open, c.unsettled,
		c.lost, c.doubled, c.disordered, c.repeated, c.worstRepeats,
		median, worst, c.longest.Round(time.Millisecond))
}
