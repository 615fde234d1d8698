package sim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/rules"
	"atende/actors/journal"
	"atende/actors/session/record"
)

// The promises of the waiting list: a clinic without times frees some, which strangers may take, and patients wait for
// them.  What is offered to whom is read from the rows of the journal, from the commits of the line, and from what patients
// read.  All functions that look at something are called with the world's lock held.

// waits are what a seed has in store for those who wait, drawn from a stream of its own.  The zero value: there is no list.
type waits struct {
	hold, look time.Duration
	horizon    time.Duration // of the run
	frees      []freeing
	crashes    []int // steps of the line at which a process dies
}

// freeing is a time that comes free.
type freeing struct {
	at   time.Duration
	slot conversation.Slot
	// lasts is how long it is free unless a patient takes it.
	lasts time.Duration
}

// remindEvery is how often what is due is looked for; 0: as usual.
func (p plan) remindEvery() time.Duration {
	if p.waits.on() {
		return 2 * time.Second
	}
	return p.visits.every
}

func (v waits) on() bool { return v.hold > 0 }

// listed is the clinic of all runs with a waiting list.
func listed() *conversation.Clinic {
	c := *sample
	c.Patience.Hold = time.Hour
	return &c
}

// agent is who leads.
func (p plan) agent() *rules.Driver {
	if p.waits.on() {
		return listing
	}
	return agent
}

// listedAgenda is the agenda for which patients wait.
const listedAgenda = 101

// drawWaits lets the patients of some seeds wait.
func (p *plan) drawWaits(d dice, kind Kind) {
	r := d.roll(0, "waits")
	busy := p.theme == "slow" || p.theme == "siege" || p.theme == "late" || p.reminders.on() || p.reminders.dusk > 0 || p.visits.on()
	if busy || !chance(r, 0.15) {
		return
	}
	v := waits{hold: seconds(r, 420, 720), look: seconds(r, 60, 180), horizon: seconds(r, 2000, 3600)}
	if kind == Cluster {
		v.horizon = seconds(r, 1500, 2400)
	}
	for range 1 + r.IntN(3) {
		f := freeing{at: seconds(r, 60, 1200), lasts: time.Hour}
		f.slot = conversation.Slot{AgendaID: listedAgenda, Date: fmt.Sprintf("2026-11-2%d", 4+r.IntN(3)), Hour: hours[r.IntN(len(hours))]}
		if chance(r, 0.4) {
			f.lasts = seconds(r, 20, 600)
		}
		v.frees = append(v.frees, f)
	}
	p.waits, p.exclusive, p.lax = v, true, false
	p.sweep, p.patience = max(p.sweep, 2*time.Second), 4*time.Minute
	p.scripts = nil
	for range 2 + r.IntN(3) {
		p.scripts = append(p.scripts, script{
			name:    pick(r, "waits and says yes", "waits and says yes", "waits and says yes late", "waits and says no", "waits and says nothing"),
			opening: []string{"quero marcar uma consulta com a dra ana souza pela unimed"}, wishes: 1, together: true,
		})
	}
	for i := range p.people {
		p.people[i].chat %= len(p.scripts)
	}
	if p.theme != "calm" {
		p.troubleWaits(d, kind)
	}
}

// troubleWaits lets things go wrong while times are offered, and not only while patients come.
func (p *plan) troubleWaits(d dice, kind Kind) {
	r := d.roll(0, "trouble of waits")
	p.heal = max(p.heal, p.waits.horizon*3/4)
	for range 1 + r.IntN(4) {
		p.waits.crashes = append(p.waits.crashes, 8+r.IntN(60))
	}
	if kind == Alone {
		for range r.IntN(4) {
			p.kills = append(p.kills, seconds(r, 60, 1500))
		}
	}
	for range r.IntN(3) {
		p.outages = append(p.outages, drawOutageWithin(r, 60, 1500))
	}
}

