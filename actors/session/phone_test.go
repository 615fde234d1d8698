package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
)

// clinicPhone is a phone that the clinic has appointments of; it is the one of sessiontest's chat sessions, written
// otherwise.
const clinicPhone = "551188887777"

// line is a phone with its own session and its chat sessions.
type line struct {
	*bench
	all map[string]*session
}

// phoned begins a test with a clinic that asks a day before.
func phoned(t *testing.T, f func(t *testing.T, l *line)) {
	t.Helper()
	virtual(t, func(t *testing.T, b *bench) {
		catalogue := *sessiontest.Catalogue()
		catalogue.Patience = conversation.Patience{Before: 24 * time.Hour}
		b.config.Clinic = conversation.NewClinic(catalogue)
		b.config.Filters.Closed = []string{"COMPLETED"}
		b.config.Conversion, b.config.Tags = b.metrics.Conversion, true
		l := &line{bench: b}
		l.again()
		f(t, l)
	})
}

// again begins a new process.
func (l *line) again() {
	l.start()
	l.all = map[string]*session{}
}

// all that waits is done, in whatever session; two rounds without a row are rest.
func (l *line) rests() {
	l.t.Helper()
	for begin := time.Now(); l.journal.Pending() > 0; {
		if time.Since(begin) > 36*time.Hour {
			l.t.Fatal("the sessions do not come to rest")
		}
		waiting, err := l.journal.Sweep(l.t.Context(), 10)
		if err != nil {
			l.t.Fatal(err)
		}
		pause := time.Second
		for _, w := range waiting {
			s := l.all[w.SessionID]
			if s == nil {
				s = newSession(NewBehavior(l.config), l.host, w.SessionID)
				l.all[w.SessionID] = s
			}
			pause = max(pause, s.run(l.host.ctx))
		}
		time.Sleep(pause)
	}
	synctest.Wait()
}

// until lets time pass, and what is due happen.
func (l *line) until(month time.Month, day, hour, minute int) {
	l.t.Helper()
	for end := time.Date(2000, month, day, hour, minute, 0, 0, l.config.Clinic.Location); time.Now().Before(end); {
		time.Sleep(min(time.Until(end), 10*time.Minute))
		for l.ring() > 0 {
			l.rests()
		}
	}
}

// announces tells the phone of appointments, as an upload does.
func (l *line) announces(list ...conversation.Appointment) {
	l.t.Helper()
	l.messages++
	note := record.PhoneNote{Phone: clinicPhone, Told: conversation.Told{Appointments: list}}
	err := l.journal.Accept(l.t.Context(), journal.Incoming{
		SessionID: record.PhoneSession(clinicPhone), MessageID: fmt.Sprintf("note-%d", l.messages), Kind: journal.Told, Body: note.Encode(),
	})
	if err != nil {
		l.t.Fatal(err)
	}
	l.rests()
}

// writes lets the patient write in a chat session.
func (l *line) writes(session, text string) {
	l.t.Helper()
	l.messages++
	l.postTo(session, fmt.Sprintf("m%d", l.messages), sessiontest.Body(text))
	l.rests()
}

func appointment(key string, day int, hour, name string) conversation.Appointment {
	return conversation.Appointment{Key: key, Slot: conversation.Slot{AgendaID: 101, Date: fmt.Sprintf("2000-02-%02d", day), Hour: hour}, Name: name}
}

const (
	rosaBefore  = "by phone: Oi! Passando para lembrar do horário de *Rosa*: *amanhã, terça, 01/02, às 9h*, com a Dra. Ana Souza"
	rosaMorning = "by phone: Oi! Passando para lembrar do horário de *Rosa*: *hoje, terça, 01/02, às 9h*, com a Dra. Ana Souza"
)

// A phone is asked about an appointment of the clinic the day before and on the morning, by phone, whatever process there is,
// and however often the clinic tells of it.
func TestPhoneIsAsked(t *testing.T) {
	phoned(t, func(t *testing.T, l *line) {
		for range 3 {
			l.announces(appointment("a1", 1, "09:00", "Rosa"))
			l.again()
		}
		l.until(time.January, 31, 8, 59)
		if asked := l.asked(); len(asked) > 0 {
			t.Errorf("asked too early: %q", asked)
		}
		l.until(time.January, 31, 9, 0)
		l.again()
		l.announces(appointment("a1", 1, "09:00", "Rosa"))
		l.until(time.February, 3, 0, 0)
		if got, want := l.asked(), []string{rosaBefore, rosaMorning}; !slices.Equal(got, want) {
			t.Errorf("asked %q, want %q", got, want)
		}
		l.wantVisits("asked 1", "asked_again 1", "silent 1")
		l.wantOutcomes()
		l.wantLogWithout("Rosa", clinicPhone, "88887777")
		if n := len(l.gateway.Transfers()); n > 0 {
			t.Errorf("%d transfers", n)
		}
	})
}

