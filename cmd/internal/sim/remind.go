package sim

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"atende/actors/conversation"
)

// reminders are what a seed has in store for patients who stay silent.  Everything about them is drawn from
// streams of their own.  The zero value: the clinic reminds nobody.
type reminders struct {
	patience conversation.Patience
	dusk     time.Duration // the run begins that long after dawn
	crashes  []crash       // at steps that are counted from the first reminder of a chat
}

// on reports that somebody may be reminded.
func (r reminders) on() bool { return r.patience != conversation.Patience{} }

// longest is how long a silence may matter.
func (r reminders) longest() time.Duration { return r.patience.Nudge + r.patience.Close }

// drawReminders lets the clinics of some seeds remind: those of one process after minutes, some in the
// evening; those of a cluster, whose time is dear, after less than one.
func (p *plan) drawReminders(d dice, kind Kind) {
	r := d.roll(0, "reminders")
	if p.theme == "slow" || !chance(r, 0.25) { // "slow" has patients who never stay silent
		return
	}
	m := &p.reminders
	if kind == Cluster {
		m.patience = conversation.Patience{Nudge: seconds(r, 10, 50), Close: seconds(r, 25, 100)}
	} else {
		m.patience = conversation.Patience{Nudge: seconds(r, 120, pick(r, 300, 1200)), Close: seconds(r, 600, pick(r, 1800, 1800, 5400))}
		p.sweep = max(p.sweep, 2*time.Second) // these runs are long
		p.drawEvening(r)
	}
	if chance(r, 0.1) {
		m.patience.Nudge = 0
	} else if chance(r, 0.1) {
		m.patience.Close = 0
	}
	if p.theme != "calm" {
		p.remindersTrouble(r, kind)
	}
}

// drawEvening lets some runs begin when there is little left of the day.
func (p *plan) drawEvening(r *rand.Rand) {
	if !chance(r, 0.3) {
		return
	}
	p.reminders.dusk = 11*time.Hour - seconds(r, 0, 1800)
	if chance(r, 0.05) { // the reminder comes in the morning
		p.reminders.patience.Close, p.sweep = 13*time.Hour, time.Minute
	}
}

// remindersTrouble lets go wrong what has to do with them, and everything else for long enough.
func (p *plan) remindersTrouble(r *rand.Rand, kind Kind) {
	m := &p.reminders
	p.rates[opRing] = pick(r, 0.0, 0.2, 0.5)
	for range pick(r, 0, 0, 1, 3) {
		m.crashes = append(m.crashes, crash{r.IntN(4), 1 + r.IntN(30)})
	}
	if kind == Cluster {
		return
	}
	if chance(r, 0.6) {
		p.heal = max(p.heal, min(pick(r, m.patience.Nudge, m.longest())+5*time.Minute, 2*time.Hour))
	}
	if chance(r, 0.3) {
		o := drawOutage(r)
		length := o.to - o.from
		o.from = pick(r, m.patience.Nudge, m.patience.Close) + o.from
		o.to = o.from + length
		p.outages = append(p.outages, o)
	}
}

func seconds(r *rand.Rand, from, to int) time.Duration {
	return time.Duration(from*1000+r.IntN((to-from)*1000)) * time.Millisecond
}

// String is the reminders in words.
func (r reminders) String() string {
	if !r.on() {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n  reminded after %v, closed after %v, from %v after dawn on", r.patience.Nudge, r.patience.Close, r.dusk)
	for _, c := range r.crashes {
		fmt.Fprintf(&b, "\n  crash at step %d of s%d after its first reminder", c.step, c.chat)
	}
	return b.String()
}

// hush is a silence of a patient.
type hush struct {
	before int // which answer, from 0
	lasts  time.Duration
	ever   bool // for good
}

// drawHushes are the silences of a patient: none without reminders.
func (w *world) drawHushes(chatID string) (list []hush) {
	m := w.plan.reminders
	if !m.on() {
		return nil
	}
	r := w.dice.roll(0, "hush", chatID)
	for before := r.IntN(3); before < maxMessages; before += 1 + r.IntN(6) {
		around := pick(r, m.patience.Nudge, m.patience.Close, m.longest())
		h := hush{before: before, lasts: time.Duration(float64(min(around, 2*time.Hour)) * (0.2 + 1.2*r.Float64())), ever: chance(r, 0.4)}
		list = append(list, h)
		if h.ever {
			break
		}
	}
	return list
}

// hesitate is what keeps a patient from an answer; false: it is never given.
func (p *patient) hesitate() bool {
	p.answers++
	for _, h := range p.hushes {
		if h.before != p.answers-1 {
			continue
		}
		p.w.note(p.chat.id, "the patient stays silent for %v, for good: %t", h.lasts, h.ever)
		if h.ever || !p.w.rest(h.lasts) {
			return false
		}
		p.unread() // what came meanwhile changes nothing
	}
	return true
}
