package sim

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
)

// The promises.  All functions of this file are called with the world's lock held, but for verify.

// checkAccepted: no 202 without a row (J4).
func (w *world) checkAccepted(c *thread, id string) {
	if !slices.ContainsFunc(c.rows, func(r *row) bool { return r.id == id }) {
		w.violate(c.id, "J4", "message %s was accepted and is nowhere", id)
	}
}

// consume looks at the rows that a commit removed: the finish of a turn, or a repeat.
func (w *world) consume(c *thread, done []int64) {
	var gone []*row
	for _, r := range c.rows {
		if !r.gone && slices.Contains(done, r.seq) {
			r.gone = true
			gone = append(gone, r)
		}
	}
	for _, r := range gone {
		if r.kind != int8(journal.Patient) {
			continue
		}
		w.checkOnce(c, r)
		if c.firstOf(r) {
			w.checkOrder(c, r)
			w.checkAnswered(c, r)
		}
	}
}

// checkOnce: a message is answered once, however often it was delivered (J2).
func (w *world) checkOnce(c *thread, r *row) {
	for _, other := range c.rows {
		if other != r && other.id == r.id && other.gone && other.thought != nil && r.thought != nil {
			w.violate(c.id, "J2", "message %s was answered twice, as rows %d and %d", r.id, other.seq, r.seq)
		}
	}
}

// checkOrder: nothing accepted earlier still waits for its first turn, or had its turn later (J3).  What
// waits for a booking that is being confirmed had its turn.
func (w *world) checkOrder(c *thread, r *row) {
	for _, other := range c.rows {
		waits := !other.gone && other.seq < r.seq && other.kind == r.kind && c.firstOf(other)
		if waits && (other.thought == nil || r.thought != nil && other.thought.at.After(r.thought.at)) {
			w.violate(c.id, "J3", "row %d is done before row %d", r.seq, other.seq)
		}
	}
}

// checkAnswered: a row goes away when its answer was delivered, or a person has the chat (J1, J6).
func (w *world) checkAnswered(c *thread, r *row) {
	t := r.thought
	switch {
	case c.withHuman() || time.Since(r.at) >= patience:
	case t == nil:
		w.violate(c.id, "J1", "row %d is gone, nobody thought about it", r.seq)
	case t.tag != "":
		if !slices.ContainsFunc(c.heard, func(text string) bool { return strings.HasSuffix(text, t.tag) }) {
			w.violate(c.id, "J6", "row %d is gone, its answer%s was not delivered", r.seq, t.tag)
		}
	case !t.silent && c.lastSaid.Before(t.at):
		w.violate(c.id, "J1", "row %d is gone and was not answered", r.seq)
	}
}

// patience is after how long a message is given up (contract, "Uncontrolled error").
const patience = 24 * time.Hour

// saysBooked finds words that only a success of A4 allows.
var saysBooked = regexp.MustCompile(`(?i)(agendad[oa]|está marcad[oa]|marcamos|confirmad[oa])`)

// spokenOf are sentences that hold such a word and claim nothing.
var spokenOf = regexp.MustCompile(`(?i)já está marcada|escolha confirmada`)

// checkPart looks at a part in the moment in which the patient reads it.
func (w *world) checkPart(c *thread, text string) {
	w.checkPrompted(c, text)
	w.checkQuestion(c, text)
	w.checkOfferRead(c, text)
	mine := false
	for _, a := range c.appointments {
		if strings.Contains(text, a.mark()) {
			a.told, mine = true, true
		}
	}
	switch {
	case strings.Contains(text, "[consulta ") && !mine:
		w.violate(c.id, "B", "the patient reads of an appointment that is not there: %s", text)
	case len(c.appointments) == 0 && saysBooked.MatchString(text) && !spokenOf.MatchString(text):
		w.violate(c.id, "B", "said before anything was booked: %s", text)
	}
	again := w.register != nil && c.said[text] > 0 // by a process that stood still meanwhile; J5 counts
	if closed := isQuestion(text) && c.status == over; c.transfers > 0 && c.taken.IsZero() && !c.released && !mine && !again && !closed {
		w.violate(c.id, "silence", "said although a person has the chat: %s", text)
	}
}

// checkCall looks at an A4 when it reaches the clinic.
func (w *world) checkCall(c *thread, q request, intent string) {
	token := tokenOf(intent)
	c.tries[token]++
	if token == "" || !w.durable(c, bookingOf(intent), token) {
		w.violate(c.id, "B1", "an A4 without a durable intent: %q", intent)
		return
	}
	if c.tries[token] > 1 && !w.plan.replays {
		w.violate(c.id, "B1", "the A4 of intent %q was sent %d times", intent, c.tries[token])
	}
	// Towards a clinic that knows the intent a call may be repeated at any time (B8).
	if waited := q.left.Sub(w.ledger.begun[token]); waited >= sendWindow && !w.plan.replays {
		w.violate(c.id, "B2", "an A4 left %v after the commit of its intent began", waited)
	}
}

