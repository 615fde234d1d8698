package persona

import (
	"math/rand/v2"
	"strings"
	"time"
)

// Patient is one patient in one conversation.
type Patient struct {
	Persona Persona
	Seed    uint64

	clinic *Clinic
	dice   *rand.Rand
	now    time.Time

	writer Person
	goals  []Goal // what is wanted, one after the other
	at     int    // the goal in hand
	ends   []End  // any of them is right
	style  style
	mood   mood
	quirks []*quirk
	// opening is what the patient writes first; "": an opening sentence of the usual kind.
	opening string
	// picky is how often offers without a fitting time are turned down before any will do.
	picky int
	// gone is how many of the chosen times somebody else takes first.
	gone int
	// full is an agenda without times.
	full int
	// polite patients say thanks after a booking.
	polite bool
	// following patients know no more than a recording tells (Following).
	following bool

	agreed   *Slot   // the time that was taken
	settled  *Slot   // the time that was last said to be settled
	objected message // to the last that was read back, if it was wrong
	// protested is set once the patient said what is wrong in what was read back.
	protested bool
	shown     []offered // the newest list of times, to scroll back to
	seen      hearing   // the newest list of anything
	opened    bool
	written   int           // messages so far
	repeats   map[topic]int // how often in a row the same thing was asked
	last      topic
	known     map[topic]bool // what was asked and answered, or said at once
	again     topic          // what was asked although it is known
	lost      int            // answers in a row that asked for nothing
	silence   int            // times in a row that nothing came
	told      int            // bookings that the patient heard of
	gaveUp    bool
	done      bool
}

// Bounds of a conversation: beyond them nobody would go on.
const (
	maxWritten = 30
	maxLost    = 3
	// patience is how long an answer may take before the patient asks whether anybody is there.
	patience = 20 * time.Second
	// afterwards is how long is listened after the last word.
	afterwards = 5 * time.Second
)

// Patient is the persona with a seed, at a clinic and a time.
func (p Persona) Patient(clinic *Clinic, seed uint64, now time.Time) *Patient {
	one := &Patient{
		Persona: p, Seed: seed, clinic: clinic, now: now,
		dice: rand.New(rand.NewPCG(seed, digest(p.Name))), repeats: map[topic]int{}, known: map[topic]bool{},
		ends: []End{Booked},
	}
	one.writer = someone(one.dice)
	one.goals = []Goal{one.want(one.writer, "")}
	one.polite = chance(one.dice, 0.3)
	one.picky = 1
	p.play(one)
	return one
}

// digest spreads names, so that personas with the same seed differ (FNV-1a).
func digest(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return h
}

// goal is the appointment that is wanted now.
func (p *Patient) goal() *Goal { return &p.goals[p.at] }

// Next reads what the agent said since the last call, nothing where it was silent, and says what the
// patient does.
func (p *Patient) Next(heard []string, now time.Time) Act {
	p.now = now
	if p.done || p.written >= maxWritten {
		return p.leave()
	}
	if !p.opened {
		p.opened = true
		return p.open()
	}
	h := p.listen(heard, now)
	p.scroll(&h)
	p.count(h)
	p.heed(h)
	if act, ok := p.misbehave(h); ok {
		return act
	}
	switch {
	case h.booked:
		return p.hearBooked(h)
	case h.person:
		return p.leave()
	case len(heard) == 0 && p.following:
		return p.leave()
	case len(heard) == 0:
		return p.wonder()
	case h.holds:
		return Act{Listen: 10 * patience}
	}
	return p.answer(h)
}

// scroll looks up the list that is spoken of and not there.
func (p *Patient) scroll(h *hearing) {
	if len(h.slots) > 0 {
		p.shown = h.slots
	}
	if len(h.slots)+len(h.items) > 0 {
		p.seen = *h
		return
	}
	if h.asks == askList && p.seen.asks != askNothing {
		h.asks, h.items, h.slots = p.seen.asks, p.seen.items, p.seen.slots
	}
	if h.asks == askList || h.asks == askSlot && len(h.slots) == 0 {
		h.asks, h.slots = askSlot, p.shown
	}
}

// count keeps the books of how it goes.
func (p *Patient) count(h hearing) {
	if len(h.texts) > 0 {
		p.silence = 0
	}
	if h.asks != p.last {
		clear(p.repeats)
		if p.known[h.asks] && p.Persona.Cooperative {
			p.again = h.asks
		}
		p.known[h.asks] = h.asks == askService || h.asks == askDoctor || h.asks == askPlan || h.identity()
	}
	p.last = h.asks
	p.repeats[h.asks]++
}

// wonder is what is done when nothing came.
func (p *Patient) wonder() Act {
	p.silence++
	if p.silence > 2 {
		return p.leave()
	}
	return p.say(either(p.dice, "oi?", "alguém aí?", "oi, tem alguém?"))
}

// leave puts the phone away.
func (p *Patient) leave() Act {
	p.done = true
	return Act{Done: true}
}

// farewell says a last word and listens once more.
func (p *Patient) farewell(text string) Act {
	p.quirks, p.done = nil, true
	act := p.say(text)
	act.Listen = afterwards
	return act
}

