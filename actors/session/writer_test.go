package session

import (
	"fmt"
	"testing"

	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
)

const (
	clinicNumber = "551133330000" // of the clinic, where patients write to
	ownPhone     = "5511988887777"
	otherPhone   = "5511977776666"
)

// writes lets a message come in a chat session that the gateway's record gives a phone, or none.
func (b *bench) writes(id, recorded, from, to, text string) {
	b.t.Helper()
	if b.session == nil || b.session.id != id {
		c := sessiontest.Open()
		c.Phone, c.Instance = recorded, clinicNumber
		b.gateway.Set(id, c)
		b.start()
		b.session = newSession(b.session.Behavior, b.host, id)
	}
	b.messages++
	m := journal.PatientMessage{Kind: "TEXT", Text: text, From: from, To: to}
	b.postTo(id, fmt.Sprint("w", b.messages), m.Encode())
	b.settle()
}

// What the phones of a message and of the gateway's record are for.  A number of the clinic is nobody's phone, what a message
// only goes to has calls by phone and tags, and nobody is known by it; where the record has a phone that one is known,
// whatever the message says.
func TestWhoIsKnownByAPhone(t *testing.T) {
	for name, test := range map[string]struct {
		recorded, from, to string
		phone, writer      string
		goesOn             bool // with what the owner of ownPhone left
	}{
		"to the clinic":                          {to: clinicNumber},
		"to another number":                      {to: ownPhone, phone: ownPhone},
		"from":                                   {from: ownPhone, to: clinicNumber, phone: ownPhone, writer: ownPhone, goesOn: true},
		"recorded":                               {recorded: ownPhone, to: clinicNumber, phone: ownPhone, writer: ownPhone, goesOn: true},
		"from another one than is recorded":      {recorded: otherPhone, from: ownPhone, phone: ownPhone, writer: otherPhone},
		"recorded, and from another one":         {recorded: ownPhone, from: otherPhone, phone: otherPhone, writer: ownPhone, goesOn: true},
		"from the clinic itself":                 {from: clinicNumber, phone: clinicNumber},
		"to another number than it is from then": {from: ownPhone, to: otherPhone, phone: ownPhone, writer: ownPhone, goesOn: true},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.config.Filters.Instances = []string{clinicNumber}
				b.start()
				b.writes("owner", ownPhone, "", clinicNumber, sessiontest.Offer)
				b.writes("new", test.recorded, test.from, test.to, "oi")
				rec := b.session.rec
				if rec.Phone != test.phone || b.session.writer() != test.writer || rec.State.NoPhone != (test.phone == "") {
					t.Errorf("phone %q, known by %q, none: %t", rec.Phone, b.session.writer(), rec.State.NoPhone)
				}
				if got := rec.State.Past != nil; got != test.goesOn {
					t.Errorf("what was left is known: %t", got)
				}
				b.writes("new", test.recorded, "", clinicNumber, "oi") // which tells less
				if b.session.writer() != test.writer {
					t.Errorf("known by %q in the next turn", b.session.writer())
				}
			})
		})
	}
}

// A talk is gone on with by the phone that left it, and by no other one whose number is alike: the same eight digits as a
// land line, or those of another country.
func TestAnotherPhoneIsAnotherPerson(t *testing.T) {
	for _, test := range []struct {
		owner, other string
		same         bool
	}{
		{"5511977776666", "551177776666", true},
		{"5511933334444", "551133334444", false},
		{"551133334444", "5511933334444", false},
		{"5551987654321", "51987654321", false},
		{"5547991234567", "4791234567", false},
		{"51987654321", "51987654321", true},
	} {
		virtual(t, func(t *testing.T, b *bench) {
			b.config.Filters.Instances = []string{clinicNumber}
			b.start()
			b.writes("owner", test.owner, "", clinicNumber, sessiontest.Offer)
			b.writes("new", test.other, "", clinicNumber, "oi")
			if got := b.session.rec.State.Past != nil; got != test.same {
				t.Errorf("%s after %s goes on: %t", test.other, test.owner, got)
			}
		})
	}
}

// Patients of whom nobody tells a phone have nothing in common, where all write to one number: neither what was talked about
// nor what they may do; each chat session has bounds of its own.
func TestWithoutPhoneEachSessionIsItsOwn(t *testing.T) {
	for _, to := range []string{clinicNumber, ownPhone} {
		virtual(t, func(t *testing.T, b *bench) {
			b.config.Filters.Instances = []string{clinicNumber}
			b.start()
			b.writes("one", "", "", to, sessiontest.Offer)
			one := b.session.keysOf(bookings, "52998224725")
			b.writes("two", "", "", to, "oi")
			two := b.session.keysOf(bookings, "11144477735")
			if b.session.rec.State.Past != nil || len(one) != 2 || len(two) != 2 || one[1] == two[1] || one[0] == two[0] {
				t.Errorf("to %s: known %v, counted under %q and %q", to, b.session.rec.State.Past, one, two)
			}
		})
	}
}

// A record of the release before says a phone alone: it is the writer's unless it is the clinic's number, and one that is goes.
func TestWriterOfAnOlderRecord(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.config.Filters.Instances = []string{"(11) 3333-0000"}
		b.start()
		for phone, want := range map[string]string{ownPhone: ownPhone, clinicNumber: ""} {
			b.session.rec = record.New()
			b.session.rec.Phone = phone
			if got := b.session.writer(); got != want {
				t.Errorf("%s: %q, want %q", phone, got, want)
			}
			b.session.learnPhone(nil, chat.Session{})
			if got := b.session.rec.Phone; got != want {
				t.Errorf("%s stays as %q, want %q", phone, got, want)
			}
		}
	})
}
