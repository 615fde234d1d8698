package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"atende/actors/conversation"
	"atende/actors/decide/attendance"
	"atende/actors/decide/rules"
	"atende/actors/journal"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/outbound"
)

// queue is a clinic with a waiting list, where nothing is free but what is freed.
type queue struct{ *line }

// queued begins a test in the morning of 3 January with patients who wait, the first one first, each in a chat session and
// with a phone of their own.
func queued(t *testing.T, patients int, f func(t *testing.T, q queue)) {
	t.Helper()
	queuedFor(t, sessiontest.Catalogue().Doctors, patients, f)
}

// queuedFor begins such a test in a clinic with these doctors.
func queuedFor(t *testing.T, doctors []conversation.Doctor, patients int, f func(t *testing.T, q queue)) {
	t.Helper()
	virtual(t, func(t *testing.T, b *bench) {
		catalogue := *sessiontest.Catalogue()
		catalogue.Doctors, catalogue.Patience = doctors, conversation.Patience{Hold: time.Hour, Look: 10 * time.Minute}
		b.config.Clinic = conversation.NewClinic(catalogue)
		b.config.Driver = attendance.New(rules.New(b.config.Clinic), b.config.Clinic)
		b.config.Filters.Closed = []string{"COMPLETED"}
		b.config.Conversion = b.metrics.Conversion
		for _, date := range []string{"2000-02-01", "2000-02-02", "2000-02-03"} {
			for _, hour := range []string{"09:00", "10:00", "14:00", "15:00"} {
				b.clinic.Occupy(date, hour)
			}
		}
		q := queue{&line{bench: b}}
		q.again()
		q.until(time.January, 3, 9, 0)
		for i := range 6 {
			chat := sessiontest.Open()
			chat.Phone = fmt.Sprintf("55119999900%02d", i)
			b.gateway.Set(fmt.Sprint("s", i), chat)
		}
		for i := range patients {
			q.says(i, "consulta com a dra ana souza pela unimed")
			q.says(i, "sim")
		}
		f(t, q)
	})
}

// says lets a patient write.
func (q queue) says(patient int, text string) { q.saysIn(fmt.Sprint("s", patient), patient, text) }

// saysIn lets a patient write in some chat session.
func (q queue) saysIn(session string, patient int, text string) {
	q.t.Helper()
	q.messages++
	m := journal.PatientMessage{Kind: "TEXT", Text: text, From: fmt.Sprintf("55119999900%02d", patient), To: "551130000000"}
	q.postTo(session, fmt.Sprintf("m%d", q.messages), m.Encode())
	q.rests()
}

// heard is what was said in a chat session.
func (q queue) heard(session string) (texts []string) {
	for _, sent := range q.gateway.Sent() {
		if sent.Session == session {
			texts = append(texts, sent.Text)
		}
	}
	return texts
}

// offers are the times of the waiting list that patients read, in order.
func (q queue) offers() (list []string) {
	for _, sent := range q.gateway.Sent() {
		if strings.Contains(sent.Text, "Abriu um horário") {
			_, when, _ := strings.Cut(sent.Text, ": *")
			when, _, _ = strings.Cut(when, "*")
			list = append(list, sent.Session+sent.Phone+" "+when)
		}
	}
	return list
}

func (q queue) wantOffers(want ...string) {
	q.t.Helper()
	if got := q.offers(); !slices.Equal(got, want) {
		q.t.Errorf("offered %q, want %q", got, want)
	}
}

// places is how the line of the first agenda stands, and placesOf that of another one.
func (q queue) places() []conversation.Place { return q.placesOf(101) }

func (q queue) placesOf(agendaID int) []conversation.Place {
	q.t.Helper()
	stored, _, err := q.journal.Look(q.t.Context(), record.LineSession(agendaID))
	if err != nil {
		q.t.Fatal(err)
	}
	rec, _ := record.ReadStored(stored)
	return rec.State.Line
}

const firstFree = "terça, 01/02, às 9h"