// The answer comes in a chat session, new or old, and ends the questions; no or another time ends with a person.
func TestPhoneAnswers(t *testing.T) {
	for _, old := range []bool{false, true} {
		phoned(t, func(t *testing.T, l *line) {
			if old {
				l.until(time.January, 20, 9, 0)
				l.writes("chat", sessiontest.Ask)
			}
			l.announces(appointment("a1", 1, "09:00", "Rosa"))
			l.until(time.January, 31, 9, 30)
			l.again()
			l.writes("chat", sessiontest.Comes)
			l.again()
			l.announces(appointment("a1", 1, "09:00", "Rosa"))
			l.until(time.February, 3, 0, 0)
			if got := l.asked(); !slices.Equal(got, []string{rosaBefore}) {
				t.Errorf("old %t: asked %q", old, got)
			}
			l.wantVisits("asked 1", "confirmado 1")
			if tags := strings.Join(l.gateway.Tags(), ", "); !strings.HasSuffix(tags, " confirmado") {
				t.Errorf("old %t: tagged %q", old, tags)
			}
		})
	}
}

// Who wants no reminders is not asked in any session, about nothing that the clinic tells of later, and for longer than a
// session is remembered.
func TestPhoneStops(t *testing.T) {
	for stops, asked := range map[time.Duration]int{33*time.Hour + 30*time.Minute: 1, 60 * time.Hour: 2} { // before the second question, and once nothing is asked any more
		phoned(t, func(t *testing.T, l *line) {
			at := time.Date(2000, time.January, 30, 0, 0, 0, 0, l.config.Clinic.Location).Add(stops)
			l.announces(appointment("a1", 1, "09:00", "Rosa"))
			l.until(at.Month(), at.Day(), at.Hour(), at.Minute())
			l.writes("chat", sessiontest.Stop)
			l.until(time.February, 10, 9, 0)
			if _, err := l.journal.Purge(t.Context(), journal.Retention{Sessions: time.Now().Add(-24 * time.Hour), Contacts: time.Now()}, 100); err != nil {
				t.Fatal(err)
			}
			l.again()
			l.announces(appointment("a2", 12, "09:00", "Rosa"))
			l.until(time.February, 13, 9, 0)
			if n := len(l.asked()); n != asked {
				t.Errorf("asked %d times, want %d", n, asked)
			}
			if n := l.visits()["no_reminders"]; n != 1 {
				t.Errorf("%v", l.visits())
			}
		})
	}
}

// A phone whose patient writes in a chat session, or whom a person answers there, is not disturbed.
func TestPhoneIsBusy(t *testing.T) {
	for name, test := range map[string]struct {
		busy func(l *line)
		want string
	}{
		"a talk": {func(l *line) { l.writes("chat", sessiontest.Ask) }, rosaBefore},
		"a person": {func(l *line) {
			l.writes("chat", sessiontest.Ask)
			l.writes("chat", sessiontest.Person)
		}, ""},
	} {
		phoned(t, func(t *testing.T, l *line) {
			l.announces(appointment("a1", 1, "09:00", "Rosa"))
			l.until(time.January, 31, 8, 50)
			test.busy(l)
			l.until(time.January, 31, 9, 49)
			if asked := l.asked(); len(asked) > 0 {
				t.Errorf("%s: asked %q", name, asked)
			}
			l.until(time.February, 1, 8, 59)
			if asked := strings.Join(l.asked(), ", "); !strings.HasPrefix(asked, test.want) || (asked == "") != (test.want == "") {
				t.Errorf("%s: asked %q", name, asked)
			}
		})
	}
}

