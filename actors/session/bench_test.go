package session

import (
	"context"
	"fmt"
	"testing"
	"time"

	"atende/actors/cluster"
	"atende/actors/decide/emergency"
	"atende/actors/decide/rules"
	"atende/actors/journal"
	"atende/actors/journal/memory"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
)

// told is a turn at the moment when its entry is made.
type told struct {
	turn turn
	rec  record.Record
}

// BenchmarkEntry is what the history of a booking costs, turn by turn and all of it: the masked entry, encoded.
func BenchmarkEntry(b *testing.B) {
	s := newBooking(b)
	var all []told
	for i, text := range []string{
		"oi", "queria marcar um cardiologista com a dra ana, tenho unimed", "1", "Maria das Dores e Silva", "529.982.247-25", "12/03/1985",
		"sim", "muito obrigada, a Maria agradece",
	} {
		one := s.tellTurn(b, fmt.Sprint(i), text)
		all = append(all, one)
		b.Run(fmt.Sprint(i+1), func(b *testing.B) { s.measureEntries(b, one) })
	}
	if s.rec.State.Bookings == 0 {
		b.Fatalf("no appointment: %+v", s.rec.State)
	}
	b.Run("all", func(b *testing.B) { s.measureEntries(b, all...) })
}

// newBooking is a session whose calls are answered at once.
func newBooking(b *testing.B) *session {
	return newBookingIn(b, memory.New(memory.Options{}), "6f1c2a9e-0000-4000-8000-000000000001")
}

// newBookingIn has a journal and an id of the caller's.
func newBookingIn(b *testing.B, j journal.Journal, id string) *session {
	rules.Prepare()
	clinic := sessiontest.Catalogue()
	host := &stubHost{ctx: b.Context(), woken: make(chan struct{}, 1), right: MayAct, tenure: cluster.Tenure{Suspect: time.Now()}}
	return newSession(NewBehavior(Config{
		Journal: j, Gateway: &sessiontest.Gateway{}, Scheduling: &sessiontest.Clinic{},
		Driver: emergency.New(rules.New(clinic), clinic), Clinic: clinic,
		Now: func() time.Time { return time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC) }, // when the clinic has times
	}), host, id)
}

// tellTurn holds a turn and says what its entry was made of.
func (s *session) tellTurn(b *testing.B, id, text string) told {
	b.Helper()
	err := s.Journal.Accept(b.Context(), journal.Incoming{SessionID: s.id, MessageID: id, Body: sessiontest.Body(text)})
	if err != nil {
		b.Fatal(err)
	}
	if err := s.load(b.Context()); err != nil {
		b.Fatal(err)
	}
	s.rec.Phone, s.permit = "5511988887777", s.newPermit()
	rows, _, err := s.read(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	t := s.begin(rows)
	t.story.Heard, _ = s.messages(t, rows)
	if err := s.talk(b.Context(), t, t.story.Heard, nil); err != nil {
		b.Fatal(err)
	}
	one := told{turn: *t, rec: *s.rec}
	state := *s.rec.State
	one.rec.State = &state
	for _, end := range []func(context.Context) error{func(ctx context.Context) error { return s.commitTurn(ctx, t) }, s.deliver} {
		if err := end(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	return one
}

func (s *session) measureEntries(b *testing.B, all ...told) {
	now := s.rec
	defer func() { s.rec = now }()
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			rec := all[i].rec
			s.rec = &rec
			if len(s.entry(&all[i].turn).Encode()) == 0 {
				b.Fatal("no entry")
			}
		}
	}
}
