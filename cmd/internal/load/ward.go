package load

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"atende/cmd/internal/persona"
)

// Cast is which patients who are not cooperative Meet sends.
type Cast struct {
	// Personas are names of package persona, or Paraphrase for all that paraphrase; none: all others that do not
	// need hours.
	Personas []string
	// Seeds is how many patients of each; 0: 1.
	Seeds int
	// Stories is how many conversations that went wrong are told in full.
	Stories int
	// Progress, if set, hears of each visit that ended, one at a time.
	Progress func(Step)
}

// Step is a visit that ended, and how many have, of how many.
type Step struct {
	Visit      persona.Verdict
	Ended, All int
}

// Paraphrase stands for all personas who put what they mean in words of their own.
const Paraphrase = "paraphrase"

// Personas lists, for a help text, those that can be met and are held to how they end.
func Personas() []string { return meetable(persona.Cast()) }

// Paraphrasers lists those who paraphrase, who can be met one by one, too.
func Paraphrasers() []string { return meetable(persona.Paraphrasers()) }

func meetable(cast []persona.Persona) (names []string) {
	for _, who := range cast {
		if !who.Slow && !who.Exact {
			names = append(names, who.Name)
		}
	}
	return names
}

// chosen finds the personas of a cast.
func (c Cast) chosen() ([]persona.Persona, error) {
	var cast []persona.Persona
	known := []string{Paraphrase}
	for _, who := range slices.Concat(persona.Cast(), persona.Paraphrasers()) {
		if who.Slow || who.Exact {
			continue
		}
		known = append(known, who.Name)
		everybody := len(c.Personas) == 0 && !who.Paraphrases || who.Paraphrases && slices.Contains(c.Personas, Paraphrase)
		if everybody || slices.Contains(c.Personas, who.Name) {
			cast = append(cast, who)
		}
	}
	var problems []error
	for _, name := range c.Personas {
		if !slices.Contains(known, name) {
			problems = append(problems, fmt.Errorf("there is no persona %q", name))
		}
	}
	return cast, errors.Join(problems...)
}

// Check finds what is wrong with a cast.
func (c Cast) Check() error {
	_, err := c.chosen()
	return err
}

// Meet lets patients who are not cooperative write to the agent, each until they have what they
// wanted, and judges how they were treated.  Of o it needs who is driven, the clinic, Sessions (how
// many write at once), Patience and Think, which here is how long a patient waits for further parts
// of an answer (0: 1.5 s).  By its Probes an agent tells how a language model did that leads it.
func Meet(ctx context.Context, peers *Peers, o Options, c Cast) (Treatment, error) {
	cast, err := c.chosen()
	if err != nil {
		return Treatment{}, err
	}
	o = o.withDefaults()
	o.Script, o.Rounds = Greet, 1 // of no meaning here
	seeds := max(1, c.Seeds)
	sessions := o.Sessions
	o.Sessions = len(cast) * seeds
	r, err := newRun(o)
	if err != nil {
		return Treatment{}, err
	}
	w := &ward{run: r, slots: peers.clinic.slots(), progress: c.Progress}
	now := time.Now().In(o.Clinic.Location)
	for _, who := range cast {
		for seed := range seeds {
			patient := who.Patient(o.Clinic, uint64(seed+1), now)
			w.beds = append(w.beds, &bed{visit: persona.NewVisit(patient), news: make(chan struct{}, 1)})
		}
	}
	if err := peers.attach(w); err != nil {
		return Treatment{}, err
	}
	defer peers.detach()
	before, err := o.Probes.samples()
	if err != nil {
		return Treatment{}, err
	}
	w.see(ctx, min(sessions, len(w.beds)))
	after, err := o.Probes.samples()
	t := w.treatment(cast, seeds, c.Stories)
	t.Model = t.evaluate(after.since(before))
	return t, err
}

// Candidate is an agent to be started: a target by name, of the program atende.
type Candidate struct {
	Program, Target string
	// Led are settings of whoever leads it ("ATENDE_AGENT", …); none: the rules agent.
	Led map[string]string
}

// MeetTarget is Meet with an agent that is started for it.
func MeetTarget(ctx context.Context, agent Candidate, parties PeersConfig, o Options, c Cast) (t Treatment, err error) {
	chosen, err := choose([]string{agent.Target})
	if err != nil {
		return t, err
	}
	o.Clinic = Sample()
	parties.Clinic, parties.Instance, parties.Team = o.Clinic, DefaultInstance, DefaultTeam
	peers, err := StartPeers(ctx, parties)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, peers.Stop()) }()
	o.Token = rand.Text()
	started, err := chosen[0].start(ctx, place{program: agent.Program, peers: peers.URL(), led: agent.Led, token: o.Token})
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, started.stop()) }()
	o.Webhooks, o.Probes = started.webhooks(), started.probes()
	return Meet(ctx, peers, o, c)
}

