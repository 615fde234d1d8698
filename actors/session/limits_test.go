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
	"atende/integrations/scheduling"
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

// A record that contradicts what is said with a CPF counts in all sessions of all phones, over restarts; after three a
// person comes whatever A2 says: also where the right name and birth date are said, and of a phone where nobody has the CPF.
func TestGuessedRecords(t *testing.T) {
	const cpf, phone = "52998224725", "5511988880000"
	right := scheduling.Patient{ID: 42, Name: "Maria Silva", BirthDate: "1985-03-12"}
	for name, test := range map[string]struct {
		phones []string // of the four sessions
		last   map[string]scheduling.Patient
		want   string
	}{
		"and then the right data":    {[]string{phone + "1", phone + "2", phone + "3", phone + "4"}, map[string]scheduling.Patient{cpf: right}, "TRANSFERIDO 1"},
		"of one phone and nobody":    {[]string{phone, phone, phone, phone}, nil, "TRANSFERIDO 1"},
		"of other phones and nobody": {[]string{phone + "1", phone + "2", phone + "3", phone + "4"}, nil, "TRANSFERIDO 1"},
		"no more than three":         {[]string{phone, phone, phone}, nil, ""},
		"twice":                      {[]string{phone, phone, phone}, map[string]scheduling.Patient{cpf: right}, "AGENDADO 1"},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				wrong := right
				wrong.BirthDate = "1985-03-13"
				b.clinic.Records = map[string]scheduling.Patient{cpf: wrong}
				for n, phone := range test.phones {
					if n == len(test.phones)-1 && test.want != "" {
						b.clinic.Records = test.last
					}
					id := fmt.Sprint("s", n)
					b.opens(id, phone)
					b.books(id)
				}
				if test.want == "" {
					b.wantOutcomes()
					return
				}
				b.wantOutcomes(test.want)
				texts := b.gateway.Texts()
				if handed := strings.Contains(texts[len(texts)-1], "conferir os dados"); handed != strings.HasPrefix(test.want, "T") {
					t.Errorf("said %q", texts)
				}
				time.Sleep(ContactWindow + time.Minute)
				b.clinic.Records = map[string]scheduling.Patient{cpf: right}
				b.opens("tomorrow", phone)
				b.books("tomorrow")
				if n := len(b.clinic.Booked()); n == 0 {
					t.Error("nothing is booked a day later")
				}
				b.wantLogWithout(cpf, "88880000")
			})
		})
	}
}

// Who tries a CPF where the time is gone by then makes no appointment, but the record's contradictions count as ever, and no
// refusal in between takes one back: after three a person comes before anything is registered.
func TestGuessesWhereTheTimeIsGone(t *testing.T) {
	const cpf, phone = "52998224725", "5511988887777"
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Limits = Limits{Bookings: 3}
		wrong := scheduling.Patient{ID: 42, Name: "Maria Silva", BirthDate: "1985-03-13"}
		gone := &faults{fail: map[string]int{"book": -1}, err: sessiontest.Failure("scheduling", outbound.Refused, 409)}
		b.clinic.Before = gone.ask
		for n, registered := range []bool{true, false, true, false, true, false} {
			b.clinic.Records = nil
			if registered {
				b.clinic.Records = map[string]scheduling.Patient{cpf: wrong}
			}
			id := fmt.Sprint("s", n)
			b.opens(id, phone)
			b.books(id)
		}
		b.wantOutcomes("TRANSFERIDO 1")
		if tried, registered := gone.count("book"), gone.count("register_patient"); tried != 2 || registered != 1 || len(b.clinic.Booked()) != 0 {
			t.Errorf("%d calls of A4 and %d of A3, booked %v", tried, registered, b.clinic.Booked())
		}
	})
}

// Of sessions at the same time no more than the limit learn what the record says, and a turn that begins again is no second
// guess.
func TestGuessesAtOnce(t *testing.T) {
	for name, cpf := range map[string]func(n int) string{
		"of a CPF":                func(int) string { return "52998224725" },
		"of a phone, many people": func(n int) string { return fmt.Sprint(10_000_000_000 + n) },
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.opens("s", "5511988887777")
				b.say("oi")
				for n := range 5 {
					for range 2 {
						many, err := b.session.guessed(t.Context(), &turn{number: n}, cpf(n), true)
						if err != nil || many != (n >= conversation.MaxMismatches) {
							t.Errorf("mismatch %d: %t, %v", n+1, many, err)
						}
					}
				}
			})
		})
	}
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
