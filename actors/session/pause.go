package session

import (
	"math/rand/v2"
	"time"

	"atende/actors/session/record"
	"atende/integrations/outbound"
)

// What a pass can answer beside a pause.
const (
	nothing time.Duration = 0
	atOnce  time.Duration = -1
)

// journalTimeout bounds one call to the journal.  When it passes the result is unknown, which only
// costs another activation.
const journalTimeout = 10 * time.Second

// The pauses between tries grow from firstPause by doubling, up to one of these.
const (
	firstPause = time.Second
	shortPause = time.Second
	longPause  = time.Minute
	// heldPause is for a session whose former owner is finishing a turn: it says so when it is done, and
	// this is in case nobody hears.
	heldPause = 100 * time.Millisecond
	// awayPause is for tries that never left, because the breaker is open or nobody listens: they annoy
	// nobody, and who waits longer is not answered when the gateway is back.
	awayPause = 15 * time.Second
	// journalPause is for tries against our own journal: a patient waits, and nothing is annoyed.
	journalPause = 3 * time.Second
	// seldomPause is for tries that should be rare: of a part that may have arrived although the
	// gateway did not say so, because each may be one too many for the patient; and of a chat
	// session that the gateway says it does not know.
	seldomPause = 10 * time.Minute
)

// postponed is a failure of somebody else: the session waits and tries again, nothing is given up.
type postponed struct {
	cause   error
	longest time.Duration // the pauses grow up to this
	until   time.Time     // and end by then, whatever was asked for; zero or past: no matter
}

func (p *postponed) Error() string { return p.cause.Error() }
func (p *postponed) Unwrap() error { return p.cause }

func postpone(cause error) error { return &postponed{cause: cause, longest: longPause} }

// journalAway is postpone for a journal that fails.
func journalAway(cause error) error { return &postponed{cause: cause, longest: journalPause} }

// uncontrolled is an error after which a person takes over (contract, "Uncontrolled error").
type uncontrolled struct{ cause error }

func (u *uncontrolled) Error() string { return u.cause.Error() }
func (u *uncontrolled) Unwrap() error { return u.cause }

// holdBack holds the session back after a failure of somebody else, as long as that party asked for.
func (s *session) holdBack(wait *postponed) time.Duration {
	longest := wait.longest
	if outbound.KindOf(wait.cause) == outbound.NotSent {
		longest = min(longest, awayPause)
	}
	d := s.pause(longest, outbound.RetryAfterOf(wait.cause))
	if rest := wait.until.Sub(s.Now()); rest > 0 && rest < d {
		d = max(rest, heldPause)
		s.pausedUntil = s.Now().Add(d)
	}
	return d
}

// pause holds the session back and says for how long; at least as long as it was asked to.  It doubles the pause
// before, and does not go by the number of tries: after some short pauses for our own journal the first call to the
// gateway that fails would be put off for half a minute.
func (s *session) pause(longest, asked time.Duration) time.Duration {
	d := min(max(2*s.grown, firstPause), longest)
	s.grown = d
	s.tries++
	d = time.Duration(float64(d) * (0.8 + 0.4*rand.Float64())) // so that sessions do not return in step
	if asked > 0 {
		d = max(d, min(asked, seldomPause)+time.Duration(rand.Float64()*float64(firstPause)))
	}
	s.pausedUntil = s.Now().Add(d)
	return d
}

// progressed is called when something succeeded that may have failed before.
func (s *session) progressed() { s.tries, s.grown = 0, 0 }

// expired reports whether something accepted at that time has waited long enough.
func (s *session) expired(since time.Time) bool { return s.Now().Sub(since) >= record.Patience }
