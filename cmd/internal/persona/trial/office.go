package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"atende/cmd/internal/persona"
	"atende/integrations/chat"
	"atende/integrations/outbound"
	"atende/integrations/scheduling"
)

// What the one chat of a trial looks like.
const (
	phone    = "5511999990000"
	instance = "5511000"
	team     = "Recepção"
	open     = "Pendente"
)

// office is the rest of the world: the chat gateway and the scheduling API, both without faults.
type office struct {
	agent Agent
	visit *persona.Visit
	news  chan struct{} // something was said, or a person took over

	mu       sync.Mutex
	dice     *rand.Rand
	patients map[string]scheduling.NewPatient
	taken    map[string]bool // agenda, day and hour
	handed   bool
}

func newOffice(agent Agent, visit *persona.Visit, seed uint64) *office {
	return &office{
		agent: agent, visit: visit, news: make(chan struct{}, 1), dice: rand.New(rand.NewPCG(seed, 4)),
		patients: map[string]scheduling.NewPatient{}, taken: map[string]bool{},
	}
}

// settled is how long nothing must come before a patient answers what came.
const settled = 2 * time.Second

// listen waits until something was said and nothing more came for a moment, or until patience ends;
// true if a person has the chat now.
func (o *office) listen(patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return o.closed()
		case <-o.news:
			timer.Reset(settled)
		}
	}
}

func (o *office) closed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.handed
}

func (o *office) tell() {
	select {
	case o.news <- struct{}{}:
	default:
	}
}

// Session implements session.Gateway.  It takes a moment, or a question could be put in the very instant in which
// the second of two messages is on its way, which then would pass for its answer.
func (o *office) Session(context.Context, string) (chat.Session, error) {
	time.Sleep(time.Millisecond)
	return chat.Session{Platform: "WHATSAPP", Instance: instance, Team: team, Status: open, Phone: phone}, nil
}

// SendInSession implements session.Gateway.
func (o *office) SendInSession(_ context.Context, _, text string) (json.RawMessage, error) {
	o.visit.Hear(text, now(o.agent))
	o.tell()
	return nil, nil
}

// SendMenu implements session.Gateway.
func (o *office) SendMenu(ctx context.Context, id, text string, _ *chat.Menu) (json.RawMessage, error) {
	return o.SendInSession(ctx, id, text)
}

// SendByPhone implements session.Gateway.
func (o *office) SendByPhone(ctx context.Context, _, text string) (json.RawMessage, error) {
	return o.SendInSession(ctx, sessionID, text)
}

// Transfer implements session.Gateway.  Why it happens stands in the log.
func (o *office) Transfer(context.Context, string) (json.RawMessage, error) {
	o.mu.Lock()
	o.handed = true
	o.mu.Unlock()
	o.tell()
	return nil, nil
}

// Tag implements session.Gateway.
func (o *office) Tag(context.Context, string, ...string) (json.RawMessage, error) { return nil, nil }

// hours are the times of every working day.
var hours = []string{"08:00", "08:30", "09:00", "10:30", "11:00", "13:30", "14:00", "15:00", "16:30", "17:00"}

const (
	// maxSlots is what A1 lists at most (spec 8).
	maxSlots = 100
	// busy is how many of the times are taken from the beginning.
	busy = 0.4
)

// Slots implements session.Scheduling.
func (o *office) Slots(_ context.Context, q scheduling.Query) ([]scheduling.Slot, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	first, err := time.Parse(time.DateOnly, q.From)
	if err != nil {
		return nil, err
	}
	var slots []scheduling.Slot
	if o.visit.Full(q.AgendaID) {
		return nil, nil
	}
	for day := first; day.Format(time.DateOnly) <= q.To && len(slots) < maxSlots; day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
			continue
		}
		for _, hour := range hours {
			slot := scheduling.Slot{Date: day.Format(time.DateOnly), Hour: hour}
			if o.free(q.AgendaID, slot) && slot.Date+" "+hour > now(o.agent).Format("2006-01-02 15:04") && len(slots) < maxSlots {
				slots = append(slots, slot)
				o.visit.List(persona.Slot(slot))
			}
		}
	}
	return slots, nil
}

// free decides at the first look whether a time was taken before the trial.
func (o *office) free(agenda int, s scheduling.Slot) bool {
	name := fmt.Sprint(agenda, s.Date, s.Hour)
	taken, known := o.taken[name]
	if !known {
		taken = o.dice.Float64() < busy
		o.taken[name] = taken
	}
	return !taken
}

// FindPatient implements session.Scheduling.
func (o *office) FindPatient(_ context.Context, cpf string) (scheduling.Patient, bool, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	p, known := o.patients[cpf]
	return scheduling.Patient{ID: 1000, Name: p.Name, CPF: cpf, BirthDate: p.BirthDate}, known, nil
}

// Register implements session.Scheduling.
func (o *office) Register(_ context.Context, p scheduling.NewPatient) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.patients[p.CPF] = p
	return nil
}

// Book implements session.Scheduling.
func (o *office) Book(_ context.Context, a scheduling.Appointment) (scheduling.Booking, error) {
	if a.Guard != nil && a.Guard() != nil {
		return scheduling.Booking{Verdict: scheduling.NotExecuted}, &outbound.Error{Kind: outbound.NotSent}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	who := o.patients[a.CPF]
	made := persona.Appointment{
		Person: persona.Person{Name: who.Name, CPF: a.CPF, BirthDate: who.BirthDate}, AgendaID: a.AgendaID,
		ProcedureID: a.ProcedureID, PlanID: a.PlanID, Slot: persona.Slot{Date: a.Date, Hour: a.Hour},
	}
	slot := scheduling.Slot{Date: a.Date, Hour: a.Hour}
	refused := !o.free(a.AgendaID, slot) || o.visit.Gone(made, now(o.agent))
	o.taken[fmt.Sprint(a.AgendaID, a.Date, a.Hour)] = true
	if refused {
		return scheduling.Booking{Verdict: scheduling.NotExecuted, Status: 409}, &outbound.Error{Kind: outbound.Refused, Status: 409}
	}
	o.visit.Book(made, now(o.agent))
	doctor, _ := o.agent.Clinic.Doctor(a.AgendaID)
	return scheduling.Booking{
		Verdict: scheduling.Executed, Status: 201, Readable: true,
		Description: fmt.Sprintf("Consulta confirmada com %s no dia %s/%s/%s, às %s.", doctor.Name, a.Date[8:], a.Date[5:7], a.Date[:4], a.Hour),
		Preparation: "Chegue 15 minutos antes, com um documento com foto.",
	}, nil
}

// KnowsIntents implements session.Scheduling.
func (o *office) KnowsIntents() bool { return true }

// Met implements session.Scheduling.
func (o *office) Met() bool { return true }
