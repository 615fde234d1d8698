package load

import (
	"slices"
	"sync"
	"time"
)

// patient is one of the simulated.  There may be a million, so it is small, and at rest it holds
// nothing beyond itself.
type patient struct {
	mu     sync.Mutex
	number int // 0 to Options.Sessions
	total  int // Options.Sessions
	// session counts the chat sessions this patient has had before this one.
	session uint32
	// rounds is how many rounds are over.
	rounds uint32
	// said is how many messages were written in this session.
	said uint32
	// stage is how far a booking is.
	stage uint8
	// over: the round is; what is still to be accepted decides when the next may begin.
	over bool
	// busy: what the patient wrote is being delivered.
	busy bool
	// heard is the digest of the last part.
	heard uint64
	// waiting are the messages that are not answered, oldest first, and those of the same burst.
	waiting []message
}

// message is one that a patient wrote.  Times count from the beginning of the run.
type message struct {
	due      time.Duration // when it was to be sent
	accepted time.Duration // when the 202 came; 0: not yet
	replied  time.Duration // when its answer came
	answered bool
	refused  bool // nobody accepted it
}

// conversation numbers the chat session: no two of a run have the same.
func (p *patient) conversation() int { return int(p.session)*p.total + p.number }

// open are the positions of the messages that wait for an answer.
func (p *patient) open() []int {
	var open []int
	for i := range p.waiting {
		if m := &p.waiting[i]; !m.answered && !m.refused {
			open = append(open, i)
		}
	}
	return open
}

// anyOpenBefore reports whether an older message than the one at a position waits, beside those that
// are just being answered.
func (p *patient) anyOpenBefore(at int, answering []int) bool {
	for _, i := range p.open() {
		if i >= at {
			break
		}
		if !slices.Contains(answering, i) {
			return true
		}
	}
	return false
}