// A time that comes free goes to the first one alone; to the second one once the first has not answered; and whoever says
// yes is asked for the data, reads all of it back, and has it.
func TestLine(t *testing.T) {
	queued(t, 2, func(t *testing.T, q queue) {
		if n := len(q.places()); n != 2 {
			t.Fatalf("%d places; said %q", n, q.gateway.Texts())
		}
		q.clinic.Vacate("2000-02-01", "09:00")
		q.until(time.January, 3, 9, 30)
		q.wantOffers("s0 " + firstFree)
		if q.says(5, "consulta com a dra ana souza pela unimed"); !strings.Contains(strings.Join(q.heard("s5"), ""), "não há horário livre") {
			t.Errorf("somebody else reads %q", q.heard("s5"))
		}
		q.again()
		q.until(time.January, 3, 10, 0)
		q.wantOffers("s0 " + firstFree)
		q.until(time.January, 3, 10, 40)
		q.wantOffers("s0 "+firstFree, "s1 "+firstFree)
		q.says(1, "sim")
		q.says(1, "Pedro Alves Rocha 52998224725 12/03/1985")
		q.says(1, "sim")
		if booked := q.clinic.Booked(); len(booked) != 1 || booked[0].Date != "2000-02-01" {
			t.Errorf("booked %+v; said %q", booked, q.heard("s1"))
		}
		if places := q.places(); len(places) != 1 || places[0].Session != "s0" {
			t.Errorf("in line %+v", places)
		}
		q.says(0, "sim") // too late
		if booked := q.clinic.Booked(); len(booked) != 1 {
			t.Errorf("booked %+v; said %q", booked, q.heard("s0"))
		}
		if said := q.heard("s0"); !strings.HasPrefix(said[len(said)-1], "Não consegui confirmar esse horário") {
			t.Errorf("said %q", said)
		}
	})
}

// A no ends the wish, and the time goes to the next one at once.
func TestLineDeclined(t *testing.T) {
	queued(t, 2, func(t *testing.T, q queue) {
		q.clinic.Vacate("2000-02-01", "09:00")
		q.until(time.January, 3, 9, 30)
		q.says(0, "não, obrigada")
		q.until(time.January, 3, 9, 50)
		q.wantOffers("s0 "+firstFree, "s1 "+firstFree)
		q.clinic.Vacate("2000-02-02", "09:00")
		q.until(time.January, 3, 18, 0)
		if n := len(q.offers()); n > 3 {
			t.Errorf("offered %q", q.offers())
		}
		for _, offer := range q.offers()[1:] {
			if strings.HasPrefix(offer, "s0") {
				t.Errorf("offered %q after a no", offer)
			}
		}
	})
}

// Several times are offered at once, each to one patient, in order; who has one on offer gets no other.
func TestLineSeveral(t *testing.T) {
	queued(t, 3, func(t *testing.T, q queue) {
		q.clinic.Vacate("2000-02-01", "09:00")
		q.clinic.Vacate("2000-02-02", "10:00")
		q.until(time.January, 3, 9, 40)
		q.wantOffers("s0 "+firstFree, "s1 quarta, 02/02, às 10h")
	})
}

// At night nobody is written to; a time that was taken meanwhile is offered to nobody.
func TestLineAtNight(t *testing.T) {
	queued(t, 1, func(t *testing.T, q queue) {
		q.until(time.January, 3, 20, 0)
		q.clinic.Vacate("2000-02-01", "09:00")
		q.clinic.Vacate("2000-02-02", "10:00")
		q.until(time.January, 4, 7, 50)
		q.wantOffers()
		q.clinic.Occupy("2000-02-01", "09:00")
		q.until(time.January, 4, 8, 20)
		q.wantOffers("s0 quarta, 02/02, às 10h")
	})
}

// A person who has the chat ends the wish; a chat session that the gateway has closed is reached by phone, and a yes in a
// new one of the same phone books.
func TestLineReaches(t *testing.T) {
	stands := func(q queue, status string) {
		chat := sessiontest.Open()
		chat.Phone, chat.Status = "5511999990000", status
		q.gateway.Set("s0", chat)
	}
	t.Run("a person", func(t *testing.T) {
		queued(t, 2, func(t *testing.T, q queue) {
			stands(q, "Em atendimento")
			q.clinic.Vacate("2000-02-01", "09:00")
			q.until(time.January, 3, 9, 40)
			q.wantOffers("s1 " + firstFree)
			if places := q.places(); len(places) != 1 {
				t.Errorf("in line %+v", places)
			}
		})
	})
	t.Run("another chat session", func(t *testing.T) {
		queued(t, 1, func(t *testing.T, q queue) {
			q.until(time.January, 3, 12, 0)
			stands(q, "COMPLETED")
			q.clinic.Vacate("2000-02-01", "09:00")
			q.until(time.January, 3, 12, 20)
			q.wantOffers("5511999990000 " + firstFree)
			chat := sessiontest.Open()
			chat.Phone = "5511999990000"
			q.gateway.Set("z", chat)
			for _, text := range []string{"sim", "Pedro Alves Rocha 52998224725 12/03/1985", "sim"} {
				q.saysIn("z", 0, text)
			}
			if booked := q.clinic.Booked(); len(booked) != 1 {
				t.Errorf("booked %+v; said %q", booked, q.heard("z"))
			}
			if places := q.places(); len(places) != 0 {
				t.Errorf("in line %+v", places)
			}
		})
	})
}

