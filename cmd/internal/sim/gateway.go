package sim

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// The operations of the gateway.
const (
	opSession  = "session"
	opSend     = "send"
	opPhone    = "phone"
	opTransfer = "transfer"
	opTag      = "tag"
)

// routeGateway reads the five paths of spec C.
func (w *world) routeGateway(q request) (operation, chatID string) {
	parts := strings.Split(strings.Trim(q.path, "/"), "/")
	switch {
	case q.method == http.MethodGet && len(parts) == 4 && strings.HasPrefix(q.path, "/chat/v2/session/"):
		return opSession, parts[3]
	case q.method == http.MethodPut && len(parts) == 5 && parts[1] == "v2" && parts[4] == "partial":
		return opTransfer, parts[3]
	case q.method == http.MethodPost && strings.HasSuffix(q.path, "/message/sync"):
		return opSend, parts[3]
	case q.method == http.MethodPost && q.path == "/chat/v1/message/send":
		var body struct {
			PhoneNumber string `json:"phoneNumber"`
		}
		_ = json.Unmarshal(q.body, &body)
		return opPhone, w.chatOfPhone(body.PhoneNumber)
	case q.method == http.MethodPost && strings.HasSuffix(q.path, "/tags"):
		return opTag, w.chatOfPhone(parts[len(parts)-2])
	}
	return "unknown", ""
}

func (w *world) chatOfPhone(phone string) string {
	for _, c := range w.chats {
		if c.phone == phone {
			return c.id
		}
	}
	return ""
}

// serveGateway makes the effect of a call.
func (w *world) serveGateway(q request) answer {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.chatOf(q.chat)
	if c == nil {
		w.violate(q.chat, "gateway", "called for nobody: %s %s", q.method, q.path)
		return answer{status: 404}
	}
	ok := answer{status: 200, body: map[string]string{"id": "x", "status": "SENT"}}
	switch q.operation {
	case opSession:
		q.node.glanceAt(c).status = c.status
		return answer{status: 200, body: map[string]any{
			"id": c.id, "platform": "WHATSAPP", "instanceNumber": instance, "teamName": team, "status": c.status,
			"contactDetails": map[string]string{"phonenumber": c.phone},
		}}
	case opSend, opPhone:
		text := textOf(q.body)
		if text == "" {
			w.violate(c.id, "gateway", "empty message")
			return answer{status: 400}
		}
		w.deliver(c, text)
		w.shows(c, optionsOf(q.body))
	case opTransfer:
		w.transfer(c, string(q.body))
	}
	return ok
}

// deliver puts a part on the patient's screen.  The caller holds the lock.
func (w *world) deliver(c *thread, text string) {
	w.noteLocked(c.id, "agent: %s", text)
	w.tally.Parts++
	w.checkPart(c, text)
	c.said[text]++
	c.heard = append(c.heard, text)
	c.lastSaid = time.Now()
	select {
	case c.news <- struct{}{}:
	default:
	}
}

// transfer gives a chat to the human department.  What that does to the status is not promised, so
// half of the chats keep it.
func (w *world) transfer(c *thread, body string) {
	if !strings.Contains(body, department) {
		w.violate(c.id, "gateway", "transfer to %s", body)
	}
	w.noteLocked(c.id, "transferred")
	c.transfers++
	if c.transfers == 1 {
		w.tally.Transfers++
	}
	r := w.dice.roll(0, "after-transfer", c.id)
	if c.transfers > 1 || chance(r, 0.5) {
		return
	}
	c.status = withPerson
	if !chance(r, 0.3) {
		return
	}
	w.crowd.Go(func() {
		select {
		case <-time.After(time.Duration(20+r.IntN(60)) * time.Second):
		case <-w.over:
			return
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		c.status, c.released = open, true
		w.noteLocked(c.id, "the person is done, the chat is open again")
	})
}

// unheard remembers a call whose effect came about and whose success did not come back: no answer (status 0), or
// another one.
func (w *world) unheard(q request, status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.chatOf(q.chat)
	if c == nil || q.operation != opSend && q.operation != opPhone {
		return
	}
	if status != 0 {
		c.denied5xx++
		return
	}
	c.unheard[textOf(q.body)]++
}

// textOf is the text of a body that sends a part.
func textOf(body []byte) string {
	var b struct {
		Message string `json:"message"`
	}
	_ = json.Unmarshal(body, &b)
	return b.Message
}

// turnedAway remembers a transfer that the gateway refused.
func (w *world) turnedAway(q request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.chatOf(q.chat); c != nil && q.operation == opTransfer {
		c.denied++
	}
}

// byRequest marks what the agent is told to do by webhook: any node does that.
type byRequest struct{}

// takeOver is a person who takes a chat, by the webhook of the agent or at the gateway.
func (w *world) takeOver(p person) {
	select {
	case <-time.After(p.at):
	case <-w.over:
		return
	}
	w.mu.Lock()
	if w.healed {
		w.mu.Unlock()
		return
	}
	c := w.chats[p.chat]
	n := w.receiver(w.dice.roll(0, "receiver", c.id))
	c.taken = time.Now()
	w.coming++
	w.noteLocked(c.id, "a person takes the chat, by webhook: %t", p.webhook)
	if !p.webhook {
		c.status = withPerson
	}
	w.mu.Unlock()
	if p.webhook && n != nil && n.receive(4*webhookPatience) {
		ctx, cancel := timeout(4 * webhookPatience)
		defer cancel()
		_ = n.router.Transfer(context.WithValue(ctx, byRequest{}, true), c.id, "")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.coming--
}
