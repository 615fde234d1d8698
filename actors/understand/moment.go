package understand

import (
	"slices"
	"time"
)

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

// Place is a part of a text, in bytes.
type Place struct{ Start, End int }

// Retracted are the days, hours and parts of the day that a text takes back for others at once, and the words that take
// them back: "11h" and "Não, espera," of "11h de quarta. Não, espera, 10h".
func Retracted(text string, now time.Time) []Place {
	r := &reader{toks: spoken(mend(tokenize(cut(text)))), today: dayOf(now), times: true}
	r.begin()
	r.readDays()
	var list []Place
	for n, it := range r.items {
		if !it.retracted || it.kind == itemBirth || !r.retractedAtOnce(n) {
			continue
		}
		list = append(list, r.placeOf(it.start, it.end))
		for _, c := range r.corrections {
			if it.end <= c.start && c.start-it.end <= maxAround {
				list = append(list, r.placeOf(c.start, r.skip(c.end, 2, pt.Commas)))
			}
		}
	}
	return list
}

func (r *reader) placeOf(start, end int) Place {
	return Place{r.toks[start].Start, r.toks[end-1].End}
}

// retractedAtOnce tells whether item n is taken back right behind it, with nothing but other items between, and what takes its place is
// wished: "às 8 eu levo minha filha, melhor 9h30" tells of 8:00.
func (r *reader) retractedAtOnce(n int) bool {
	it := r.items[n]
	at := slices.IndexFunc(r.corrections, func(c place) bool { return it.end <= c.start })
	if at < 0 {
		return false
	}
	for k := it.end; k < r.corrections[at].start; k++ {
		if !r.at(k).said && !r.is(k, pt.Commas) && !r.is(k, pt.These) && !r.is(k, pt.LinkFill) && !r.is(k, pt.BoundFill) {
			return false
		}
	}
	for _, next := range r.items[n+1:] {
		if next.start >= r.corrections[at].end && next.kind != itemNothing {
			return !next.dropped || next.retracted
		}
	}
	return false
}
