package catalog

import (
	"cmp"
	"slices"
	"time"
)

// receptionHorizon is how many days Next looks ahead.
const receptionHorizon = 30

// endOfDay is what "24:00" stands for.
const endOfDay = 24 * time.Hour

// Reception is when people of the clinic answer, in the clinic's time zone; times that are asked for
// may be in any.  It is immutable and safe for concurrent use.
type Reception struct {
	location *time.Location
	week     [7][]stretch    // by weekday, in the order of the day
	closed   map[string]bool // days as YYYY-MM-DD
	holidays bool            // nobody answers on the national ones
}

// stretch is a time of the day, from the minute from until just before the minute to; both count from
// midnight.
type stretch struct{ from, to time.Duration }

// Open reports whether somebody answers at that moment.
func (r *Reception) Open(at time.Time) bool {
	local := at.In(r.location)
	hour, minute, _ := local.Clock()
	clock := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	during := func(s stretch) bool { return s.from <= clock && clock < s.to }
	return slices.ContainsFunc(r.week[local.Weekday()], during) &&
		!r.closed[local.Format(time.DateOnly)] && r.Holiday(local) == ""
}

// Next is the first moment after at when somebody answers again, in the clinic's time zone; false when
// there is none in the next 30 days.  While somebody answers it is the beginning of the next stretch
// after this one.
func (r *Reception) Next(at time.Time) (time.Time, bool) {
	local := at.In(r.location)
	last := local.AddDate(0, 0, receptionHorizon)
	year, month, today := local.Date()
	for days := range receptionHorizon + 1 {
		noon := time.Date(year, month, today+days, 12, 0, 0, 0, r.location)
		for _, s := range r.week[noon.Weekday()] {
			start := time.Date(year, month, today+days, 0, int(s.from/time.Minute), 0, 0, r.location)
			if start.After(at) && !start.After(last) && r.opens(start) {
				return start, true
			}
		}
	}
	return time.Time{}, false
}

// opens reports whether somebody begins to answer at a moment: a stretch that follows another without
// a pause opens nothing.
func (r *Reception) opens(at time.Time) bool {
	return r.Open(at) && !r.Open(at.Add(-time.Nanosecond))
}

// Holiday is the name of the national holiday that the day of at is, as patients say it ("Natal"), ""
// on all other days and when the file has switched holidays off.
func (r *Reception) Holiday(at time.Time) string {
	if !r.holidays {
		return ""
	}
	return nationalHoliday(at.In(r.location))
}

// reception checks the section of that name.  Days without appointments are days without people.
func (c checker) reception(f *fileReception, location *time.Location, closed []string) *Reception {
	if f == nil {
		return nil
	}
	r := &Reception{location: location, holidays: c.holidays(f.Holidays), closed: map[string]bool{}}
	for _, day := range slices.Concat(closed, c.closed("reception.closed", f.Closed)) {
		r.closed[day] = true
	}
	if len(f.Hours) == 0 {
		line := max(c.where.keys["reception.hours"], c.where.key("reception"))
		c.add(line, "the list %q is missing or empty", "hours")
	}
	for _, s := range c.receptionHours(f.Hours) {
		r.week[s.weekday] = append(r.week[s.weekday], stretch{s.from, s.to})
	}
	for _, day := range r.week {
		slices.SortFunc(day, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	}
	return r
}

func (c checker) receptionHours(list []fileReceptionHours) []span {
	var spans []span
	for i, h := range list {
		line := c.where.entry("reception.hours", i)
		weekdays := c.weekdays(h.Weekdays, line)
		from, fromOK := c.clock(h.From, line, "from")
		to, toOK := c.endClock(h.To, line)
		if !fromOK || !toOK {
			continue
		}
		if from >= to {
			c.add(h.To.line, "to %s is not after from %s", h.To.value, h.From.value)
			continue
		}
		for _, day := range weekdays {
			spans = append(spans, span{weekday: day, from: from, to: to, line: line})
		}
	}
	c.overlaps(spans)
	return spans
}

// endClock is clock for "to", which may also be the end of the day.
func (c checker) endClock(t text, line int) (time.Duration, bool) {
	if t.value == "24:00" && !t.bad {
		return endOfDay, true
	}
	return c.clock(t, line, "to")
}

// holidays reports whether the national holidays count; they do unless the file says otherwise.
func (c checker) holidays(t text) bool {
	switch {
	case t.line == 0 || t.value == "national" && !t.bad:
		return true
	case t.value != "none" || t.bad:
		c.add(t.line, "holidays must be national or none; days of a state or a city belong under closed")
	}
	return false
}
