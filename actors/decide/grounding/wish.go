package grounding

import (
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// wish is what the patient looked for.
type wish struct {
	spans    [][2]time.Time
	weekdays []time.Weekday
	times    [][2]int
	period   understand.Period
}

func wishOf(w conversation.Wish) wish {
	v := wish{weekdays: w.Weekdays, period: w.Period}
	for _, s := range w.Dates {
		from, err := time.Parse(time.DateOnly, s.From)
		to, err2 := time.Parse(time.DateOnly, s.To)
		if err == nil && err2 == nil {
			v.spans = append(v.spans, [2]time.Time{from, to})
		}
	}
	for _, s := range w.Times {
		v.times = append(v.times, [2]int{minuteOf(s.From), minuteOf(s.To)})
	}
	return v
}

// minuteOf is the minute of the day of HH:MM, -1 for something else.
func minuteOf(clock string) int {
	at, err := time.Parse("15:04", clock)
	if err != nil {
		return -1
	}
	return at.Hour()*hourMinutes + at.Minute()
}

// maxWished bounds how many days of a wish are looked at.
const maxWished = 130

// day reports whether a day is one of those that were wished.
func (w wish) day(d day) bool {
	if d.named && d.date == 0 && slices.Contains(w.weekdays, d.weekday) {
		return true
	}
	if d.exact() && w.exact(d) {
		return true
	}
	for _, span := range w.spans {
		for t, n := span[0], 0; !t.After(span[1]) && n < maxWished; t, n = t.AddDate(0, 0, 1), n+1 {
			if d.is(t) {
				return true
			}
		}
	}
	return false
}

// exact reports whether a single day falls on a weekday that was wished.
func (w wish) exact(d day) bool {
	if !d.first.IsZero() {
		return slices.Contains(w.weekdays, d.first.Weekday())
	}
	return d.named && slices.Contains(w.weekdays, d.weekday)
}

// hour reports whether a time of the day is one of those that were wished.
func (w wish) hour(h hour) bool {
	for _, span := range w.times {
		if h.is(span[0]) || h.is(span[1]) || h.until < 0 && (span[0] <= h.at && h.at <= span[1] || span[0] <= h.or && h.or <= span[1]) {
			return true
		}
	}
	return h.until >= 0 && w.period == periodOf(h)
}

// periodOf is the part of the day that a range is, "" for another range.
func periodOf(h hour) understand.Period {
	switch {
	case h.at == 0 && h.until == noon-1:
		return understand.Morning
	case h.at == noon && h.until == evening-1:
		return understand.Afternoon
	case h.at == evening:
		return understand.Evening
	}
	return ""
}

// periodAround is the part of the day in which a minute lies.
func periodAround(minute int) understand.Period {
	switch {
	case minute < noon:
		return understand.Morning
	case minute < evening:
		return understand.Afternoon
	}
	return understand.Evening
}
