package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/cmd/internal/endpoint"
	"atende/metrics"
	"atende/webhook"
	"atende/webhook/admin"
)

// MaxClinics is how many clinics one process may serve: each has a journal, clients and bounds of its own.
const MaxClinics = 64

// Clinic is one of several that a process serves.
type Clinic struct {
	// Name tells it from the others in addresses, logs and the label clinic of metrics: small letters, digits and dashes.
	Name string
	// Options are its own; listeners and AdminHosts are those of all.
	Options Options
	// Print changes whenever anything of the clinic's settings does.
	Print string
}

// Several is a running agent of several clinics behind the same two listeners.  Each clinic is a whole agent: a journal, an
// engine, clients with their budgets and breakers, metrics.  Nothing is shared but the process, so that nothing of one can
// get into another.
type Several struct {
	common Options
	read   func(context.Context) ([]Clinic, error)
	public *endpoint.Endpoint
	admin  *endpoint.Endpoint
	ended  chan struct{}
	log    *slog.Logger

	process  *prometheus.Registry
	nobody   http.Handler // answers webhooks that no clinic's token came with
	pages    http.Handler // of the process
	open     bool         // Node.AdminOpen
	draining atomic.Bool
	changes  atomic.Int64 // of who the clinics are, their begins and their ends: odd at the start and during a reload
	changing sync.Mutex   // held by a reload, and by Stop
	house    atomic.Pointer[house]
}

// house is the clinics of a moment, by name.
type house struct {
	tenants []*tenant
	// doors are those whose webhooks come with a token, by its hash: several where they share a gateway.
	doors map[[sha256.Size]byte][]*tenant
}

// tenant is a clinic that runs.
type tenant struct {
	Clinic
	*site
	registry *prometheus.Registry
	down     bool // it was stopped, and could not be started again
}

// StartSeveral runs an agent of the clinics that read tells of.  common has the listeners, AdminHosts and what the process's own
// pages ask for.  Like Start it listens before the clusters have taken the node.
func StartSeveral(ctx context.Context, common Options, read func(context.Context) ([]Clinic, error)) (*Several, error) {
	common = common.withDefaults()
	common.guesses = admin.NewGuesses(common.Now)
	clinics, err := read(ctx)
	if err != nil {
		return nil, err
	}
	working := context.WithoutCancel(ctx)
	s := &Several{common: common, read: read, ended: make(chan struct{}), log: common.Log, process: prometheus.NewRegistry()}
	if s.public, err = endpoint.Listen(working, common.Listen); err != nil {
		return nil, fmt.Errorf("webhooks: %w", err)
	}
	if s.admin, err = endpoint.Listen(working, common.AdminListen); err != nil {
		return nil, errors.Join(fmt.Errorf("admin: %w", err), s.public.Stop(working))
	}
	s.common.AdminURL = strings.TrimSuffix(cmp.Or(common.AdminURL, s.admin.URL()), "/")
	s.open = common.AdminToken == "" && beyondThisMachine(s.admin.Addr())
	s.house.Store(newHouse(nil))
	s.changes.Store(1)
	if err := s.admit(working, clinics); err != nil {
		return nil, errors.Join(err, s.public.Stop(working), s.admin.Stop(working))
	}
	s.changes.Add(1)
	s.serve()
	if err := s.join(ctx, s.house.Load().tenants); err != nil {
		undoing, cancel := context.WithTimeout(working, undoLimit)
		defer cancel()
		return nil, errors.Join(err, s.Stop(undoing))
	}
	return s, nil
}

// admit opens clinics and lets them in, or none of them.
func (s *Several) admit(ctx context.Context, clinics []Clinic) error {
	var opened []*tenant
	for _, c := range clinics {
		t, err := s.openTenant(ctx, c)
		if err != nil {
			return errors.Join(err, s.shut(ctx, opened))
		}
		opened = append(opened, t)
	}
	s.house.Store(newHouse(append(slices.Clone(s.house.Load().tenants), opened...)))
	return nil
}

// openTenant is a clinic that works, and has not joined its cluster yet.
func (s *Several) openTenant(ctx context.Context, c Clinic) (*tenant, error) {
	o := c.Options
	o.AdminHosts, o.Log, o.Now = s.common.AdminHosts, s.log.With("clinic", c.Name), s.common.Now
	o.AdminURL = s.common.AdminURL + pathOf(c.Name)
	o.base, o.guesses = pathOf(c.Name), s.common.guesses
	o.answering = func(instance string) (*engine, error) { return s.answering(c, instance) }
	o.beside = func() []*engine { return s.beside(c) }
	t := &tenant{Clinic: c, registry: prometheus.NewRegistry()}
	labelled := prometheus.WrapRegistererWith(prometheus.Labels{"clinic": c.Name}, t.registry)
	var err error
	t.site, err = openSite(ctx, o.withDefaults(), labelled, t.registry, o.AdminToken == "" && beyondThisMachine(s.admin.Addr()))
	if err != nil {
		return nil, fmt.Errorf("clinic %s: %w", c.Name, err)
	}
	return t, nil
}

