package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// trial is a gateway, a clinic and patients that live on while the agent between them dies again and
// again.
type trial struct {
	t        *testing.T
	gateway  *ledger
	desk     *desk
	database string // of the scheduling API
	env      map[string]string
	client   *http.Client
	gentle   bool // the agent is asked to stop, and then nothing may be repeated

	agent *process // of the test's goroutine alone
	lives int      // likewise

	doors  chan struct{} // closed when no new patients come
	all    sync.WaitGroup
	ctx    context.Context // ends when patients give up
	giveUp context.CancelFunc

	mu       sync.Mutex
	url      string // of the agent
	current  int    // life
	died     time.Time
	waits    map[int]time.Time // for each life, since when the patients were without one
	patients []*patient
	bad      []string
	tally    tally
}

// tally is what a trial found.
type tally struct {
	sessions, messages, parts int
	booked, handedOver, open  int
	unsettled, lost           int
	doubled, disordered       int
	repeated, worstRepeats    int
	longest                   time.Duration
	again                     []time.Duration // from the end of a life to the answer of a patient who waited
}

func newTrial(t *testing.T, silent bool) *trial {
	clinic := bigClinic(t)
	r := &trial{
		t: t, gateway: newLedger(t), database: filepath.Join(t.TempDir(), "scheduling.db"), doors: make(chan struct{}),
		client: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 200}},
	}
	t.Cleanup(r.client.CloseIdleConnections)
	r.waits = map[int]time.Time{}
	r.ctx, r.giveUp = context.WithCancel(context.Background())
	t.Cleanup(func() { // also after a failure nobody may be left
		r.giveUp()
		r.all.Wait()
	})
	api := start(t, map[string]string{
		"ATENDE_SCHEDULING_LISTEN":       "127.0.0.1:0",
		"ATENDE_SCHEDULING_DATABASE_URL": "sqlite:" + r.database,
		"ATENDE_CLINIC":                  clinic,
		"ATENDE_LOG_LEVEL":               "info",
	}, "scheduling")
	r.desk = newDesk(t, api.url(), silent)
	r.env = map[string]string{
		"ATENDE_LISTEN":              "127.0.0.1:0",
		"ATENDE_ADMIN_LISTEN":        "127.0.0.1:0",
		"ATENDE_GATEWAY_URL":         r.gateway.server.URL,
		"ATENDE_CHANNEL_ID":          "channel-1",
		"ATENDE_HUMAN_DEPARTMENT_ID": "department-9",
		"ATENDE_ALLOWED_INSTANCES":   instanceID,
		"ATENDE_ALLOWED_TEAM":        teamName,
		"ATENDE_SCHEDULING_URL":      r.desk.server.URL,
		"ATENDE_CATALOG":             clinic,
		"ATENDE_DATABASE_URL":        "sqlite:" + filepath.Join(t.TempDir(), "atende.db"),
		"ATENDE_QUIET_WINDOW":        "100ms",
	}
	return r
}

// environment is that of the next process.
func (r *trial) environment() []string {
	r.lives++
	r.env["ATENDE_GATEWAY_TOKEN"] = tokenOf(r.lives)
	env := []string{"HOME=" + r.t.TempDir()}
	for name, value := range r.env {
		env = append(env, name+"="+value)
	}
	return env
}

// revive starts the agent's next life.
func (r *trial) revive() {
	r.t.Helper()
	r.environment()
	r.agent = start(r.t, r.env, "serve")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.url, r.current = r.agent.url(), r.lives
	if !r.died.IsZero() {
		r.waits[r.lives] = r.died
	}
}

// fell takes note of the end of a life.
func (r *trial) fell() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.died = time.Now()
}

// address is where the agent was last seen.
func (r *trial) address() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.url
}

// life is the number of the agent's newest process.
func (r *trial) life() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.current
}

// populate opens the doors: at any time n patients talk, and who is through makes room for another.
func (r *trial) populate(n int) {
	for range n {
		r.all.Go(func() {
			for r.life() == 0 && r.ctx.Err() == nil {
				time.Sleep(time.Millisecond)
			}
			for r.welcome() {
				r.receive(r.newPatient())
			}
		})
	}
}

// receive returns when a patient is through, or has to wait so long that there is time for another.
func (r *trial) receive(p *patient) {
	through := make(chan struct{})
	r.all.Go(func() {
		defer close(through)
		p.live(r.ctx)
		p.gone.Store(true)
	})
	for tick := time.Tick(2 * time.Second); ; {
		select {
		case <-through:
			return
		case <-tick:
			if p.cut.Load() {
				return
			}
		}
	}
}

// welcome reports whether the doors are open.
func (r *trial) welcome() bool {
	select {
	case <-r.doors:
		return false
	case <-r.ctx.Done():
		return false
	default:
		return true
	}
}

