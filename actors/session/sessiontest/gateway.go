// Package sessiontest holds the other side of the engine for its tests: a chat gateway, a
// scheduling API and a driver in memory, each with faults.  They behave like the real ones where
// the engine depends on it: a slot is booked once, an unknown patient must be registered, a known
// intent gets its first answer again.
package sessiontest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"

	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// Fault makes a call fail: operation is its name in metrics.Operations, subject the session id or
// the phone.  It may block.
type Fault func(ctx context.Context, operation, subject string) error

// Sent is one message that reached a patient.
type Sent struct {
	Session string // "" when sent by phone
	Phone   string // "" when sent in the session
	Text    string
	Menu    *chat.Menu // nil for nothing to tap
}

// Gateway is a chat gateway in memory.  Set its fields before use.
type Gateway struct {
	Before Fault // the call did not happen
	After  Fault // the call happened, its answer is lost
	// NoMenus says that it refuses what can be tapped, like one that has no such call.
	NoMenus bool

	mu        sync.Mutex
	sessions  map[string]chat.Session
	sent      []Sent
	transfers []string
	tags      []string
	reads     int
}

// Open is a chat session that passes the filters of Filters.
func Open() chat.Session {
	return chat.Session{Platform: "WHATSAPP", Instance: "5511000", Team: "Recepção", Status: "Pendente", Phone: "5511988887777"}
}

// Set replaces what is known of a session; sessions that were never set are Open.
func (g *Gateway) Set(id string, c chat.Session) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sessions == nil {
		g.sessions = map[string]chat.Session{}
	}
	g.sessions[id] = c
}

// Session implements the gateway.
func (g *Gateway) Session(ctx context.Context, id string) (c chat.Session, err error) {
	_, err = g.call(ctx, "get_session", id, func() {
		g.reads++
		var known bool
		if c, known = g.sessions[id]; !known {
			c = Open()
		}
	})
	return c, err
}

// SendInSession implements the gateway.
func (g *Gateway) SendInSession(ctx context.Context, id, text string) (json.RawMessage, error) {
	return g.call(ctx, "send_in_session", id, func() { g.sent = append(g.sent, Sent{Session: id, Text: text}) })
}

// SendMenu implements the gateway.
func (g *Gateway) SendMenu(ctx context.Context, id, text string, m *chat.Menu) (json.RawMessage, error) {
	if g.NoMenus {
		return nil, &outbound.Error{Client: "gateway", Kind: outbound.Refused, Status: http.StatusBadRequest}
	}
	return g.call(ctx, "send_in_session", id, func() { g.sent = append(g.sent, Sent{Session: id, Text: text, Menu: m}) })
}

// SendByPhone implements the gateway.
func (g *Gateway) SendByPhone(ctx context.Context, phone, text string) (json.RawMessage, error) {
	return g.call(ctx, "send_by_phone", phone, func() { g.sent = append(g.sent, Sent{Phone: phone, Text: text}) })
}

// Transfer implements the gateway.
func (g *Gateway) Transfer(ctx context.Context, id string) (json.RawMessage, error) {
	return g.call(ctx, "transfer", id, func() { g.transfers = append(g.transfers, id) })
}

// Tag implements the gateway.
func (g *Gateway) Tag(ctx context.Context, phone string, tags ...string) (json.RawMessage, error) {
	return g.call(ctx, "tag", phone, func() { g.tags = append(g.tags, phone+" "+strings.Join(tags, ",")) })
}

func (g *Gateway) call(ctx context.Context, operation, subject string, do func()) (json.RawMessage, error) {
	if outbound.Permitted(ctx) != nil {
		return nil, Failure("gateway", outbound.NotSent, 0)
	}
	if err := g.Before.ask(ctx, operation, subject); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, Failure("gateway", outbound.Canceled, 0)
	}
	g.mu.Lock()
	do()
	g.mu.Unlock()
	if err := g.After.ask(ctx, operation, subject); err != nil {
		return nil, err
	}
	return json.RawMessage(`{}`), nil
}

func (f Fault) ask(ctx context.Context, operation, subject string) error {
	if f == nil {
		return nil
	}
	return f(ctx, operation, subject)
}

// Texts lists what the patients read, in order.
func (g *Gateway) Texts() []string {
	var texts []string
	for _, s := range g.Sent() {
		texts = append(texts, s.Text)
	}
	return texts
}

// Sent lists the messages that reached patients, in order.
func (g *Gateway) Sent() []Sent { return locked(&g.mu, func() []Sent { return slices.Clone(g.sent) }) }

// Transfers lists the transferred sessions, in order.
func (g *Gateway) Transfers() []string {
	return locked(&g.mu, func() []string { return slices.Clone(g.transfers) })
}

// Tags lists "phone tag" in order.
func (g *Gateway) Tags() []string {
	return locked(&g.mu, func() []string { return slices.Clone(g.tags) })
}

// Reads counts the session reads that were answered.
func (g *Gateway) Reads() int { return locked(&g.mu, func() int { return g.reads }) }

func locked[T any](mu *sync.Mutex, f func() T) T {
	mu.Lock()
	defer mu.Unlock()
	return f()
}

// Failure is an error as the clients return it.
func Failure(client string, kind outbound.Kind, status int) error {
	return &outbound.Error{Client: client, Operation: "test", Kind: kind, Status: status, Cause: "test"}
}
