package session

import (
	"context"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/journal"
	"atende/actors/session/sessiontest"
	"atende/actors/understand"
	"atende/integrations/outbound"
	"atende/metrics"
)

// converting makes a bench whose conversion is counted.
func (b *bench) converting() {
	b.config.Conversion = b.metrics.Conversion
	b.metrics.Conversion.Know(metrics.Catalog{
		Doctors: []metrics.Doctor{{Name: "Dra. Ana Souza", Specialty: "Cardiologia"}}, Specialties: []string{"Cardiologia"}, Plans: []string{"Unimed"},
	})
}

// counted is the value of a counter with these labels, or how many values a histogram has.
func (b *bench) counted(name string, labels prometheus.Labels) float64 {
	b.t.Helper()
	families, err := b.numbers.Gather()
	if err != nil {
		b.t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, m := range family.GetMetric() {
			match := true
			for _, label := range m.GetLabel() {
				match = match && labels[label.GetName()] == label.GetValue()
			}
			if match && m.GetHistogram() != nil {
				return float64(m.GetHistogram().GetSampleCount())
			}
			if match {
				return m.GetCounter().GetValue()
			}
		}
	}
	b.t.Fatalf("no %s%v", name, labels)
	return 0
}

func (b *bench) wantCount(want float64, name string, labels prometheus.Labels) {
	b.t.Helper()
	if got := b.counted(name, labels); got != want {
		b.t.Errorf("%s%v is %v, want %v", name, labels, got, want)
	}
}

// What a manager asks for is counted with the commits that say so, by names of the catalogue.
func TestConversion(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.converting()
		b.say("oi")
		time.Sleep(time.Minute)
		b.say(sessiontest.Book)
		for _, stage := range metrics.BookingStages {
			b.wantCount(1, "atende_funnel_by_doctor_total", prometheus.Labels{"stage": stage, "doctor": "Dra. Ana Souza", "specialty": "Cardiologia"})
			b.wantCount(1, "atende_funnel_by_plan_total", prometheus.Labels{"stage": stage, "plan": "Unimed"})
		}
		if n, sum := b.histogram("atende_booking_duration_seconds"); n != 1 || sum != 60 {
			t.Errorf("%d appointments took %v s", n, sum)
		}
		b.say(sessiontest.Person)
		b.wantCount(1, "atende_handovers_total", prometheus.Labels{"reason": metrics.Other})
		b.wantCount(0, "atende_unfinished_total", prometheus.Labels{"outcome": "TRANSFERIDO", "stage": "booked"}) // it has its appointment
	})
}

// Who leaves without an appointment counts at the stage that was reached.
func TestUnfinished(t *testing.T) {
	for _, test := range []struct {
		name    string
		first   string
		last    func(b *bench)
		outcome string
		stage   string
	}{
		{"gives up after an offer", sessiontest.Offer, func(b *bench) { b.say(sessiontest.GiveUp) }, "SEM_INTERESSE", "offered"},
		{"asks for a person", sessiontest.Offer, func(b *bench) { b.say(sessiontest.Person) }, "TRANSFERIDO", "offered"},
		{"asks for a person first", sessiontest.Person, func(*bench) {}, "TRANSFERIDO", "started"},
		{"is given to a person", sessiontest.Offer, func(b *bench) { b.taken(); b.settle() }, "TRANSFERIDO", "offered"},
		{"cannot be given to a person", sessiontest.Offer, func(b *bench) {
			b.gateway.Before = func(_ context.Context, operation, _ string) error {
				if operation == "transfer" {
					return sessiontest.Failure("gateway", outbound.Refused, 400)
				}
				return nil
			}
			b.say(sessiontest.Person)
		}, "ERRO", "offered"},
	} {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.converting()
				b.say(test.first)
				test.last(b)
				b.wantCount(1, "atende_unfinished_total", prometheus.Labels{"outcome": test.outcome, "stage": test.stage})
			})
		})
	}
}

// A conversation ends once, however often it is given to a person, and also where the person came before our own
// transfer: in the gateway or by webhook, while a turn thought or while its words waited.
func TestUnfinishedOnce(t *testing.T) {
	inGateway := func(b *bench) { b.gateway.Set("s", withPerson()) }
	during := func(text string, takes time.Duration, come func(b *bench)) func(b *bench) {
		return func(b *bench) {
			b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) { time.Sleep(takes); come(b) }}
			b.start()
			b.say(text)
		}
	}
	twice := func(b *bench) {
		b.order("t1", journal.Transferred, TakenByWebhook)
		time.Sleep(time.Second)
		b.order("t2", journal.Transferred, TakenByOperator)
	}
	for name, last := range map[string]func(b *bench){
		"given in two turns": func(b *bench) {
			b.taken()
			b.settle()
			time.Sleep(time.Minute)
			b.order("t2", journal.Transferred, TakenByOperator)
			b.settle()
		},
		"given twice at once":              func(b *bench) { twice(b); b.settle() },
		"given while a turn thought":       during("oi", time.Second, (*bench).taken),
		"given twice while a turn thought": during("oi", time.Second, twice),
		"given before a transfer":          during(sessiontest.Person, time.Second, (*bench).taken),
		"taken in the gateway":             during("oi", longWait+1, inGateway),
		"taken in the gateway, told later": func(b *bench) {
			during("oi", longWait+1, inGateway)(b)
			b.taken()
			b.settle()
		},
		"taken in the gateway, by transfer": during(sessiontest.Person, longWait+1, inGateway),
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.converting()
				b.say(sessiontest.Offer)
				time.Sleep(time.Minute)
				last(b)
				b.wantCount(1, "atende_unfinished_total", prometheus.Labels{"outcome": "TRANSFERIDO", "stage": "offered"})
			})
		})
	}
}

