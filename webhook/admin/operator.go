package admin

import (
	"context"
	"errors"
	"time"

	"atende/actors/journal"
	"atende/actors/session/history"
	"atende/actors/session/record"
)

// Operator is what the pages about conversations need of a node.  Sessions are named by their chat-session id;
// by is who asks, as far as the caller says, for the access log.  What looks at a conversation or changes it is
// in the access log before anything of it is handed out or done.
type Operator interface {
	// Timeline is the history of a session, oldest turn first, and how it stands; ErrUnknown for one that is
	// not known.
	Timeline(ctx context.Context, by, sessionID string) (Timeline, error)
	// Conversations lists sessions, those that changed last first, MaxListed at most.
	Conversations(ctx context.Context, by string, ask Search) (Conversations, error)
	// Pause keeps messages of a session waiting for that long, and says until when, or is ErrPause; Resume lets
	// them be answered.
	Pause(ctx context.Context, by, sessionID string, d time.Duration) (until time.Time, err error)
	Resume(ctx context.Context, by, sessionID string) error
	// HandOver gives the session to the human department, like POST /webhook/transfer, or is ErrGateway;
	// HandBack lets the agent answer again.
	HandOver(ctx context.Context, by, sessionID string) error
	HandBack(ctx context.Context, by, sessionID string) error
	// Demand is what was wished for in vain on the days from..to (YYYY-MM-DD in the clinic's time zone,
	// inclusive); "" and "" are the last 30 days.
	Demand(ctx context.Context, from, to string) (Demand, error)
	// Report is one step of a report; ErrRange for days that are none or too many, and for a step that there is not.
	Report(ctx context.Context, ask ReportAsk) (Report, error)
	// Erase forgets all that is stored about a person, by CPF (11 digits) or phone (digits with country code).
	Erase(ctx context.Context, by string, who Person) (Erasure, error)
	// Export hands all that is stored about a person to each, session by session, until that fails.
	Export(ctx context.Context, by string, who Person, each func(ExportedSession) error) error
	// Appointments takes in appointments of the clinic, or is RowsError and takes none, or ErrNoReminders.  After any other
	// error some may have been taken; the same again takes the rest.
	Appointments(ctx context.Context, by string, list []Appointment) (Uploaded, error)
	// Histories pages through the masked turns of all sessions, see journal.Archive.  The first page that a caller
	// is shown is in the access log, those that go on behind it are not.
	Histories(ctx context.Context, by, afterSession string, afterSeq int64, limit int) ([]journal.SessionEntry, error)
	// Accesses are the newest lines of the access log, newest first.
	Accesses(ctx context.Context, limit int) ([]journal.Access, error)
}

// Errors of an Operator that have an answer of their own.
var (
	ErrUnknown = errors.New("admin: no such conversation")
	ErrGateway = errors.New("admin: the gateway did not confirm")
	// ErrPause: a pause is no duration, shorter than a second, or too long.
	ErrPause = errors.New("admin: no length of a pause")
	// ErrRange: the days are no days, are in the wrong order, or are too many, or a report has no such step.
	ErrRange = errors.New("admin: no range of days")
)

// MaxDemandDays is how many days one look at the demand may be of.
const MaxDemandDays = 400

// Person is who erase and export are about; one of the two.
type Person struct {
	CPF   string `json:"cpf,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// Standings of a conversation.
const (
	StandingAgent  = "agent"  // the agent answers
	StandingPerson = "person" // a person has it
	StandingPaused = "paused" // messages wait
	StandingEnded  = "ended"  // the agent answers; nothing is open
)

// Timeline is a conversation as operators see it.
type Timeline struct {
	SessionID string    `json:"session"`
	Standing  string    `json:"standing"`       // one of the constants
	Until     time.Time `json:"until,omitzero"` // of a pause
	Waiting   int       `json:"waiting"`        // messages that are not answered yet
	// Notice is the version of the privacy notice that was read last, "" for none, and NoticeAt is when.
	Notice   string    `json:"notice,omitempty"`
	NoticeAt time.Time `json:"notice_at,omitzero"`
	// Summary is what it is about, nil where nothing is known yet.
	Summary *record.Summary `json:"summary,omitempty"`
	// Turns are the newest, oldest of them first.
	Turns []history.Entry `json:"turns"`
}

// Demand is what could not be offered on some days.  It says nothing about who wished.
type Demand struct {
	From string `json:"from"` // YYYY-MM-DD
	To   string `json:"to"`   // inclusive
	// Total is the sum of the rows.  A wish that several times would have met counts in the row of each.
	Total int         `json:"total"`
	Rows  []DemandRow `json:"rows"` // most wished first
}

// DemandRow is one kind of wish, in names of the catalogue.
type DemandRow struct {
	Specialty string `json:"specialty"`
	Doctor    string `json:"doctor"`  // "any" where none was wished for
	Plan      string `json:"plan"`    // "unknown" where it was not asked yet
	Weekday   string `json:"weekday"` // one of metrics.Weekdays
	Period    string `json:"period"`  // one of metrics.Periods
	// Cause is "none" where the clinic had no time at all, "wished" where it had none as wished, "plan" where it does not take
	// the plan, "person" where a person was asked for while nobody answers.
	Cause string `json:"cause"`
	Count int    `json:"count"`
}

// Why says the cause to people.
func (r DemandRow) Why() string {
	switch r.Cause {
	case "none":
		return "no time at all"
	case "plan":
		return "plan not taken"
	case "person":
		return "nobody there"
	default:
		return "none as wished"
	}
}

// Erasure is what was forgotten.
type Erasure struct {
	Sessions int `json:"sessions"`
	// Busy are sessions that were left because an appointment is being made or an answer is being sent in
	// them; ask again.
	Busy int `json:"busy"`
}

// ExportedSession is one conversation of an export, in the clear.
type ExportedSession struct {
	SessionID string    `json:"session"`
	ChangedAt time.Time `json:"changed_at"`
	// Record is what the agent remembers, as it is stored.
	Record any `json:"record"`
	// Waiting are messages that are not answered yet, as they are stored (journal.PatientMessage).
	Waiting []string `json:"waiting,omitempty"`
	// History is what is kept of the turns, masked.
	History []history.Entry `json:"history,omitempty"`
	// About is what Record and Waiting tell, for the page that the person reads.
	About record.About `json:"-"`
}
