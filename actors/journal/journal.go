// Package journal is the durable truth of the engine: messages that were accepted and not yet
// answered, the state of every conversation, and the right to send each booking once.
//
// The package holds the interface and its rules; memory, sqlite and postgres implement
// it, and journaltest.Exercise is the suite that each of them passes.  The protocol, with its
// invariants (J…, C…, B…), is in DESIGN.md beside this file.
//
// The rules in short:
//
//   - Accept returns nil only when the message is durable (J4).  The same message id may be accepted
//     many times; the session's actor, which is serial, drops repeats (J2).
//   - Waiting rows exist only for unfinished work: a row goes away in the commit that finishes its
//     turn (J6).  "A row is present" therefore covers pending messages, unsent parts and open
//     booking intents.
//   - Loading is a write: Activate bumps the version of the session and so fences every earlier
//     holder (C1).  Every Commit names the version it was based on; one that is not the newest is
//     refused with ErrFenced and changes nothing.
//   - A commit whose result is unknown (context expired, connection lost) must be followed by
//     Activate before anything else (C9).
//
// Times are kept to the millisecond.
package journal

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// Errors that callers decide on.  Every other error of Accept and Commit means "unknown": the
// write may stand.
var (
	// ErrFenced: another activation of the session came after the one this commit is based on.
	ErrFenced = errors.New("journal: fenced by a newer activation")
	// ErrFull: the journal's bound is reached, or it is closing; nothing was written.
	ErrFull = errors.New("journal: full")
	// ErrNewerSchema: the stored state was written by a newer release; nothing was changed.
	ErrNewerSchema = errors.New("journal: state of a newer release")
	// ErrIntentTaken: the intent of this commit stands already (B1); nothing was changed.
	ErrIntentTaken = errors.New("journal: the attempt has its intent already")
)

// Kind tells what a waiting row is.
type Kind int8

// The kinds of waiting rows (numbers are stored; never reuse one).
const (
	Patient     Kind = 0 // a message of the patient; Body is a PatientMessage
	Timer       Kind = 1 // a durable reminder fell due
	Transferred Kind = 2 // a person took the session by POST /webhook/transfer; the gateway confirmed
	Paused      Kind = 3 // an operator wants nothing of the session to be answered; Body is until when, RFC 3339
	Resumed     Kind = 4 // an operator takes that back
	HandedBack  Kind = 5 // an operator gives a session back that a person has
	Told        Kind = 6 // the session of a phone is told of appointments; Body is a record.PhoneNote
	Listed      Kind = 7 // of the waiting list: of a line to a chat session, or of that to a line; Body is a record.ListNote
)

// Incoming is a message to make durable.
type Incoming struct {
	SessionID string
	MessageID string // the gateway's name of the message, or a substitute chosen by the caller
	Kind      Kind
	Body      []byte
}

// Message is a waiting row.  Seq grows in the order of acceptance within a session (J3).
type Message struct {
	Seq        int64
	MessageID  string
	Kind       Kind
	Attempts   int // turns that may have died with this row, see Commit.Attempted
	ReceivedAt time.Time
	Body       []byte
}

// Activation is the newest state of a session and the version that its holder commits with.
type Activation struct {
	Version int64
	// Sent counts the outbox items of State that are known to be done.
	Sent int
	// State is nil for a session that never committed one.
	State []byte
}

// Commit is a compare-and-set of one session's state.  All of it happens or none of it.
type Commit struct {
	SessionID string
	// Version is the one the holder got from Activate or from its last Commit.
	Version int64
	// Sent replaces the count of outbox items that are done.
	Sent int
	// State replaces the state; nil keeps the stored one (marking a part rewrites nothing else).
	State []byte
	// Done rows disappear.
	Done []int64
	// Attempted rows get Attempts+1: set before a turn that may kill the process.
	Attempted []int64
	// Intent, if set, is inserted with the commit; its presence is the right to send one A4 (B1).
	Intent *Intent
	// Due, if set, asks for a Timer row at that time (see Ring).  It only ever brings the session's
	// reminder forward: one that is set and earlier stays, because moving it costs more than looking
	// once in vain.  Who is reminded looks whether it is time, and asks again.
	Due time.Time
	// Entry, if it is not empty, is appended to the session's history (Archive.History), with the new version
	// as its number; Demand is counted.  Both happen with the commit or not at all.
	Entry  []byte
	Demand []Demand
	// Access, if set, is noted in the log of accesses with the commit or not at all (Archive.Record): the patient asked
	// for what is stored.
	Access *Access
}

// Intent is the right to send one A4, made durable before the call (B1).  It holds no patient data.
type Intent struct {
	N       int    // the booking's number within the session, from 1
	Attempt int    // 1, or 2 after the first was settled as not executed
	Token   string // random, new for every insert (B4)
	Slot    string // agenda, day and hour, for the operator
	// Answer is what is known of the call, "" while open.  The journal does not interpret it.
	Answer string
	At     time.Time // zero: when the journal stored it
}

// Fact is what was learned of an agenda of the scheduling API.
type Fact struct {
	AgendaID int
	// Exclusive: after a booking that certainly happened A1 no longer listed the slot.  Only then
	// does a slot that is still listed prove that a call was not executed (B7).
	Exclusive bool
	At        time.Time
}

