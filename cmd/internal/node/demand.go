package node

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"atende/actors/journal"
	"atende/integrations/catalog"
	"atende/metrics"
	"atende/webhook/admin"
)

// demandDays is how many days are looked at when nobody says which.
const demandDays = 30

// Demand is what was wished for in vain, in names of the catalogue.
func (d *desk) Demand(ctx context.Context, from, to string) (admin.Demand, error) {
	from, to, err := d.days(from, to)
	if err != nil {
		return admin.Demand{}, err
	}
	counts, err := d.archive.Demand(ctx, from, to)
	switch {
	case errors.Is(err, journal.ErrTooMuch):
		return admin.Demand{}, fmt.Errorf("%w: %w", admin.ErrRange, err)
	case err != nil:
		return admin.Demand{}, fmt.Errorf("demand: %w", err)
	}
	found := admin.Demand{From: from, To: to, Rows: []admin.DemandRow{}}
	sums := map[admin.DemandRow]int{}
	for _, c := range counts {
		sums[named(d.clinic, c.Demand)] += c.Count
		found.Total += c.Count
	}
	for row, count := range sums {
		row.Count = count
		found.Rows = append(found.Rows, row)
	}
	slices.SortFunc(found.Rows, mostWished)
	return found, nil
}

// days checks a range of days, and fills in what is not said: the last days up to today, at the clinic.
func (d *desk) days(from, to string) (first, last string, err error) {
	end := d.now().In(d.clinic.Location)
	if to != "" {
		if end, err = time.Parse(time.DateOnly, to); err != nil {
			return "", "", admin.ErrRange
		}
	}
	end, _ = time.Parse(time.DateOnly, end.Format(time.DateOnly)) // a day is then 24 hours
	begin := end.AddDate(0, 0, 1-demandDays)
	if from != "" {
		if begin, err = time.Parse(time.DateOnly, from); err != nil {
			return "", "", admin.ErrRange
		}
	}
	if length := end.Sub(begin); length < 0 || length >= admin.MaxDemandDays*24*time.Hour {
		return "", "", admin.ErrRange
	}
	return begin.Format(time.DateOnly), end.Format(time.DateOnly), nil
}

// named is a wish in words; what left the catalogue is its number.
func named(clinic *catalog.Clinic, wished journal.Demand) admin.DemandRow {
	row := admin.DemandRow{
		Specialty: fmt.Sprintf("#%d", wished.SpecialtyID), Doctor: fmt.Sprintf("#%d", wished.AgendaID), Plan: fmt.Sprintf("#%d", wished.PlanID),
		Weekday: metrics.Any, Period: cmp.Or(wished.Period, metrics.Any), Cause: wished.Cause,
	}
	if wished.SpecialtyID == 0 {
		row.Specialty = metrics.Any
	}
	if wished.AgendaID == 0 {
		row.Doctor = metrics.Any
	}
	if wished.PlanID == 0 {
		row.Plan = "unknown"
	}
	if wished.Weekday >= 0 && wished.Weekday <= 6 {
		row.Weekday = metrics.Weekdays[(wished.Weekday+6)%7] // they begin with Monday
	}
	for _, s := range clinic.Specialties {
		if s.ID == wished.SpecialtyID {
			row.Specialty = s.Name
		}
	}
	for _, doctor := range clinic.Doctors {
		if doctor.AgendaID == wished.AgendaID {
			row.Doctor = doctor.Name
		}
	}
	for _, p := range clinic.Plans {
		if p.ID == wished.PlanID {
			row.Plan = p.Name
		}
	}
	return row
}

// mostWished orders rows by how often, and then by name.
func mostWished(a, b admin.DemandRow) int {
	return cmp.Or(
		cmp.Compare(b.Count, a.Count), strings.Compare(a.Specialty, b.Specialty), strings.Compare(a.Doctor, b.Doctor),
		strings.Compare(a.Plan, b.Plan), strings.Compare(a.Weekday, b.Weekday), strings.Compare(a.Period, b.Period), strings.Compare(a.Cause, b.Cause),
	)
}
