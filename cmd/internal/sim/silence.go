package sim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/wording"
	"atende/metrics"
)

// The promises to those who stay silent.  What was decided is read from the commits that stand, because a
// reminder may be delivered long after its decision.  What looks at a chat, or at all of them, is called with
// the world's lock held.

// decided is what the newest commit of a chat says.
type decided struct {
	Turn   int       `json:"turn"`
	Intent *struct{} `json:"intent"`
	Outbox []part    `json:"outbox"`
	State  struct {
		Asked   conversation.Question `json:"asked"`
		Closed  conversation.Outcome  `json:"closed"`
		Lapsed  bool                  `json:"lapsed"`
		Pending *struct{}             `json:"pending"`
		Visits  []conversation.Visit  `json:"visits"`
		Wait    *conversation.Wait    `json:"wait"`
	} `json:"state"`
}

// part is something to be said.
type part struct {
	Text string `json:"t"`
}

// open reports that the patient was asked something.
func (d decided) open() bool {
	return d.State.Asked != conversation.AskNothing && d.State.Closed == "" && d.State.Pending == nil && d.Intent == nil
}

// says reports whether one of the texts is to be said.
func (d decided) says(texts map[string]bool) bool {
	return slices.ContainsFunc(d.Outbox, func(p part) bool { return texts[p.Text] })
}

// silence is what is known of a chat whose patient says nothing.
type silence struct {
	due      time.Time // the reminder that the journal should hold
	rung     int       // steps since the first reminder became a row; 0: none did
	decided  decided
	turned   time.Time // the newest commit of words that are no reminder
	nudged   time.Time // when the patient had written last when nudged last
	lapsed   time.Time // the same of the end
	lapses   int
	declined int // ends of the same outcome that were the patient's own wish
	prompts  int // nudges and last words that were decided
	prompted int // and delivered
}

// prompts are the words of reminders, endings those of the end of a silence.
var (
	prompts = promptTexts()
	endings = map[string]bool{sample.Texts.Text(wording.CloseSilence): true}
)

func promptTexts() map[string]bool {
	texts := map[string]bool{}
	for _, id := range []wording.ID{
		wording.NudgeService, wording.NudgeDoctor, wording.NudgeProcedure, wording.NudgePlan, wording.NudgeSlot, wording.NudgeSlotSingle,
		wording.NudgeName, wording.NudgeCPF, wording.NudgeBirthDate, wording.NudgeSame, wording.NudgeOther,
	} {
		for _, d := range append(sample.Doctors, conversation.Doctor{}) {
			texts[sample.Texts.Text(id, "with", sample.With(d.AgendaID))] = true
		}
	}
	return texts
}

// clinic is that of all runs, with the patience of this one.
func (p plan) clinic() *conversation.Clinic {
	c := *sample
	c.Patience = p.reminders.patience
	c.Patience.Before = p.visits.before
	c.Patience.Hold, c.Patience.Look = p.waits.hold, p.waits.look
	c.Interactive = p.taps
	return &c
}

// asked notes the reminder that a commit asks for, as the journal promises to.
func (w *world) asked(c *thread, due time.Time) {
	if due.IsZero() {
		return
	}
	if time.Since(due) > slowCommit {
		w.violate(c.id, "R4", "asks to be reminded %v ago", time.Since(due))
	}
	due = due.Truncate(time.Millisecond)
	if c.due.IsZero() || due.Before(c.due) {
		c.due = due
		w.noteLocked(c.id, "to be reminded in %v", time.Until(due))
	}
}

// rang looks at a reminder that the journal says it made a row of (R4).
func (w *world) rang(c *thread, now time.Time, newest journal.Message) {
	due := c.due
	c.due = time.Time{}
	switch {
	case due.IsZero() || due.After(now):
		w.violate(c.id, "R4", "rung although nothing is due")
	case newest.Kind != journal.Timer || newest.MessageID != journal.RingID(due):
		w.violate(c.id, "R4", "the reminder is gone without a row")
	default:
		c.rows = append(c.rows, &row{seq: newest.Seq, id: newest.MessageID, at: newest.ReceivedAt, kind: int8(newest.Kind)})
		c.rung = max(c.rung, 1)
		w.tally.Reminders++
		w.noteLocked(c.id, "row %d: a reminder", newest.Seq)
	}
}