// pathOf is the path below which a clinic has its pages.
func pathOf(name string) string { return "/clinics/" + name }

// join makes clinics members of their clusters, all at once.
func (s *Several) join(ctx context.Context, tenants []*tenant) error {
	return together(tenants, func(t *tenant) error { return t.engine.join(ctx) })
}

// together does something for each of several clinics at once.
func together(tenants []*tenant, do func(*tenant) error) error {
	problems := make([]error, len(tenants))
	var all sync.WaitGroup
	for i, t := range tenants {
		all.Go(func() {
			if err := do(t); err != nil {
				problems[i] = fmt.Errorf("clinic %s: %w", t.Name, err)
			}
		})
	}
	all.Wait()
	return errors.Join(problems...)
}

// newHouse puts clinics in order.
func newHouse(tenants []*tenant) *house {
	h := &house{tenants: slices.SortedFunc(slices.Values(tenants), func(a, b *tenant) int { return strings.Compare(a.Name, b.Name) })}
	h.doors = map[[sha256.Size]byte][]*tenant{}
	for _, t := range h.tenants {
		key := sha256.Sum256([]byte(t.Options.Webhook.Token))
		h.doors[key] = append(h.doors[key], t)
	}
	return h
}

// named is the clinic of a name, nil for none.
func (h *house) named(name string) *tenant {
	at := slices.IndexFunc(h.tenants, func(t *tenant) bool { return t.Name == name })
	if at < 0 {
		return nil
	}
	return h.tenants[at]
}

// errUnsettled: the clinic that answers at an instance number may be about to begin.
var errUnsettled = errors.New("the clinics are changing")

// answering is the engine of another clinic that shares a gateway with one, and answers at an instance number; nil for none.
// While that may change nobody's number is an error: what waits in the journal of the one is read as soon as it is open, and
// would be ignored before the other one is.
func (s *Several) answering(c Clinic, instance string) (*engine, error) {
	changes := s.changes.Load()
	for _, t := range s.sharing(c) {
		if t.Name != c.Name && slices.Contains(t.Options.Filters.Instances, instance) {
			return t.engine, nil
		}
	}
	if changes%2 != 0 || s.changes.Load() != changes {
		return nil, errUnsettled
	}
	return nil, nil
}

// beside are the engines of the other clinics that share a gateway with one.
func (s *Several) beside(c Clinic) (others []*engine) {
	for _, t := range s.sharing(c) {
		if t.Name != c.Name {
			others = append(others, t.engine)
		}
	}
	return others
}

// sharing are the clinics whose webhooks come with the token of one, that one included.
func (s *Several) sharing(c Clinic) []*tenant {
	return s.house.Load().doors[sha256.Sum256([]byte(c.Options.Webhook.Token))]
}

// serve lets the listeners answer.
func (s *Several) serve() {
	s.process.MustRegister(processCollectors()...)
	s.process.MustRegister(clinicsMetrics{s})
	doors, operators := metrics.NewDoors(s.process)
	s.nobody = webhook.New(webhook.Config{Intake: noIntake{}, Token: unknowable(), Metrics: doors, Log: s.log, Now: s.common.Now})
	s.pages = admin.New(admin.Config{
		Gatherer: s.process, Ready: s.ready, AdminOpen: s.open, Log: s.log, Node: s.common.Cluster.Name,
		Pending: s.Pending, Now: s.common.Now, Token: s.common.AdminToken, Hosts: s.common.AdminHosts, Metrics: operators, Guesses: s.common.guesses,
		Clinics: s.Clinics, Reload: s.Reload,
	})
	s.public.Start(webhook.Harden(httpServer(http.HandlerFunc(s.webhook), s.log)))
	operatorServer := httpServer(http.HandlerFunc(s.operators), s.log)
	operatorServer.WriteTimeout = profileTimeout
	s.admin.Start(webhook.Harden(operatorServer))
	go func() {
		defer close(s.ended)
		select {
		case <-s.public.Ended():
		case <-s.admin.Ended():
		}
	}()
}

// webhook hands a call to the clinic whose token it came with.  Of clinics that share one the first takes it, and hands a message
// on once the gateway has said at which instance number it came in.
func (s *Several) webhook(w http.ResponseWriter, r *http.Request) {
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if door := s.house.Load().doors[sha256.Sum256([]byte(strings.TrimSpace(token)))]; len(door) > 0 {
		door[0].webhooks.ServeHTTP(w, r)
		return
	}
	s.nobody.ServeHTTP(w, r)
}

