package admin

import (
	"context"
	"errors"
	"time"

	"atende/actors/journal"
	"atende/actors/session"
)

// Operator is what the pages about conversations need of a node.  Sessions are named by their chat-session id;
// by is who asks, as far as the caller says, for the access log.
type Operator interface {
	// Timeline is the history of a session, oldest turn first, and how it stands; ErrUnknown for one that is
	// not known.
	Timeline(ctx context.Context, by, sessionID string) (Timeline, error)
	// Pause keeps messages of a session waiting for that long; Resume lets them be answered.
	Pause(ctx context.Context, by, sessionID string, d time.Duration) error
	Resume(ctx context.Context, by, sessionID string) error
	// HandOver gives the session to the human department, like POST /webhook/transfer; HandBack lets the
	// agent answer again.
	HandOver(ctx context.Context, by, sessionID string) error
	HandBack(ctx context.Context, by, sessionID string) error
	// Demand is what was wished for in vain on the days from..to (YYYY-MM-DD, inclusive).
	Demand(ctx context.Context, from, to string) ([]journal.DemandCount, error)
	// Erase forgets, and Export returns, all that is stored about a person, by CPF (11 digits) or phone (digits
	// with country code).
	Erase(ctx context.Context, by string, who Person) (Erasure, error)
	Export(ctx context.Context, by string, who Person) (Export, error)
	// Accesses are the newest lines of the access log, newest first.
	Accesses(ctx context.Context, limit int) ([]journal.Access, error)
}

// Errors of an Operator that have an answer of their own.
var (
	ErrUnknown = errors.New("admin: no such conversation")
	ErrBusy    = errors.New("admin: an appointment is being made")
)

// Person is who erase and export are about; one of the two.
type Person struct {
	CPF   string `json:"cpf,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// Timeline is a conversation as operators see it.
type Timeline struct {
	SessionID string `json:"session"`
	// Standing is "agent", "person" (a person has it), "paused" or "ended".
	Standing string          `json:"standing"`
	Until    time.Time       `json:"until,omitzero"` // of a pause
	Waiting  int             `json:"waiting"`        // messages that are not answered yet
	Notice   string          `json:"notice,omitempty"`
	Turns    []session.Entry `json:"turns"`
}

// Erasure is what was forgotten.
type Erasure struct {
	Sessions int `json:"sessions"`
	// Busy are sessions that were left because an appointment is being made in them; ask again.
	Busy int `json:"busy"`
}

// Export is all that is stored about a person (LGPD, art. 18), in the clear.
type Export struct {
	At       time.Time         `json:"at"`
	Sessions []ExportedSession `json:"sessions"`
}

// ExportedSession is one conversation of an Export.
type ExportedSession struct {
	SessionID string    `json:"session"`
	ChangedAt time.Time `json:"changed_at"`
	// Record is what the agent remembers, as it is stored.
	Record any `json:"record"`
	// Waiting are messages that are not answered yet, as they came.
	Waiting []string `json:"waiting,omitempty"`
	// History is what is kept of the turns, masked.
	History []session.Entry `json:"history,omitempty"`
}
