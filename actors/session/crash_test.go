package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
	"atende/integrations/outbound"
	"atende/integrations/scheduling"
)

// mortal ends the process at one chosen call to the world: before it happens, or after it has
// happened and before anybody hears of it.  Everything later fails without happening.
type mortal struct {
	bench  *bench
	diesAt int
	after  bool

	mu    sync.Mutex
	calls int
	dead  bool
	names []string
}

var errDead = sessiontest.Failure("world", outbound.Canceled, 0)

// call makes one call to the world.
func (m *mortal) call(name string, do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dead {
		return errDead
	}
	m.calls++
	m.names = append(m.names, name)
	if m.calls == m.diesAt {
		m.dead = true
		m.bench.host.cancel()
		if m.after {
			_ = do() // its answer is lost
		}
		return errDead
	}
	return do()
}

func mortally[T any](m *mortal, name string, do func() (T, error)) (value T, err error) {
	err = m.call(name, func() (err error) { value, err = do(); return err })
	return value, err
}

type mortalJournal struct {
	journal.Journal
	m *mortal
}

func (j mortalJournal) Activate(ctx context.Context, id string, schema int) (journal.Activation, error) {
	return mortally(j.m, "activate", func() (journal.Activation, error) { return j.Journal.Activate(ctx, id, schema) })
}

func (j mortalJournal) Read(ctx context.Context, id string, limit int) ([]journal.Message, error) {
	return mortally(j.m, "read", func() ([]journal.Message, error) { return j.Journal.Read(ctx, id, limit) })
}

func (j mortalJournal) Commit(_ context.Context, schema int, c journal.Commit) (int64, error) {
	return mortally(j.m, "commit", func() (int64, error) { return j.Journal.Commit(j.m.bench.t.Context(), schema, c) })
}

func (j mortalJournal) Answer(_ context.Context, id, token, answer string) error {
	return j.m.call("answer", func() error { return j.Journal.Answer(j.m.bench.t.Context(), id, token, answer) })
}

type mortalGateway struct {
	g *sessiontest.Gateway
	m *mortal
}

func (w mortalGateway) Session(context.Context, string) (chat.Session, error) {
	return mortally(w.m, "get_session", func() (chat.Session, error) { return w.g.Session(w.m.bench.t.Context(), "s") })
}

func (w mortalGateway) SendInSession(_ context.Context, id, text string) (json.RawMessage, error) {
	return mortally(w.m, "send", func() (json.RawMessage, error) { return w.g.SendInSession(w.m.bench.t.Context(), id, text) })
}

func (w mortalGateway) SendMenu(_ context.Context, id, text string, m *chat.Menu) (json.RawMessage, error) {
	return mortally(w.m, "send_menu", func() (json.RawMessage, error) { return w.g.SendMenu(w.m.bench.t.Context(), id, text, m) })
}

func (w mortalGateway) SendByPhone(_ context.Context, phone, text string) (json.RawMessage, error) {
	return mortally(w.m, "send_by_phone", func() (json.RawMessage, error) { return w.g.SendByPhone(w.m.bench.t.Context(), phone, text) })
}

func (w mortalGateway) Transfer(_ context.Context, id string) (json.RawMessage, error) {
	return mortally(w.m, "transfer", func() (json.RawMessage, error) { return w.g.Transfer(w.m.bench.t.Context(), id) })
}

func (w mortalGateway) Tag(_ context.Context, phone string, tags ...string) (json.RawMessage, error) {
	return mortally(w.m, "tag", func() (json.RawMessage, error) { return w.g.Tag(w.m.bench.t.Context(), phone, tags...) })
}

type mortalClinic struct {
	*sessiontest.Clinic
	m *mortal
}

func (w mortalClinic) Slots(_ context.Context, q scheduling.Query) ([]scheduling.Slot, error) {
	return mortally(w.m, "slots", func() ([]scheduling.Slot, error) { return w.Clinic.Slots(w.m.bench.t.Context(), q) })
}

func (w mortalClinic) FindPatient(_ context.Context, cpf string) (p scheduling.Patient, found bool, err error) {
	err = w.m.call("find_patient", func() (err error) { p, found, err = w.Clinic.FindPatient(w.m.bench.t.Context(), cpf); return err })
	return p, found, err
}

func (w mortalClinic) Register(_ context.Context, p scheduling.NewPatient) error {
	return w.m.call("register", func() error { return w.Clinic.Register(w.m.bench.t.Context(), p) })
}