// operators hands a call below /clinics/NAME to the pages of that clinic.
func (s *Several) operators(w http.ResponseWriter, r *http.Request) {
	name, below := strings.CutPrefix(r.URL.Path, "/clinics/")
	name, _, _ = strings.Cut(name, "/")
	switch t := s.house.Load().named(name); {
	case !below:
		s.pages.ServeHTTP(w, r)
	case t == nil:
		http.NotFound(w, r)
	default:
		http.StripPrefix(pathOf(name), t.pages).ServeHTTP(w, r)
	}
}

// clinicsMetrics are those of the clinics of the moment, on the process's page of metrics.
type clinicsMetrics struct{ *Several }

// Describe implements prometheus.Collector.  It tells of nothing beforehand: clinics come and go.
func (clinicsMetrics) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c clinicsMetrics) Collect(metrics chan<- prometheus.Metric) {
	for _, t := range c.house.Load().tenants {
		t.registry.Collect(metrics)
	}
}

// ready reports whether this process should get traffic: where one clinic is not ready the others are answered all the same.
func (s *Several) ready(ctx context.Context) error {
	if s.draining.Load() {
		return errDraining
	}
	tenants := s.house.Load().tenants
	var well atomic.Int32
	err := together(tenants, func(t *tenant) error {
		err := t.engine.ready(ctx)
		if err == nil {
			well.Add(1)
		}
		return err
	})
	if well.Load() > 0 {
		return nil
	}
	return err
}

// Clinics are the names of the clinics, sorted.
func (s *Several) Clinics() (names []string) {
	for _, t := range s.house.Load().tenants {
		names = append(names, t.Name)
	}
	return names
}

// errStopping: nothing is reloaded any more.
var errStopping = errors.New("the agent is stopping")

// Reload reads the clinics again.  What is wrong with them is the error, and nothing has changed then.  New clinics begin,
// those that are gone end, and those that changed finish their turns first: their webhooks are answered 503 meanwhile, so that
// the gateway sends them again.  All others go on as if nothing was.
func (s *Several) Reload(ctx context.Context) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	if s.draining.Load() {
		return errStopping
	}
	clinics, err := s.read(ctx)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // half a change is none
	s.changes.Add(1)
	defer s.changes.Add(1)
	before := s.house.Load().tenants
	var fresh, changed []Clinic
	for _, c := range clinics {
		switch t := s.house.Load().named(c.Name); {
		case t == nil:
			fresh = append(fresh, c)
		case t.Print != c.Print || t.down:
			changed = append(changed, c)
		}
	}
	if err := s.admit(ctx, fresh); err != nil {
		return err
	}
	if err := s.joinNew(ctx, fresh); err != nil {
		return errors.Join(err, s.dismiss(ctx, fresh))
	}
	var done []Clinic
	for _, c := range changed {
		former := s.house.Load().named(c.Name).Clinic
		if err := s.replace(ctx, c, former); err != nil {
			return errors.Join(err, s.restore(ctx, done), s.dismiss(ctx, fresh))
		}
		done = append(done, former)
	}
	var gone []Clinic
	for _, t := range before {
		if !slices.ContainsFunc(clinics, func(c Clinic) bool { return c.Name == t.Name }) {
			gone = append(gone, t.Clinic)
		}
	}
	err = s.dismiss(ctx, gone)
	s.log.Info("clinics reloaded", "new", len(fresh), "changed", len(changed), "gone", len(gone))
	return err
}

// joinNew makes clinics members that were just let in.
func (s *Several) joinNew(ctx context.Context, clinics []Clinic) error {
	ctx, cancel := context.WithTimeout(ctx, joinLimit)
	defer cancel()
	var tenants []*tenant
	for _, c := range clinics {
		tenants = append(tenants, s.house.Load().named(c.Name))
	}
	return s.join(ctx, tenants)
}

// joinLimit is how long a reload waits for a cluster to take a clinic; a name may be taken for seconds.
const joinLimit = time.Minute

// replace ends a clinic and begins it with new settings, or with its former ones where that fails.
func (s *Several) replace(ctx context.Context, c, former Clinic) error {
	t := s.house.Load().named(c.Name)
	if err := s.shut(ctx, []*tenant{t}); err != nil {
		s.log.Warn("a clinic did not end well", "clinic", c.Name, "error", err)
	}
	err := s.begin(ctx, c)
	if err == nil {
		return nil
	}
	if again := s.begin(ctx, former); again != nil {
		s.log.Error("a clinic is down: it could not be started again; its webhooks are answered 503", "clinic", c.Name, "error", again)
		s.put(&tenant{Clinic: former, site: t.site, registry: t.registry, down: true})
		return errors.Join(err, again)
	}
	return err
}

