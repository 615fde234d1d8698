package server

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"atende/integrations/catalog"
)

// How far the quirk PastDays looks back, and how many days of work it adds.
const (
	pastSearchDays = 14
	pastDays       = 2
)

// oddities are the slots that the quirks add to an A1 answer.  They come on top of the limit, so that
// a client that discards them still has times to offer.
func (s *Server) oddities(ctx context.Context, doctors []catalog.Doctor, q timesQuery, now time.Time) ([]slot, error) {
	var out []slot
	if s.quirks.OtherAgendas {
		others, err := s.free(ctx, s.clinic.colleagues(doctors), q, now)
		if err != nil {
			return nil, err
		}
		out = append(out, others...)
	}
	today := s.calendar.today(now)
	if s.quirks.PassedHours && !today.Before(q.first) && !today.After(q.last) {
		passed := s.openings(doctors, today, s.clinic.takes(q.procedures))
		out = append(out, slices.DeleteFunc(passed, func(o slot) bool { return o.start.After(now) })...)
	}
	if s.quirks.PastDays {
		out = append(out, s.daysBefore(doctors, today, s.clinic.takes(q.procedures))...)
	}
	return out, nil
}

// colleagues are the other doctors of the same specialties.
func (d directory) colleagues(doctors []catalog.Doctor) []catalog.Doctor {
	same := func(a, b catalog.Doctor) bool { return a.SpecialtyID == b.SpecialtyID }
	var out []catalog.Doctor
	for _, other := range d.doctorList {
		asked := slices.ContainsFunc(doctors, func(d catalog.Doctor) bool { return d.AgendaID == other.AgendaID })
		if !asked && slices.ContainsFunc(doctors, func(d catalog.Doctor) bool { return same(d, other) }) {
			out = append(out, other)
		}
	}
	return out
}

// daysBefore are the slots of the doctors' last days of work before today.
func (s *Server) daysBefore(doctors []catalog.Doctor, today time.Time, takes time.Duration) []slot {
	var out []slot
	found := 0
	for back := 1; back <= pastSearchDays && found < pastDays; back++ {
		if open := s.openings(doctors, today.AddDate(0, 0, -back), takes); len(open) > 0 {
			out = append(out, open...)
			found++
		}
	}
	return out
}

// How many calls of an operation there are for one that the quirk SlowErrors spoils, and how long its answer takes.
const (
	slowOneOf = 3
	slowFor   = 3 * time.Second
)

// slowly lets an operation end now and then as behind a proxy that stops waiting: what was asked is done, and who
// asked cannot know.
func (s *Server) slowly(serve operationFunc) operationFunc {
	if !s.quirks.SlowErrors {
		return serve
	}
	var calls atomic.Int64
	return func(ctx context.Context, c call) (any, error) {
		document, err := serve(ctx, c)
		if calls.Add(1)%slowOneOf != 0 {
			return document, err
		}
		timer := time.NewTimer(s.slowFor)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
		return nil, &refusal{http.StatusBadGateway, "O sistema não respondeu a tempo."}
	}
}
