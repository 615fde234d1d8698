package simulator

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Patient is who opens a session.  Phone needs 8 to 15 digits; without it, or without a name, the
// simulator invents them.  Fields are session fields other than the defaults, by their wire names.
type Patient struct {
	Phone, Name string
	Fields      map[string]any
}

// Open starts a session, like a patient who writes to the clinic for the first time, and returns
// its id.  The oldest session is forgotten when there are too many.
func (s *Simulator) Open(p Patient) (string, error) {
	phone := digits(p.Phone)
	if p.Phone != "" && !validPhone(phone) {
		return "", fmt.Errorf("%w: phone", errField)
	}
	if err := checkFields(p.Fields); err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return "", ErrClosed
	}
	return s.open(phone, p.Name, p.Fields).id, nil
}

// open adds a session; s.mu is held.
func (s *Simulator) open(phone, name string, fields map[string]any) *session {
	persona := newPersona(s.cfg.Now())
	persona.Phone = cmp.Or(phone, persona.Phone)
	persona.Name = cmp.Or(name, persona.Name)
	c := &session{
		id:       s.dialect.newID(),
		phone:    persona.Phone,
		name:     persona.Name,
		persona:  persona,
		opened:   s.cfg.Now(),
		arrived:  make(chan struct{}, 1),
		watchers: map[chan Event]struct{}{},
		fields: map[string]any{
			"platform":       s.cfg.Defaults.Platform,
			"instanceNumber": s.cfg.Defaults.InstanceNumber,
			"teamName":       s.cfg.Defaults.TeamName,
			"status":         s.cfg.Defaults.Status,
			"departmentId":   nil,
		},
	}
	maps.Copy(c.fields, fields)
	c.home = map[string]any{"teamName": c.fields["teamName"], "status": c.fields["status"]}
	if before := s.byPhone[c.phone]; before != nil {
		c.tags = slices.Clone(before.tags) // tags belong to the contact
	}
	s.sessions[c.id] = c
	s.byPhone[c.phone] = c
	s.order = append(s.order, c)
	if len(s.order) > s.cfg.MaxSessions {
		s.forget(s.order[0])
		s.order = s.order[1:]
	}
	return c
}

// forget drops a session and whoever watches it; its worker ends when it finds the queue empty.
func (s *Simulator) forget(c *session) {
	delete(s.sessions, c.id)
	if s.byPhone[c.phone] == c {
		delete(s.byPhone, c.phone)
	}
	c.queue = nil
	s.dropFiles(c)
	for watcher := range c.watchers {
		c.unwatch(watcher)
	}
}

// Patch changes fields of a session by their wire names, "phone" and "name" included.  Take-over
// by a person is a patch of status and team.
func (s *Simulator) Patch(id string, fields map[string]any) error {
	if err := checkFields(fields); err != nil {
		return err
	}
	fields = maps.Clone(fields)
	phone, name, err := takeIdentity(fields)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sessions[id]
	if c == nil {
		return ErrNoSession
	}
	if phone != "" {
		if s.byPhone[c.phone] == c {
			delete(s.byPhone, c.phone)
		}
		c.phone = phone
		s.byPhone[phone] = c
	}
	c.name = cmp.Or(name, c.name)
	maps.Copy(c.fields, fields)
	s.changed(c)
	return nil
}

// changed tells the watchers that the record is another one now; s.mu is held.
func (s *Simulator) changed(c *session) {
	s.emit(c, Event{Kind: KindSession, Session: c.shown()})
	if !c.robot() {
		s.setTyping(c, false)
	}
}

// Snapshot is a session with everything that is remembered of it.
type Snapshot struct {
	// Record is the session by wire names: what GET session answers, and phone, tags,
	// v1TransferUsed, robot, typingUntil, persona, …
	Record     map[string]any
	Messages   []Message  // in order
	Calls      []Call     // of the agent, in order of their end
	Deliveries []Delivery // in order of the messages
}

// Tags are the contact's tags, in order of their first use.
func (s Snapshot) Tags() []string {
	tags, _ := s.Record["tags"].([]string)
	return tags
}

// Field is a text field of the record, "" if it is absent or no text.
func (s Snapshot) Field(name string) string {
	text, _ := s.Record[name].(string)
	return text
}

// Session copies a session; false if there is none.
func (s *Simulator) Session(id string) (Snapshot, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sessions[id]
	if c == nil {
		return Snapshot{}, false
	}
	return c.snapshot(), true
}

func (c *session) snapshot() Snapshot {
	shot := Snapshot{
		Record:     c.shown(),
		Messages:   make([]Message, 0, len(c.messages)),
		Calls:      append([]Call{}, c.calls...),
		Deliveries: make([]Delivery, 0, len(c.deliveries)),
	}
	for _, m := range c.messages {
		shot.Messages = append(shot.Messages, *m)
	}
	for _, d := range c.deliveries {
		shot.Deliveries = append(shot.Deliveries, *d)
	}
	return shot
}

// Summary is a line of the list of sessions.
type Summary struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Phone  string `json:"phone"`
	Status any    `json:"status"`
	Team   any    `json:"teamName"`
	Last   string `json:"last"` // text of the last message, or its type when it has none
}

// Sessions lists the newest sessions, newest first, at most limit of them.
func (s *Simulator) Sessions(limit int) []Summary {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []Summary{}
	for _, c := range slices.Backward(s.order) {
		if len(list) == limit {
			break
		}
		line := Summary{
			ID: c.id, Name: c.name, Phone: c.phone,
			Status: c.fields["status"], Team: c.fields["teamName"],
		}
		if n := len(c.messages); n > 0 {
			line.Last = cmp.Or(c.messages[n-1].Text, c.messages[n-1].Type)
		}
		list = append(list, line)
	}
	return list
}

// trim forgets the oldest so that at most limit are left.
func trim[T any](list []T, limit int) []T {
	if len(list) <= limit {
		return list
	}
	return slices.Delete(list, 0, len(list)-limit)
}