// hearBooked goes on with the next goal, or home.
func (p *Patient) hearBooked(h hearing) Act {
	if h.says(moment) && p.agreed == nil {
		return Act{Listen: patience}
	}
	p.told++
	p.agreed, p.shown = nil, nil
	if p.at+1 < len(p.goals) {
		p.at++
		return p.say(p.another())
	}
	if p.polite {
		return p.farewell(either(p.dice, "obrigada!", "muito obrigado", "valeu", "brigada viu"))
	}
	return p.leave()
}

// another begins the next of several bookings.
func (p *Patient) another() string {
	g := p.goal()
	who := "mais um horário"
	if g.Relation != "" {
		who += " " + forWhom(g.Relation)
	}
	return "quero marcar " + who + ", com " + p.doctor(g.AgendaID) + ", " + lower(p.procedure(g.ProcedureID)) + ", plano " + p.plan(g.PlanID)
}

// forWhom is "para a minha mãe", "pro meu filho".
func forWhom(relation string) string {
	if strings.HasPrefix(relation, "minha") {
		return "para a " + relation
	}
	return "pro " + relation
}

// open is the first message.
func (p *Patient) open() Act {
	if p.Persona.Paraphrases {
		return p.mean(sayWant, p.wishFor())
	}
	if p.opening != "" {
		return p.say(p.opening)
	}
	switch p.dice.IntN(4) {
	case 0:
		return p.say(either(p.dice, "oi", "bom dia", "boa tarde, tudo bem?", "olá"))
	case 1:
		return p.say("oi, quero marcar " + p.thing())
	case 2:
		return p.say(p.wishFor())
	default:
		return p.say("olá, gostaria de marcar " + lower(p.procedure(p.goal().ProcedureID)) + " com " + p.doctor(p.goal().AgendaID))
	}
}

// wishFor says all that is wanted and nothing of the person.
func (p *Patient) wishFor() string {
	g := p.goal()
	p.known[askService], p.known[askDoctor], p.known[askPlan] = true, true, true
	text := "quero marcar " + lower(p.procedure(g.ProcedureID)) + " com " + p.doctor(g.AgendaID) + ", plano " + p.plan(g.PlanID)
	if g.Relation != "" {
		text += ", é " + forWhom(g.Relation)
	}
	if wish := g.Wish.words(); wish != "" {
		text += ", de preferência " + wish
	}
	return text
}

// thing is what is to be booked, when nothing else is known: "uma consulta" where it is one.
func (p *Patient) thing() string {
	if name := lower(p.procedure(p.goal().ProcedureID)); strings.Contains(name, "consulta") {
		return "uma consulta"
	}
	return "um horário"
}

func lower(text string) string { return strings.ToLower(text) }

// say types something that may be typed in the patient's own way.
func (p *Patient) say(text string) Act { return p.write(message{text: text}) }

// exactly types something whose letters and digits matter.
func (p *Patient) exactly(text string) Act { return p.write(message{text: text, exact: true}) }

// mean and tell are say and exactly, of a kind of answer that may be put in other words.
func (p *Patient) mean(says phrase, text string) Act { return p.write(message{text: text, says: says}) }

func (p *Patient) tell(says phrase, text string) Act {
	return p.write(message{text: text, exact: true, says: says})
}

// number chooses from a list by its number.
func (p *Patient) number(text string, number int) Act {
	return p.write(message{text: text, exact: true, says: sayNumber, values: counted(number)})
}

// show sends something that is no text.
func (p *Patient) show(kind string) Act { return p.write(message{kind: kind}) }

// message is what a patient means to send.
type message struct {
	text  string
	kind  string // "": TEXT
	exact bool
	after time.Duration // beside the time it takes to type
	soon  bool          // still the same thought as the message before
	// says is what kind of answer it is, for those who paraphrase; "": none that they know other words for.
	says   phrase
	values map[string]string // for its placeholders, beside those of the goal
}

// write turns what is meant into what is sent.
func (p *Patient) write(messages ...message) Act {
	act := Act{Listen: patience}
	if p.Persona.Paraphrases {
		messages = p.paraphrase(messages)
	}
	for _, m := range messages {
		if m.kind != "" {
			act.Say = append(act.Say, Utterance{Type: m.kind, Pause: m.after + p.pause(0)})
			continue
		}
		for i, text := range p.style.typed(p.dice, m) {
			pause := p.pause(len(text))
			switch {
			case i > 0 && p.style.twice:
				pause = 0 // a copy that nobody typed: it comes before anything could be read
			case i > 0, m.soon:
				pause = time.Duration(100+p.dice.IntN(600)) * time.Millisecond // still the same thought
			default:
				pause += m.after
			}
			act.Say = append(act.Say, Utterance{Type: "TEXT", Text: text, Pause: pause})
		}
	}
	p.written += len(act.Say)
	return act
}

// pause is how long it takes to type so many bytes.
func (p *Patient) pause(length int) time.Duration {
	return time.Duration(800+p.dice.IntN(2500)+20*length) * time.Millisecond
}
