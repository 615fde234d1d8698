package grounding

import (
	"cmp"
	"time"

	"atende/actors/conversation"
)

// calendar tells what a day is from now.
type calendar struct{ today time.Time }

func calendarOf(now time.Time) calendar {
	y, m, d := now.Date()
	return calendar{time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

// after is the day so many days from today.
func (c calendar) after(days int) time.Time { return c.today.AddDate(0, 0, days) }

// monday is the first day of the week so many weeks from this one.
func (c calendar) monday(weeks int) time.Time {
	return c.after(7*weeks - (int(c.today.Weekday())+6)%7)
}

// day is what a text says of a day; zero fields were not said.
type day struct {
	year, month, date int
	weekday           time.Weekday
	named             bool // a weekday was said
	first, last       time.Time
}

// is reports whether a day may be the one that was meant.
func (d day) is(t time.Time) bool {
	switch {
	case d.year != 0 && d.year != t.Year(), d.month != 0 && time.Month(d.month) != t.Month(), d.date != 0 && d.date != t.Day():
		return false
	case d.named && d.weekday != t.Weekday():
		return false
	case !d.first.IsZero() && (t.Before(d.first) || t.After(d.last)):
		return false
	}
	return true
}

// exists reports whether the weekday of a date is that of the date, in the year that was said or the next such day.
func (c calendar) exists(d day) bool {
	if !d.named || d.date == 0 || d.month == 0 {
		return true
	}
	year := cmp.Or(d.year, c.today.Year())
	at := time.Date(year, time.Month(d.month), d.date, 0, 0, 0, 0, time.UTC)
	if d.year == 0 && at.Before(c.today) {
		at = at.AddDate(1, 0, 0)
	}
	return at.Weekday() == d.weekday
}

// exact reports whether the day is one day and not any of several.
func (d day) exact() bool {
	return d.date != 0 && d.month != 0 || !d.first.IsZero() && d.first.Equal(d.last)
}

// both is what two expressions of different kinds say together; where they contradict each other no day is both.
func both(a, b day) day {
	a.year, a.month, a.date = cmp.Or(a.year, b.year), cmp.Or(a.month, b.month), cmp.Or(a.date, b.date)
	if b.named {
		a.weekday, a.named = b.weekday, true
	}
	if !b.first.IsZero() {
		a.first, a.last = b.first, b.last
	}
	return a
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// slot is a time that the conversation knows.
type slot struct {
	day    time.Time
	minute int // of the day
	conversation.Slot
}

// slotOf parses a slot; ok is false for one that is none.
func slotOf(s conversation.Slot) (slot, bool) {
	at, err := time.Parse(time.DateOnly+" 15:04", s.Date+" "+s.Hour)
	return slot{at.Truncate(24 * time.Hour), at.Hour()*60 + at.Minute(), s}, err == nil
}
