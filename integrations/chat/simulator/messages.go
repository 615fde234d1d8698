package simulator

import (
	"fmt"
	"maps"
	"strings"
)

// maxText is the longest message WhatsApp carries, in characters.
const maxText = 4096

// Incoming is what a patient sends, or a person of the clinic writes.
type Incoming struct {
	Type string // "" for TEXT, or what File.mimeType says
	Text string
	File map[string]any // details.file of the webhook, as Attach gives it; nil for none
	// Transcription is details.transcription of the webhook: what the gateway itself understood of a voice
	// message; nil for nothing.
	Transcription map[string]any
	// Choice is the id of an option that is tapped; Text is its title then, unless no message of the session has it.
	Choice string
	// Human makes it a message of a person of the clinic instead of the patient's.
	Human bool
}

// Say sends a text of the patient and returns the id of the message.
func (s *Simulator) Say(id, text string) (messageID string, err error) {
	return s.Send(id, Incoming{Text: text})
}

// Send records a message and delivers it as a webhook, in the order of the session's messages.  A
// person's message is delivered too, with direction TO_HUB, as real gateways do (spec B, rule 3,
// is there for it).
func (s *Simulator) Send(id string, in Incoming) (messageID string, err error) {
	kind, err := in.kind()
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sessions[id]
	switch {
	case c == nil:
		return "", ErrNoSession
	case s.closed:
		return "", ErrClosed
	case len(c.queue) >= maxQueue:
		return "", ErrBusy
	}
	m := &Message{
		ID: s.dialect.newID(), Direction: "in", Via: "patient", Type: kind, Text: in.Text,
		File: maps.Clone(in.File), Transcription: maps.Clone(in.Transcription), At: s.cfg.Now(), Delivery: DeliveryPending,
	}
	if in.Choice != "" {
		if err := c.choose(m, in.Choice); err != nil {
			return "", err
		}
	}
	if in.Human {
		m.Direction, m.Via = "out", "human"
	}
	s.record(c, m)
	s.enqueue(c, m)
	return m.ID, nil
}

// record adds a message to the session and tells the watchers; s.mu is held.
func (s *Simulator) record(c *session, m *Message) {
	c.messages = trim(append(c.messages, m), s.cfg.MaxMessages)
	shown := *m
	s.emit(c, Event{Kind: KindMessage, Message: &shown})
	if m.Direction == "out" {
		s.setTyping(c, false)
	}
}

// kind checks the message and returns its type.
func (in Incoming) kind() (string, error) {
	if strings.TrimSpace(in.Text) == "" && in.File == nil && in.Type+in.Choice == "" {
		return "", fmt.Errorf("%w: text or file is missing", errField)
	}
	if len([]rune(in.Text)) > maxText {
		return "", fmt.Errorf("%w: text is too long", errField)
	}
	if in.Type != "" {
		return strings.ToUpper(in.Type), nil
	}
	if in.File == nil {
		return "TEXT", nil
	}
	mime, _ := in.File["mimeType"].(string)
	return kindOfMIME(mime), nil
}
