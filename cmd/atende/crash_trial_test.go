package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
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
	closed, noted, since := time.Now(), r.gateway.noted.Load(), time.Now()
	for tick := time.Tick(50 * time.Millisecond); ; {
		select {
		case <-through:
			return
		case <-tick:
		}
		if now := r.gateway.noted.Load(); now != noted {
			noted, since = now, time.Now()
		}
		if time.Since(closed) > limit || !everything && time.Since(since) > still && r.onlyCut() {
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
