package session

import (
	"context"
	"testing"
	"time"

	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
)

func (b *bench) stored() journal.Stored {
	b.t.Helper()
	stored, _, err := b.journal.(journal.Archive).Look(b.t.Context(), "s")
	if err != nil {
		b.t.Fatal(err)
	}
	return stored
}

// How a session stands is read from what is stored, rows that nobody has read yet included.
func TestDescribe(t *testing.T) {
	tests := []struct {
		name string
		do   func(b *bench)
		want record.Standing
	}{
		{"nothing", func(*bench) {}, record.Standing{}},
		{"a conversation", func(b *bench) { b.say(sessiontest.Offer) }, record.Standing{}},
		{"an appointment", func(b *bench) { b.say(sessiontest.Book) }, record.Standing{Ended: true}},
		{"a person", func(b *bench) { b.say(sessiontest.Person) }, record.Standing{Person: true, Ended: true}},
		{"a person who had it a day ago", func(b *bench) { b.say(sessiontest.Person); time.Sleep(record.Patience) }, record.Standing{Ended: true}},
		{"a person, and the patient writes to them", func(b *bench) {
			b.say(sessiontest.Person)
			b.gateway.Set("s", withPerson())
			b.say("obrigada")
		}, record.Standing{Person: true, Ended: true}},
		{"a person who gave it back in the gateway", func(b *bench) {
			b.say(sessiontest.Person)
			b.gateway.Set("s", withPerson())
			b.say("obrigada")
			b.gateway.Set("s", sessiontest.Open())
			b.say(sessiontest.Offer)
		}, record.Standing{}},
		{"a person, not read yet", func(b *bench) { b.taken() }, record.Standing{Person: true}},
		{"given back, not read yet", func(b *bench) { b.taken(); b.settle(); b.order("b", journal.HandedBack, "") }, record.Standing{}},
		{"a transfer that waits", func(b *bench) {
			b.gateway.Before = func(_ context.Context, operation, _ string) error {
				if operation == "transfer" {
					return context.DeadlineExceeded
				}
				return nil
			}
			b.write(sessiontest.Person)
			b.wake()
		}, record.Standing{Person: true, Ended: true}},
		{"a pause", func(b *bench) { b.pause("p", time.Hour); b.wake() }, record.Standing{PausedUntil: time.Date(2000, 1, 1, 1, 0, 0, 0, time.UTC)}},
		{"a pause with a person", func(b *bench) {
			b.taken()
			b.settle()
			b.order("p", journal.Paused, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
		}, record.Standing{Person: true}},
		{"a pause that is over", func(b *bench) { b.pause("p", time.Hour); time.Sleep(time.Hour) }, record.Standing{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				test.do(b)
				got := record.Describe(b.stored(), time.Now())
				if got.Notice = nil; got != test.want {
					t.Errorf("stands %+v, want %+v", got, test.want)
				}
			})
		})
	}
	if got := record.Describe(journal.Stored{State: []byte("{")}, time.Now()); got != (record.Standing{}) {
		t.Errorf("an unreadable one stands %+v", got)
	}
}

// What is under way must come to its end before anybody forgets the session.
func TestOpen(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		failing := true
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if failing && operation != "get_session" {
				return context.DeadlineExceeded
			}
			return nil
		}
		if b.write("oi"); record.Open(b.stored()) {
			t.Error("a message that nobody has read is open")
		}
		if b.wake(); !record.Open(b.stored()) {
			t.Error("a reply that waits is not open")
		}
		failing = false
		if b.settle(); record.Open(b.stored()) {
			t.Error("a reply that was sent is open")
		}
		b.clinic.Before = func(_ context.Context, operation, _ string) error {
			if operation == "book" {
				time.Sleep(5 * time.Second)
			}
			return nil
		}
		b.write(sessiontest.Book)
		if b.wake(); !record.Open(b.stored()) {
			t.Error("a booking that takes its time is not open")
		}
		if b.settle(); record.Open(b.stored()) {
			t.Error("a booking that was told is open")
		}
	})
}

// earlier is a conversation that a person had, and a new one after it, of which only the history knows the patient.
func earlier(b *bench) {
	b.say(sessiontest.Book)
	b.say(sessiontest.Person)
	time.Sleep(record.Patience + time.Hour)
	b.say("oi")
}

// A person's sessions are found by what they remember, by what their history told of, and by what waits.
func TestConcerns(t *testing.T) {
	const maria = "52998224725"
	for _, test := range []struct {
		name       string
		do         func(b *bench)
		cpf, phone string
		want       bool
	}{
		{"who booked", func(b *bench) { b.say(sessiontest.Book) }, maria, "", true},
		{"somebody else", func(b *bench) { b.say(sessiontest.Book) }, "11144477735", "5521999990000", false},
		{"nobody", func(b *bench) { b.say(sessiontest.Book) }, "", "", false},
		{"a CPF that nobody has read", func(b *bench) { b.write("meu cpf é 529.982.247-25") }, maria, "", true},
		{"one in two lines", func(b *bench) { b.write("529 982\n247 25") }, maria, "", true},
		{"the phone", func(b *bench) { b.say("oi") }, "", "5511999990000", true},
		{"the same digits in another country", func(b *bench) { b.say("oi") }, "", "11999990000", false},
		{"without the ninth digit", func(b *bench) { b.say("oi") }, "", "551199990000", true},
		{"of another place", func(b *bench) { b.say("oi") }, "", "5521999990000", false},
		{"the phone of a message that waits", func(b *bench) { b.write("oi") }, "", "5511999990000", true},
		{"the clinic's own", func(b *bench) { b.write("oi") }, "", "551133330000", false},
		{"a phone that was written", func(b *bench) { b.write("liga no (21) 98888-7777") }, "", "5521988887777", true},
		{"one that was read", func(b *bench) { b.say("liga no (21) 98888-7777") }, "", "5521988887777", true},
		{"one that was read, in another country", func(b *bench) { b.say("liga no (21) 98888-7777") }, "", "21988887777", false},
		{"a land line that was written", func(b *bench) { b.write("liga no (11) 3333-4444") }, "", "5511933334444", false},
		{"another country that was written", func(b *bench) { b.write("liga no +51 98765-4321") }, "", "51987654321", true},
		{"another country that was written, and ours", func(b *bench) { b.write("liga no +51 98765-4321") }, "", "5551987654321", false},
		{"one that was read, without the ninth digit", func(b *bench) { b.say("liga no (21) 98888-7777") }, "", "552188887777", true},
		{"one that was read, of another place", func(b *bench) { b.say("liga no (21) 98888-7777") }, "", "5531988887777", false},
		{"who booked in an earlier conversation", earlier, maria, "", true},
		{"somebody else than who did", earlier, "11144477735", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				test.do(b)
				if got := record.Concerns(b.stored(), test.cpf, test.phone); got != test.want {
					t.Errorf("concerns %q %q: %v", test.cpf, test.phone, got)
				}
			})
		})
	}
}
