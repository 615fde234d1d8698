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
	crashes    []int // steps of the first line at which a process dies
	any        bool  // some wait for either doctor
}

// freeing is a time that comes free.
type freeing struct {
	at   time.Duration
	slot conversation.Slot
	// lasts is how long it is free unless a patient takes it.
	lasts time.Duration
	// told is when the line hears that somebody does not come, from the clinic's upload; 0: it does not.
	told time.Duration
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

// listedAgendas are those for which patients wait, of one specialty.
var listedAgendas = []int{101, 102}

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
		f.slot = conversation.Slot{AgendaID: listedAgendas[0], Date: fmt.Sprintf("2026-11-2%d", 4+r.IntN(3)), Hour: hours[r.IntN(len(hours))]}
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
	p.spreadWaits(d)
}

// spreadWaits lets some wait for either of two doctors, and lines hear of cancellations that they would find late.
func (p *plan) spreadWaits(d dice) {
	r := d.roll(0, "several lines")
	if p.waits.any = chance(r, 0.4); p.waits.any {
		for i := range p.scripts {
			if chance(r, 0.7) {
				p.scripts[i].opening = []string{"quero marcar uma consulta de cardiologia pela unimed, tanto faz o médico"}
			}
		}
		for i := range p.waits.frees {
			p.waits.frees[i].slot.AgendaID = pick(r, listedAgendas...)
		}
	}
	if !chance(r, 0.3) {
		return
	}
	p.waits.look = 40 * time.Minute
	for i := range p.waits.frees {
		f := &p.waits.frees[i]
		f.told = max(time.Second, f.at+seconds(r, -300, 120))
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
	return fmt.Sprintf("\n  patients wait: each time is kept for %v, looked for every %v, within %v; free: %v; the line crashes at %v; for either doctor: %t", v.hold, v.look, v.horizon, v.frees, v.crashes, v.any)
}

// promise is an offer that a line made.
type promise struct {
	id, session string
	number      int
	slot        conversation.Slot
	until       time.Time
	over        bool // its session said so, or went on without it
	said        bool // the patient was told, or is going to be
	taken       bool // the line knows that they took it
}

// list is what is known of the waiting list.
type list struct {
	lines    []*agendaLine
	free     map[conversation.Slot]bool
	changed  map[conversation.Slot]time.Time // when it came free, or was taken
	promises []*promise
	joined   map[string]int // order of those who joined, by agenda, session and number
}

// agendaLine is the line of an agenda.
type agendaLine struct {
	*thread
	agendaID int
	places   []conversation.Place
	lookAt   time.Time
}

func (w *world) newList() *list {
	l := &list{free: map[conversation.Slot]bool{}, changed: map[conversation.Slot]time.Time{}, joined: map[string]int{}}
	for _, agendaID := range listedAgendas {
		id := record.LineSession(agendaID)
		line := &thread{id: id, shard: journal.ShardOf(id), status: open, news: make(chan struct{}, 1), said: map[string]int{}, unheard: map[string]int{}, tries: map[string]int{}, bookings: map[string]bool{}, done: true}
		l.lines = append(l.lines, &agendaLine{thread: line, agendaID: agendaID})
	}
	return l
}

// lineOf is the line with this session, nil for none.
func (l *list) lineOf(sessionID string) *agendaLine {
	at := slices.IndexFunc(l.lines, func(line *agendaLine) bool { return line.id == sessionID })
	if at < 0 {
		return nil
	}
	return l.lines[at]
}

// lineThreads are the sessions of the lines that are in use.
func (w *world) lineThreads() (list []*thread) {
	for _, line := range w.list.lines {
		if line.agendaID == listedAgendas[0] || w.plan.waits.any {
			list = append(list, line.thread)
		}
	}
	return list
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
		if f.told > 0 {
			w.crowd.Go(func() { w.tellFreed(f) })
		}
	}
}

// tellFreed is the clinic's upload, which says that somebody does not come, until a process has taken it.
func (w *world) tellFreed(f freeing) {
	dice := w.dice.roll(0, "freed", slotOf(f.slot))
	for d := f.told; w.rest(d); d = time.Second {
		w.mu.Lock()
		n := w.receiver(dice)
		w.mu.Unlock()
		if n == nil || !n.receive(webhookPatience) {
			continue
		}
		ctx, cancel := timeout(webhookPatience)
		err := n.router.TellLine(ctx, f.slot.AgendaID, conversation.WaitNote{What: conversation.TellFreed})
		cancel()
		if err == nil && n.alive() {
			break
		}
	}
	w.mu.Lock()
	heard := time.Now()
	w.mu.Unlock()
	for range 60 {
		if !w.rest(time.Minute) {
			return
		}
		w.checkFreed(f.slot, heard)
	}
}

// foundWithin is how soon a time that came free, and of which its line heard, is kept for somebody.
const foundWithin = 4*time.Minute + slowCommit

