package sim

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
)

// The promises to those who have an appointment and are asked about it.  What was decided is read from the commits that
// stand, as for a silence; what looks at a chat is called with the world's lock held.

// visits are what a seed has in store for them, drawn from a stream of its own.  The zero value: nobody is asked.
type visits struct {
	before  time.Duration // the appointment they are asked
	horizon time.Duration // of the run: what comes later is not waited for
	every   time.Duration // reminders are looked for that often; 0: as usual
}

func (v visits) on() bool { return v.before > 0 }

// drawVisits lets the clinics of some seeds ask, those of one process: mostly within minutes, about a time of the same day,
// sometimes until the next morning.
func (p *plan) drawVisits(d dice, kind Kind) {
	r := d.roll(0, "visits")
	if kind == Cluster || p.theme == "slow" || p.theme == "siege" || p.reminders.dusk > 0 || !chance(r, 0.12) {
		return
	}
	p.visits = visits{before: pick(r, 5*time.Hour, 5*time.Hour, 6*time.Hour, 24*time.Hour) - seconds(r, 300, 1500), horizon: time.Hour, every: 5 * time.Second}
	p.sweep = max(p.sweep, 2*time.Second)
	if chance(r, 0.5) { // the day before, and the morning
		p.visits = visits{before: 24 * time.Hour, horizon: 24 * time.Hour, every: time.Minute}
		p.sweep = time.Minute
	}
	if p.theme != "calm" && chance(r, 0.5) {
		p.heal = max(p.heal, min(p.visits.horizon, time.Hour))
	}
	if p.theme != "calm" && chance(r, 0.4) { // the gateway is away about the time
		p.outages = append(p.outages, drawOutageWithin(r, 300, 1500))
	}
}

// String is the visits in words.
func (v visits) String() string {
	if !v.on() {
		return ""
	}
	return fmt.Sprintf("\n  asked %v before an appointment, looked at for %v", v.before, v.horizon)
}

// over is the status of a chat that the gateway has closed.
const over = "Encerrado"

// closes lets the gateway close the chats of some patients who said all that they had to say.
func (w *world) closes(c *thread) {
	r := w.dice.roll(0, "closes", c.id)
	if !w.plan.visits.on() || !chance(r, 0.5) || !w.rest(time.Duration(30+r.IntN(300))*time.Second) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	waits := slices.ContainsFunc(c.rows, func(r *row) bool { return !r.gone })
	if c.status == open && c.decided.State.Closed == conversation.OutcomeBooked && c.undelivered == 0 && !waits {
		c.status = over
		w.noteLocked(c.id, "the gateway closes the chat")
	}
}

// asking is what is known of the questions of a chat.
type asking struct {
	questions int // that were decided
	put       int // and said

	offers, offersRead int // of the waiting list, likewise
}

// startOf is when an appointment begins.
func startOf(slot conversation.Slot) time.Time {
	at, _ := time.ParseInLocation("2006-01-02 15:04", slot.Date+" "+slot.Hour, sample.Location)
	return at
}

// checkVisits looks at what a commit decided about appointments.
func (w *world) checkVisits(n *node, c *thread, before, now []conversation.Visit) {
	decided := false
	for _, v := range now {
		at := slices.IndexFunc(before, func(old conversation.Visit) bool { return old.Slot == v.Slot })
		if at < 0 || v.Times <= before[at].Times {
			continue
		}
		old := before[at]
		switch {
		case v.Times > 2 || v.Times != old.Times+1:
			w.violate(c.id, "V1", "asked %d times about %v", v.Times, v.Slot)
		case old.Times > 0 && v.AskedAt.In(sample.Location).Format(time.DateOnly) == old.AskedAt.In(sample.Location).Format(time.DateOnly):
			w.violate(c.id, "V1", "asked twice on one day about %v", v.Slot)
		case time.Since(startOf(v.Slot)) > 0:
			w.violate(c.id, "V2", "asked about %v, which began", v.Slot)
		case time.Until(startOf(v.Slot)) > w.plan.visits.before+12*time.Hour:
			w.violate(c.id, "V2", "asked too early about %v", v.Slot)
		}
		decided = true
	}
	if !decided {
		return
	}
	c.questions++
	w.tally.Questions++
	if n.glanceAt(c).status != over {
		w.checkCompany(n, c, "asked")
	}
	w.checkDay(c, "asked")
}

// checkDay: nobody is asked at night.
func (w *world) checkDay(c *thread, what string) {
	now := time.Now().In(sample.Location)
	if h := now.Add(-slowCommit).Hour(); (now.Hour() < 8 || now.Hour() >= 20) && (h < 8 || h >= 20) {
		w.violate(c.id, "V2", "%s at night", what)
	}
}

// isQuestion reports a part that asks about appointments.
func isQuestion(text string) bool { return strings.Contains(text, "É só responder *sim* ou *não*") }

// checkQuestion: what was decided is said once, by day, and before the appointments begin.
func (w *world) checkQuestion(c *thread, text string) {
	if !isQuestion(text) {
		return
	}
	c.put++
	if c.put > c.questions+w.ends(c)+c.unknown+c.excuses() {
		w.violate(c.id, "V1", "%d questions were put, %d decided", c.put, c.questions)
	}
	w.checkDay(c, "the question is put")
	begun := !slices.ContainsFunc(c.decided.State.Visits, func(v conversation.Visit) bool {
		return time.Since(startOf(v.Slot)) < slowCommit
	})
	if begun {
		w.violate(c.id, "V2", "a question about what began")
	}
}

// nextVisit is the time until which a question of a chat must come, zero for none within the run.
func (w *world) nextVisit(c *thread) (next time.Time) {
	for _, v := range c.decided.State.Visits {
		waits := !v.Next.IsZero() && v.Times < 2 && v.Next.Before(startOf(v.Slot)) && v.Next.Before(w.began.Add(w.plan.visits.horizon))
		if waits && (next.IsZero() || v.Next.Before(next)) {
			next = v.Next.Add(slowCommit)
		}
	}
	return next
}

// verifyVisits: no question is left behind.
func (w *world) verifyVisits(c *thread) {
	if next := w.nextVisit(c); !next.IsZero() && time.Now().After(next) && w.healedAt.Before(next.Add(-slowCommit)) {
		w.violate(c.id, "V3", "a question is due since %v", time.Since(next))
	}
}