// ward is the run of patients who are not cooperative.  Of a run it uses the ids, the webhooks and the
// counters.
type ward struct {
	*run
	beds   []*bed // by conversation
	slots  []persona.Slot
	next   atomic.Int64
	strays atomic.Int64 // appointments for nobody who is here

	telling  sync.Mutex
	ended    int
	progress func(Step)
}

// bed is one patient's place.
type bed struct {
	visit  *persona.Visit
	news   chan struct{}
	handed atomic.Bool
	ended  atomic.Bool // the visit came to its end, and was not broken off
	failed atomic.Bool // a message was not accepted
}

// see lets so many patients write at once, until all are done.
func (w *ward) see(ctx context.Context, together int) {
	var crowd sync.WaitGroup
	for n := range together {
		crowd.Go(func() {
			d := w.newDeliverer(n)
			defer d.close()
			for ctx.Err() == nil {
				number := int(w.next.Add(1)) - 1
				if number >= len(w.beds) {
					return
				}
				w.attend(ctx, d, number)
				if ctx.Err() != nil {
					return
				}
				w.beds[number].ended.Store(true)
				w.tell(number)
			}
		})
	}
	crowd.Wait()
}

// tell says that a visit ended.
func (w *ward) tell(number int) {
	w.telling.Lock()
	defer w.telling.Unlock()
	w.ended++
	if w.progress != nil {
		w.progress(Step{Visit: w.beds[number].visit.Verdict(), Ended: w.ended, All: len(w.beds)})
	}
}

// clock is the time at the clinic.
func (w *ward) clock() time.Time { return time.Now().In(w.options.Clinic.Location) }

// attend is one conversation.
func (w *ward) attend(ctx context.Context, d *deliverer, number int) {
	b := w.beds[number]
	for _, slot := range w.slots {
		b.visit.List(slot)
	}
	for written := uint32(0); ctx.Err() == nil && !b.handed.Load(); {
		act := b.visit.Next(w.clock())
		if act.Done {
			return
		}
		for i, u := range act.Say {
			if i > 0 && !rest(ctx, u.Pause) {
				return
			}
			b.visit.Wrote(u, w.clock())
			if !d.bring(ctx, messageID{number, written}, u.Type, u.Text) {
				b.failed.Store(true)
				return
			}
			written++
			w.count.accepted.Add(1)
		}
		w.listen(ctx, b)
	}
}

// settled is how long nothing must come before a patient answers, unless Think says so.
const settled = 1500 * time.Millisecond

// askEvery is how often an agent is asked for what waits (Options.Waiting).
const askEvery = 5 * time.Millisecond

// listen waits for an answer and for what belongs to it.
func (w *ward) listen(ctx context.Context, b *bed) {
	if w.options.Waiting != nil {
		for began := time.Now(); w.options.Waiting() > 0 && time.Since(began) < w.options.Patience; {
			if !rest(ctx, askEvery) {
				return
			}
		}
		return
	}
	pause := w.options.Think
	if pause == 0 {
		pause = settled
	}
	timer := time.NewTimer(w.options.Patience)
	defer timer.Stop()
	for {
		select {
		case <-b.news:
			timer.Reset(pause)
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (w *ward) bed(conversation int) *bed {
	if conversation < 0 || conversation >= len(w.beds) {
		w.count.foreign.Add(1)
		return nil
	}
	return w.beds[conversation]
}

func (b *bed) tell() {
	select {
	case b.news <- struct{}{}:
	default:
	}
}

// heard implements audience.
func (w *ward) heard(conversation int, part string) {
	if b := w.bed(conversation); b != nil {
		b.visit.Hear(part, w.clock())
		b.tell()
	}
}

// heardByPhone implements audience.
func (w *ward) heardByPhone(conversation int, part string) {
	w.count.byPhone.Add(1)
	w.heard(conversation, part)
}

// handedOver implements audience.
func (w *ward) handedOver(conversation int) {
	w.count.transfers.Add(1)
	if b := w.bed(conversation); b != nil {
		b.visit.HandOver("", w.clock())
		b.handed.Store(true)
		b.tell()
	}
}

// taken implements audience.  The phone of the registration says whose appointment it is.
func (w *ward) taken(a appointment) bool {
	b := w.bed(conversationOfPhone(a.who.celular))
	if b == nil {
		w.strays.Add(1)
		return false
	}
	made := persona.Appointment{
		Person: persona.Person{Name: a.who.name, CPF: a.cpf, BirthDate: a.who.born}, AgendaID: a.agenda, PlanID: a.plan,
		ProcedureID: a.procedure, Slot: persona.Slot{Date: isoDate(a.date), Hour: a.hour},
	}
	if b.visit.Gone(made, w.clock()) {
		return true
	}
	b.visit.Book(made, w.clock())
	return false
}

// isoDate turns DD-MM-YYYY round; what is no date stays.
func isoDate(date string) string {
	day, err := time.Parse("02-01-2006", date)
	if err != nil {
		return date
	}
	return day.Format(time.DateOnly)
}
