package conversation

import (
	"cmp"
	"slices"
	"time"

	"atende/actors/understand"
)

// The size of an offer (spec 8): at most maxDays days, maxPerDay times each, of which usually
// halfDay before noon and halfDay from noon on.
const (
	maxDays   = 5
	maxPerDay = 4
	halfDay   = 2
	noon      = "12:00"
	evening   = "18:00"
)

// pick takes the first days that have times left.  A wish that restricts the times may fill a day
// with four of one half (contract, "The offer").  On the day of a time that is gone the hours next to it
// come first.  fit is in order of day and hour.
func pick(fit []Slot, wished bool, near *Slot) []Slot {
	var offer []Slot
	for days := 0; len(fit) > 0 && days < maxDays; days++ {
		end := slices.IndexFunc(fit, func(slot Slot) bool { return slot.Date != fit[0].Date })
		if end < 0 {
			end = len(fit)
		}
		day := fit[:end]
		if near != nil && near.Date == day[0].Date {
			day = closest(day, near.Hour, wished)
		}
		offer = append(offer, pickDay(day, wished)...)
		fit = fit[end:]
	}
	return offer
}

// closest keeps, of the times of one day, those before and those after noon that are next to an hour.
func closest(day []Slot, hour string, wished bool) []Slot {
	limit := halfDay
	if wished {
		limit = maxPerDay
	}
	gone := Wish{Times: []Span{{From: hour, To: hour}}}
	sorted := slices.Clone(day)
	slices.SortStableFunc(sorted, func(a, b Slot) int { return cmp.Compare(gone.distance(a.Hour), gone.distance(b.Hour)) })
	taken := map[bool]int{}
	kept := slices.DeleteFunc(sorted, func(slot Slot) bool {
		taken[slot.Hour < noon]++
		return taken[slot.Hour < noon] > limit
	})
	slices.SortFunc(kept, func(a, b Slot) int { return cmp.Compare(a.Hour, b.Hour) })
	return kept
}

func pickDay(day []Slot, wished bool) []Slot {
	split := slices.IndexFunc(day, func(slot Slot) bool { return slot.Hour >= noon })
	if split < 0 {
		split = len(day)
	}
	before, after := split, len(day)-split
	takeBefore, takeAfter := min(before, halfDay), min(after, halfDay)
	if wished {
		takeBefore = min(before, maxPerDay-takeAfter)
		takeAfter = min(after, maxPerDay-takeBefore)
	}
	return append(slices.Clone(day[:takeBefore]), day[split:split+takeAfter]...)
}

// lastOfDays keeps the last times of each day.
func lastOfDays(slots []Slot) []Slot {
	var last []Slot
	for i, slot := range slots {
		if i+halfDay >= len(slots) || slots[i+halfDay].Date != slot.Date {
			last = append(last, slot)
		}
	}
	return last
}

// filter keeps the slots that the wish allows.
func (w Wish) filter(slots []Slot) []Slot {
	return slices.DeleteFunc(slices.Clone(slots), func(slot Slot) bool { return !w.Allows(slot) })
}

// Allows reports whether a slot fits the wish.
func (w Wish) Allows(slot Slot) bool {
	return within(w.Dates, slot.Date) && onWeekday(w.Weekdays, slot.Date) && within(w.Times, slot.Hour) && inPeriod(w.Period, slot.Hour)
}

func within(spans []Span, value string) bool {
	return len(spans) == 0 || slices.ContainsFunc(spans, func(span Span) bool {
		return span.From <= value && value <= span.To
	})
}

func onWeekday(weekdays []time.Weekday, date string) bool {
	if len(weekdays) == 0 {
		return true
	}
	day, err := time.Parse(time.DateOnly, date)
	return err == nil && slices.Contains(weekdays, day.Weekday())
}

func inPeriod(p understand.Period, hour string) bool {
	switch p {
	case understand.Morning:
		return hour < noon
	case understand.Afternoon:
		return hour >= noon && hour < evening
	case understand.Evening:
		return hour >= evening
	default:
		return true
	}
}

// firstDay is the earliest day the wish names, "" if it names none.
func (w Wish) firstDay() string {
	first := ""
	for _, span := range w.Dates {
		if first == "" || span.From < first {
			first = span.From
		}
	}
	return first
}

// nearest keeps, of slots that do not fit the wish as a whole, those that fit its days, or else
// all; where an hour was wished, those closest to it on each day.  It never returns an empty list
// for a non-empty one.
func (w Wish) nearest(slots []Slot) []Slot {
	if fit := (Wish{Dates: w.Dates, Weekdays: w.Weekdays}).filter(slots); len(fit) > 0 {
		slots = fit
	}
	if len(w.Times) == 0 {
		return slots
	}
	slices.SortStableFunc(slots, func(a, b Slot) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(w.distance(a.Hour), w.distance(b.Hour)))
	})
	var closest []Slot
	for i, slot := range slots {
		if i < maxPerDay || slots[i-maxPerDay].Date != slot.Date {
			closest = append(closest, slot)
		}
	}
	slices.SortFunc(closest, func(a, b Slot) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Hour, b.Hour))
	})
	return closest
}

// distance is how many minutes an hour is away from the nearest wished time.
func (w Wish) distance(hour string) int {
	nearest := 24 * 60
	for _, span := range w.Times {
		nearest = min(nearest, max(minutes(span.From)-minutes(hour), minutes(hour)-minutes(span.To), 0))
	}
	return nearest
}

// minutes since midnight of an hour HH:MM.
func minutes(hour string) int {
	t, err := time.Parse("15:04", hour)
	if err != nil {
		return 0
	}
	return t.Hour()*60 + t.Minute()
}