// Appointments of one day are one message, whoever made them: two of the clinic, or one that was booked in a chat, which the
// clinic may tell of, too, and move, and cancel.
func TestPhoneOneMessageADay(t *testing.T) {
	for name, test := range map[string]struct {
		before, after []conversation.Appointment
		booked        bool
		want          int // messages, of two at most that are due
		silent        int // appointments that were asked about
	}{
		"two of the clinic":            {before: []conversation.Appointment{appointment("a1", 1, "09:00", "Rosa"), appointment("a2", 1, "16:00", "Rosa")}, want: 2, silent: 2},
		"the second one later":         {before: []conversation.Appointment{appointment("a1", 1, "09:00", "Rosa")}, after: []conversation.Appointment{appointment("a2", 1, "16:00", "Rosa")}, want: 2, silent: 2},
		"booked in a chat":             {booked: true, want: 2, silent: 1},
		"booked, and told of":          {booked: true, before: []conversation.Appointment{appointment("a1", 1, "09:00", "Rosa")}, want: 2, silent: 1},
		"booked, and told of later":    {booked: true, after: []conversation.Appointment{appointment("a1", 1, "09:00", "Rosa")}, want: 2, silent: 1},
		"booked, and another one":      {booked: true, before: []conversation.Appointment{appointment("a1", 1, "15:00", "Rosa")}, want: 2, silent: 2},
		"booked, and another one late": {booked: true, after: []conversation.Appointment{appointment("a1", 1, "15:00", "Rosa")}, want: 2, silent: 2},
		"booked, told of and moved":    {booked: true, before: []conversation.Appointment{appointment("a1", 1, "09:00", "Rosa"), appointment("a1", 7, "09:00", "Rosa")}},
		"booked, and cancelled":        {booked: true, before: []conversation.Appointment{{Key: "a1", Slot: appointment("", 1, "09:00", "").Slot, Cancelled: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			phoned(t, func(t *testing.T, l *line) {
				if test.booked {
					l.writes("s", sessiontest.Book)
					l.stands("COMPLETED")
				}
				if test.before != nil {
					l.announces(test.before...)
				}
				l.until(time.January, 31, 9, 30)
				if test.after != nil {
					l.announces(test.after...)
				}
				l.until(time.February, 3, 0, 0)
				if asked := l.said(); len(asked) != test.want {
					t.Errorf("asked %q, want %d", asked, test.want)
				}
				if n := l.visits()["silent"]; n != test.silent {
					t.Errorf("%v, want silent %d", l.visits(), test.silent)
				}
			})
		})
	}
}

// said are the questions whole.
func (l *line) said() (list []string) {
	for _, sent := range l.gateway.Sent() {
		if strings.Contains(sent.Text, "*sim* ou *não*") {
			list = append(list, sent.Text)
		}
	}
	return list
}

// What the clinic moves is asked at its new time alone, what it cancels not at all, also once it was asked.
func TestPhoneMovedAndCancelled(t *testing.T) {
	phoned(t, func(t *testing.T, l *line) {
		l.announces(appointment("a1", 1, "09:00", "Rosa"), appointment("a2", 3, "10:00", "Rosa"), appointment("a3", 5, "10:00", "Rosa"))
		l.until(time.January, 31, 9, 30)
		moved, gone := appointment("a1", 7, "09:00", "Rosa"), appointment("a2", 3, "10:00", "Rosa")
		gone.Cancelled = true
		l.announces(moved, gone)
		l.until(time.February, 10, 0, 0)
		var days []string
		for _, text := range l.said() {
			days = append(days, text[strings.Index(text, "/02")-2:][:5])
		}
		if want := []string{"01/02", "05/02", "05/02", "07/02", "07/02"}; !slices.Equal(days, want) {
			t.Errorf("asked about %q, want %q", days, want)
		}
	})
}

// A note that nobody can read, and a session that cannot be used, end in the log: there is nobody to hand over to.
func TestPhoneBroken(t *testing.T) {
	phoned(t, func(t *testing.T, l *line) {
		id := record.PhoneSession(clinicPhone)
		if err := l.journal.Accept(t.Context(), journal.Incoming{SessionID: id, MessageID: "x", Kind: journal.Told, Body: []byte("{")}); err != nil {
			t.Fatal(err)
		}
		l.rests()
		a, err := l.journal.Activate(t.Context(), id, 99)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.journal.Commit(t.Context(), 1, journal.Commit{SessionID: id, Version: a.Version, State: []byte("{")}); err != nil {
			t.Fatal(err)
		}
		l.again()
		l.announces(appointment("a1", 1, "09:00", "Rosa"))
		l.announces(appointment("a1", 1, "09:00", "Rosa"))
		l.until(time.January, 31, 12, 0)
		if got := l.asked(); !slices.Equal(got, []string{rosaBefore}) || len(l.gateway.Transfers()) > 0 {
			t.Errorf("asked %q, %d transfers", got, len(l.gateway.Transfers()))
		}
	})
}

// Whatever commit of the answer fails, the session of the phone knows it, or hears it again.
func TestPhoneAnswerOverAFailure(t *testing.T) {
	phoned(t, func(t *testing.T, l *line) {
		l.announces(appointment("a1", 1, "09:00", "Rosa"))
		l.until(time.January, 31, 9, 30)
		failing := &failingOnce{Journal: l.journal}
		l.config.Journal = failing
		l.again()
		failing.fails = true
		l.writes("chat", sessiontest.Comes)
		l.until(time.February, 3, 0, 0)
		if got := l.asked(); !slices.Equal(got, []string{rosaBefore}) {
			t.Errorf("asked %q", got)
		}
		l.wantVisits("asked 1", "confirmado 1")
	})
}

// failingOnce refuses the first note to a phone after fails was set.
type failingOnce struct {
	journal.Journal
	fails bool
}

func (f *failingOnce) Accept(ctx context.Context, in journal.Incoming) error {
	if f.fails && in.Kind == journal.Told {
		f.fails = false
		return errors.New("away")
	}
	return f.Journal.Accept(ctx, in)
}
