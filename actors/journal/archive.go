package journal

import (
	"context"
	"errors"
	"time"
)

// Errors of an Archive that callers decide on.
var (
	// ErrChanged: the session is not what the caller saw.
	ErrChanged = errors.New("journal: the session changed meanwhile")
	// ErrTooMuch: the answer would be longer than MaxDemand.
	ErrTooMuch = errors.New("journal: too much for one answer, ask for fewer days")
)

// Bounds of what an Archive keeps and tells.
const (
	// MaxEntry is how long the body of an entry may be, in bytes; a longer one is not kept, and the commit that
	// brought it stands.
	MaxEntry = 64 << 10
	// MaxHistory is how many entries of a session are kept; the oldest go when new ones come.
	MaxHistory = 500
	// MaxPage bounds the limit of a list.
	MaxPage = 1000
	// MaxWaiting is how many waiting rows a Stored has at most.
	MaxWaiting = 200
	// MaxDemand is how many kinds of wishes one answer of Demand holds.
	MaxDemand = 100_000
)

// Entry is one line of a session's history: what one turn heard, did and said, for operators.
// Body holds no patient data in the clear; who writes it masks it.
type Entry struct {
	Seq  int64 // grows within a session, with gaps
	At   time.Time
	Body []byte
}

// Demand is a wish that could not be offered.  It holds no patient data and does not say who
// wished; it is counted for a day, not kept one by one.
type Demand struct {
	Day         string // on which it was wished, YYYY-MM-DD in the clinic's time zone
	SpecialtyID int
	AgendaID    int    // 0: any doctor
	PlanID      int    // 0: not known
	Weekday     int    // 0 Sunday … 6 Saturday, -1 any (time.Weekday)
	Period      string // "morning", "afternoon", "evening", "" any
	// Cause is "none" where the clinic had no time at all, "wished" where it had none as wished, "plan" where it does not take
	// the plan, "person" where a person was asked for while nobody answers.
	Cause string
}

// DemandCount is how often something was wished for in vain.
type DemandCount struct {
	Demand
	Count int
}

// Access is an operator's look at, or change of, what is stored about somebody, or that the patient asked
// for one (LGPD, art. 18; Operator is AskedByPatient).  Subject is a
// chat-session id, or a keyed hash of what was asked for; never a CPF or a phone.
type Access struct {
	At       time.Time
	Operator string // who, as far as is known; "" unknown
	Action   string // "timeline", "export", "erase", "pause", "resume", "hand_over", "hand_back", "rekey", "asked_…"
	Subject  string
	Sessions int // how many sessions it concerned
}

// AskedByPatient is the Access.Operator of what a patient asked for in the chat.
const AskedByPatient = "patient"

// Stored is a session as it lies in the journal.  Without a state its Version, Schema and ChangedAt are zero.
type Stored struct {
	SessionID string
	Version   int64
	Schema    int
	State     []byte // nil: it never committed one
	ChangedAt time.Time
	Waiting   []Message // its waiting rows, at most MaxWaiting, by Seq
}

// Store is a journal with its archive: what every implementation is.
type Store interface {
	Journal
	Archive
	Versions
	Sealing
}

// Archive is what operators need of a journal.  It is apart from Journal because no turn needs it; every
// implementation of Journal has both.  All of it works beside turns that run, on any node; lists are bounded
// (MaxPage) and oldest first unless it says otherwise.  A page may be shorter than its limit; an empty one is
// the end.
type Archive interface {
	// History lists the newest entries of a session, at most limit, oldest of them first.
	History(ctx context.Context, sessionID string, limit int) ([]Entry, error)
	// Histories pages through the entries of all sessions, by session and Seq: those after the entry
	// that the caller saw last ("" and 0 to begin), at most limit.  For `atende replay`.
	Histories(ctx context.Context, afterSession string, afterSeq int64, limit int) ([]SessionEntry, error)
	// Demand lists what was wished for in vain on the days from..to (YYYY-MM-DD, inclusive), by all fields.
	// ErrTooMuch: more kinds of wishes than MaxDemand.
	Demand(ctx context.Context, from, to string) ([]DemandCount, error)
	// Look is one session, without a fence; known is false when there is neither a state nor a waiting row.
	Look(ctx context.Context, sessionID string) (s Stored, known bool, err error)
	// Sessions pages through all sessions by id, those with only waiting rows included: those after the id
	// the caller saw last ("" to begin), at most limit.
	Sessions(ctx context.Context, after string, limit int) ([]Stored, error)
	// Erase forgets a session as if it had never been: state, waiting rows, reminder, history and contacts.  Intents
	// stay, they hold no patient data, and as after Purge they do not count for a session that comes back.
	// version is that of the Stored the caller decided on (0: without a state); another one is ErrChanged and
	// nothing is gone.  Where nothing is stored any more there is nothing to do, whatever the version, so it
	// may be repeated after an unknown result.  Whoever holds the session in memory is fenced, and no later
	// version of it was given before, as after Purge.
	Erase(ctx context.Context, sessionID string, version int64) error
	// Record notes an access; Accesses lists the newest, at most limit, newest first.
	Record(ctx context.Context, a Access) error
	Accesses(ctx context.Context, limit int) ([]Access, error)
}

// SessionEntry is an Entry with its session.
type SessionEntry struct {
	SessionID string
	Entry
}