// checkLeft: whoever rings leaves nothing that was due (R4).
func (w *world) checkLeft(n *node, rings func(*thread) bool, now time.Time) {
	for _, c := range w.chats {
		if rings(c) && !c.due.IsZero() && !c.due.After(now) {
			w.violate(c.id, "R4", "process %s rings, and leaves a reminder that was due at %v", n.name(), c.due)
			c.due = time.Time{}
		}
	}
}

// wrote is when the newest message came that the agent thought about.
func (c *thread) wrote() (at time.Time) {
	for _, r := range c.rows {
		if r.thought != nil && r.at.After(at) {
			at = r.at
		}
	}
	return at
}

// lookAt looks at the state that a commit stored.
func (w *world) lookAt(n *node, c *thread, state []byte) {
	if state == nil {
		return
	}
	if line := w.list.lineOf(c.id); line != nil {
		w.checkLine(line, state)
		return
	}
	var d decided
	if err := json.Unmarshal(state, &d); err != nil {
		w.violate(c.id, "J1", "a state that nobody can read: %v", err)
		return
	}
	before := c.decided
	c.decided = d
	w.checkVisits(n, c, before.State.Visits, d.State.Visits)
	w.checkClaims(c, d.State.Wait)
	w.checkOffer(n, c, before.State.Wait, d.State.Wait)
	if d.Turn <= before.Turn { // a mark, or an intent
		return
	}
	nudges, lapses := d.says(prompts), d.State.Lapsed && !before.State.Lapsed
	if d.State.Closed == conversation.OutcomeNoInterest && before.State.Closed == "" && !lapses {
		c.declined++
	}
	if !w.plan.reminders.on() {
		return
	}
	switch {
	case nudges || lapses:
		w.checkPrompt(n, c, before, nudges)
	case len(d.Outbox) > 0:
		c.turned = time.Now()
	}
}

// checkPrompt looks at the decision to remind a patient, or to wait no longer.
func (w *world) checkPrompt(n *node, c *thread, before decided, nudges bool) {
	heard, patience := c.wrote(), w.plan.reminders.patience
	wait, last, what := patience.Close, &c.lapsed, "closed"
	if nudges {
		wait, last, what = patience.Nudge, &c.nudged, "nudged"
		w.tally.Nudges++
	} else {
		w.tally.Lapses++
		c.lapses++
	}
	switch {
	case last.Equal(heard):
		w.violate(c.id, map[bool]string{true: "R1", false: "R3"}[nudges], "%s again for the same silence", what)
	case !before.open():
		w.violate(c.id, "R2", "%s although nothing is asked", what)
	case time.Since(heard) < wait || wait == 0:
		w.violate(c.id, "R2", "%s after %v", what, time.Since(heard))
	}
	*last = heard
	w.checkCompany(n, c, what)
	if nudges || c.decided.says(endings) {
		c.prompts++
		w.checkHour(c, what, heard)
	}
}

// checkCompany: nobody is reminded who wrote meanwhile, or whom a person talks to (R2), as far as the
// process could know.
func (w *world) checkCompany(n *node, c *thread, what string) {
	saw := n.glanceAt(c)
	if saw.status != open {
		w.violate(c.id, "R2", "%s although the status is %s", what, saw.status)
	}
	if !c.noted.IsZero() && saw.read.After(c.noted) && !c.released {
		w.violate(c.id, "R2", "%s although a person has the chat", what)
	}
	for _, r := range c.rows {
		if r.kind == int8(journal.Patient) && c.firstOf(r) && !r.gone && r.thought == nil && r.at.Before(saw.read) {
			w.violate(c.id, "R2", "%s beside row %d", what, r.seq)
		}
	}
}

// slowCommit is how long after its decision a commit may come to stand.
const slowCommit = 2 * time.Minute

// checkHour: nobody is written to at night, or a day after the last message (R2).
func (w *world) checkHour(c *thread, what string, heard time.Time) {
	now := time.Now().In(sample.Location)
	if h := now.Add(-slowCommit).Hour(); (now.Hour() < 8 || now.Hour() >= 20) && (h < 8 || h >= 20) {
		w.violate(c.id, "R2", "%s at night", what)
	}
	if now.Sub(heard) > patience+slowCommit {
		w.violate(c.id, "R2", "%s %v after the last message", what, now.Sub(heard))
	}
}

