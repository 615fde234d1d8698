package session

import (
	"context"
	"errors"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/session/record"
)

// cast are agents by version; the newest leads new conversations.
type cast struct {
	agents map[string]*Agent
	newest string
	err    error
}

func (c *cast) New(string) *Agent { return c.agents[c.newest] }

func (c *cast) Version(_ context.Context, version string, _ bool) (*Agent, error) {
	return c.agents[version], c.err
}

// An offer, a choice or an open A4 keeps who made it, until it is gone or a day passed.
func TestWhoLeads(t *testing.T) {
	now := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	offer := conversation.State{Offering: conversation.Offering{Offer: []conversation.Slot{{AgendaID: 101, Date: "2026-11-25", Hour: "08:00"}}}}
	chosen := conversation.State{Offering: conversation.Offering{Choice: &conversation.Slot{AgendaID: 101, Date: "2026-11-25", Hour: "08:00"}}}
	ended := offer
	ended.Closed = conversation.OutcomeBooked
	down := errors.New("down")
	for name, test := range map[string]struct {
		state  conversation.State
		pin    *record.Pin
		intent bool
		later  time.Duration
		gone   bool
		err    error
		leads  string
		pinned string // after the turn
		since  time.Duration
	}{
		"nothing is promised":          {state: conversation.State{}, leads: "new"},
		"an offer of this turn":        {state: offer, leads: "new", pinned: "new"},
		"an offer of before":           {state: offer, pin: &record.Pin{Version: "old", Since: now}, later: 23 * time.Hour, leads: "old", pinned: "old"},
		"a choice":                     {state: chosen, pin: &record.Pin{Version: "old", Since: now}, later: time.Hour, leads: "old", pinned: "old"},
		"an open A4":                   {pin: &record.Pin{Version: "old", Since: now}, intent: true, later: time.Hour, leads: "old", pinned: "old"},
		"a day later":                  {state: offer, pin: &record.Pin{Version: "old", Since: now}, later: pinAge, leads: "new", pinned: "new", since: pinAge},
		"the conversation ended":       {state: ended, pin: &record.Pin{Version: "old", Since: now}, later: time.Hour, leads: "new"},
		"the offer is gone":            {pin: &record.Pin{Version: "old", Since: now}, later: time.Hour, leads: "new"},
		"the version is gone":          {state: offer, pin: &record.Pin{Version: "old", Since: now}, later: time.Hour, gone: true, leads: "new", pinned: "new", since: time.Hour},
		"the journal does not answer":  {state: offer, pin: &record.Pin{Version: "old", Since: now}, later: time.Hour, err: down},
		"the version that leads still": {state: offer, pin: &record.Pin{Version: "new", Since: now}, later: time.Hour, leads: "new", pinned: "new"},
	} {
		t.Run(name, func(t *testing.T) {
			agents := &cast{agents: map[string]*Agent{"new": NewAgent(Agent{Version: "new"}), "old": NewAgent(Agent{Version: "old"})}, newest: "new", err: test.err}
			if test.gone {
				delete(agents.agents, "old")
			}
			b := NewBehavior(Config{Agents: agents, Now: func() time.Time { return now.Add(test.later) }})
			s := newSession(b, nil, "s")
			s.rec = &record.Record{State: &test.state, Pin: test.pin}
			if test.intent {
				s.rec.Intent = &record.Intent{}
			}
			err := s.choose(t.Context())
			if !errors.Is(err, test.err) {
				t.Fatalf("%v, want %v", err, test.err)
			}
			if err != nil {
				if s.rec.Pin != test.pin {
					t.Error("the pin is lost")
				}
				return
			}
			if s.Agent.Version != test.leads {
				t.Errorf("%s leads, want %s", s.Agent.Version, test.leads)
			}
			switch pinned := s.pinned(); {
			case pinned == nil && test.pinned != "", pinned != nil && pinned.Version != test.pinned:
				t.Errorf("pinned %+v, want %q", pinned, test.pinned)
			case pinned != nil && !pinned.Since.Equal(now.Add(test.since)):
				t.Errorf("pinned since %v", pinned.Since)
			}
		})
	}
}
