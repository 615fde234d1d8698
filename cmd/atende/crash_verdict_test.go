package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/journal"
)

// tally is what a trial found.
type tally struct {
	sessions, messages, parts int
	booked, handedOver, open  int
	unsettled, lost           int
	doubled, disordered       int
	repeated, worstRepeats    int
	failed, refused           int // deliveries: that should have worked; that could not
	redirected                int // without an answer, from agents that were not expected to give one
	replies                   []reply
	again, booking            []time.Duration // see waited
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

// complain and disorder of a patient are about their session, whose history is shown.
func (p *patient) complain(format string, values ...any) {
	p.r.complain("session %s: "+format, append([]any{p.session}, values...)...)
	p.accuse()
}

func (p *patient) disorder(format string, values ...any) {
	p.r.disorder("session %s: "+format, append([]any{p.session}, values...)...)
	p.accuse()
}

func (p *patient) accuse() {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	if !slices.Contains(p.r.accused, p) {
		p.r.accused = append(p.r.accused, p)
	}
}

// history is all that was said in a session, with who said it and when.
func (p *patient) history() string {
	type line struct {
		at   time.Time
		text string
	}
	var lines []line
	for _, s := range p.said {
		lines = append(lines, line{s.at, "patient: " + strconv.Quote(s.text)})
	}
	for n := 0; ; n++ {
		h, more := p.r.gateway.entry(p.log, n)
		if !more {
			break
		}
		what := strconv.Quote(h.text)
		if h.transfer {
			what = "transfers"
		}
		lines = append(lines, line{h.at, p.r.who(h.life) + ": " + what})
	}
	for _, b := range p.r.blows {
		if b.hits(p.session) && b.at.After(p.born) {
			lines = append(lines, line{b.at, "— a blow"})
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return a.at.Compare(b.at) })
	var text strings.Builder
	fmt.Fprintf(&text, "session %s, shard %d", p.session, journal.ShardOf(p.session))
	for _, l := range lines {
		fmt.Fprintf(&text, "\n  %s %s", l.at.Format("15:04:05.000"), l.text)
	}
	return text.String()
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
				p.disorder("%s after the end, %s: %q", stageOf(h), p.at, h.text)
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
	t.replies = append(t.replies, p.replies...)
	for _, answer := range p.replies {
		r.waited(answer)
	}
	r.excuse(p)
	t.booked += found
	if found > 1 {
		t.doubled++
		p.complain("%d appointments", found)
	}
	switch told := p.at == booked || p.at == prepared || p.at == thanked; {
	case p.lost && p.cut.Load():
		t.unsettled++
	case p.lost:
		t.lost++
		p.complain("waits for ever after %s, %q", p.at, p.last.text)
	case told && found == 0:
		p.complain("was told of an appointment that the clinic does not have")
	case p.at == transferred:
		r.judgeTransfer(p)
	case !told && found > 0:
		p.complain("has an appointment and ended %s", p.at)
	}
}

// mostAttempts is how many processes may die with a message before a person takes it.
const mostAttempts = 3

// mostRefused is how often a time that was chosen may be somebody else's before a person helps.
const mostRefused = 3

// judgeTransfer wants a reason: an A4 that was cut, a message that may have killed the agent, or times that
// others took one after the other.
func (r *trial) judgeTransfer(p *patient) {
	r.tally.handedOver++
	if p.refused >= mostRefused-1 { // the last one is not told
		return
	}
	blows := r.blowsTo(p.session, p.born, p.last.at, false)
	cut := r.desk.silent && blows > 0 && p.hour != ""
	if cut {
		r.tally.open++
	}
	if deaths := r.blowsTo(p.session, p.born, p.last.at, true); !cut && deaths < mostAttempts {
		p.complain("was handed over for nothing, after %d deaths of its agent", deaths)
	}
}

// excuse wants a reason for every repeated part: a blow that explains it, each of them only one.
func (r *trial) excuse(p *patient) {
	used := map[int]int{}
	for _, again := range p.repeats {
		r.tally.repeated++
		reason := -1
		for i, b := range r.blows {
			if b.explains(p, again) && (reason < 0 || used[reason] > 0) {
				reason = i
			}
		}
		used[reason]++
		r.tally.worstRepeats = max(r.tally.worstRepeats, used[reason])
		if reason < 0 || used[reason] > 1 {
			p.complain("%s repeats what %s said: %q", r.who(again.second.life), r.who(again.first.life), again.second.text)
		}
	}
}

// waited takes note of how long after a blow somebody was answered who waited then, or asked while
// nobody could answer.
func (r *trial) waited(answer reply) {
	for _, b := range slices.Backward(r.blows) {
		since := answer.asked
		if b.silence > 0 { // others accept meanwhile
			since = answer.taken
		}
		if since.After(b.at.Add(b.silence)) || !answer.heard.After(b.at) || b.of != nil && !b.of(answer.session) {
			continue
		}
		if answer.booking {
			r.tally.booking = append(r.tally.booking, answer.heard.Sub(b.at))
		} else {
			r.tally.again = append(r.tally.again, answer.heard.Sub(b.at))
		}
		return
	}
}

// quantile of some times: 0.5 is the median, 1 the worst; 0 of none.
func quantile(times []time.Duration, q float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[min(len(times)-1, int(q*float64(len(times))))].Round(time.Millisecond)
}

// summary is what the closing note of a long run quotes.
func (r *trial) summary() string {
	c := r.tally
	longest := time.Duration(0)
	for _, answer := range c.replies {
		longest = max(longest, answer.wait())
	}
	return fmt.Sprintf("%d lives of agents; %d sessions, %d messages, %d parts; %d booked, %d handed over (%d of them after an open A4), %d unsettled; "+
		"%d lost, %d double bookings, %d out of order; %d repeated parts, at most %d per session and crash; "+
		"webhooks: %d failed, %d redirected, %d refused in outages; "+
		"answered again after a blow: %d, median %v, worst %v; with a booking under way: %d, median %v, worst %v; longest wait of a patient %v",
		r.lives, c.sessions, c.messages, c.parts, c.booked, c.handedOver, c.open, c.unsettled,
		c.lost, c.doubled, c.disordered, c.repeated, c.worstRepeats,
		c.failed, c.redirected, c.refused,
		len(c.again), quantile(c.again, 0.5), quantile(c.again, 1),
		len(c.booking), quantile(c.booking, 0.5), quantile(c.booking, 1), longest.Round(time.Millisecond))
}