// A day after the patient's last message an offer is a template, where there is one; a gateway that refuses it ends the wish
// and the time goes on.
func TestLineTemplate(t *testing.T) {
	for _, refuses := range []bool{false, true} {
		queued(t, 1, func(t *testing.T, q queue) {
			var sent []string
			q.config.SendOffer = func(_ context.Context, phone, value string) (json.RawMessage, error) {
				sent = append(sent, phone+" "+value)
				if refuses {
					return nil, sessiontest.Failure("gateway", outbound.Refused, 422)
				}
				return nil, nil
			}
			q.again()
			q.until(time.January, 4, 12, 0)
			q.clinic.Vacate("2000-02-01", "09:00")
			q.until(time.January, 4, 12, 20)
			q.wantOffers()
			want := "5511999990000 terça, 01/02, às 9h, com a Dra. Ana Souza, até as 13h10"
			if len(sent) != 1 || sent[0] != want {
				t.Errorf("refuses %t: sent %q, want %q", refuses, sent, want)
			}
			if places := q.places(); (len(places) == 0) != refuses {
				t.Errorf("refuses %t: in line %+v", refuses, places)
			}
		})
	}
}

// An offer that waits for the gateway until its time is over is not said.
func TestLineTooLate(t *testing.T) {
	queued(t, 1, func(t *testing.T, q queue) {
		q.clinic.Vacate("2000-02-01", "09:00")
		q.gateway.Before = func(context.Context, string, string) error {
			return sessiontest.Failure("gateway", outbound.Unknown, 503)
		}
		q.until(time.January, 3, 9, 30)
		q.gateway.Before = nil
		q.until(time.January, 3, 10, 0)
		q.wantOffers()
	})
}

// Three offers without an answer end a wish; who says so again waits anew.
func TestLineLapses(t *testing.T) {
	queued(t, 1, func(t *testing.T, q queue) {
		for _, hour := range []string{"09:00", "10:00", "14:00", "15:00"} {
			q.clinic.Vacate("2000-02-01", hour)
		}
		q.until(time.January, 3, 19, 0)
		if n := len(q.offers()); n != 3 || len(q.places()) != 0 {
			t.Errorf("offered %q, in line %+v", q.offers(), q.places())
		}
		for _, hour := range []string{"09:00", "10:00", "14:00", "15:00"} {
			q.clinic.Occupy("2000-02-01", hour)
		}
		q.says(0, "consulta com a dra ana souza pela unimed")
		q.says(0, "me avise")
		if n := len(q.places()); n != 1 {
			t.Errorf("%d places; said %q", n, q.heard("s0"))
		}
	})
}

// A node asks A1 for all lists together so often a minute and no more, whole looks alone; a clock that goes back bars nobody.
func TestBudgetOfLooks(t *testing.T) {
	t.Parallel()
	now := time.Date(2000, time.January, 3, 9, 0, 0, 0, time.UTC)
	var b budget
	for i, c := range []struct {
		after time.Duration
		n     int
		want  bool
	}{
		{0, maxLooks - 1, true}, {0, 2, false}, {0, 1, true}, {59 * time.Second, 1, false}, {time.Second, maxLooks, true}, {0, 1, false}, {-time.Hour, 1, true},
	} {
		if now = now.Add(c.after); b.take(now, c.n) != c.want {
			t.Errorf("step %d: %d looks, want %t", i, c.n, c.want)
		}
	}
}