// One that was given back goes on, and may end another time, in the same turn as in a later one.
func TestUnfinishedAfterAHandBack(t *testing.T) {
	for name, meanwhile := range map[string]func(b *bench){"at once": func(*bench) {}, "later": (*bench).settle} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				b.converting()
				b.say(sessiontest.Offer)
				b.taken()
				b.settle()
				time.Sleep(time.Minute)
				b.order("b", journal.HandedBack, "")
				meanwhile(b)
				b.order("t2", journal.Transferred, TakenByOperator)
				b.settle()
				b.wantCount(2, "atende_unfinished_total", prometheus.Labels{"outcome": "TRANSFERIDO", "stage": "offered"})
			})
		})
	}
}

// A hand-over counts once, also where more of the outbox follows.
func TestHandOverWithATag(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.converting()
		b.config.Tags = true
		b.say(sessiontest.Person)
		if tags := b.gateway.Tags(); len(tags) != 1 {
			t.Errorf("tags %q", tags)
		}
		b.wantCount(1, "atende_handovers_total", prometheus.Labels{"reason": metrics.Other})
	})
}

// wishing is a driver that wishes for what the clinic does not have, and may take something else.
type wishing struct{ books bool }

func (d wishing) Start(decide.Turn) decide.Dialogue {
	moves := []conversation.Event{conversation.Search{
		Request: conversation.Request{SpecialtyID: 7, AgendaID: 101, ProcedureID: 501, PlanID: 2},
		Wish:    conversation.Wish{Weekdays: []time.Weekday{time.Saturday}, Period: understand.Morning},
	}}
	if d.books {
		moves = append(moves, conversation.Choose{Number: 1},
			conversation.Identify{Identity: conversation.Identity{Name: "Maria Silva", CPF: "52998224725", BirthDate: "1985-03-12"}}, conversation.Confirm{Agreed: true})
	}
	return &wish{moves}
}

type wish struct{ moves []conversation.Event }

func (w *wish) Next(_ context.Context, s *conversation.State, _ *conversation.Refusal) (conversation.Event, error) {
	if len(w.moves) == 0 {
		return conversation.Reply{Text: "não tenho"}, nil
	}
	move := w.moves[0]
	w.moves = w.moves[1:]
	if _, books := move.(conversation.Confirm); books {
		sessiontest.ReadBack(s)
	}
	return move, nil
}

// A wish that cannot be met is counted once, in the journal and in the metrics, with the commit of its turn: one
// that is tried again counts once, too.
func TestDemand(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.converting()
		b.config.Driver = wishing{}
		failing := &flaky{Journal: b.journal, fails: 2}
		b.config.Journal = failing
		b.say("sábado de manhã?")
		b.say("sábado de manhã?")
		counts, err := b.journal.(journal.Archive).Demand(t.Context(), "1999-12-31", "2000-01-01")
		want := journal.DemandCount{Count: 1, Demand: journal.Demand{
			Day: "1999-12-31", SpecialtyID: 7, AgendaID: 101, PlanID: 2, Weekday: 6, Period: "morning", Cause: conversation.UnmetWished,
		}} // the clinic's day
		if err != nil || len(counts) != 1 || counts[0] != want {
			t.Errorf("demand %+v, %v", counts, err)
		}
		b.wantCount(1, "atende_unmet_demand_total", prometheus.Labels{"specialty": "Cardiologia", "weekday": "sat", "period": "morning"})
	})
}

// A turn counts so many wishes and no more, the same in the journal and in the metrics.
func TestDemandIsBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.converting()
		b.start()
		wished := conversation.Unmet{Request: conversation.Request{SpecialtyID: 7}, Cause: conversation.UnmetNone}
		for day := range time.Weekday(5) {
			wished.Parts = append(wished.Parts, conversation.Part{Weekday: day, Period: understand.Morning})
		}
		turn := &turn{}
		for range 4 {
			b.session.note(turn, wished)
		}
		rows := map[int]int{} // by weekday
		for _, row := range b.session.demand(turn) {
			rows[row.Weekday]++
		}
		b.session.countConversion(turn)
		for day, label := range []string{"sun", "mon", "tue", "wed", "thu"} {
			want := 3
			if label == "thu" { // the fifteenth is one too many
				want = 2
			}
			if rows[day] != want {
				t.Errorf("%d rows of %s, want %d", rows[day], label, want)
			}
			b.wantCount(float64(want), "atende_unmet_demand_total", prometheus.Labels{"specialty": "Cardiologia", "weekday": label, "period": "morning"})
		}
	})
}

// A turn that books what was not wished for counts the wish with the intent, whatever becomes of the rest.
func TestDemandOfABooking(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		b.converting()
		b.config.Driver = wishing{books: true}
		b.say("sábado de manhã, ou o que tiver")
		b.wantOutcomes("AGENDADO 1")
		if counts, err := b.journal.(journal.Archive).Demand(t.Context(), "1999-12-31", "2000-01-01"); err != nil || len(counts) != 1 || counts[0].Count != 1 {
			t.Errorf("demand %+v, %v", counts, err)
		}
		b.wantCount(1, "atende_unmet_demand_by_catalog_total", prometheus.Labels{"doctor": "", "plan": "Unimed"})
	})
}

// flaky is a journal whose first commits fail.
type flaky struct {
	journal.Journal
	fails int
}

func (f *flaky) Commit(ctx context.Context, schema int, c journal.Commit) (int64, error) {
	if f.fails--; f.fails >= 0 {
		return 0, context.DeadlineExceeded
	}
	return f.Journal.Commit(ctx, schema, c)
}
