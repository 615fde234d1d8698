package sessiontest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"atende/actors/conversation"
	"atende/integrations/outbound"
	"atende/integrations/scheduling"
)

// Catalogue is the clinic that the driver of this package books at.
func Catalogue() *conversation.Clinic {
	return conversation.NewClinic(conversation.Clinic{
		Phone: "(11) 3333-4444",
		Name:  "Clínica Boa Vida", Location: zone,
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia"}},
		Doctors:     []conversation.Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}},
		Procedures:  []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}},
		Plans:       []conversation.Service{{ID: 2, Name: "Unimed"}},
	})
}

// Description and Preparation are the clinic's texts after a booking.
const (
	Description = "Consulta confirmada com a Dra. Ana Souza."
	Preparation = "Chegue 15 minutos antes."
)

// Clinic is a scheduling API in memory.  Set its fields before use.
type Clinic struct {
	Before Fault // the call did not happen
	After  Fault // the call happened, its answer is lost
	// Replays makes A4 answer an intent it has seen with the first result, and say so.
	Replays bool
	// Overbooks keeps booked times on the list and books them again.
	Overbooks bool
	// Announces makes every answer say so, not only A4's.  Who asked is told by KnowsIntents.
	Announces bool
	// Full leaves no times.
	Full bool
	// Description and Preparation replace the usual texts of A4.
	Description, Preparation string
	// Unreadable makes A4 confirm without texts.
	Unreadable bool
	// Records are the patients of old, by CPF.
	Records map[string]scheduling.Patient
	// Taken slots ("2026-11-24 09:00") are offered and then refused.
	Taken []string

	mu        sync.Mutex
	calls     []string
	patients  map[string]int
	newcomer  scheduling.NewPatient
	booked    []scheduling.Appointment
	occupied  []string // by somebody else
	announced bool
	met       bool
	intents   map[string]scheduling.Booking
}

// Slots implements A1: three days with four times each.
func (c *Clinic) Slots(ctx context.Context, q scheduling.Query) (slots []scheduling.Slot, err error) {
	err = c.call(ctx, "slots", func() {
		for _, date := range []string{"2000-02-01", "2000-02-02", "2000-02-03"} {
			for _, hour := range []string{"09:00", "10:00", "14:00", "15:00"} {
				if date >= q.From && date <= q.To && !c.Full && !c.isBooked(date, hour) {
					slots = append(slots, scheduling.Slot{Date: date, Hour: hour})
				}
			}
		}
	})
	return slots, err
}

// FindPatient implements A2.
func (c *Clinic) FindPatient(ctx context.Context, cpf string) (p scheduling.Patient, found bool, err error) {
	err = c.call(ctx, "find_patient", func() {
		if p, found = c.Records[cpf]; !found {
			p.ID, found = c.patients[cpf]
		}
		p.CPF = cpf
	})
	return p, found, err
}

// Register implements A3.
func (c *Clinic) Register(ctx context.Context, p scheduling.NewPatient) error {
	return c.call(ctx, "register_patient", func() {
		if c.patients == nil {
			c.patients = map[string]int{}
		}
		c.patients[p.CPF] = 900 + len(c.patients)
		c.newcomer = p
	})
}

// KnowsIntents reports what the clinic announced since the caller's process began.
func (c *Clinic) KnowsIntents() bool { return locked(&c.mu, func() bool { return c.announced }) }

// Met reports an answer since the caller's process began.
func (c *Clinic) Met() bool { return locked(&c.mu, func() bool { return c.met }) }

// Forget begins a process that has heard nothing yet.
func (c *Clinic) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.announced, c.met = false, false
}

// announce lets an answer arrive.
func (c *Clinic) announce(operation string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.met = true
	c.announced = c.announced || c.Replays && (c.Announces || operation == "book")
}

// Book implements A4.
func (c *Clinic) Book(ctx context.Context, a scheduling.Appointment) (b scheduling.Booking, err error) {
	err = c.Before.ask(ctx, "book", "")
	if err == nil && a.Guard != nil && a.Guard() != nil {
		err = Failure("scheduling", outbound.NotSent, 0)
	}
	if err == nil {
		err = c.happen(ctx, "book", func() { b = c.book(a) })
	}
	var failure *outbound.Error
	if !errors.As(err, &failure) {
		return b, err
	}
	if failure.Status != 0 {
		c.announce("book")
	}
	b = scheduling.Booking{Status: failure.Status, Replayable: c.Replays && failure.Status != 0}
	if failure.Kind == outbound.NotSent || failure.Kind == outbound.Refused {
		b.Verdict = scheduling.NotExecuted
	}
	return b, err
}

func (c *Clinic) book(a scheduling.Appointment) scheduling.Booking {
	if first, known := c.intents[a.Intent]; known && c.Replays {
		return first
	}
	b := scheduling.Booking{
		Verdict: scheduling.Executed, Status: 201, Replayable: c.Replays,
		Description: cmp.Or(c.Description, Description), Preparation: cmp.Or(c.Preparation, Preparation), Readable: true,
	}
	if c.Unreadable {
		b.Description, b.Preparation, b.Readable = "", "", false
	}
	if c.isBooked(a.Date, a.Hour) || slices.Contains(c.Taken, a.Date+" "+a.Hour) {
		b = scheduling.Booking{Verdict: scheduling.NotExecuted, Status: 409, Replayable: c.Replays}
	} else {
		c.booked = append(c.booked, a)
	}
	if c.intents == nil {
		c.intents = map[string]scheduling.Booking{}
	}
	c.intents[a.Intent] = b
	return b
}

func (c *Clinic) isBooked(date, hour string) bool {
	taken := slices.Contains(c.occupied, date+" "+hour)
	return taken || !c.Overbooks && slices.ContainsFunc(c.booked, func(a scheduling.Appointment) bool { return a.Date == date && a.Hour == hour })
}

func (c *Clinic) call(ctx context.Context, operation string, do func()) error {
	if err := c.Before.ask(ctx, operation, ""); err != nil {
		return err
	}
	return c.happen(ctx, operation, do)
}

func (c *Clinic) happen(ctx context.Context, operation string, do func()) error {
	c.mu.Lock()
	c.calls = append(c.calls, operation)
	do()
	c.mu.Unlock()
	err := c.After.ask(ctx, operation, "")
	if err == nil {
		c.announce(operation)
	}
	return err
}

// Calls lists the operations that happened, in order, between blanks.
func (c *Clinic) Calls() string {
	return locked(&c.mu, func() string { return strings.Join(c.calls, " ") })
}

// Booked lists the appointments that exist.
func (c *Clinic) Booked() []scheduling.Appointment {
	return locked(&c.mu, func() []scheduling.Appointment { return slices.Clone(c.booked) })
}

// Occupy gives a time to somebody else.
func (c *Clinic) Occupy(date, hour string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.occupied = append(c.occupied, date+" "+hour)
}

// Newcomer is the patient that was registered last.
func (c *Clinic) Newcomer() scheduling.NewPatient {
	return locked(&c.mu, func() scheduling.NewPatient { return c.newcomer })
}

// Vacate takes that back.
func (c *Clinic) Vacate(date, hour string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.occupied = slices.DeleteFunc(c.occupied, func(taken string) bool { return taken == date+" "+hour })
}
