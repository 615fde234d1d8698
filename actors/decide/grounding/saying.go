package grounding

import (
	"slices"
	"time"
)

// sayings are what the clinic's own words name.
type sayings struct {
	days     []day
	weekdays [7]bool
	hours    []hour
	ends     map[int]bool // of ranges, in minutes
	amounts  map[int64]bool
	links    []string
	digits   []string
	words    set
	free     bool
}

// sayingsOf reads the clinic's own words.
func sayingsOf(texts []string, c calendar) *sayings {
	s := &sayings{ends: map[int]bool{}, amounts: map[int64]bool{}, words: set{}}
	for _, text := range texts {
		r := read(text, c)
		s.learn(r)
		for _, a := range r.amounts() {
			s.amounts[a.cents] = true
		}
		for _, l := range links(text) {
			s.links = append(s.links, l.key)
		}
		for _, d := range r.numbers7() {
			s.digits = append(s.digits, d.text)
		}
		for i := range r.toks {
			s.free = s.free || r.in(i, gratis) || r.word(i) == "graca"
			s.words[r.toks[i].text] = struct{}{}
		}
	}
	return s
}

// learn takes the days and hours of a saying.
func (s *sayings) learn(r *reading) {
	for i, one := range r.refs {
		if one.sort != aDay {
			s.hours = append(s.hours, one.hour)
			s.ends[one.hour.at] = true
			if one.hour.until >= 0 {
				s.ends[one.hour.until] = true
			}
			continue
		}
		s.days = append(s.days, one.days...)
		s.weekday(one.days[0], one.days[0])
		if i+1 < len(r.refs) && r.refs[i+1].sort == aDay && r.refs[i+1].from == one.to+1 && (r.oneOf(one.to, "a", "ate", "ao") || r.isMark(one.to, "-")) {
			s.weekday(one.days[0], r.refs[i+1].days[0])
		}
	}
}

func (s *sayings) weekday(from, to day) {
	if !from.named || !to.named {
		return
	}
	for _, w := range weekdayRange(from.weekday, to.weekday) {
		s.weekdays[w] = true
	}
}

// day reports whether the clinic's words name a day.
func (s *sayings) day(d day) bool {
	if d.named && d.date == 0 {
		return s.weekdays[d.weekday]
	}
	if !d.first.IsZero() && d.first.Equal(d.last) {
		return s.weekdays[d.first.Weekday()] || s.date(d.first)
	}
	return slices.ContainsFunc(s.days, func(said day) bool {
		return same(said, d) || said.date != 0 && said.date == d.date && said.month == d.month
	})
}

// date reports whether the clinic's words name that date.
func (s *sayings) date(t time.Time) bool {
	return slices.ContainsFunc(s.days, func(said day) bool { return said.exact() && said.is(t) })
}

// hour reports whether the clinic's words name that hour.
func (s *sayings) hour(h hour) bool {
	named := func(minute int) bool { return minute >= 0 && s.ends[minute] }
	if h.until >= 0 && periodOf(h) != "" {
		return slices.Contains(s.hours, h)
	}
	return (named(h.at) || named(h.or)) && (h.until < 0 || named(h.until))
}
