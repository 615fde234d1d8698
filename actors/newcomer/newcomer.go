// Package newcomer decides which chat sessions are read first at the gateway while it has not confirmed them, and which
// are not taken at all.
//
// Whoever can post a webhook can name any session, and each one has to be read before anything else is known of it
// (spec B, filters).  The rate of the gateway is small, so a flood of forged ids would keep every new patient out.
// What parts the two is what the gateway said of others like them (record.go): the ids that it knew and those that it did
// not came from some address, with some program, shape and phone.  By that record
//
//   - sessions that are more like those that were known go at once, the likeliest first, equal ones in the order in which
//     they came;
//   - all others share a part of the rate (share), and what nobody else uses of it (leisure.go), the likeliest first.  Of
//     equal ones each address has its turn, so that the few of one are not lost among thousands of another of which no more
//     is known; and of one address the newest goes first, because the patient of an old one is gone;
//   - a session that an earlier process left waiting is held for less likely than one like it that comes now (leftBehind),
//     until its patient writes again: a flood may have filled the journal, and what was known of it went with the process.
//     From where its messages came stands in the journal (Origin), and so does what the gateway's own calls are like
//     (memory.go);
//   - hand-overs of sessions that nobody knows go behind all of them, with a share of their own, and few of them wait
//     (handover.go);
//   - a session that the gateway denied is read again behind those of its kind that were not read yet;
//   - no more messages of unlikely ones wait than MaxUnlikely, and beyond that they are refused at the door, so that the
//     journal has room for patients (desk.go).
//
// Where forged ids are like real ones in everything nobody can tell them apart: then the part of the rate is all that new
// patients have.  Sessions that the journal knows are none of this package's business.
package newcomer

import (
	"cmp"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"atende/metrics"
)

var (
	// ErrCrowded says that too many wait, or it took too long; the session comes back later.
	ErrCrowded = errors.New("newcomer: too many sessions wait for the gateway's word")
	// ErrDropped says that others are likelier to be known, and that there is no room for this one.
	ErrDropped = errors.New("newcomer: the session is the least likely of too many")
)

const (
	// share is the part of the gateway's rate that unlikely sessions may have together, and shareless the reads a second
	// where there is no rate.
	share, shareless = 0.25, 20
	// maxUnlikely bounds the waiting messages of unlikely sessions, and maxRows those of each.
	maxUnlikely, maxRows = 2000, 20
	// lookEvery is how often at most all unlikely sessions are compared with one that comes to the door.
	lookEvery = 100 * time.Millisecond
	// stale is when an unlikely session has waited for so long that one that is as likely takes its place.
	stale = 2 * time.Minute
	// maxWaiting bounds those that wait for their read at once; longest is for how long.
	maxWaiting = 256
	longest    = 30 * time.Second
	// leaving is how many reads may be on their way to the rate at once.  Beyond the one that is next, order is made here.
	leaving = 2
	// forgetAfter is when a session of which nothing was heard is no longer counted.
	forgetAfter = 10 * time.Minute
	// leftBehind is what speaks against a session that an earlier process left waiting.
	leftBehind = 1.0
	// pressed is the fill of the journal from which on a session that the gateway denies is not asked for again.
	pressed = 0.8
)

// Config sets up a desk.  Zero fields are left out of account.
type Config struct {
	// Rate is how many calls a second the gateway takes, 0: any number.
	Rate float64
	// Pending counts the waiting rows of the journal, MaxPending is their bound.
	Pending    func() int
	MaxPending int
	// MaxUnlikely bounds the waiting messages of unlikely sessions; 0: 2000.
	MaxUnlikely int
	// Key is a secret that all nodes of a cluster have, and the processes after this one; nil: there is none (Origin).
	Key []byte
	// Memory keeps what the gateway confirmed for the processes after this one; nil: it is forgotten with this one.
	Memory  Memory
	Metrics metrics.Unconfirmed
	Now     func() time.Time
}

// Desk is what all sessions of a node share.  It is safe for concurrent use, and nobody waits while it holds its lock.
type Desk struct {
	config Config
	began  time.Time
	paced  bool
	share  *rate.Limiter

	mu       sync.Mutex
	record   record
	sessions map[string]*visitor
	unlikely int // of the sessions
	rows     int // of those
	dropping int // messages of sessions that are to be dropped
	cleaned  time.Time
	// lowest is the odds of the least likely session at a time, found when everybody was compared last.
	lowest   float64
	compared time.Time

	latest atomic.Pointer[origin] // of the message before

	noted map[uint64]time.Time // marks that the memory has, and since when
	news  Marks                // those that it is to have

	queue queue
	busy  time.Time    // others used the rate last
	wake  func(string) // a session that was put off; nil: nobody can
}

// visitor is a session with waiting messages that the gateway has not confirmed.
type visitor struct {
	marks    Marks
	address  string // the mark of its origin, "" where it is not known
	rows     int
	came     time.Time
	wrote    time.Time // its newest message was accepted
	seen     time.Time // when something was heard of it last
	denied   bool      // by the gateway
	left     bool      // by an earlier process
	away     bool      // it was put off, and comes again after a while
	unlikely bool      // and counted
	dropped  bool      // and told so when it comes
	gone     bool      // and counted no more, though it may still wait for a read
}

// New makes a desk.
func New(c Config) *Desk {
	c.MaxUnlikely = cmp.Or(c.MaxUnlikely, maxUnlikely)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Pending == nil {
		c.Pending = func() int { return 0 }
	}
	if c.Metrics.Messages == nil {
		c.Metrics = metrics.NoUnconfirmed()
	}
	perSecond := c.Rate * share
	if c.Rate <= 0 {
		perSecond = shareless
	}
	return &Desk{
		config: c, began: c.Now(), paced: c.Rate > 0, share: rate.NewLimiter(rate.Limit(perSecond), int(math.Ceil(perSecond))),
		record: newRecord(), noted: map[uint64]time.Time{}, sessions: map[string]*visitor{}, cleaned: c.Now(), queue: queue{free: leaving, handOvers: newHandOvers(c.Rate)},
	}
}

// Unlikely is how many sessions wait that the gateway does not know, or that are like those.
func (d *Desk) Unlikely() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.unlikely
}

// Pressed reports that the journal is so full that nobody may wait for a gateway that denies a session.
func (d *Desk) Pressed() bool {
	return d.config.MaxPending > 0 && float64(d.config.Pending()) >= pressed*float64(d.config.MaxPending)
}