func (w mortalClinic) Book(_ context.Context, a scheduling.Appointment) (b scheduling.Booking, err error) {
	var made scheduling.Booking
	err = w.m.call("book", func() (err error) { made, err = w.Clinic.Book(w.m.bench.t.Context(), a); return err })
	if w.m.isDead() {
		return scheduling.Booking{}, errDead
	}
	return made, err
}

func (m *mortal) isDead() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dead
}

// S-1-14: the process dies at each call of a whole booking in turn, before it and after it.  Every
// message is answered or a person has it, at most one appointment exists, what the patient reads
// agrees with it, and at most one part is doubled.
func TestCrashAnywhere(t *testing.T) {
	total := 0
	healthy := func(*bench) {}
	virtual(t, func(_ *testing.T, b *bench) { total = crash(b, 0, false, healthy) }) // nothing dies
	if total < 20 {
		t.Fatalf("only %d calls were seen", total)
	}
	for _, replays := range []bool{true, false} {
		for _, after := range []bool{true, false} {
			for at := 1; at <= total; at++ {
				t.Run(fmt.Sprintf("replays %v, after %v, call %d", replays, after, at), func(t *testing.T) {
					virtual(t, func(t *testing.T, b *bench) {
						b.clinic.Replays, b.clinic.Announces = replays, replays
						crash(b, at, after, healthy)
						checkAfterCrash(t, b, replays)
						told := min(len(b.clinic.Booked()), strings.Count(strings.Join(b.gateway.Texts(), "\n"), sessiontest.Preparation))
						if logged := strings.Count(b.log.String(), "outcome=AGENDADO"); !after && logged < told { // after the last mark nobody is left to log
							t.Errorf("%d bookings are told, %d in the log", told, logged)
						}
					})
				})
			}
		}
	}
}

// B9, B10: the same for an A4 whose answer is lost, executed or not, which is then settled by looking:
// whatever call the process dies at, nobody is booked twice, and the patient hears of it or a person
// has the session.
func TestCrashWhileSettling(t *testing.T) {
	for _, executed := range []bool{true, false} {
		open := func(b *bench) {
			if f := (&faults{fail: map[string]int{"book": 1}, err: lost}); executed {
				b.clinic.After = f.ask
			} else {
				b.clinic.Before = f.ask
			}
		}
		total := 0
		virtual(t, func(_ *testing.T, b *bench) { total = crash(b, 0, false, open) })
		if total < 25 {
			t.Fatalf("only %d calls were seen", total)
		}
		for _, after := range []bool{true, false} {
			for at := 1; at <= total; at++ {
				t.Run(fmt.Sprintf("executed %v, after %v, call %d", executed, after, at), func(t *testing.T) {
					virtual(t, func(t *testing.T, b *bench) {
						crash(b, at, after, open)
						checkAfterCrash(t, b, false)
						if b.session.rec.Intent != nil || b.session.rec.State.Pending != nil {
							t.Error("the booking is still open")
						}
					})
				})
			}
		}
	}
}

// crash talks to a process that dies at one call, in a world that was prepared for it, then to another
// one that lives, and returns how many calls the first one made.
func crash(b *bench, at int, after bool, prepare func(*bench)) int {
	b.config.Tags = true
	// An earlier booking tells the process that repeats are safe, if they are.
	b.say(sessiontest.Book)
	prepare(b)
	healthy := b.config
	m := &mortal{bench: b, diesAt: at, after: after}
	b.config.Journal = mortalJournal{b.journal, m}
	b.config.Gateway = mortalGateway{b.gateway, m}
	b.config.Scheduling = mortalClinic{b.clinic, m}
	b.start()
	b.write("oi", sessiontest.Book)
	b.live(m)
	early := m.isDead()
	if !early {
		b.write(sessiontest.Person)
		b.live(m)
	}
	b.config = healthy
	b.start()
	b.settle()
	if early {
		b.say(sessiontest.Person)
	}
	return m.calls
}

// live wakes the session until it rests or the process is dead.
func (b *bench) live(m *mortal) {
	for again := b.wake(); again > 0 && !m.isDead(); again = b.wake() {
		time.Sleep(again)
	}
}