// checkPrompted: what was decided is said once, and again only as J5 allows (R1).
func (w *world) checkPrompted(c *thread, text string) {
	if !prompts[text] && !endings[text] {
		return
	}
	c.prompted++
	if c.prompted > c.prompts+w.ends(c)+c.unknown+c.excuses() {
		w.violate(c.id, "R1", "%d reminders were said, %d decided", c.prompted, c.prompts)
	}
}

// awaits is the time until which something must come of a chat's silence, zero for nothing.
func (w *world) awaits(c *thread) time.Time {
	p := w.plan.reminders.patience
	switch {
	case !w.plan.reminders.on() || !c.decided.open() || c.withHuman():
		return time.Time{}
	case p.Close > 0:
		return c.turned.Add(p.Close + slowCommit)
	case !c.nudged.Equal(c.wrote()):
		return c.turned.Add(p.Nudge + slowCommit)
	}
	return time.Time{}
}

// expectant reports that somebody's silence is not over yet, or that a reminder is due.
func (w *world) expectant() bool {
	now := time.Now()
	return slices.ContainsFunc(w.chats, func(c *thread) bool {
		return now.Before(w.awaits(c)) || now.Before(w.nextVisit(c)) || !c.due.IsZero() && !c.due.After(now)
	})
}

// verifySilence: no reminder stays behind (R4), and who stays silent is reminded (R1) and then not waited
// for any more (R3).
func (w *world) verifySilence(c *thread) {
	w.verifyVisits(c)
	now, p := time.Now(), w.plan.reminders.patience
	if !c.due.IsZero() && now.Sub(c.due) > time.Minute {
		w.violate(c.id, "R4", "a reminder is due since %v", now.Sub(c.due))
	}
	if until := w.awaits(c); p.Close > 0 && !until.IsZero() && now.After(until) {
		w.violate(c.id, "R3", "still open %v after the last words", now.Sub(c.turned))
	}
	w.verifyNudged(c)
}

// verifyNudged looks at a silence that began when everything worked.
func (w *world) verifyNudged(c *thread) {
	p := w.plan.reminders.patience
	end := c.turned.Add(p.Nudge + slowCommit)
	waited := c.decided.open() || c.decided.State.Lapsed && c.lapsed.Equal(c.wrote()) // thanks after the end are the end
	byDay := end.In(sample.Location).Hour() < 20 && p.Nudge < 3*time.Hour
	pointless := p.Close > 0 && p.Nudge+slowCommit >= p.Close
	if p.Nudge == 0 || !waited || !byDay || pointless || c.withHuman() || c.turned.Before(w.healedAt) || time.Now().Before(end) {
		return
	}
	if !c.nudged.Equal(c.wrote()) {
		w.violate(c.id, "R1", "never reminded")
	}
}

// verifyLapses: the outcome of a silence is counted once for a commit that ends it (R3).
func (w *world) verifyLapses() {
	ended := 0
	for _, c := range w.chats {
		ended += c.lapses + c.declined
	}
	counted := w.outcomes.count(conversation.OutcomeNoInterest)
	if counted > ended || counted < ended && w.plan.theme == "calm" {
		w.violate("", "R3", "%d ends without interest were counted, there are %d", counted, ended)
	}
}

// outcomes are the counts of one run.
type outcomes struct {
	registry *prometheus.Registry
	turns    metrics.Turns
}

func newOutcomes() outcomes {
	o := outcomes{prometheus.NewRegistry(), measured.Turns}
	o.turns.Outcomes = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "outcomes"}, []string{"outcome"})
	o.registry.MustRegister(o.turns.Outcomes)
	return o
}

func (o outcomes) count(outcome conversation.Outcome) int {
	families, err := o.registry.Gather()
	if err != nil {
		panic(fmt.Sprint("sim: the counts cannot be read: ", err)) // they are ours
	}
	n := 0
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if strings.Contains(m.String(), `"`+string(outcome)+`"`) {
				n += int(m.GetCounter().GetValue())
			}
		}
	}
	return n
}
