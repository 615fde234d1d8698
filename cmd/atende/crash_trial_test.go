package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// trial is a gateway, a clinic and patients that live on while the agents between them die again and
// again.
type trial struct {
	t        *testing.T
	gateway  *ledger
	desk     *desk
	database string            // of the scheduling API
	env      map[string]string // of every agent
	clinics  *practices        // nil: one
	client   *http.Client

	seats     []*seat
	silence   time.Duration // see blow
	lives     int           // of the test's goroutine alone
	processes []*process    // of all lives, likewise

	doors  chan struct{} // closed when no new patients come
	all    sync.WaitGroup
	ctx    context.Context // ends when patients give up
	giveUp context.CancelFunc

	mu       sync.Mutex
	turn     int                       // of the seats
	names    map[int]string            // of the seats, by life
	outage   func(session string) bool // nobody can accept anything of these, and says so; nil: of none
	blows    []blow
	patients []*patient
	bad      []string
	failures []string // deliveries that should have worked
	accused  []*patient
	tally    tally
}

func newTrial(t *testing.T, silent bool) *trial {
	clinic := bigClinic(t)
	r := &trial{
		t: t, gateway: newLedger(t), database: filepath.Join(t.TempDir(), "scheduling.db"), doors: make(chan struct{}),
		seats: []*seat{{program: "atende"}}, names: map[int]string{},
		client: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 200}},
	}
	t.Cleanup(r.client.CloseIdleConnections)
	r.ctx, r.giveUp = context.WithCancel(context.Background())
	t.Cleanup(func() { // also after a failure nobody may be left
		r.giveUp()
		r.all.Wait()
	})
	api := startProgram(t, watched, map[string]string{
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
		"ATENDE_WEBHOOK_OPEN":        "true",
		"ATENDE_SCHEDULING_URL":      r.desk.server.URL,
		"ATENDE_CATALOG":             clinic,
		"ATENDE_DATABASE_URL":        "sqlite:" + filepath.Join(t.TempDir(), "atende.db"),
		"ATENDE_QUIET_WINDOW":        "100ms",
	}
	return r
}

// populate opens the doors: at any time n patients talk, and who is through makes room for another.
func (r *trial) populate(n int) {
	for slot := range n {
		r.all.Go(func() {
			for r.next() == nil && r.ctx.Err() == nil {
				time.Sleep(time.Millisecond)
			}
			for r.welcome() {
				r.receive(r.newPatient(slot))
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
// Those of a slot go to the same one of several clinics, whoever waits elsewhere.
func (r *trial) newPatient(slot int) *patient {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.patients)
	random := rand.New(rand.NewPCG(*crashSeed, uint64(n)+10))
	p := &patient{
		r: r, session: r.clinics.session(n, slot), cpf: cpfOf(n), random: random, talks: true,
		born: time.Now(),
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
