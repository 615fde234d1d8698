package simulator

import "time"

// Kinds of events.
const (
	KindSnapshot = "snapshot" // first event of a stream: everything so far
	KindSession  = "session"  // the record changed
	KindMessage  = "message"  // a message in or out
	KindDelivery = "delivery" // a webhook delivery moved on
	KindCall     = "call"     // the agent called an operation
	KindTyping   = "typing"   // the agent began or stopped writing
)

// typingFor is how long the agent is shown as writing when nothing comes: twice the 5 to 15
// seconds of spec section 8, for a turn that has to retry.
const typingFor = 30 * time.Second

// watchBuffer is how far a listener may fall behind before it is disconnected.
const watchBuffer = 256

// Event is something that happened in a session.  Of the pointers the one of its kind is set.
type Event struct {
	Number   int64          `json:"number"` // grows within a session
	At       time.Time      `json:"at"`
	Kind     string         `json:"kind"`
	Snapshot map[string]any `json:"snapshot,omitempty"`
	Session  map[string]any `json:"session,omitempty"`
	Message  *Message       `json:"message,omitempty"`
	Delivery *Delivery      `json:"delivery,omitempty"`
	Call     *Call          `json:"call,omitempty"`
	Typing   *bool          `json:"typing,omitempty"`
}

// Subscribe streams what happens in a session, beginning with a snapshot.  The channel is closed
// by cancel, by Close, when the session is forgotten, or when the reader falls too far behind.
func (s *Simulator) Subscribe(id string) (events <-chan Event, cancel func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sessions[id]
	switch {
	case c == nil:
		return nil, nil, ErrNoSession
	case s.closed:
		return nil, nil, ErrClosed
	case len(c.watchers) >= maxSubscribers:
		return nil, nil, ErrBusy
	}
	watcher := make(chan Event, watchBuffer)
	watcher <- Event{
		Number:   c.events,
		At:       s.cfg.Now(),
		Kind:     KindSnapshot,
		Snapshot: c.snapshot().flat(),
	}
	c.watchers[watcher] = struct{}{}
	return watcher, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		c.unwatch(watcher)
	}, nil
}

// emit numbers an event and hands it to the watchers without waiting for them; s.mu is held.
func (s *Simulator) emit(c *session, e Event) {
	c.events++
	e.Number, e.At = c.events, s.cfg.Now()
	for watcher := range c.watchers {
		select {
		case watcher <- e:
		default:
			c.unwatch(watcher)
		}
	}
}

// unwatch ends a stream, once.
func (c *session) unwatch(watcher chan Event) {
	if _, ok := c.watchers[watcher]; ok {
		delete(c.watchers, watcher)
		close(watcher)
	}
}

// setTyping shows or hides that the agent writes; s.mu is held.  Nobody tells a gateway that a
// turn runs, so it is derived: it begins when a message was accepted or the session is read, while
// the agent is in charge, and ends with a message to the patient, a change of hands, or
// typingFor.
func (s *Simulator) setTyping(c *session, on bool) {
	now := s.cfg.Now()
	was := now.Before(c.typing)
	on = on && c.robot()
	c.typing = time.Time{}
	if on {
		c.typing = now.Add(typingFor)
	}
	if on || was { // a listener counts typingFor itself, so every renewal is told
		s.emit(c, Event{Kind: KindTyping, Typing: &on})
	}
}

// flat is the snapshot as the control API answers it: the record with the lists in it.
func (s Snapshot) flat() map[string]any {
	s.Record["messages"] = s.Messages
	s.Record["calls"] = s.Calls
	s.Record["deliveries"] = s.Deliveries
	return s.Record
}