// checkFreed: nobody waits beside a time of which the line heard that it comes free (W8), once everything works.
func (w *world) checkFreed(slot conversation.Slot, heard time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	line, since := w.list.lineOf(record.LineSession(slot.AgendaID)), w.list.changed[slot]
	late := func(t time.Time) bool { return time.Since(t) > foundWithin }
	if !w.healed || !late(w.healedAt) || !w.list.free[slot] || !late(since) || !late(heard) || since.Sub(heard) > 20*time.Minute || w.clinic.taken[slotOf(slot)] {
		return
	}
	if slices.ContainsFunc(line.places, func(p conversation.Place) bool { return p.Held != nil && p.Held.Slot == slot }) {
		return
	}
	for _, p := range line.places {
		if p.Held == nil && !slices.Contains(p.Had, slot) && p.Since.Before(heard) {
			w.violate(p.Session, "W8", "waits, and its line heard %v ago that %v comes free", time.Since(heard), slot)
		}
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
		w.hear(record.LineAgenda(c.id), *note.Note)
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
func (w *world) hear(agendaID int, note conversation.WaitNote) {
	key := fmt.Sprint(agendaID, " ", note.Session, " ", note.Number)
	if _, known := w.list.joined[key]; !known && note.What == conversation.TellJoin {
		w.list.joined[key] = len(w.list.joined)
	}
	for _, p := range w.list.promises {
		switch {
		case p.session != note.Session || p.number != note.Number || p.slot.AgendaID != agendaID:
		case note.What == conversation.TellLeave, note.What == conversation.TellPass && p.id == note.ID:
			p.over = true
		case note.What == conversation.TellTaken && p.id == note.ID:
			p.until, p.taken = time.Now().Add(w.plan.waits.hold), true
		}
	}
}

// checkLine looks at what a commit of the line decided: each time is kept for one, in the order in which they joined (W2).
func (w *world) checkLine(line *agendaLine, state []byte) {
	var d struct {
		State conversation.Waiting `json:"state"`
	}
	if err := json.Unmarshal(state, &d); err != nil {
		w.violate(line.id, "J1", "a state that nobody can read: %v", err)
		return
	}
	before, now := line.places, d.State.Line
	line.places, line.lookAt = now, d.State.LookAt
	for i, p := range now {
		if i > 0 && w.list.order(now[i-1]) > w.list.order(p) {
			w.violate(line.id, "W2", "%s stands before %s, who came first", now[i-1].Session, p.Session)
		}
		fresh := p.Held != nil && !slices.ContainsFunc(before, func(old conversation.Place) bool { return old.Held != nil && old.Held.ID == p.Held.ID })
		if !fresh {
			continue
		}
		for j, other := range now {
			switch {
			case j != i && other.Held != nil && other.Held.Slot == p.Held.Slot:
				w.violate(line.id, "W1", "%v is kept for %s and %s", p.Held.Slot, p.Session, other.Session)
			case j < i && other.Held == nil && other.Wish.Allows(p.Held.Slot) && !slices.Contains(other.Had, p.Held.Slot):
				w.violate(line.id, "W2", "%v is kept for %s although %s was first", p.Held.Slot, p.Session, other.Session)
			}
		}
	}
}

func (l *list) order(p conversation.Place) int {
	return l.joined[fmt.Sprint(p.Request.AgendaID, " ", p.Session, " ", p.Number)]
}

// goneFor is how long a time may have been gone when it is offered: A1 was asked before, and its answer took its way.
const goneFor = time.Minute

// checkClaims: what a chat decided that its line must know is told before it is stored, so that no crash loses it (W6).
func (w *world) checkClaims(c *thread, wait *conversation.Wait) {
	if wait == nil || wait.Session != "" { // that of another chat session of the phone
		return
	}
	for _, id := range wait.Agendas() {
		if _, known := w.list.joined[fmt.Sprint(id, " ", c.id, " ", wait.Number)]; !known {
			w.violate(c.id, "W6", "a wish is stored that the line of %d does not know", id)
		}
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
	w.checkOne(c, old, now)
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

// checkOne: an offer that was said stands until it is over, whatever another line offers (W7).
func (w *world) checkOne(c *thread, old *conversation.ListedTime, now *conversation.Wait) {
	if old == nil || now == nil || now.Offered == nil || now.Offered.ID == old.ID {
		return
	}
	if time.Now().Before(old.Until) {
		w.violate(c.id, "W7", "%v takes the place of %v, which was offered until %v", now.Offered.Slot, old.Slot, old.Until)
	}
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
	for _, line := range w.list.lines {
		w.verifyPlaces(line)
	}
}

func (w *world) verifyPlaces(line *agendaLine) {
	slack := w.plan.waits.look + slowCommit + 5*time.Minute
	for slot, free := range w.list.free {
		if slot.AgendaID != line.agendaID {
			continue
		}
		since := w.list.changed[slot]
		if since.Before(w.healedAt) {
			since = w.healedAt
		}
		held := slices.ContainsFunc(line.places, func(p conversation.Place) bool { return p.Held != nil && p.Held.Slot == slot })
		if !free || held || w.clinic.taken[slotOf(slot)] || time.Since(since) < slack {
			continue
		}
		for _, p := range line.places {
			if p.Held == nil && !slices.Contains(p.Had, slot) && time.Since(p.Since) > slack && time.Since(line.lookAt) > slack {
				w.violate(p.Session, "W5", "waits, and %v is free", slot)
			}
		}
	}
}
