package sim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
)

// watched is the rules agent under observation: which rows each turn saw, in which order, and what was
// said.  It marks every text so that a repetition by the agent is never taken for one by the engine.
type watched struct {
	node  *node
	agent decide.Driver
}

// poison is a text that makes the driver panic.
const poison = "boom"

// Start implements decide.Driver.
func (d *watched) Start(turn decide.Turn) decide.Dialogue {
	t := &thought{node: d.node, at: time.Now()}
	w := d.node.w
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tally.Turns++
	w.checkTurn(t, turn.Messages)
	boom := slices.ContainsFunc(turn.Messages, func(m decide.Message) bool { return m.Text == poison })
	if boom && t.chat != nil {
		t.chat.panicked = true
	}
	return &dialogue{Dialogue: d.agent.Start(turn), w: w, thought: t, boom: boom}
}

type dialogue struct {
	decide.Dialogue
	w       *world
	thought *thought
	boom    bool
}

// Next implements decide.Dialogue.
func (d *dialogue) Next(ctx context.Context, s *conversation.State, refused *conversation.Refusal) (conversation.Event, error) {
	if d.boom {
		panic("sim: the driver was poisoned")
	}
	d.w.adopt(d.thought, s)
	move, err := d.Dialogue.Next(ctx, s, refused)
	d.w.mu.Lock()
	defer d.w.mu.Unlock()
	switch m := move.(type) {
	case conversation.Reply:
		if m.Text == "" {
			d.thought.silent = true
			return move, err
		}
		d.thought.tag = d.w.tag()
		m.Text += d.thought.tag
		return m, err
	case conversation.Transfer:
		if m.Text != "" {
			m.Text += d.w.tag()
		}
		return m, err
	}
	return move, err
}

// tag is a mark that no other text of the run has.  The caller holds the lock.
func (w *world) tag() string {
	w.tags++
	return fmt.Sprintf(" ⟦%d⟧", w.tags)
}

// adopt finds the chat of a turn without messages, which finishes an earlier one that died with its
// booking: what that one wanted to say was never decided.
func (w *world) adopt(t *thought, s *conversation.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t.chat != nil {
		return
	}
	if t.chat = w.chatOfCPF(s.Patient.CPF); t.chat == nil || t.chat.overtaken(t.node) {
		return
	}
	w.noteLocked(t.chat.id, "the agent goes on with an earlier turn")
	for _, r := range t.chat.rows {
		if !r.gone && r.thought != nil {
			r.thought = t
		}
	}
}

// checkTurn finds the rows of a turn and what must hold when it starts.  The caller holds the lock.
func (w *world) checkTurn(t *thought, messages []decide.Message) {
	var last *row
	for _, m := range messages {
		c, r := w.rowAt(m.At)
		if c != nil && c.overtaken(t.node) {
			t.chat = c
			w.noteLocked(c.id, "the agent of a process that lost the chat thinks, for nothing")
			return
		}
		if r == nil || r.text != m.Text && (m.Choice == "" || r.choice != m.Choice) { // what was tapped is put into words
			w.violate("", "J1", "the driver saw a message that nobody accepted: %q", m.Text)
			continue
		}
		switch {
		case last != nil && t.chat != c:
			w.violate(c.id, "J3", "messages of two chats in one turn")
		case last != nil && last.seq > r.seq:
			w.violate(c.id, "J3", "row %d before row %d in a turn", last.seq, r.seq)
		case r.gone:
			w.violate(c.id, "J2", "row %d is answered although it is gone", r.seq)
		}
		t.chat, r.thought, last = c, t, r
		if r.choice == "" {
			c.agreed = append(c.agreed, c.readBack())
		}
	}
	if c := t.chat; c != nil {
		w.noteLocked(c.id, "the agent thinks about %d messages", len(messages))
		saw := t.node.glanceAt(c)
		if saw.status != open {
			w.violate(c.id, "filter", "a turn although the status is %s", saw.status)
		}
		if !c.noted.IsZero() && saw.read.After(c.noted) && !c.released {
			w.violate(c.id, "silence", "a turn although a person has the chat")
		}
	}
}

func (w *world) rowAt(at time.Time) (*thread, *row) {
	for _, c := range w.chats {
		for _, r := range c.rows {
			if r.at.Equal(at) && r.kind == int8(journal.Patient) {
				return c, r
			}
		}
	}
	return nil, nil
}