// sendWindow is cluster.md's SEND_WINDOW.
const sendWindow = 2 * time.Second

func (w *world) durable(c *thread, booking, token string) bool {
	number := 0
	for _, d := range booking {
		number = 10*number + int(d-'0')
	}
	list, err := w.ledger.inner.Intents(context.Background(), c.id, number)
	return err == nil && slices.ContainsFunc(list, func(i journal.Intent) bool {
		if i.Token == token && i.Attempt == 2 {
			w.tally.SecondTry++
		}
		return i.Token == token
	})
}

// checkAppointment: at most one effect of a booking, and no more appointments than wishes (B9).  After
// a person had the chat the patient may well book once more.
func (w *world) checkAppointment(a *appointment) {
	c := a.chat
	for _, other := range c.appointments {
		if other.booking == a.booking {
			w.violate(c.id, "B9", "booking %s made appointments %d and %d", a.booking, other.number, a.number)
		}
	}
	if len(c.appointments) >= c.script.wishes && !c.withHuman() {
		w.violate(c.id, "B9", "appointment %d for %d wishes", len(c.appointments)+1, c.script.wishes)
	}
}

// verify checks at the end what cannot be seen in one moment.
func (w *world) verify() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := w.ledger.inner.Pending(); n > 0 {
		w.violate("", "J1", "%d rows still wait at the end", n)
	}
	w.verifyLapses()
	w.verifyLine()
	for _, c := range w.chats {
		if c.undelivered > 0 {
			w.violate(c.id, "J4", "%d messages were never accepted", c.undelivered)
		}
		for _, a := range c.appointments {
			if !a.told && !c.withHuman() {
				w.violate(c.id, "B", "nobody knows of appointment %d", a.number)
			}
		}
		if c.panicked && !c.withHuman() {
			w.violate(c.id, "panic", "no person after a panic")
		}
		w.verifySilence(c)
		w.verifyRepeats(c)
		w.verifyClosings(c)
	}
}

// ends counts the processes that may have ended between a send and its mark: all, or in a cluster those
// that lost the shard of the chat, or their hold of it.  Shards that were given away do not count.
func (w *world) ends(c *thread) int {
	if w.register == nil {
		return w.tally.Crashes
	}
	return w.register.takeovers[c.shard] + c.voided
}

// excuses counts the repeats that a chat's sends allow: one of each part that was not answered, however often it was
// not, and those after a 5xx that hid a delivery.
func (c *thread) excuses() int { return len(c.unheard) + c.denied5xx }

// verifyRepeats: a part comes again only for a crash, an unclear commit or, once, a send without an answer
// (J5).
func (w *world) verifyRepeats(c *thread) {
	repeated := 0
	for text, n := range c.said {
		if strings.Contains(text, "⟦") || strings.Contains(text, "[consulta ") {
			repeated += n - 1
		}
	}
	repeated += max(0, c.prompted-c.prompts) + max(0, c.put-c.questions) + max(0, c.offersRead-c.offers)
	w.tally.Repeated += repeated
	if allowed := w.ends(c) + c.unknown + c.excuses(); repeated > allowed {
		w.violate(c.id, "J5", "%d repeated parts, %d crashes, %d unclear commits, %d parts without an answer",
			repeated, w.ends(c), c.unknown, c.excuses())
	}
}

// closing finds the sentences that end in a hand-over.
var closing = regexp.MustCompile(`(vou passar você para|passando você para|Vou chamar) (uma pessoa|alguém) da nossa equipe`)

// holding finds the sentence that is said once while a booking is confirmed.
var holding = regexp.MustCompile(`^Estou confirmando`)

// verifyClosings: one closing sentence a hand-over, one holding sentence a booking, and in calm weather
// no closing because of an error.
func (w *world) verifyClosings(c *thread) {
	closings, holdings := 0, 0
	for text, n := range c.said {
		if closing.MatchString(text) {
			closings += n
		}
		if holding.MatchString(text) {
			holdings += n
		}
		if w.plan.theme == "calm" && !c.panicked && strings.Contains(text, "tive um problema") {
			w.violate(c.id, "calm", "an error although nothing went wrong")
		}
	}
	repeats := w.ends(c) + c.unknown + c.excuses()
	if closings > c.transfers+c.denied+repeats {
		w.violate(c.id, "closing", "%d closing sentences for %d transfers", closings, c.transfers)
	}
	if holdings > len(c.bookings)+repeats {
		w.violate(c.id, "holding", "%d holding sentences for %d bookings", holdings, len(c.bookings))
	}
}
