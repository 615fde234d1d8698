package scheduling

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"
	"time"
)

// usable applies the client-side rules of spec A1 to the days of an answer.  now is in the clinic's
// time zone; days and hours are compared as the texts they are, which sort like the times they name.
func usable(days []json.RawMessage, q Query, now time.Time) []Slot {
	offer := gathering{doctor: newMatcher(q.Doctor)}
	for _, raw := range days {
		var d day
		if json.Unmarshal(raw, &d) != nil {
			continue
		}
		date, passed := d.open(q, now)
		offer.addDay(date, d.Agendas, passed)
	}
	return offer.sorted()
}

// open is the date of a day, and the hour of it up to which times cannot be offered: none, that of now, or all
// of it, because it is over, outside of the range that was asked for, or no date.
func (d day) open(q Query, now time.Time) (date, passed string) {
	today := now.Format(isoDay)
	date, ok := rewrite(d.Date, wireDay, isoDay)
	switch {
	case !ok || date < today || date < q.From || date > q.To:
		return date, endOfDay
	case date == today:
		return date, now.Format("15:04")
	default:
		return date, ""
	}
}

// endOfDay is later than any hour.
const endOfDay = "24:00"

// gathering collects the slots of one doctor.
type gathering struct {
	doctor    *matcher
	named     bool   // there is an agenda that names the doctor
	own       []Slot // its times
	namesakes []Slot // of agendas with the same first name and other names after it
}

// addDay adds the times of a day that are later than passed, an hour of it, "" or endOfDay.
func (g *gathering) addDay(date string, agendas []json.RawMessage, passed string) {
	for _, raw := range agendas {
		var a agenda
		if json.Unmarshal(raw, &a) != nil {
			continue
		}
		into := g.of(a.Name)
		if into == nil {
			continue
		}
		for hour := range a.hours(passed) {
			*into = append(*into, Slot{Date: date, Hour: hour})
		}
	}
}

// hours are those of an agenda that are later than passed.
func (a agenda) hours(passed string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, raw := range a.Times {
			var t freeTime
			if json.Unmarshal(raw, &t) == nil && isHour(t.Hour) && t.Hour > passed && !yield(t.Hour) {
				return
			}
		}
	}
}

// of is where the times of an agenda belong; nil for another doctor's.
func (g *gathering) of(agenda string) *[]Slot {
	switch g.doctor.match(agenda) {
	case sameDoctor:
		g.named = true
		return &g.own
	case sameFirstName:
		return &g.namesakes
	default:
		return nil
	}
}

// sorted returns the slots by day and hour, none twice.  The spec compares first names; only where an
// answer holds the doctor and a namesake are the namesake's times left out, because booking them
// would be with the wrong one.
func (g *gathering) sorted() []Slot {
	slots := g.own
	if !g.named {
		slots = g.namesakes
	}
	slices.SortFunc(slots, func(a, b Slot) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Hour, b.Hour))
	})
	return slices.Compact(slots)
}
