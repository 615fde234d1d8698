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
func (d directory) usable(days []json.RawMessage, q Query, now time.Time) []Slot {
	offer := gathering{d.roster(q), map[string][]Slot{}}
	for _, raw := range days {
		var answered day
		if json.Unmarshal(raw, &answered) != nil {
			continue
		}
		date, passed := answered.open(q, now)
		offer.addDay(date, answered.Agendas, passed)
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

// gathering collects the slots of one doctor: by the name of the agenda, until all names are known.
type gathering struct {
	*roster
	slots map[string][]Slot
}

// addDay adds the times of a day that are later than passed, an hour of it, "" or endOfDay.
func (g *gathering) addDay(date string, agendas []json.RawMessage, passed string) {
	for _, raw := range agendas {
		var a agenda
		if json.Unmarshal(raw, &a) != nil || g.add(a.Name).closeness == otherDoctor {
			continue
		}
		for hour := range a.hours(passed) {
			g.slots[a.Name] = append(g.slots[a.Name], Slot{Date: date, Hour: hour})
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

// sorted returns the doctor's slots by day and hour, none twice.
func (g *gathering) sorted() []Slot {
	var own []Slot
	for agenda, slots := range g.slots {
		if g.takes(agenda) {
			own = append(own, slots...)
		}
	}
	slices.SortFunc(own, func(a, b Slot) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Hour, b.Hour))
	})
	return slices.Compact(own)
}
