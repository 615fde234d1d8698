package load

import (
	"sync"
	"time"
)

// watch samples the program under test and the driver around the part of a run that is measured.
type watch struct {
	probes Probes
	before usage // before anything was written

	mu    sync.Mutex
	first moment // the warm-up is over
	err   error
}

// moment is everything that is counted, at one time.
type moment struct {
	at              time.Duration
	agent           usage
	driver          time.Duration // CPU
	turns, messages int64
}

// span is what happened between two moments.
type span struct {
	moment
	last usage // at the end of it
}

func newWatch(p Probes) (*watch, error) {
	w := &watch{probes: p}
	var err error
	w.before, err = p.look(true)
	return w, err
}

// begin returns a function that notes where the measured part begins.
func (w *watch) begin(r *run) func() {
	return func() {
		m, err := w.moment(r)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.first, w.err = m, err
	}
}

func (w *watch) moment(r *run) (moment, error) {
	agent, err := w.probes.look(false)
	return moment{
		at: r.now(), agent: agent, driver: ownCPU(),
		turns: r.count.turns.Load(), messages: r.count.accepted.Load(),
	}, err
}

// end is the measured part, from begin to now.
func (w *watch) end(r *run) (span, error) {
	last, err := w.moment(r)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		err = w.err
	}
	return span{
		moment: moment{
			at: last.at - w.first.at, driver: last.driver - w.first.driver,
			agent: usage{
				cpu:      last.agent.cpu - w.first.agent.cpu,
				database: last.agent.database - w.first.agent.database,
			},
			turns: last.turns - w.first.turns, messages: last.messages - w.first.messages,
		},
		last: last.agent,
	}, err
}