// newPatient draws what a patient wants: a greeting, an appointment, one told in a burst, or one where
// the second wish of a burst overrules the first.
func (r *trial) newPatient() *patient {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.patients)
	random := rand.New(rand.NewPCG(*crashSeed, uint64(n)+10))
	p := &patient{
		r: r, session: fmt.Sprintf("s-%05d", n), cpf: cpfOf(n), random: random, talks: true,
		born: r.current, repeats: map[int]int{},
	}
	wish := "com a dra. " + doctors[random.IntN(len(doctors))] + ", particular"
	switch random.IntN(6) {
	case 0, 1:
		p.opening, p.talks = []string{"oi"}, false
	case 2, 3:
		p.opening = []string{"quero marcar " + wish}
	case 4:
		p.opening = []string{"oi", "queria marcar", wish}
	default:
		p.opening, p.period = []string{"quero marcar " + wish + ", de manhã", "não, à tarde"}, "12:00"
	}
	p.log = r.gateway.chat(p.session)
	r.patients = append(r.patients, p)
	return p
}

// closeDoors waits until those who are in are through, at most for limit.  Unless everything is waited
// for it leaves those alone whose A4 was cut, once nothing else happens.
func (r *trial) closeDoors(limit time.Duration, everything bool) {
	close(r.doors)
	through := make(chan struct{})
	go func() {
		defer close(through)
		r.all.Wait()
	}()
	const still = 5 * time.Second
	begun, noted, since := time.Now(), r.gateway.noted.Load(), time.Now()
	for tick := time.Tick(50 * time.Millisecond); ; {
		select {
		case <-through:
			return
		case <-tick:
		}
		if now := r.gateway.noted.Load(); now != noted {
			noted, since = now, time.Now()
		}
		if time.Since(begun) > limit || !everything && time.Since(since) > still && r.onlyCut() {
			r.giveUp()
		}
	}
}

// onlyCut reports whether everybody who still waits had their A4 cut by a kill.
func (r *trial) onlyCut() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !slices.ContainsFunc(r.patients, func(p *patient) bool { return !p.gone.Load() && !p.cut.Load() })
}

// complain notes that a promise was broken.
func (r *trial) complain(format string, values ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bad = append(r.bad, fmt.Sprintf(format, values...))
}

// disorder is a complaint about what was said when.
func (r *trial) disorder(format string, values ...any) {
	r.complain(format, values...)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tally.disordered++
}

func (r *trial) complaints() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.bad)
}

// unsettled counts patients whose A4 has an outcome that nobody knows yet.
func (r *trial) unsettled() (n int) {
	for _, p := range r.patients {
		if p.lost && p.cut.Load() {
			n++
		}
	}
	return n
}

// review looks at every session once nobody talks any more: at what came after the end of its talk, at
// how it ended, and at what the clinic has in its book.
func (r *trial) review() {
	inBook := map[string]int{}
	for _, row := range appointments(r.t, r.database) {
		inBook[strings.Split(row, "|")[1]]++
	}
	for _, p := range r.patients {
		for h, more := r.gateway.entry(p.log, p.read); more; h, more = r.gateway.entry(p.log, p.read) {
			p.read++
			if p.lost { // and it came all the same
				p.hear(h)
				p.lost = !p.over
			} else if !p.repeated(h) {
				r.disorder("session %s: %s after the end, %s: %q", p.session, stageOf(h), p.at, h.text)
			}
		}
		r.judge(p, inBook[p.cpf])
	}
	for _, call := range append(r.desk.blind(), r.gateway.strange...) {
		r.complain("%s", call)
	}
}

// judge takes one session into the tally; found is how many appointments its patient has.
func (r *trial) judge(p *patient, found int) {
	t := &r.tally
	t.sessions, t.messages, t.parts = t.sessions+1, t.messages+p.messages, t.parts+p.read
	t.longest, t.again = max(t.longest, p.longest), append(t.again, p.again...)
	for _, n := range p.repeats {
		t.repeated, t.worstRepeats = t.repeated+n, max(t.worstRepeats, n)
	}
	t.booked += found
	if found > 1 {
		t.doubled++
		r.complain("session %s: %d appointments", p.session, found)
	}
	switch told := p.at == booked || p.at == prepared || p.at == thanked; {
	case p.lost && p.cut.Load():
		t.unsettled++
	case p.lost:
		t.lost++
		r.complain("session %s waits for ever after %s, %q", p.session, p.at, p.last.text)
	case told && found == 0:
		r.complain("session %s was told of an appointment that the clinic does not have", p.session)
	case p.at == transferred:
		r.judgeTransfer(p)
	case !told && found > 0:
		r.complain("session %s has an appointment and ended %s", p.session, p.at)
	}
}

// mostAttempts is how many processes may die with a message before a person takes it.
const mostAttempts = 3

// judgeTransfer wants a reason: an A4 that was cut, or a message that may have killed the agent.
func (r *trial) judgeTransfer(p *patient) {
	r.tally.handedOver++
	lives := p.last.life - p.born
	cut := r.desk.silent && lives > 0 && p.hour != ""
	if cut {
		r.tally.open++
	}
	if !cut && (lives < mostAttempts || r.gentle) {
		r.complain("session %s was handed over for nothing, after %d deaths of the agent", p.session, lives)
	}
}

// waited is how long somebody who asked before a life ended waited from then on for the first word of
// the next; false for those who asked later.
func (r *trial) waited(asked time.Time, h heard) (time.Duration, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	died, restarted := r.waits[h.life]
	return h.at.Sub(died), restarted && asked.Before(died)
}

// spread is the median and the worst of some times.
func spread(times []time.Duration) (median, worst time.Duration) {
	if len(times) == 0 {
		return 0, 0
	}
	slices.Sort(times)
	return times[len(times)/2].Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond)
}
