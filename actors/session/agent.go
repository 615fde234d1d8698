package session

import (
	"context"
	"fmt"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/pii"
	"atende/actors/session/record"
)

// Agent is who leads conversations, with what it knows of the clinic.  It is immutable and safe for concurrent use.
type Agent struct {
	// Version is the id under which Agents finds it again, "" for one that is there only once.
	Version string
	// Canary says that it is the second one, which gets a share of the new conversations.
	Canary bool
	Driver decide.Driver
	// SlowDriver says that the driver may take seconds: then an emergency that comes meanwhile ends its thinking.
	SlowDriver bool
	Clinic     *conversation.Clinic
	// Complete reports that a text needs no waiting for more; nil: never.
	Complete func(text string, s *conversation.State, now time.Time) bool
	// RedFlag reports words that the driver takes for an emergency, which wait for nothing: no download, no pause, no slow
	// driver, no person.  nil: there are none.
	RedFlag func(text string) bool

	redactor *pii.Redactor // of the history
}

// NewAgent prepares an agent; what it does not have is replaced by the defaults.
func NewAgent(a Agent) *Agent {
	if a.Complete == nil {
		a.Complete = func(string, *conversation.State, time.Time) bool { return false }
	}
	if a.Clinic == nil {
		a.Clinic = conversation.NewClinic(conversation.Clinic{Location: time.UTC})
	}
	a.redactor = pii.NewRedactor(a.Clinic)
	return &a
}

// Agents are the versions of the agent.
type Agents interface {
	// New is who leads a conversation that begins now, the same one for a session on every node with the same settings.
	New(sessionID string) *Agent
	// Version is the agent of a version, nil where nobody has it any more.  An error means that it is not known.
	Version(ctx context.Context, version string, canary bool) (*Agent, error)
}

// pinAge is how long an offer or a choice keeps the agent that made it.
const pinAge = 24 * time.Hour

// choose takes up who leads the next turn: what the conversation began with, where it was promised something, and
// else what new conversations begin with.
func (s *session) choose(ctx context.Context) error {
	if s.Agents == nil {
		return nil
	}
	p := s.rec.Pin
	if p == nil || !s.promised() || s.Now().Sub(p.Since) >= pinAge {
		s.Agent, s.rec.Pin = s.Agents.New(s.id), nil
		return nil
	}
	if s.Agent.Version == p.Version && s.Agent.Canary == p.Canary {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, journalTimeout)
	defer cancel()
	agent, err := s.Agents.Version(ctx, p.Version, p.Canary)
	if err != nil {
		return journalAway(fmt.Errorf("version of the agent: %w", err))
	}
	if agent == nil { // a day's pins are kept longer than that, see journal.VersionAge
		s.Log.WarnContext(ctx, "the agent of a conversation is gone, the present one leads it", "session", s.id, "version", p.Version)
		agent, s.rec.Pin = s.Agents.New(s.id), nil
	}
	s.Agent = agent
	return nil
}

// promised reports that times are offered, one is chosen, or an appointment is on its way.
func (s *session) promised() bool {
	state := s.rec.State
	return state.Closed == "" && (len(state.Offer) > 0 || state.Choice != nil) || s.rec.Intent != nil
}

// pinned is the pin after a turn.
func (s *session) pinned() *record.Pin {
	switch {
	case s.Agent.Version == "" || !s.promised():
		return nil
	case s.rec.Pin != nil:
		return s.rec.Pin
	default:
		return &record.Pin{Version: s.Agent.Version, Canary: s.Agent.Canary, Since: s.Now()}
	}
}
