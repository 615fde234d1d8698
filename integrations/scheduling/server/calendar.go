package server

import (
	"slices"
	"time"

	"atende/integrations/catalog"
)

// layoutHour is how hours look on the wire and in the database (spec 2.2, "HH:MM, 24 h").
const layoutHour = "15:04"

// defaultHours are those of an agenda the clinic file has no hours for (contract, "clinic file").
var defaultHours = []catalog.Hours{
	{Weekdays: workdays, From: "08:00", To: "12:00", Every: 30 * time.Minute},
	{Weekdays: workdays, From: "14:00", To: "18:00", Every: 30 * time.Minute},
}

var workdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}

// slot is one appointment time of one agenda; start is in the clinic's time zone, and length the time that the doctor
// is occupied: a step of the agenda, or what is to be done, if that takes longer.
type slot struct {
	agendaID int
	start    time.Time
	length   time.Duration
}

func (s slot) day() string  { return s.start.Format(time.DateOnly) }
func (s slot) hour() string { return s.start.Format(layoutHour) }

// stretch is when a slot occupies the doctor, in wall-clock time of its day.
func (s slot) stretch() stretch {
	from := time.Duration(s.start.Hour())*time.Hour + time.Duration(s.start.Minute())*time.Minute
	return stretch{from, from + s.length}
}

// stretch is a part of a day, since midnight; the end is not part of it.
type stretch struct{ from, to time.Duration }

func (s stretch) overlaps(other stretch) bool { return s.from < other.to && other.from < s.to }

// calendar knows when each agenda takes appointments, whether booked or not.
type calendar struct {
	location *time.Location
	hours    map[int][]catalog.Hours // by agenda id
	closed   map[string]bool         // by YYYY-MM-DD
}

func newCalendar(clinic *catalog.Clinic) calendar {
	c := calendar{location: clinic.Location, hours: map[int][]catalog.Hours{}, closed: map[string]bool{}}
	for _, h := range clinic.Hours {
		c.hours[h.AgendaID] = append(c.hours[h.AgendaID], h)
	}
	for _, d := range clinic.Doctors {
		if len(c.hours[d.AgendaID]) == 0 {
			c.hours[d.AgendaID] = defaultHours
		}
	}
	for _, day := range clinic.Closed {
		c.closed[day] = true
	}
	return c
}

// today is the clinic's date at the instant now, as midnight UTC: days are counted in UTC, where
// each has 24 hours, and become instants of the clinic only in at.
func (c calendar) today(now time.Time) time.Time {
	year, month, day := now.In(c.location).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// yearsAhead is how far the agendas are open: generously more than any clinic's, so that only a date that nobody means is
// beyond it.  Without an end there were as many appointments to make as anybody has patience for.
const yearsAhead = 5

// lastDay is the last day that A1 lists and A4 books at the instant now.
func (c calendar) lastDay(now time.Time) time.Time { return c.today(now).AddDate(yearsAhead, 0, 0) }

// at is the instant of a wall-clock time of the clinic; false when clocks skip it that day.
func (c calendar) at(day time.Time, sinceMidnight time.Duration) (time.Time, bool) {
	hour, minute := int(sinceMidnight/time.Hour), int(sinceMidnight%time.Hour/time.Minute)
	start := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, c.location)
	return start, start.Hour() == hour && start.Minute() == minute
}

// openings are the slots of an agenda on a day at which something fits that takes so long, in order, past and booked
// ones too.
func (c calendar) openings(agendaID int, day time.Time, takes time.Duration) []slot {
	if c.closed[day.Format(time.DateOnly)] {
		return nil
	}
	var out []slot
	for _, h := range c.hours[agendaID] {
		if !slices.Contains(h.Weekdays, day.Weekday()) {
			continue
		}
		to := sinceMidnight(h.To)
		for from := sinceMidnight(h.From); from+h.Every <= to; from += h.Every {
			length := max(h.Every, takes)
			if start, exists := c.at(day, from); exists && c.works(agendaID, day.Weekday(), stretch{from, from + length}) {
				out = append(out, slot{agendaID, start, length})
			}
		}
	}
	slices.SortFunc(out, func(a, b slot) int { return a.start.Compare(b.start) })
	return out
}

// works says whether an agenda takes appointments all through a stretch: hours that follow one another without a
// break are one.
func (c calendar) works(agendaID int, weekday time.Weekday, part stretch) bool {
	for {
		i := slices.IndexFunc(c.hours[agendaID], func(h catalog.Hours) bool {
			return slices.Contains(h.Weekdays, weekday) && sinceMidnight(h.From) <= part.from && part.from < sinceMidnight(h.To)
		})
		if i < 0 {
			return false
		}
		if part.from = sinceMidnight(c.hours[agendaID][i].To); part.from >= part.to {
			return true
		}
	}
}

// step is the length of a slot of which nothing is known but when it begins.
func (c calendar) step(agendaID int, day time.Time, from time.Duration) time.Duration {
	for _, h := range c.hours[agendaID] {
		if slices.Contains(h.Weekdays, day.Weekday()) && sinceMidnight(h.From) <= from && from < sinceMidnight(h.To) {
			return h.Every
		}
	}
	return defaultHours[0].Every
}

// opening is the slot of an agenda that begins at an instant, as long as something takes; false when the agenda has
// none, or not for so long.
func (c calendar) opening(agendaID int, start time.Time, takes time.Duration) (slot, bool) {
	year, month, day := start.Date()
	date := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	all := c.openings(agendaID, date, takes)
	i := slices.IndexFunc(all, func(o slot) bool { return o.start.Equal(start) })
	if i < 0 {
		return slot{}, false
	}
	return all[i], true
}

// sinceMidnight reads an HH:MM that the clinic file's reader has checked.
func sinceMidnight(hour string) time.Duration {
	t, err := time.Parse(layoutHour, hour)
	if err != nil {
		return 24 * time.Hour // no appointment fits
	}
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
}
