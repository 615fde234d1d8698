package understand

import "time"

// Moment is a day, an hour or a part of the day that a text names, and where it stands.
type Moment struct {
	Start, End int    // bytes
	Day        Span   // zero for none
	Time       Span   // zero for none
	Period     Period // "" for none
	Weekday    bool   // the day was said by its weekday alone
	Work       bool   // the hour is when work, or school, begins or ends
}

// Moments returns the days, hours and parts of the day that a text names, in the order said.  Unlike Read it drops none:
// what is refused or replaced counts, too.  It looks at as much of the text as Read.
func Moments(text string, now time.Time) []Moment { return moments(text, now, false) }

// SpokenMoments are those that ReadSpoken reads.
func SpokenMoments(text string, now time.Time) []Moment { return moments(text, now, true) }

func moments(text string, now time.Time, times bool) []Moment {
	r := &reader{toks: spoken(mend(tokenize(cut(text)))), today: dayOf(now), times: times}
	r.begin()
	r.scan()
	r.relate()
	var list []Moment
	for _, it := range r.items {
		if it.dropped || it.kind == itemNothing || it.kind == itemBirth {
			continue
		}
		m := Moment{Start: r.toks[it.start].Start, End: r.toks[it.end-1].End, Period: it.period}
		switch it.kind {
		case itemDay:
			m.Day, m.Weekday = Span{it.span.from.String(), it.span.to.String()}, it.days.class == dayOfWeek
		case itemClock:
			m.Time, m.Work = Span{it.clock.from.String(), it.clock.to.String()}, it.work != noWork
		default: // a part of the day
		}
		list = append(list, m)
	}
	return list
}