func checkAfterCrash(t *testing.T, b *bench, replays bool) {
	t.Helper()
	texts := b.gateway.Texts()
	all := strings.Join(texts, "\n")
	confirmed := strings.Count(all, sessiontest.Preparation) - 1
	textless := strings.Count(all, "Está marcado para ") // of a process that died between A4 and its commit
	booked := len(b.clinic.Booked()) - 1
	persons := len(b.gateway.Transfers())
	switch {
	case booked > 1:
		t.Errorf("%d appointments", booked)
	case confirmed+textless > 0 && booked == 0:
		t.Errorf("confirmed without an appointment: %q", texts)
	case confirmed+textless == 0 && !slices.Contains(texts, failingText()) && !slices.Contains(texts, uncertainText()):
		t.Errorf("neither booked nor told why not: %q", texts)
	case persons == 0:
		t.Errorf("nobody has the session: %q", texts)
	case replays && booked == 1 && confirmed == 0:
		t.Errorf("booked and not told, although the scheduling API repeats its answer: %q", texts)
	}
	doubled := 0
	seen := map[string]bool{}
	for _, text := range texts[2:] { // after the first booking
		if seen[text] {
			doubled++
		}
		seen[text] = true
	}
	if doubled > 1 || persons > 2 {
		t.Errorf("%d parts were doubled, %d transfers: %q", doubled, persons, texts)
	}
	if state := b.session.rec.State; confirmed+textless > 0 && (state.Booked == nil || state.Bookings != 2) {
		t.Errorf("the state does not know of the booking: %+v", state)
	}
}

// After an intent whose call certainly did not leave, the next process books; nothing that the
// patient wrote is read again in the light of anything new.
func TestResumeNotSent(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		// The commit of the intent stands, its answer is lost.
		b.config.Journal = &intentLost{Journal: b.journal}
		b.say(sessiontest.Book)
		b.wantTexts(sessiontest.Description, sessiontest.Preparation, "continuando")
		b.wantOutcomes("AGENDADO 1")
		b.wantResults("held", "replied")
	})
}

type intentLost struct {
	journal.Journal
	done bool
}

func (j *intentLost) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	version, err := j.Journal.Commit(ctx, schema, c)
	if c.Intent != nil && !j.done {
		j.done = true
		return 0, context.DeadlineExceeded
	}
	return version, err
}

// A booking that the clinic refused while the process died leads to a new offer, worded without the
// old messages: "2" must not choose from an offer that the patient has not seen.
func TestResumeRefused(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Taken = []string{"2000-02-01 09:00"}
		m := &mortal{bench: b, diesAt: 5} // activate, read, commit of the intent, its answer, commit
		b.config.Journal = mortalJournal{b.journal, m}
		healthy := b.config
		healthy.Journal = b.journal
		b.write(sessiontest.Book)
		b.start()
		b.wake()
		b.config = healthy
		b.start()
		b.settle()
		b.wantTexts("continuando")
		for _, stage := range []string{"wished", "identified", "offered", "chosen", "patient"} { // once, over both processes
			if n := testutil.ToFloat64(b.metrics.Turns.Funnel.WithLabelValues(stage)); n != 1 {
				t.Errorf("stage %s was counted %v times", stage, n)
			}
		}
		if s := b.session.rec.State; len(s.Offer) == 0 || s.Choice != nil || b.bookingCalls() != 1 {
			t.Errorf("state %+v after %d calls", s, b.bookingCalls())
		}
	})
}

// The process dies between A4 and its answer, and the scheduling API is away when the next one asks:
// that a repeat cannot be sent is no answer to the first call.  Once the API is back it tells.
func TestResumeWhileTheClinicIsAway(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.clinic.Replays, b.clinic.Announces = true, true
		b.start()
		b.clinic.After = func(_ context.Context, operation, _ string) error {
			if operation != "book" {
				return nil
			}
			b.host.cancel()
			return sessiontest.Failure("scheduling", outbound.Unknown, 0)
		}
		b.write(sessiontest.Book)
		b.wake()
		b.clinic.After = nil
		away := &faults{fail: map[string]int{"book": 7}, err: sessiontest.Failure("scheduling", outbound.NotSent, 0)}
		b.clinic.Before = away.ask
		b.start()
		b.settle()
		b.wantTexts(pendingText(), sessiontest.Description, sessiontest.Preparation, "continuando")
		b.wantOutcomes("AGENDADO 1")
		if n := len(b.clinic.Booked()); n != 1 || away.count("book") != 8 {
			t.Errorf("%d appointments after %d calls", n, away.count("book"))
		}
	})
}