// Contact is what is remembered of a phone beyond its sessions, for a day: which of them it wrote in last, and that it
// gave a CPF.  Phone and CPF are not in it: the first is known by a hash, the second by a mark that
// thousands of CPFs share.
type Contact struct {
	// CPF is the mark of a CPF that was given, 0 to 65,535; NoCPF: the phone wrote in the session.
	CPF       int
	SessionID string // the newest it was noted for
	At        time.Time
}

const (
	// NoCPF is Contact.CPF of what is about no CPF.
	NoCPF = -1
	// MaxContacts is how many contacts of a phone are kept of one day; further ones are not noted.
	MaxContacts = 32
)

// Retention says what may be forgotten.  A zero time forgets nothing of its kind.
type Retention struct {
	Sessions time.Time // those that did not change since
	Intents  time.Time // those made before
	History  time.Time // entries of before; those of a session go with it at the latest
	Demand   time.Time // counts of days before that of this time, in UTC
	Accesses time.Time // noted before
	Contacts time.Time // noted before
}

// RingID is the MessageID of the Timer row of a reminder; it holds the time in milliseconds, so that
// no two reminders of a session share it unless they are of one time.
func RingID(due time.Time) string { return "timer:" + strconv.FormatInt(due.UnixMilli(), 10) }

// Waiting names a session with waiting rows.
type Waiting struct {
	SessionID string
	Oldest    time.Time
}

// Checker is a Journal that can fail while it is open, when its disk is full, read-only or gone.
type Checker interface {
	// Ready is nil while writes succeed, and else the reason why they do not.  It makes a write of
	// its own when the last one is long ago or failed, so it is right without traffic, too.
	Ready(ctx context.Context) error
}

// Journal is what the engine needs of a store.  Implementations are safe for concurrent use, keep
// none of the slices they are given and hand out none of their own.  A call whose context ends
// returns soon with an error; what it was to write may stand (C9).
type Journal interface {
	// Accept makes a message durable.  ErrFull: refused, nothing written.  Many concurrent calls
	// share one flush (group commit).
	Accept(ctx context.Context, in Incoming) error

	// Activate loads a session for its one holder and fences all earlier ones.  It creates the
	// session when it does not exist.  schema is the newest state schema the caller can read;
	// a stored state above it is ErrNewerSchema.
	Activate(ctx context.Context, sessionID string, schema int) (Activation, error)

	// Read lists the oldest waiting rows of a session, at most limit, by Seq.  It sees every row
	// whose Accept returned before, on whatever node.
	Read(ctx context.Context, sessionID string, limit int) ([]Message, error)

	// Commit stores the result of a step and returns the new version.  schema is stored with
	// State.  Rows in Done or Attempted that are not the session's are left alone.
	Commit(ctx context.Context, schema int, c Commit) (version int64, err error)

	// Sweep lists sessions with waiting rows, oldest first, at most limit: what a lost wake-up
	// left behind, or what a crash interrupted.
	Sweep(ctx context.Context, limit int) ([]Waiting, error)

	// Ring turns reminders that fell due by now into waiting rows of kind Timer, at most limit, oldest
	// first, and returns the sessions; their reminders are then unset.  Row and reminder change in one
	// step, so that each reminder becomes exactly one row.  Of a Shared journal it rings those of the
	// shards that the node owns.  The row's MessageID is RingID of the time that was asked for; it has
	// no body.
	Ring(ctx context.Context, now time.Time, limit int) ([]string, error)

	// Intents lists the intents of one booking of a session by attempt.
	Intents(ctx context.Context, sessionID string, n int) ([]Intent, error)

	// Answer records what became of the intent with this token, once and without a fence: the
	// answer of an A4 is a fact whoever holds the session now (B4).  An intent that is answered
	// already or was never stored is left as it is, without an error.
	Answer(ctx context.Context, sessionID, token, answer string) error

	// Fact is what was learned of an agenda (B7); known is false when nothing was.
	Fact(ctx context.Context, agendaID int) (fact Fact, known bool, err error)

	// Learn stores a fact; a later one replaces an earlier one.
	Learn(ctx context.Context, fact Fact) error

	// Contacts notes contacts of a phone, each in the place of an earlier one with the same CPF, and lists those
	// since a time, newest first and by CPF.  phone is a hash of the caller's, or another name under which up to
	// MaxContacts numbers are kept (package newcomer).  It needs no fence: what a phone gave is a
	// fact, whoever holds the session.  Of two calls at once that note something one at least sees what the other
	// noted.  A contact of a session that is not stored, because it was erased meanwhile, is not noted.
	Contacts(ctx context.Context, phone string, since time.Time, note ...Contact) ([]Contact, error)

	// Look is one session as it is stored, without a fence; see Archive.
	Look(ctx context.Context, sessionID string) (s Stored, known bool, err error)

	// Purge forgets what nobody needs any more, at most limit rows of each kind a call: entries, counts of
	// demand, accesses and contacts that are older than keep says, sessions without waiting rows that did not change
	// since keep.Sessions, together with their history, and intents older than keep.Intents whose session
	// has no waiting rows.  It returns how many rows went away, those of a history that went with its
	// session not counted; fewer than limit means that nothing is left.  A session that comes back begins
	// anew: the intents of its former life no longer count for it, and it gets no version that was given
	// before.
	Purge(ctx context.Context, keep Retention, limit int) (removed int, err error)

	// Pending counts waiting rows; it is cheap enough to be asked at every scrape.
	Pending() int

	// Close flushes what was accepted and releases the store.  Calls that come later fail with
	// ErrFull or another error, never hang.
	Close() error
}
