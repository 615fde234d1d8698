package main

import (
	"maps"
	"strconv"
	"time"
)

// condition is what a seat's process is up to.
type condition int

const (
	vacant    condition = iota // there is none, or one that starts
	standing                   // it should answer
	departing                  // it was asked to end, and answers meanwhile
	fallen                     // it was killed, or cannot move
)

// seat is a place where agents live, one after the other: a machine with a name.
type seat struct {
	name    string
	program string
	env     map[string]string // of this seat, beside those of the trial
	agent   *process          // of the test's goroutine alone

	// Under the trial's lock:
	condition condition
	shunned   bool   // no answer came when none had to: deliveries go elsewhere until it comes back
	url       string // of the webhooks; "" while there is no process, whose port anybody may have by now
	admin     string // HOST:PORT
	life      int    // of all lives in the trial
}

// environment is that of the next life at a seat.
func (r *trial) environment(s *seat) map[string]string {
	r.lives++
	env := map[string]string{"ATENDE_GATEWAY_TOKEN": tokenOf(r.lives)}
	maps.Copy(env, r.env)
	maps.Copy(env, s.env)
	return env
}

// revive starts the next life at a seat.
func (r *trial) revive(s *seat) {
	r.t.Helper()
	env := r.environment(s)
	s.agent = startProgram(r.t, s.program, env, "serve")
	r.processes = append(r.processes, s.agent)
	r.mu.Lock()
	defer r.mu.Unlock()
	s.url, s.admin, s.life, s.shunned = s.agent.url(), s.agent.admin, r.lives, false
	s.condition = standing
	r.names[s.life] = s.name
}

// kill ends the life at a seat like a power failure; of are the sessions it answers, nil for all.
func (r *trial) kill(s *seat, of func(session string) bool) {
	r.become(s, fallen)
	number := r.strike(blow{of: of, life: s.life, deadly: true, silence: r.silence})
	s.agent.kill()
	r.empty(s)
	r.endure(number) // on a busy machine the process lives on for a while
}

// leave asks the life at a seat to end, and wants exit code 0.
func (r *trial) leave(s *seat) {
	r.become(s, departing)
	s.agent.stop()
	r.become(s, vacant)
	r.empty(s)
	if len(r.seats) == 1 { // else the others answer meanwhile
		r.strike(blow{planned: true, ended: true})
	}
}

// empty notes that the process of a seat is no more.
func (r *trial) empty(s *seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.url = ""
}

func (r *trial) become(s *seat, c condition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.condition = c
	s.shunned = c == vacant
}

// inhabited lists the seats whose agent should answer.
func (r *trial) inhabited() (seats []*seat) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.seats {
		if s.condition == standing {
			seats = append(seats, s)
		}
	}
	return seats
}

// next is the seat whose turn it is to get a delivery, nil while there never was one.  Where nothing is
// known to answer it is any of them.
func (r *trial) next() *seat {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, shunned := range []bool{false, true} {
		for range r.seats {
			r.turn++
			if s := r.seats[r.turn%len(r.seats)]; s.url != "" && (shunned || !s.shunned) {
				return s
			}
		}
	}
	return nil
}

// blow is something that happens to agents without their consent, or, when it is planned, with it.
type blow struct {
	at       time.Time
	until    time.Time                 // zero: it goes on
	ended    bool                      // it takes no time
	silence  time.Duration             // for so long nobody answers those it hits
	of       func(session string) bool // whom it hits; nil: all
	life     int                       // what it ended, if that is one life: also what that still held for an heir
	planned  bool                      // it excuses nothing
	survives bool                      // the process lives on, and may be the one that repeats itself
	deadly   bool                      // messages may be thought to be the reason
}

// aftermath is how long after a blow the gateway may still take note of what was sent before it.
const aftermath = 2 * time.Second

// strike takes note of a blow, and returns its number.
func (r *trial) strike(b blow) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.at = time.Now()
	if b.ended {
		b.until = b.at
	}
	r.blows = append(r.blows, b)
	return len(r.blows) - 1
}

// endure takes note of the end of a blow.
func (r *trial) endure(number int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.blows[number].until = time.Now()
}

// hits reports a blow that nobody planned and that a session may have felt.
func (b blow) hits(session string) bool { return !b.planned && (b.of == nil || b.of(session)) }

// explains reports that a part may have come again because of a blow: it was not known to have arrived
// when the blow fell.
func (b blow) explains(p *patient, again repetition) bool {
	// What the ended life said shortly before is the only word of a session that is not its own any more.
	held := b.life != 0 && b.life == again.first.life && again.first.at.After(b.at.Add(-aftermath))
	hits := b.hits(p.session) || held
	return hits && again.second.at.After(b.at) &&
		(b.until.IsZero() || again.first.at.Before(b.until.Add(aftermath))) &&
		(b.survives || again.first.life != again.second.life)
}

// blowsTo counts the blows that a session may have felt between two moments.
func (r *trial) blowsTo(session string, from, to time.Time, deadly bool) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.blows {
		if b.hits(session) && (b.deadly || !deadly) && b.at.Before(to) && (b.until.IsZero() || b.until.After(from)) {
			n++
		}
	}
	return n
}

// who names the agent of a life.
func (r *trial) who(life int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if name := r.names[life]; name != "" {
		return name + "/" + strconv.Itoa(life)
	}
	return strconv.Itoa(life)
}
