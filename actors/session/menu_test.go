package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/rules"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/integrations/chat"
	"atende/integrations/outbound"
)

// tapping begins a test with a clinic whose questions can be answered by a tap, led by the rules.
func tapping(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	virtual(t, func(t *testing.T, b *bench) {
		catalogue := *sessiontest.Catalogue()
		catalogue.Interactive = true
		b.config.Clinic = conversation.NewClinic(catalogue)
		b.config.Driver = rules.New(b.config.Clinic)
		f(t, b)
	})
}

// menu is what can be tapped under the last message.
func (b *bench) menu() *chat.Menu {
	b.t.Helper()
	sent := b.gateway.Sent()
	if len(sent) == 0 || sent[len(sent)-1].Menu == nil {
		b.t.Fatalf("nothing can be tapped under %+v", sent[max(0, len(sent)-1):])
	}
	return sent[len(sent)-1].Menu
}

// tap answers with an option, in a process that remembers nothing.
func (b *bench) tap(o chat.Option) {
	b.t.Helper()
	b.start()
	b.messages++
	b.send(fmt.Sprint("m", b.messages), journal.PatientMessage{Kind: "TEXT", Text: o.Title, Choice: o.ID})
	b.settle()
}

const whoComes = "Maria Silva, CPF 529.982.247-25, nascida em 12/03/1985"

// last is what the patient read last.
func (b *bench) last() string {
	texts := b.gateway.Texts()
	return texts[len(texts)-1]
}

// Each tap is read in a process that knows nothing but the record.  A yes to what was read back before books nothing else,
// neither does a time of a list that was replaced, and the yes that is tapped twice books once.
func TestTappedBooking(t *testing.T) {
	tapping(t, func(t *testing.T, b *bench) {
		b.say("quero consulta, unimed, dia 1 de fevereiro de manhã")
		list := b.menu()
		if list.Open == "" || len(list.Options) != 2 || list.Options[1].Title != "Ter 01/02/2000 às 10:00" {
			t.Fatalf("%+v", list)
		}
		b.tap(list.Options[0])
		b.say(whoComes)
		first := b.menu()
		b.tap(list.Options[1])
		if !strings.Contains(b.last(), "às 10:00*") {
			t.Fatalf("another time of the same list: %q", b.last())
		}
		second := b.menu()
		b.tap(first.Options[0])
		if n := len(b.clinic.Booked()); n > 0 || !strings.Contains(b.last(), "mais antiga") || !strings.Contains(b.last(), "às 10:00*") {
			t.Fatalf("%d booked by a yes to another time; %q", n, b.last())
		}
		if again := b.menu(); !slices.Equal(again.Options, second.Options) {
			t.Errorf("the same again can be tapped as %+v", again)
		}
		b.tap(chat.Option{ID: "booking-00000000-1", Title: "Sim, 01/02 às 10:00"})
		if n := len(b.clinic.Booked()); n > 0 {
			t.Fatalf("%d booked by a made-up yes", n)
		}
		b.tap(second.Options[0])
		booked := b.clinic.Booked()
		if len(booked) != 1 || booked[0].Hour != "10:00" {
			t.Fatalf("%+v", booked)
		}
		for _, o := range []chat.Option{second.Options[0], first.Options[0], list.Options[0]} {
			b.tap(o)
		}
		if n := len(b.clinic.Booked()); n != 1 {
			t.Errorf("%d appointments", n)
		}
		b.wantLogWithout("Maria", "52998224725", "Sim, 01", "Ter 01")
	})
}

// Two taps in one burst: the older one chooses nothing, the other one counts.
func TestTapsInABurst(t *testing.T) {
	tapping(t, func(t *testing.T, b *bench) {
		b.say("quero consulta, unimed, dia 1 de fevereiro de manhã")
		old := b.menu()
		b.say("à tarde")
		now := b.menu()
		for i, o := range []chat.Option{old.Options[1], now.Options[0]} {
			b.send(fmt.Sprint("tap", i), journal.PatientMessage{Kind: "TEXT", Text: o.Title, Choice: o.ID})
		}
		b.settle()
		if !strings.Contains(b.last(), "nome completo") || b.session.rec.State.Choice.Hour != "14:00" {
			t.Errorf("%q, %+v", b.last(), b.session.rec.State.Choice)
		}
	})
}

// A gateway that refuses what can be tapped gets the words alone, once, and the patient reads the same.
func TestMenuRefused(t *testing.T) {
	tapping(t, func(t *testing.T, b *bench) {
		b.gateway.NoMenus = true
		b.say("quero consulta, unimed, dia 1 de fevereiro de manhã")
		sent := b.gateway.Sent()
		if n := len(sent); n == 0 || sent[n-1].Menu != nil || strings.Count(strings.Join(b.gateway.Texts(), "\n"), "10:00") != 1 {
			t.Errorf("%+v", sent)
		}
		if !strings.Contains(b.log.String(), "the words go alone") {
			t.Error("nobody is told")
		}
		b.say("2")
		if b.session.rec.State.Choice == nil || b.session.rec.State.Choice.Hour != "10:00" {
			t.Errorf("chosen %+v", b.session.rec.State.Choice)
		}
	})
}

// Where nobody knows whether a message with a menu arrived it is not said in another form at once, but once more at most, like
// any other (contract, "Repeated parts").  One that did not leave goes out with its menu from a new process, too.
func TestMenuWithoutAnswer(t *testing.T) {
	for name, fault := range map[string]func(b *bench, fail sessiontest.Fault){
		"it may have arrived": func(b *bench, fail sessiontest.Fault) { b.gateway.After = fail },
		"it did not leave":    func(b *bench, fail sessiontest.Fault) { b.gateway.Before = fail },
	} {
		tapping(t, func(t *testing.T, b *bench) {
			failed := 0
			fault(b, func(_ context.Context, operation, _ string) error {
				if operation != "send_in_session" || failed > 0 {
					return nil
				}
				failed++
				kind := outbound.Unknown
				if b.gateway.Before != nil {
					kind = outbound.NotSent
				}
				return sessiontest.Failure("gateway", kind, 0)
			})
			b.write("quero consulta, unimed, dia 1 de fevereiro de manhã")
			time.Sleep(b.wake())
			b.start()
			b.settle()
			lists := slices.DeleteFunc(b.gateway.Sent(), func(s sessiontest.Sent) bool { return !strings.Contains(s.Text, "10:00") })
			want := 1
			if b.gateway.After != nil {
				want = 2
			}
			if len(lists) != want || slices.ContainsFunc(lists, func(s sessiontest.Sent) bool { return s.Menu == nil }) {
				t.Errorf("%s: %+v", name, lists)
			}
		})
	}
}
