package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// minimumEvery keeps a day's list of appointments short whatever the file says.
const minimumEvery = 5 * time.Minute

var weekdayNames = map[string]time.Weekday{
	"mon": time.Monday, "tue": time.Tuesday, "wed": time.Wednesday, "thu": time.Thursday,
	"fri": time.Friday, "sat": time.Saturday, "sun": time.Sunday,
}

// span is one stretch of work on one weekday, to find overlaps.
type span struct {
	agenda   int // 0 for the reception
	weekday  time.Weekday
	from, to time.Duration // since midnight
	line     int
}

func (c checker) hours(list []fileHours, agendas map[int]bool) []Hours {
	var out []Hours
	var spans []span
	for i, h := range list {
		line := c.where.entry("hours", i)
		entry := Hours{
			AgendaID: c.reference(h.AgendaID, line, "agenda_id", agendas),
			Weekdays: c.weekdays(h.Weekdays, line),
		}
		from, fromOK := c.clock(h.From, line, "from")
		to, toOK := c.clock(h.To, line, "to")
		every, everyOK := c.every(h.Every, line)
		if fromOK && toOK && everyOK && from+every > to {
			c.add(orLine(h.To.line, line), "no appointment of %v fits between %s and %s", every, h.From.value, h.To.value)
		}
		entry.From, entry.To, entry.Every = h.From.value, h.To.value, every
		out = append(out, entry)
		if entry.AgendaID == 0 {
			continue // already reported
		}
		for _, day := range entry.Weekdays {
			spans = append(spans, span{entry.AgendaID, day, from, to, line})
		}
	}
	c.overlaps(spans)
	return out
}

func (c checker) weekdays(list []text, line int) []time.Weekday {
	if len(list) == 0 {
		c.add(line, "weekdays is missing or empty")
	}
	var out []time.Weekday
	for _, t := range list {
		day, known := weekdayNames[strings.ToLower(t.value)]
		if !known || t.bad {
			c.add(orLine(t.line, line), "unknown weekday %q (mon, tue, wed, thu, fri, sat, sun)", t.value)
		} else if !slices.Contains(out, day) {
			out = append(out, day)
		}
	}
	return out
}

// clock reads HH:MM as the time since midnight.
func (c checker) clock(t text, line int, key string) (time.Duration, bool) {
	value := c.required(t, line, key)
	if value == "" {
		return 0, false
	}
	at, err := time.Parse("15:04", value)
	if err != nil || len(value) != len("15:04") { // Parse takes 9:00 too
		c.add(t.line, "%s %q is not a time like 08:00", key, value)
		return 0, false
	}
	return time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute, true
}

func (c checker) every(t text, line int) (time.Duration, bool) {
	value := c.required(t, line, "every")
	if value == "" {
		return 0, false
	}
	every, err := time.ParseDuration(value)
	if err != nil || every < minimumEvery || every%time.Minute != 0 {
		c.add(t.line, "every %q is not a number of whole minutes, at least %v", value, minimumEvery)
		return 0, false
	}
	return every, true
}

// maxTakes bounds how long a procedure takes: a day of work.
const maxTakes = 12 * time.Hour

func (c checker) durations(list []fileDuration, procedures map[int]bool) []Duration {
	ids := seen[int]{}
	var out []Duration
	for i, d := range list {
		line := c.where.entry("durations", i)
		entry := Duration{ProcedureID: c.reference(d.ProcedureID, line, "procedure_id", procedures)}
		c.unique(ids, entry.ProcedureID, orLine(d.ProcedureID.line, line), "procedure_id")
		if value := c.required(d.Takes, line, "takes"); value != "" {
			takes, err := time.ParseDuration(value)
			if err != nil || takes < minimumEvery || takes > maxTakes || takes%time.Minute != 0 {
				c.add(d.Takes.line, "takes %q is not a number of whole minutes from %v to %v", value, minimumEvery, maxTakes)
			}
			entry.Takes = takes
		}
		out = append(out, entry)
	}
	return out
}

// overlaps reports every two stretches of one agenda that run at the same time: they would offer the
// same doctor to two patients at once.  In a reception they are a slip of the pen.  A pair of lines is reported once, not for each weekday.
func (c checker) overlaps(spans []span) {
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.agenda, b.agenda), cmp.Compare(a.weekday, b.weekday), cmp.Compare(a.from, b.from))
	})
	reported := map[[2]int]bool{}
	var longest span // of those before, on this agenda and weekday, the one that ends last
	for _, s := range spans {
		sameDay := s.agenda == longest.agenda && s.weekday == longest.weekday
		if pair := [2]int{longest.line, s.line}; sameDay && s.from < longest.to && !reported[pair] {
			reported[pair] = true
			whose := ""
			if s.agenda != 0 {
				whose = fmt.Sprintf(" of agenda %d", s.agenda)
			}
			c.add(max(pair[0], pair[1]), "these hours%s overlap those of line %d", whose, min(pair[0], pair[1]))
		}
		if !sameDay || s.to > longest.to {
			longest = s
		}
	}
}