// begin opens a clinic in the place of the one of its name, and makes it a member.
func (s *Several) begin(ctx context.Context, c Clinic) error {
	t, err := s.openTenant(ctx, c)
	if err != nil {
		return err
	}
	before := s.house.Load().named(c.Name)
	s.put(t)
	ctx, cancel := context.WithTimeout(ctx, joinLimit)
	defer cancel()
	if err := s.join(ctx, []*tenant{t}); err != nil {
		s.put(before)
		return errors.Join(err, s.shut(context.WithoutCancel(ctx), []*tenant{t}))
	}
	return nil
}

// put lets a clinic take the place of the one of its name.
func (s *Several) put(t *tenant) {
	others := slices.DeleteFunc(slices.Clone(s.house.Load().tenants), func(o *tenant) bool { return o.Name == t.Name })
	s.house.Store(newHouse(append(others, t)))
}

// restore gives clinics their former settings back.
func (s *Several) restore(ctx context.Context, former []Clinic) error {
	var problems []error
	for _, c := range former {
		problems = append(problems, s.replace(ctx, c, c))
	}
	return errors.Join(problems...)
}

// dismiss ends clinics.  From then on their webhooks are refused; what waits for them stays in their journal.
func (s *Several) dismiss(ctx context.Context, clinics []Clinic) error {
	var leaving, staying []*tenant
	for _, t := range s.house.Load().tenants {
		if slices.ContainsFunc(clinics, func(c Clinic) bool { return c.Name == t.Name }) {
			leaving = append(leaving, t)
		} else {
			staying = append(staying, t)
		}
	}
	s.house.Store(newHouse(staying))
	return s.shut(ctx, leaving)
}

// shut drains clinics whose webhooks may still come: what they are answered 202 is in the journal.
func (s *Several) shut(ctx context.Context, tenants []*tenant) error {
	return together(tenants, func(t *tenant) error {
		if t.down {
			return nil
		}
		limited, cancel := context.WithTimeout(ctx, t.drain+drainMargin)
		defer cancel()
		answering, done := context.WithTimeout(limited, t.drain)
		defer done()
		t.retreat(limited, answering)
		return t.finish(limited, answering)
	})
}

// drainMargin is what turns that were cut need to end (Options.Drain).
const drainMargin = 3 * time.Second

// Stop drains all clinics at once, each as Node.Stop says.
func (s *Several) Stop(ctx context.Context) error {
	s.draining.Store(true)
	s.changing.Lock() // a reload that runs comes to its end
	defer s.changing.Unlock()
	tenants := slices.DeleteFunc(slices.Clone(s.house.Load().tenants), func(t *tenant) bool { return t.down })
	answering, done := context.WithTimeout(ctx, s.common.Drain)
	defer done()
	_ = together(tenants, func(t *tenant) error { t.retreat(ctx, answering); return nil })
	intake, cancel := context.WithTimeout(ctx, intakeLimit)
	defer cancel()
	if err := s.public.Stop(intake); err != nil {
		s.log.Warn("webhook calls were cut", "error", err)
	}
	err := together(tenants, func(t *tenant) error { return t.finish(ctx, answering) })
	if stopped := s.admin.Stop(ctx); stopped != nil {
		s.log.Warn("operators' calls were cut", "error", stopped)
	}
	<-s.ended
	return err
}

// Ended is closed when the agent serves no more.
func (s *Several) Ended() <-chan struct{} { return s.ended }

// Err says which listener ended by itself, and why; valid once Stop returned.
func (s *Several) Err() error { return errors.Join(s.public.Err(), s.admin.Err()) }

// Pending counts messages of all clinics that were accepted and not answered yet.
func (s *Several) Pending() (waiting int) {
	for _, t := range s.house.Load().tenants {
		waiting += t.engine.pending()
	}
	return waiting
}

// PublicAddr is HOST:PORT of the webhooks.
func (s *Several) PublicAddr() string { return s.public.Addr() }

// AdminAddr is HOST:PORT of the operators' pages.
func (s *Several) AdminAddr() string { return s.admin.Addr() }

// PublicURL is where a program on this machine reaches the webhooks, without a slash at the end.
func (s *Several) PublicURL() string { return s.public.URL() }

// AdminURL is where a program on this machine reaches the operators' pages, likewise.
func (s *Several) AdminURL() string { return s.admin.URL() }

// AdminOpen is Node.AdminOpen.
func (s *Several) AdminOpen() bool { return s.open }

// noIntake takes nothing: it stands behind a token that nobody knows.
type noIntake struct{}

var errNoClinic = errors.New("no clinic has this token")

func (noIntake) Accept(context.Context, webhook.Message) error  { return errNoClinic }
func (noIntake) Transfer(context.Context, string, string) error { return errNoClinic }

// unknowable is a token that nobody is told.
func unknowable() string { return rand.Text() }