// String is the waits in words.
func (v waits) String() string {
	if !v.on() {
		return ""
	}
	return fmt.Sprintf("\n  patients wait: each time is kept for %v, looked for every %v, within %v; free: %v; the line crashes at %v", v.hold, v.look, v.horizon, v.frees, v.crashes)
}

// promise is an offer that a line made.
type promise struct {
	id, session string
	number      int
	slot        conversation.Slot
	until       time.Time
	over        bool // its session said so
	said        bool // the patient was told, or is going to be
	taken       bool // the line knows that they took it
}

// list is what is known of the waiting list.
type list struct {
	line     *thread // the session of the agenda
	free     map[conversation.Slot]bool
	changed  map[conversation.Slot]time.Time // when it came free, or was taken
	promises []*promise
	joined   map[string]int // order of those who joined, by session and number
	places   []conversation.Place
	lookAt   time.Time
}

func (w *world) newList() *list {
	id := record.LineSession(listedAgenda)
	line := &thread{id: id, shard: journal.ShardOf(id), status: open, news: make(chan struct{}, 1), said: map[string]int{}, unheard: map[string]int{}, tries: map[string]int{}, bookings: map[string]bool{}, done: true}
	return &list{line: line, free: map[conversation.Slot]bool{}, changed: map[conversation.Slot]time.Time{}, joined: map[string]int{}}
}

// freeTimes lets times come free, and strangers take them.
func (w *world) freeTimes() {
	for _, f := range w.plan.waits.frees {
		w.crowd.Go(func() {
			if w.rest(f.at) {
				w.setFree(f.slot, true)
			}
			if w.rest(f.lasts) {
				w.setFree(f.slot, false)
			}
		})
	}
}

func (w *world) setFree(slot conversation.Slot, free bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	name := slotOf(slot)
	if w.clinic.taken[name] || w.list.free[slot] == free {
		return
	}
	w.list.free[slot], w.list.changed[slot], w.clinic.sold[name] = free, time.Now(), !free
	w.noteLocked("", "clinic: %v is free: %t", slot, free)
}

// slotOf names a slot as the clinic does.
func slotOf(slot conversation.Slot) string {
	day, _ := time.Parse(time.DateOnly, slot.Date)
	return slotName(slot.AgendaID, day.Format("02-01-2006"), slot.Hour)
}

// lists reports whether A1 has a time.
func (c *clinic) lists(agenda int, day time.Time, hour string) bool {
	slot := conversation.Slot{AgendaID: agenda, Date: day.Format(time.DateOnly), Hour: hour}
	listed := !c.w.plan.waits.on() || c.w.list.free[slot]
	return listed && !c.taken[slotOf(slot)]
}

// await is a patient who waits until the end of the run, an appointment or a person.
func (w *world) await(p *patient) {
	for !p.content && time.Since(w.began) < w.plan.waits.horizon && p.chat.messages < maxMessages {
		heard := strings.Join(p.unread(), "\n\n")
		if heard == "" {
			if !w.rest(time.Duration(1+p.dice.IntN(10)) * time.Second) {
				return
			}
			continue
		}
		text, after := p.inLine(heard)
		if text == "" {
			continue
		}
		if !w.rest(after) {
			return
		}
		p.say(text)
	}
}

// inLine is what a patient who waits writes next, "" for nothing, and after what time.
func (p *patient) inLine(heard string) (text string, after time.Duration) {
	soon := time.Duration(1+p.dice.IntN(20)) * time.Second
	switch name := p.chat.script.name; {
	case booked.MatchString(heard), strings.Contains(heard, "da nossa equipe"):
		p.content = true
		return "", 0
	case !strings.Contains(heard, "Abriu um horário"):
		if strings.Contains(heard, "Quer que eu avise") {
			return "sim", soon
		}
		if strings.Contains(heard, "Se abrir um horário") {
			return "", 0
		}
		return p.reply(heard), soon
	case strings.HasSuffix(name, "late"):
		return "sim", p.w.plan.waits.hold + time.Duration(p.dice.IntN(400))*time.Second
	case strings.HasSuffix(name, "no"):
		return "não", soon
	case strings.HasSuffix(name, "nothing"):
		return "", 0
	}
	return "sim", pick(p.dice, soon, soon, p.w.plan.waits.hold-time.Duration(p.dice.IntN(120))*time.Second)
}

