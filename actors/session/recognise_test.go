package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
)

// recognising begins a test in which patients of a phone are known for 30 days, and one booked in the session "s".
func recognising(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	recognisingOf(t, "5511988887777", f)
}

// recognisingOf is recognising where the session "s" is of another phone.
func recognisingOf(t *testing.T, phone string, f func(t *testing.T, b *bench)) {
	t.Helper()
	virtual(t, func(t *testing.T, b *bench) {
		catalogue := *sessiontest.Catalogue()
		catalogue.Recognises = 30 * 24 * time.Hour
		b.config.Clinic = conversation.NewClinic(catalogue)
		b.opens("s", phone)
		b.books("s")
		f(t, b)
	})
}

// proposed are who may be proposed in a chat session that a phone begins now, by name.
func (b *bench) proposed(id, phone string) string {
	b.t.Helper()
	b.opens(id, phone)
	b.messages++
	m := journal.PatientMessage{Kind: "TEXT", Text: "oi"}
	b.postTo(id, fmt.Sprint("m", b.messages), m.Encode())
	b.settle()
	var names []string
	for _, r := range b.session.rec.State.Returning {
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}

// A new chat session of the phone knows who booked in another one, in a new process, too, with or without the ninth digit;
// no other phone does, nor the same session, nor anybody once the term is over.
func TestRecognised(t *testing.T) {
	recognising(t, func(t *testing.T, b *bench) {
		who := b.session.rec.State.Patient.Name
		if who == "" {
			t.Fatal("nobody has an appointment")
		}
		for id, test := range map[string]struct{ phone, want string }{
			"s2": {"5511988887777", who}, "s3": {"551188887777", who}, "s4": {"5511988887778", ""}, "s": {"5511988887777", ""},
		} {
			if got := b.proposed(id, test.phone); got != test.want {
				t.Errorf("%s, %s: %q, want %q", id, test.phone, got, test.want)
			}
		}
		time.Sleep(30*24*time.Hour - time.Minute)
		if got := b.proposed("s5", "5511988887777"); got != who {
			t.Errorf("a minute before the end of the term: %q", got)
		}
		time.Sleep(time.Minute)
		if got := b.proposed("s6", "5511988887777"); got != "" {
			t.Errorf("at the end of the term: %q", got)
		}
		b.wantLogWithout("52998224725", "98888777", "Maria")
	})
}

// A message that says the phone of somebody else than the gateway's record of its chat session has nobody proposed, nor
// one that only says which number it goes to.
func TestRecognisedByTheGatewaysPhone(t *testing.T) {
	recognising(t, func(t *testing.T, b *bench) {
		for id, test := range map[string]struct{ recorded, from, to, want string }{
			"s2": {"5511977776666", "5511988887777", "", ""},
			"s3": {"", "5511988887777", "", b.session.rec.State.Patient.Name},
			"s4": {"5511988887777", "551188887777", "", b.session.rec.State.Patient.Name},
			"s5": {"", "", "5511988887777", ""},
		} {
			b.opens(id, test.recorded)
			m := journal.PatientMessage{Kind: "TEXT", Text: "oi", From: test.from, To: test.to}
			b.postTo(id, "m-"+id, m.Encode())
			b.settle()
			got := ""
			for _, r := range b.session.rec.State.Returning {
				got += r.Name
			}
			if got != test.want {
				t.Errorf("%s: %q, want %q", id, got, test.want)
			}
		}
	})
}

// What stands where a gateway hides a number is nobody's phone: strangers would be taken for one person.
func TestHiddenNumberIsNobody(t *testing.T) {
	const hidden = "5599999999999"
	recognisingOf(t, hidden, func(t *testing.T, b *bench) {
		if got := b.proposed("s2", hidden); got != "" {
			t.Errorf("proposed %q", got)
		}
	})
}

// What is noted of a phone is forgotten with the term, and with the session that booked.
func TestRecognisedUntilForgotten(t *testing.T) {
	recognising(t, func(t *testing.T, b *bench) {
		noted := func() int {
			found, err := b.session.returning(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(found)
		}
		forget := func() {
			if _, err := b.journal.Purge(t.Context(), journal.Retention{Contacts: time.Now().Add(-ContactWindow)}, 1000); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(30*24*time.Hour - time.Minute)
		if forget(); noted() != 1 {
			t.Errorf("%d noted before the term is over", noted())
		}
		time.Sleep(2 * time.Minute)
		if forget(); noted() != 0 {
			t.Errorf("%d noted when it is over", noted())
		}
	})
	recognising(t, func(t *testing.T, b *bench) {
		if err := b.journal.(journal.Archive).Erase(t.Context(), "s", b.session.version); err != nil {
			t.Fatal(err)
		}
		if got := b.proposed("s2", "5511988887777"); got != "" {
			t.Errorf("after the erasure: %q", got)
		}
	})
}

// A word of the patient ends it for all sessions to come, until one books again; who else that session had booked for
// before stays forgotten.
func TestForgetsThePhone(t *testing.T) {
	recognising(t, func(t *testing.T, b *bench) {
		who := b.proposed("s2", "5511988887777")
		if _, err := b.session.follow(t.Context(), &turn{}, conversation.SamePatient{Stranger: true}); err != nil {
			t.Fatal(err)
		}
		if got := b.proposed("s3", "5511988887777"); got != "" {
			t.Errorf("a stranger's phone: %q", got)
		}
		other := journal.Contact{CPF: 7, SessionID: "s", At: time.Now()} // of somebody whom "s" booked for afterwards
		if _, err := b.session.returning(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		if got := b.proposed("s3b", "5511988887777"); got != "" {
			t.Errorf("with another patient of the same session: %q", got)
		}
		b.books("s3b")
		if got := b.proposed("s4", "5511988887777"); got != who {
			t.Errorf("after one more appointment: %q, want %q", got, who)
		}
	})
}

// Where it is not switched on nothing is kept of it.
func TestNotRecognised(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.opens("s", "5511988887777")
		b.books("s")
		found, err := b.session.returning(t.Context())
		if err != nil || len(found) > 0 || b.session.rec.State.Served != nil {
			t.Errorf("noted %v, served %v, %v", found, b.session.rec.State.Served, err)
		}
		if got := b.proposed("s2", "5511988887777"); got != "" {
			t.Errorf("proposed %q", got)
		}
	})
}

// unphoned is a journal that is away where the patients of a phone are noted, or looked for.
type unphoned struct {
	journal.Journal
	noted, looked int // so often
}

func (f *unphoned) Contacts(ctx context.Context, phone string, since time.Time, note ...journal.Contact) ([]journal.Contact, error) {
	left := &f.looked
	if len(note) > 0 {
		left = &f.noted
	}
	if strings.HasPrefix(phone, "returning-") && *left > 0 {
		*left--
		return nil, errors.New("away")
	}
	return f.Journal.Contacts(ctx, phone, since, note...)
}

// A journal that is away for a moment costs no appointment, and a new session waits for it.
func TestRecognisedWithoutJournal(t *testing.T) {
	recognising(t, func(t *testing.T, b *bench) {
		away := &unphoned{b.journal, 1, 2}
		b.config.Journal = away
		b.session.Behavior = NewBehavior(b.config)
		if got := b.proposed("s2", "5511988887777"); got == "" || away.looked > 0 {
			t.Errorf("proposed %q; away %d more times", got, away.looked)
		}
		b.opens("s3", "5511988880000")
		b.books("s3")
		b.wantOutcomes("AGENDADO 2")
		if away.noted > 0 || !strings.Contains(b.log.String(), "will not know its patient") {
			t.Errorf("away %d more times; the log has %s", away.noted, b.log)
		}
	})
}
