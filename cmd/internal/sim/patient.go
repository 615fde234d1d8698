package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
)

const (
	// webhookPatience is how long the gateway waits for an answer of the webhook.
	webhookPatience = 10 * time.Second
	// maxTries is above the number of times that the gateway calls for one message.
	maxTries = 1_000_000
	// maxMessages is after how many messages a patient gives up.
	maxMessages = 16
)

// live is a patient from the first message to the last.
func (w *world) live(c *thread) {
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		c.done = true
		w.crowd.Go(func() { w.closes(c) })
	}()
	dice := w.dice.roll(0, "patient", c.id)
	p := &patient{w: w, chat: c, dice: dice, hushes: w.drawHushes(c.id)}
	if !p.w.rest(time.Duration(dice.IntN(20_000)) * time.Millisecond) {
		return
	}
	for i, text := range c.script.opening {
		if i > 0 && !p.w.rest(time.Duration(pick(dice, 50, 400, 3000, 15_000))*time.Millisecond) {
			return
		}
		p.say(text)
	}
	if w.plan.waits.on() {
		w.await(p)
		return
	}
	for c.messages < maxMessages {
		heard, ok := p.listen()
		if !ok {
			return
		}
		text, leaves := p.answer(heard)
		if leaves {
			return
		}
		if text == "" {
			continue
		}
		if !p.hesitate() || !p.w.rest(time.Duration(300+dice.IntN(5000))*time.Millisecond) {
			return
		}
		p.say(text)
	}
}

// patient is who writes in a chat.
type patient struct {
	w       *world
	chat    *thread
	dice    *rand.Rand
	read    int // of what was heard
	waited  int // how often in a row nothing came
	asked   int // for the second appointment
	chatted int
	hushes  []hush
	answers int  // so far, or kept back
	content bool // has what there is to have: an appointment, or a person
}

// listen waits for something new and then a moment for the rest of it; what was heard is "" when
// nothing came for long.
func (p *patient) listen() (heard string, ok bool) {
	patience := p.w.plan.patience
	if p.chat.script.hasty {
		patience = time.Duration(5+p.dice.IntN(40)) * time.Second
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		if parts := p.unread(); len(parts) > 0 {
			if !p.w.rest(time.Duration(p.dice.IntN(1500)) * time.Millisecond) {
				return "", false
			}
			p.waited = 0
			return strings.Join(append(parts, p.unread()...), "\n\n"), true
		}
		select {
		case <-p.chat.news:
		case <-timer.C:
			p.waited++
			return "", p.waited < 4
		case <-p.w.over:
			return "", false
		}
	}
}

func (p *patient) unread() []string {
	p.w.mu.Lock()
	defer p.w.mu.Unlock()
	fresh := slices.Clone(p.chat.heard[p.read:])
	p.read = len(p.chat.heard)
	return fresh
}

var lastNumber = regexp.MustCompile(`\*(\d+)\*(?: -)? `)

// booked finds that there is an appointment.
var booked = regexp.MustCompile(`\[consulta |Está marcado`)

// answer is what the patient writes next, "" for nothing yet.
func (p *patient) answer(heard string) (text string, leaves bool) {
	if strings.Contains(heard, "onfirmando") && !booked.MatchString(heard) && !closing.MatchString(heard) {
		return pick(p.dice, "", "", "", "ok", "e aí?"), false
	}
	text = p.reply(heard)
	return text, text == ""
}

// reply is what the patient writes next, "" for nothing more.
func (p *patient) reply(heard string) string {
	says := func(text string) bool { return strings.Contains(heard, text) }
	c := p.chat
	switch {
	case heard == "":
		return pick(p.dice, "oi?", "alguém aí?", "deu certo?")
	case booked.MatchString(heard) && !p.content:
		return p.afterwards()
	case p.content, says("pessoa da nossa equipe"), says("alguém da nossa equipe"):
		p.content = true
		return p.farewell()
	case says("*mais um*") && p.asked+1 >= c.script.wishes: // who has what they wanted, and missed that it was made
		p.content = true
		return "não, já está marcado"
	case says("osso marcar?"):
		return "sim"
	case says("Combinado!"): // to an "ok" that was meant for what came before: no reason to book once more
		return "deu certo?"
	case says("nome completo"):
		if c.script.together {
			return c.name + " " + c.cpf + " " + c.birth
		}
		return c.name
	case says("data de nascimento"):
		return c.birth
	case says("CPF"):
		return c.cpf
	case says("Pode ser?"):
		return "sim"
	case says("O que você prefere?"):
		return "quero falar com um atendente"
	case c.script.wishes == 0:
		return p.farewell()
	}
	return p.choose(heard)
}