// checkListed looks at a row of the waiting list when it is accepted.
func (w *world) checkListed(c *thread, body []byte) {
	note, err := record.ReadListNote(body)
	switch {
	case err != nil:
		w.violate(c.id, "W", "a row of the waiting list that nobody can read: %v", err)
	case note.Offer != nil:
		w.checkPromise(c, note)
	default:
		w.hear(*note.Note)
	}
}

// checkPromise: no time is offered to two, nor twice to one (W1).
func (w *world) checkPromise(c *thread, note record.ListNote) {
	made := &promise{note.Offer.ID, c.id, note.Number, note.Offer.Slot, note.Offer.Until, false, false, false}
	for _, p := range w.list.promises {
		switch {
		case p.id == made.id: // told again
			return
		case p.slot != made.slot:
		case p.session == made.session && p.number == made.number:
			w.violate(c.id, "W1", "%v is offered again", made.slot)
		case !p.over && time.Now().Before(p.until):
			w.violate(c.id, "W1", "%v is offered while it is kept for %s", made.slot, p.session)
		}
	}
	w.list.promises = append(w.list.promises, made)
	w.tally.Promises++
}

// hear notes what a line is told.
func (w *world) hear(note conversation.WaitNote) {
	key := fmt.Sprint(note.Session, " ", note.Number)
	if _, known := w.list.joined[key]; !known && note.What == conversation.TellJoin {
		w.list.joined[key] = len(w.list.joined)
	}
	for _, p := range w.list.promises {
		switch {
		case p.session != note.Session || p.number != note.Number:
		case note.What == conversation.TellLeave, note.What == conversation.TellPass && p.id == note.ID:
			p.over = true
		case note.What == conversation.TellTaken && p.id == note.ID:
			p.until, p.taken = time.Now().Add(w.plan.waits.hold), true
		}
	}
}

// checkLine looks at what a commit of the line decided: each time is kept for one, in the order in which they joined (W2).
func (w *world) checkLine(state []byte) {
	var d struct {
		State conversation.Waiting `json:"state"`
	}
	if err := json.Unmarshal(state, &d); err != nil {
		w.violate(w.list.line.id, "J1", "a state that nobody can read: %v", err)
		return
	}
	before, now := w.list.places, d.State.Line
	w.list.places, w.list.lookAt = now, d.State.LookAt
	for i, p := range now {
		if i > 0 && w.list.order(now[i-1]) > w.list.order(p) {
			w.violate(w.list.line.id, "W2", "%s stands before %s, who came first", now[i-1].Session, p.Session)
		}
		fresh := p.Held != nil && !slices.ContainsFunc(before, func(old conversation.Place) bool { return old.Held != nil && old.Held.ID == p.Held.ID })
		if !fresh {
			continue
		}
		for j, other := range now {
			switch {
			case j != i && other.Held != nil && other.Held.Slot == p.Held.Slot:
				w.violate(w.list.line.id, "W1", "%v is kept for %s and %s", p.Held.Slot, p.Session, other.Session)
			case j < i && other.Held == nil && other.Wish.Allows(p.Held.Slot) && !slices.Contains(other.Had, p.Held.Slot):
				w.violate(w.list.line.id, "W2", "%v is kept for %s although %s was first", p.Held.Slot, p.Session, other.Session)
			}
		}
	}
}

func (l *list) order(p conversation.Place) int { return l.joined[fmt.Sprint(p.Session, " ", p.Number)] }

// goneFor is how long a time may have been gone when it is offered: A1 was asked before, and its answer took its way.
const goneFor = time.Minute

