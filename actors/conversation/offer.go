package conversation

import (
	"cmp"
	"slices"
	"time"

	"atende/actors/understand"
)

// Limits bound an offer to somebody without a wish (spec 8, contract "The offer"): days, and times a day before noon
// and from noon on.
type Limits struct{ Days, Morning, Afternoon int }

// MaxLimits are those of the spec, which hold where the clinic file has none; a clinic may only narrow them.
func MaxLimits() Limits { return Limits{Days: 5, Morning: 2, Afternoon: 2} }

// The size of an offer to somebody with a wish: at most maxWished times, of which minPerDay to maxPerDay are on one
// day, on at most maxSameWeekday dates of a day of the week.
const (
	maxWished      = 6
	minPerDay      = 2
	maxPerDay      = 4
	maxSameWeekday = 2
	noon           = "12:00"
	evening        = "18:00"
	dayBegin       = "00:00"
	dayEnd         = "23:00"
)

// pick takes the first days that have times left.  On the day of a time that is gone the hours next to it come first.
// fit is in order of day and hour.
func pick(fit []Slot, limits Limits, wished bool, near *Slot) []Slot {
	days := daysOf(fit)
	if wished {
		days = withoutRepeats(days)
	}
	days = days[:min(len(days), limits.Days)]
	perDay := 0
	if wished {
		perDay = wishedPerDay(len(days))
	}
	var offer []Slot
	for _, day := range days {
		if near != nil && near.Date == day[0].Date {
			day = closest(day, near.Hour)
		}
		offer = append(offer, byDoctor(limits.pickDay(day, perDay))...)
	}
	if wished {
		offer = offer[:min(len(offer), maxWished)]
	}
	return offer
}

// wishedPerDay is how many times of one day are shown to somebody with a wish, of so many days.
func wishedPerDay(days int) int { return min(max(maxWished/max(days, 1), minPerDay), maxPerDay) }

// beside puts times of other doctors among the nearest of the one who was asked for, who has less of a day that would be too long.
func beside(own, others []Slot) []Slot {
	list := append(slices.Clone(own[:min(len(own), maxWished-len(others))]), others...)
	slices.SortStableFunc(list, Slot.compare)
	var sorted []Slot
	for _, day := range daysOf(slices.Compact(list)) {
		for i := len(day) - 1; i >= 0 && len(day) > maxPerDay; i-- {
			if !slices.Contains(others, day[i]) {
				day = slices.Delete(day, i, i+1)
			}
		}
		sorted = append(sorted, byDoctor(day)...)
	}
	return sorted
}

// daysOf parts slots by their days.
func daysOf(slots []Slot) [][]Slot {
	var days [][]Slot
	for i, slot := range slots {
		if i == 0 || slots[i-1].Date != slot.Date {
			days = append(days, nil)
		}
		last := len(days) - 1
		days[last] = append(days[last], slot)
	}
	return days
}

// withoutRepeats leaves out the third and further dates of a day of the week: who asks for Thursday does not want to
// read all of them up to January.
func withoutRepeats(days [][]Slot) [][]Slot {
	seen := map[time.Weekday]int{}
	return slices.DeleteFunc(days, func(slots []Slot) bool {
		day, _ := time.Parse(time.DateOnly, slots[0].Date)
		seen[day.Weekday()]++
		return seen[day.Weekday()] > maxSameWeekday
	})
}

// byDoctor puts the times of one day of one doctor together, the doctor with the first time first.
func byDoctor(day []Slot) []Slot {
	first := func(s Slot) int {
		return slices.IndexFunc(day, func(other Slot) bool { return other.AgendaID == s.AgendaID })
	}
	sorted := slices.Clone(day)
	slices.SortStableFunc(sorted, func(a, b Slot) int { return cmp.Compare(first(a), first(b)) })
	return sorted
}

// closest keeps, of the times of one day, those before and those after noon that are next to an hour.
func closest(day []Slot, hour string) []Slot {
	gone := Wish{Times: []Span{{From: hour, To: hour}}}
	sorted := slices.Clone(day)
	slices.SortStableFunc(sorted, func(a, b Slot) int { return cmp.Compare(gone.distance(a.Hour), gone.distance(b.Hour)) })
	taken := map[bool]int{}
	kept := slices.DeleteFunc(sorted, func(slot Slot) bool {
		taken[slot.Hour < noon]++
		return taken[slot.Hour < noon] > maxPerDay
	})
	slices.SortFunc(kept, Slot.compare)
	return kept
}

// compare orders slots by day and hour.
func (s Slot) compare(other Slot) int {
	return cmp.Or(cmp.Compare(s.Date, other.Date), cmp.Compare(s.Hour, other.Hour))
}