// choose answers a list, or a question that has none.
func (p *patient) choose(heard string) string {
	switch {
	case strings.Contains(heard, "qual especialidade"):
		return pick(p.dice, "1", "cardiologia")
	case strings.Contains(heard, "convênio"):
		return pick(p.dice, "unimed", "particular")
	}
	numbers := lastNumber.FindAllStringSubmatch(heard, -1)
	switch {
	case len(numbers) == 0:
		return pick(p.dice, "quero marcar uma consulta com a dra ana souza", "1", "pode ser")
	case chance(p.dice, p.chat.script.whim):
		return pick(p.dice, "nenhum desses", "tem outro dia?", "à tarde", "na verdade prefiro o dr carlos menezes")
	}
	return numbers[p.dice.IntN(len(numbers))][1]
}

// afterwards follows a booking.
func (p *patient) afterwards() string {
	if p.asked+1 < p.chat.script.wishes {
		p.asked++
		return "quero marcar também uma consulta com a dra beatriz reis, particular"
	}
	p.content = true
	return p.farewell()
}

// farewell is one more word of those who like to have the last one.
func (p *patient) farewell() string {
	if !p.chat.script.chatty || p.chatted >= 2 {
		return ""
	}
	p.chatted++
	return pick(p.dice, "obrigada!", "ok", "que horas mesmo?", "oi")
}

// say sends a message: the gateway shows it and calls the webhook until that answers 202.
func (p *patient) say(text string) {
	p.w.mu.Lock()
	p.chat.messages++
	id := fmt.Sprintf("%s-m%d", p.chat.id, p.chat.messages)
	p.chat.undelivered++
	m := p.tapped(id, journal.PatientMessage{Kind: "TEXT", Text: text, From: p.chat.phone, To: "551130000000"})
	p.w.noteLocked(p.chat.id, "patient: %s %s", m.Text, m.Choice)
	p.w.mu.Unlock()
	dice := p.w.dice.roll(0, "delivery", id)
	first := time.Duration(dice.IntN(40)) * time.Millisecond
	if p.w.plan.theme != "calm" && chance(dice, 0.1) {
		first = time.Duration(dice.IntN(8000)) * time.Millisecond // overtaken by what comes next
	}
	copies := 1
	if chance(dice, 0.15) {
		copies += 1 + dice.IntN(2)
	}
	for i := range copies {
		delay := first
		p.w.crowd.Go(func() { p.w.webhook(p.chat, id, m, delay, i) })
		first += time.Duration(dice.IntN(pick(dice, 50, 3000, 30_000))) * time.Millisecond
	}
}

// webhook delivers a message until it is accepted; a copy is delivered once, whatever comes of it.
func (w *world) webhook(c *thread, id string, m journal.PatientMessage, delay time.Duration, number int) {
	dice := w.dice.roll(number, "webhook", id)
	for tries := 0; ; tries++ {
		time.Sleep(delay)
		if w.post(w.dice.roll(number*maxTries+tries, "receiver", id), c, id, m) && !(number == 0 && w.lost(dice)) {
			break
		}
		if number > 0 || w.hopeless() {
			return
		}
		delay = time.Duration(500+dice.IntN(4000)) * time.Millisecond
	}
	if number == 0 {
		w.mu.Lock()
		defer w.mu.Unlock()
		c.undelivered--
	}
}

// lost reports that the 202 did not arrive at the gateway, which then calls again.
func (w *world) lost(dice *rand.Rand) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.healed && w.plan.theme != "calm" && chance(dice, 0.05)
}

func (w *world) hopeless() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stuck
}

// receiver is the process that the next webhook goes to, nil if none takes any.  The caller holds the
// lock.
func (w *world) receiver(dice *rand.Rand) *node {
	var open []*node
	for _, s := range w.slots {
		if s.node != nil && !s.node.closed {
			open = append(open, s.node)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return pick(dice, open...)
}

// post is one call of the webhook; true for a 202.
func (w *world) post(dice *rand.Rand, c *thread, id string, m journal.PatientMessage) bool {
	w.mu.Lock()
	n := w.receiver(dice)
	w.mu.Unlock()
	if n == nil {
		return false
	}
	if !n.receive(webhookPatience) {
		if chance(dice, 0.5) { // it reads the call all the same, when it goes on
			w.crowd.Go(func() { n.acceptLate(c, id, m) })
		}
		return false
	}
	return w.accepted(n, c, id, m)
}

// accepted is a call that a process handles.
func (w *world) accepted(n *node, c *thread, id string, m journal.PatientMessage) bool {
	ctx, cancel := timeout(webhookPatience)
	defer cancel()
	err := n.router.Accept(ctx, c.id, id, m)
	if err != nil || !n.alive() {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tally.Accepted++
	w.checkAccepted(c, id)
	return true
}

func timeout(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), d)
}