// checkClaims: what a chat decided that its line must know is told before it is stored, so that no crash loses it (W6).
func (w *world) checkClaims(c *thread, wait *conversation.Wait) {
	if wait == nil || wait.Session != "" { // that of another chat session of the phone
		return
	}
	if _, known := w.list.joined[fmt.Sprint(c.id, " ", wait.Number)]; !known {
		w.violate(c.id, "W6", "a wish is stored that its line does not know")
	}
	o := wait.Offered
	if o == nil || !o.Taken {
		return
	}
	if !slices.ContainsFunc(w.list.promises, func(p *promise) bool { return p.id == o.ID && p.taken }) {
		w.violate(c.id, "W6", "%v was taken, and its line does not know it", o.Slot)
	}
}

// checkOffer looks at the decision of a chat to offer a time: it was free just now, and is nobody else's (W3).
func (w *world) checkOffer(n *node, c *thread, before, now *conversation.Wait) {
	said := func(wait *conversation.Wait) *conversation.ListedTime {
		if wait == nil || wait.Offered == nil || wait.Offered.SaidAt.IsZero() {
			return nil
		}
		return wait.Offered
	}
	o, old := said(now), said(before)
	if o == nil || old != nil && old.ID == o.ID {
		return
	}
	c.offers++
	w.tally.Offers++
	for _, p := range w.list.promises {
		p.said = p.said || p.id == o.ID
	}
	if changed := w.list.changed[o.Slot]; !w.list.free[o.Slot] && time.Since(changed) > goneFor {
		w.violate(c.id, "W3", "%v is offered, which is gone for %v", o.Slot, time.Since(changed))
	}
	if time.Since(o.Until) > slowCommit {
		w.violate(c.id, "W3", "%v is offered %v after its time", o.Slot, time.Since(o.Until))
	}
	if n.glanceAt(c).status != "" { // else the gateway denied the chat, and it goes by phone
		w.checkCompany(n, c, "offered a time")
	}
	w.checkDay(c, "offered a time")
}

// isOffer reports a part that offers a time of the waiting list.
func isOffer(text string) bool { return strings.Contains(text, "Abriu um horário") }

// checkOfferRead: what was decided is said once, while it is kept for this patient (W1).
func (w *world) checkOfferRead(c *thread, text string) {
	if !isOffer(text) {
		return
	}
	c.offersRead++
	if c.offersRead > c.offers+w.ends(c)+c.unknown+c.excuses() {
		w.violate(c.id, "W1", "%d offers were read, %d decided", c.offersRead, c.offers)
	}
}

// checkLate: who was offered a time does not book it once it is offered to somebody else (W4).  Who was shown it in a search
// before may take it from everybody.
func (w *world) checkLate(c *thread, slot string) {
	mine := func(p *promise) bool { return p.said && p.session == c.id && slotOf(p.slot) == slot }
	if !slices.ContainsFunc(w.list.promises, mine) {
		return
	}
	for _, p := range w.list.promises {
		if slotOf(p.slot) == slot && p.session != c.id && !p.over && time.Now().Before(p.until) {
			w.violate(c.id, "W4", "books %s, which is offered to %s", slot, p.session)
		}
	}
}

// verifyLine: nobody waits beside a time that is free (W5).
func (w *world) verifyLine() {
	slack := w.plan.waits.look + slowCommit + 5*time.Minute
	for slot, free := range w.list.free {
		since := w.list.changed[slot]
		if since.Before(w.healedAt) {
			since = w.healedAt
		}
		held := slices.ContainsFunc(w.list.places, func(p conversation.Place) bool { return p.Held != nil && p.Held.Slot == slot })
		if !free || held || w.clinic.taken[slotOf(slot)] || time.Since(since) < slack {
			continue
		}
		for _, p := range w.list.places {
			if p.Held == nil && !slices.Contains(p.Had, slot) && time.Since(p.Since) > slack && time.Since(w.list.lookAt) > slack {
				w.violate(p.Session, "W5", "waits, and %v is free", slot)
			}
		}
	}
}
