package crowd

import (
	"context"
	"strings"
	"time"

	"atende/integrations/chat/simulator"
)

const (
	// giveUp is how long a patient waits for an answer.  It is far beyond every takeover; who waits
	// that long was forgotten, or the cluster is down.
	giveUp = 10 * time.Minute
	// maxMessages is how many messages a conversation has at most.
	maxMessages = 12
)

// script is what a patient came for.
type script struct {
	books bool
	// lines are said one after the other; a patient who books answers questions behind the last one.
	lines []string
}

// patient is one conversation, of one goroutine.
type patient struct {
	gateway *simulator.Simulator
	session string
	script  script
	persona simulator.Persona
	events  <-chan simulator.Event
	leave   func()

	said   int
	heard  []string // since the patient spoke last
	person bool     // one of the clinic took over
	ended  bool     // nothing more is to be expected
}

func newPatient(gateway *simulator.Simulator, s script) (*patient, error) {
	session, err := gateway.Open(simulator.Patient{})
	if err != nil {
		return nil, err
	}
	events, leave, err := gateway.Subscribe(session)
	if err != nil {
		return nil, err
	}
	p := &patient{gateway: gateway, session: session, script: s, events: events, leave: leave}
	if shot, ok := gateway.Session(session); ok {
		p.persona, _ = shot.Record["persona"].(simulator.Persona)
	}
	return p, nil
}

// cpf is the patient's, 11 digits.
func (p *patient) cpf() string {
	return strings.NewReplacer(".", "", "-", "").Replace(p.persona.CPF)
}

// say writes the next message and waits for its answer.  False: there was no way to.
func (p *patient) say(ctx context.Context, c *Crowd) bool {
	p.hearMore()
	text := p.next()
	if text == "" || p.person {
		return false
	}
	p.heard = nil
	id, err := p.gateway.Say(p.session, text)
	if err != nil {
		return false // the gateway is closing
	}
	p.said++
	promise := c.ledger.open()
	limit := time.NewTimer(giveUp)
	defer limit.Stop()
	for !p.answered() {
		select {
		case e, ok := <-p.events:
			if !ok {
				p.ended = true
				c.ledger.forget(promise)
				return false
			}
			p.hear(e)
			if e.Delivery != nil && e.Delivery.MessageID == id {
				c.ledger.delivered(promise, e.Delivery.State, e.At)
			}
			if e.Delivery != nil && e.Delivery.State == simulator.DeliveryFailed {
				return false
			}
		case <-limit.C:
			c.ledger.giveUp(promise)
			return false
		case <-ctx.Done():
			c.ledger.forget(promise)
			return false
		}
	}
	c.ledger.answered(promise, c.cfg.Now())
	return true
}

// answered reports that something came for what was said, or a person took over.
func (p *patient) answered() bool { return len(p.heard) > 0 || p.person }

// over reports that the patient has nothing more to say.
func (p *patient) over() bool { return p.ended || p.person || p.said >= maxMessages || p.next() == "" }

// hear takes an event of the session.
func (p *patient) hear(e simulator.Event) {
	switch {
	case e.Message != nil && e.Message.Direction == "out":
		p.heard = append(p.heard, e.Message.Text)
	case e.Session != nil && e.Session["robot"] == false:
		p.person = true
	}
}

// hearMore takes what came while the patient did not look: further parts of the last answer.
func (p *patient) hearMore() {
	for {
		select {
		case e, ok := <-p.events:
			if !ok {
				p.ended = true
				return
			}
			p.hear(e)
		default:
			return
		}
	}
}

// next is what the patient says next; "" when everything is said.
func (p *patient) next() string {
	if p.said < len(p.script.lines) {
		return p.script.lines[p.said]
	}
	if !p.script.books {
		return ""
	}
	return p.reply(strings.Join(p.heard, "\n"))
}

// reply answers a question on the way to an appointment; "" when it was none, and so the end.
func (p *patient) reply(heard string) string {
	switch {
	case strings.Contains(heard, "*nome completo*"), strings.Contains(heard, "*CPF*"), strings.Contains(heard, "*data de nascimento*"):
		return p.persona.Name + ", CPF " + p.persona.CPF + ", nascimento " + p.persona.BirthDate
	case strings.Contains(heard, "*1* "):
		return "1"
	case strings.Contains(heard, "Qual é o convênio"):
		return "particular"
	case strings.Contains(heard, "Pode ser?"), strings.Contains(heard, "osso marcar?"):
		return "sim"
	default:
		return ""
	}
}