// pickDay takes the first times of a day before and from noon on: as many as there may be, or perDay of both together.
func (l Limits) pickDay(day []Slot, perDay int) []Slot {
	split := slices.IndexFunc(day, func(slot Slot) bool { return slot.Hour >= noon })
	if split < 0 {
		split = len(day)
	}
	before, after := split, len(day)-split
	takeBefore, takeAfter := min(before, l.Morning), min(after, l.Afternoon)
	if perDay > 0 {
		takeAfter = min(after, perDay/2)
		takeBefore = min(before, perDay-takeAfter)
		takeAfter = min(after, perDay-takeBefore)
	}
	return append(slices.Clone(day[:takeBefore]), day[split:split+takeAfter]...)
}

// lastOfDays keeps the last times of each day, of a single day the very last one.
func lastOfDays(slots []Slot) []Slot {
	var last []Slot
	if n := len(slots); n > 0 && slots[0].Date == slots[n-1].Date {
		return slots[n-1:]
	}
	for i, slot := range slots {
		if i+minPerDay >= len(slots) || slots[i+minPerDay].Date != slot.Date {
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
	either := len(w.Any) == 0 || slices.ContainsFunc(w.Any, func(one Wish) bool { return one.Allows(slot) })
	return either && within(w.Dates, slot.Date) && onWeekday(w.Weekdays, slot.Date) && inHours(w.Times, slot.Hour) && inPeriod(w.Period, slot.Hour)
}

// inHours reports whether an hour is wished.  Who has time from one hour to another has none for what begins at the
// latter, but "até as 11" is when it may begin.
func inHours(spans []Span, hour string) bool {
	return len(spans) == 0 || slices.ContainsFunc(spans, func(span Span) bool {
		return span.From <= hour && (hour < span.To || hour == span.To && (span.From == span.To || span.From == dayBegin || span.To >= dayEnd))
	})
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

// lacking are those of wishes any of which will do that no slot fits, where another one is met.
func (w Wish) lacking(fit []Slot) []Wish {
	if len(fit) == 0 {
		return nil
	}
	return slices.DeleteFunc(w.alternatives(), func(one Wish) bool { return slices.ContainsFunc(fit, one.Allows) })
}

// alternatives are the wishes any of which will do: as they were said, or each of several days.
func (w Wish) alternatives() []Wish {
	if len(w.Any) > 0 {
		return slices.Clone(w.Any)
	}
	if len(w.singleWeekdays()) < 2 || !w.singleDays() {
		return nil
	}
	var list []Wish
	for _, day := range w.Weekdays {
		one := w
		one.Weekdays = []time.Weekday{day}
		list = append(list, one)
	}
	for _, span := range w.Dates {
		one := w
		one.Dates = []Span{span}
		list = append(list, one)
	}
	return list
}

// noDays are the days of the week that are wished and that no slot is on, where these reach far enough to tell.
func (w Wish) noDays(slots []Slot) []time.Weekday {
	if !far(slots, farEnough) {
		return nil
	}
	var none []time.Weekday
	for _, day := range w.singleWeekdays() {
		if !slices.ContainsFunc(slots, func(slot Slot) bool { return onWeekday([]time.Weekday{day}, slot.Date) }) {
			none = append(none, day)
		}
	}
	return none
}

// Besides is what is left of a wish without those days of the week: an empty one where it was for no other day.
func (w Wish) Besides(days []time.Weekday) Wish {
	if len(days) == 0 {
		return w
	}
	if len(w.Any) > 0 {
		var list []Wish
		for _, one := range w.Any {
			if rest := one.Besides(days); !rest.Empty() {
				list = append(list, rest)
			}
		}
		return Wish{Any: list}
	}
	left := w
	left.Weekdays = slices.DeleteFunc(slices.Clone(w.Weekdays), func(day time.Weekday) bool { return slices.Contains(days, day) })
	left.Dates = slices.DeleteFunc(slices.Clone(w.Dates), func(span Span) bool { return span.From == span.To && onWeekday(days, span.From) })
	if len(w.Weekdays) > 0 && len(left.Weekdays) == 0 || len(w.Dates) > 0 && len(left.Dates) == 0 {
		return Wish{}
	}
	return left
}

// farEnough is over how many days times must be free for a day of the week without any to be one on which the doctor is not there.
const farEnough = 14

// far reports free times that reach over so many days.
func far(slots []Slot, days int) bool {
	first, last := "", ""
	for _, slot := range slots {
		if first == "" || slot.Date < first {
			first = slot.Date
		}
		last = max(last, slot.Date)
	}
	return daysBetween(first, last) >= days
}

// singleWeekdays are the days of the week that are wished as such, or as single days.
func (w Wish) singleWeekdays() []time.Weekday {
	days := slices.Clone(w.Weekdays)
	for _, span := range w.Dates {
		if day, err := time.Parse(time.DateOnly, span.From); err == nil && span.From == span.To && len(w.Weekdays) == 0 {
			days = append(days, day.Weekday())
		}
	}
	for _, one := range w.Any {
		days = append(days, one.singleWeekdays()...)
	}
	slices.Sort(days)
	return slices.Compact(days)
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

// OpenEnded reports a stretch of days that only begins: "a partir do dia 10".
func OpenEnded(span Span) bool { return daysBetween(span.From, span.To) > openEnd }

// openEnd is how many days a stretch may have that ends, too: a month is named.
const openEnd = 31

// singleDays reports that no stretch of days was wished ("a partir do dia 10").
func (w Wish) singleDays() bool {
	return !slices.ContainsFunc(w.Dates, func(span Span) bool { return span.From != span.To })
}

// nearest keeps, of slots that do not fit the wish as a whole, what is next to it on both sides: half of an offer on the
// wished days at other hours, half at the wished hours on the days around, or else any times on the days around.  It
// never returns an empty list for a non-empty one.
func (w Wish) nearest(slots []Slot) []Slot {
	days, hours := Wish{Dates: w.Dates, Weekdays: w.Weekdays}, Wish{Times: w.Times, Period: w.Period}
	sameDay, sameHour := days.filter(slots), []Slot(nil)
	if !days.Empty() && !hours.Empty() {
		sameHour = hours.filter(slots)
	}
	switch {
	case days.Empty():
		return w.closestHours(slots)
	case len(sameDay)+len(sameHour) == 0:
		return w.closestDays(slots)
	case len(sameHour) == 0:
		return w.closestHours(sameDay)
	}
	list := w.closestHours(sameDay)
	list = append(list[:min(len(list), maxWished/2)], firstDays(w.closestDays(sameHour), maxWished/2)...)
	slices.SortFunc(list, Slot.compare)
	return slices.Compact(list)
}

// closestHours keeps, of each day, the times that are closest to the wished hours, all where none were wished.
func (w Wish) closestHours(slots []Slot) []Slot {
	if len(w.hours()) == 0 {
		return slots
	}
	var closest []Slot
	days := daysOf(slots)
	n := wishedPerDay(len(days))
	for _, day := range days {
		sorted := slices.Clone(day)
		slices.SortStableFunc(sorted, func(a, b Slot) int { return cmp.Compare(w.distance(a.Hour), w.distance(b.Hour)) })
		closest = append(closest, sorted[:min(len(sorted), n)]...)
	}
	slices.SortFunc(closest, Slot.compare)
	return closest
}

// closestDays keeps the days that are closest to the wished dates, as many as a wish is shown; where none were wished,
// all.
func (w Wish) closestDays(slots []Slot) []Slot {
	if len(w.Dates) == 0 {
		return slots
	}
	days := daysOf(slots)
	slices.SortStableFunc(days, func(a, b []Slot) int { return cmp.Compare(w.daysAway(a[0].Date), w.daysAway(b[0].Date)) })
	closest := slices.Concat(days[:min(len(days), maxWished/minPerDay)]...)
	slices.SortStableFunc(closest, Slot.compare)
	return closest
}

// firstDays keeps n slots at most, as evenly of the days as they are.
func firstDays(slots []Slot, n int) []Slot {
	days := daysOf(slots)
	var first []Slot
	for _, day := range days {
		first = append(first, day[:min(len(day), max(1, n/len(days)))]...)
	}
	return first[:min(len(first), n)]
}

// daysAway is how many days a date is away from the nearest wished one.
func (w Wish) daysAway(date string) int {
	away := 366
	for _, span := range w.Dates {
		away = min(away, max(daysBetween(date, span.From), daysBetween(span.To, date), 0))
	}
	return away
}

// daysBetween is how many days lie between two dates YYYY-MM-DD, 0 for a malformed one.
func daysBetween(from, to string) int {
	a, errA := time.Parse(time.DateOnly, from)
	b, errB := time.Parse(time.DateOnly, to)
	if errA != nil || errB != nil {
		return 0
	}
	return int(b.Sub(a).Hours() / 24)
}

// hours are the wished times, or those of the part of the day.
func (w Wish) hours() []Span {
	if len(w.Times) > 0 {
		return w.Times
	}
	switch w.Period {
	case understand.Morning:
		return []Span{{From: "00:00", To: "11:59"}}
	case understand.Afternoon:
		return []Span{{From: noon, To: "17:59"}}
	case understand.Evening:
		return []Span{{From: evening, To: "23:59"}}
	default:
		return nil
	}
}

// distance is how many minutes an hour is away from the nearest wished time.
func (w Wish) distance(hour string) int {
	nearest := 24 * 60
	for _, span := range w.hours() {
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
