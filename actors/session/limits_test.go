package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// opens begins a chat session of a phone: the bench's only session under another past.
func (b *bench) opens(id, phone string) {
	b.t.Helper()
	c := sessiontest.Open()
	c.Phone = phone
	b.gateway.Set(id, c)
	b.start()
	b.session = newSession(b.session.Behavior, b.host, id)
}

// books lets a session book in one turn.
func (b *bench) books(id string) {
	b.t.Helper()
	b.messages++
	m := journal.PatientMessage{Kind: "TEXT", Text: sessiontest.Book}
	b.postTo(id, fmt.Sprint("m", b.messages), m.Encode())
	b.settle()
}

// Appointments of a CPF count in all sessions of all phones, over restarts; the next one goes to a person before A4.  What
// was refused does not count, nor what is a day old.
func TestBookingsOfACPF(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Limits = Limits{Bookings: 3}
		for n := range 3 {
			b.opens(fmt.Sprint("s", n), fmt.Sprint("551198888000", n))
			if n == 1 {
				b.clinic.Before = (&faults{fail: map[string]int{"book": 1}, err: sessiontest.Failure("scheduling", outbound.Refused, 409)}).ask
				b.books("s1") // refused: a new offer
				b.clinic.Before = nil
			}
			b.books(fmt.Sprint("s", n))
		}
		b.wantOutcomes("AGENDADO 3")
		b.opens("s3", "5511988880003")
		b.books("s3")
		b.wantOutcomes("AGENDADO 3", "TRANSFERIDO 1")
		texts := b.gateway.Texts()
		if n := len(b.clinic.Booked()); n != 3 || !strings.Contains(texts[len(texts)-1], "várias consultas") {
			t.Errorf("%d appointments, said %q", n, texts[len(texts)-1])
		}
		time.Sleep(ContactWindow + time.Minute)
		b.opens("s4", "5511988880004")
		b.books("s4")
		b.wantOutcomes("AGENDADO 4", "TRANSFERIDO 1")
		b.wantLogWithout("52998224725", "98888000")
	})
}

// uncounted is a journal that is away while bookings are counted.
type uncounted struct {
	journal.Journal
	away int // so often
}

func (f *uncounted) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	if strings.HasPrefix(phone, "booking-") && f.away > 0 {
		f.away--
		return nil, errors.New("away")
	}
	return f.Journal.Contacts(ctx, phone, since, note...)
}

// A journal that cannot count is waited for, and is no reason for a person.
func TestBookingsThatCannotBeCounted(t *testing.T) {
	virtual(t, func(_ *testing.T, b *bench) {
		b.config.Limits = Limits{Bookings: 3}
		b.config.Journal = &uncounted{b.journal, 2}
		b.say(sessiontest.Book)
		b.wantOutcomes("AGENDADO 1")
	})
}

// Those of a phone count, whatever CPFs they are for.
func TestBookingsOfAPhone(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Limits = Limits{Bookings: 3}
		b.opens("s", "5511988887777")
		b.say("oi")
		e := conversation.MakeAppointment{CPF: "52998224725", Slot: conversation.Slot{AgendaID: 101, Date: "2026-11-30", Hour: "09:00"}}
		for n := range 4 {
			e.CPF = fmt.Sprint(10_000_000_000 + n) // of four people, at one time
			ok, err := b.session.admit(t.Context(), e)
			if err != nil || ok != (n < 3) {
				t.Errorf("booking %d: %t, %v", n+1, ok, err)
			}
			again, err := b.session.admit(t.Context(), e)
			if err != nil || again != ok { // after a crash
				t.Errorf("booking %d again: %t, %v", n+1, again, err)
			}
		}
		b.session.rec.Phone = b.session.rec.Phone[:4] + b.session.rec.Phone[5:] // without the ninth digit it is the same
		if ok, err := b.session.admit(t.Context(), e); ok || err != nil {
			t.Errorf("%t, %v", ok, err)
		}
		b.session.Limits.Bookings = 0
		if ok, err := b.session.admit(t.Context(), e); !ok || err != nil {
			t.Errorf("without a limit: %t, %v", ok, err)
		}
	})
}

// Who writes faster than anybody can goes to a person; an emergency among the messages is answered first.
func TestManyMessages(t *testing.T) {
	for name, test := range map[string]struct {
		pause time.Duration
		last  string
		want  bool
	}{
		"slowly":       {7 * time.Second, "oi", false},
		"fast":         {5 * time.Second, "oi", true},
		"an emergency": {5 * time.Second, "dor no peito", false},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Limits = Limits{Messages: 10}
				b.config.RedFlag = func(text string) bool { return strings.Contains(text, "dor no peito") }
				for range 10 {
					b.say("oi")
					time.Sleep(test.pause)
				}
				b.say(test.last)
				texts := b.gateway.Texts()
				said := strings.Contains(texts[len(texts)-1], "muitas mensagens")
				if said != test.want || len(b.gateway.Transfers()) == 1 != test.want {
					t.Errorf("said %q, %d transfers", texts[len(texts)-1], len(b.gateway.Transfers()))
				}
			})
		})
	}
}

// An emergency among more messages than anybody would answer is answered before they go to a person, and first of more than one turn takes, wherever it stands.
func TestEmergencyInAFlood(t *testing.T) {
	for name, test := range map[string]struct{ messages, at int }{
		"among the first":          {floodRows + 30, 60},
		"the first beyond":         {floodRows + 1, floodRows},
		"the last of many":         {3 * floodRows, 3*floodRows - 1},
		"as many as are read":      {floodRows, floodRows - 1},
		"of the second turn":       {maxRows + 5, maxRows + 3},
		"too many to be looked at": {alarmRows + 10, alarmRows + 5},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.RedFlag = func(text string) bool { return strings.Contains(text, "dor no peito") }
				texts := slices.Repeat([]string{"oi"}, test.messages)
				texts[test.at] = "dor no peito"
				b.say(texts...)
				said := slices.IndexFunc(b.gateway.Texts(), func(text string) bool { return strings.Contains(text, "dor no peito") })
				if answered := said == 0; answered != (test.at < alarmRows) {
					t.Errorf("the patient read %q", b.gateway.Texts())
				}
				if n := len(b.gateway.Transfers()); (n == 1) != (test.messages-maxRows > floodRows) {
					t.Errorf("%d transfers", n)
				}
			})
		})
	}
}