// Who says that they do not come frees nothing by that, but the line looks soon and often for some time: the time is offered
// as soon as somebody has called it off in the clinic's system, however seldom is looked otherwise.
func TestLineHearsOfCancellation(t *testing.T) {
	for _, answers := range []bool{false, true} {
		queued(t, 0, func(t *testing.T, q queue) {
			q.config.Clinic.Patience.Look, q.config.Clinic.Patience.Before = 12*time.Hour, 24*time.Hour
			q.clinic.Vacate("2000-02-01", "09:00")
			for _, text := range []string{"consulta com a dra ana souza pela unimed, dia 01/02 às 9h", "Pedro Alves Rocha 52998224725 12/03/1985", "sim"} {
				q.says(5, text)
			}
			day, minute := 3, 15
			if answers {
				q.until(time.January, 31, 8, 30)
				q.says(0, "consulta com a dra ana souza pela unimed")
				q.says(0, "sim")
				q.until(time.January, 31, 9, 30)
				q.says(5, "não vou poder ir")
				day, minute = 31, 45
			} else {
				q.says(0, "consulta com a dra ana souza pela unimed")
				q.says(0, "sim")
				q.says(5, "quero cancelar a minha consulta")
			}
			q.until(time.January, day, 9, minute)
			q.wantOffers()
			q.clinic.Vacate("2000-02-01", "10:00")
			q.until(time.January, day, 9, minute+5)
			if answers {
				q.wantOffers("s0 amanhã, terça, 01/02, às 10h")
			} else {
				q.wantOffers("s0 terça, 01/02, às 10h")
			}
		})
	}
}

// A cancellation is heard where anybody waits, once an agenda and turn, and nothing becomes of it elsewhere.
func TestCancellationNobodyWaits(t *testing.T) {
	queued(t, 0, func(t *testing.T, q queue) {
		q.clinic.Vacate("2000-02-01", "09:00")
		for _, text := range []string{"consulta com a dra ana souza pela unimed, dia 01/02 às 9h", "Pedro Alves Rocha 52998224725 12/03/1985", "sim", "quero cancelar a minha consulta"} {
			q.says(5, text)
		}
		if _, known, err := q.journal.Look(t.Context(), record.LineSession(101)); known || err != nil {
			t.Errorf("known %t, %v", known, err)
		}
	})
}

// Whoever waits for any of several doctors stands in the line of each, has one offer at a time, whoever makes it, and leaves
// all lines with it: what the other doctor has goes to the next one.
func TestLineAnyDoctor(t *testing.T) {
	doctors := []conversation.Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}, {AgendaID: 102, Name: "Dr. Bruno Lima", SpecialtyID: 7}}
	queuedFor(t, doctors, 0, func(t *testing.T, q queue) {
		for i, text := range []string{"consulta de cardiologia pela unimed, tanto faz o médico", "consulta com o dr bruno lima pela unimed"} {
			q.says(i, text)
			q.says(i, "sim")
		}
		if ana, bruno := q.placesOf(101), q.placesOf(102); len(ana) != 1 || ana[0].Beside || len(bruno) != 2 || !bruno[0].Beside {
			t.Fatalf("in line %+v and %+v; said %q", ana, bruno, q.heard("s0"))
		}
		q.clinic.Vacate("2000-02-01", "09:00") // of both doctors
		q.until(time.January, 3, 9, 30)
		offers := q.offers()
		if slices.Sort(offers); !slices.Equal(offers, []string{"s0 " + firstFree, "s1 " + firstFree}) {
			t.Fatalf("offered %q", offers)
		}
		if said := q.heard("s1"); !strings.Contains(said[len(said)-1], "Bruno") {
			t.Errorf("s1 is offered %q", said[len(said)-1])
		}
		q.again()
		for _, text := range []string{"sim", "Pedro Alves Rocha 52998224725 12/03/1985", "sim"} {
			q.says(0, text)
		}
		if booked := q.clinic.Booked(); len(booked) != 1 || booked[0].AgendaID != 101 {
			t.Errorf("booked %+v; said %q", booked, q.heard("s0"))
		}
		if ana, bruno := q.placesOf(101), q.placesOf(102); len(ana) != 0 || len(bruno) != 1 || bruno[0].Session != "s1" {
			t.Errorf("in line %+v and %+v", ana, bruno)
		}
	})
}
