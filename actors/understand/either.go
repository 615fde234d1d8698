package understand

import "time"

// When are days with the hours or the part of the day that go with them; empty fields do not restrict.
type When struct {
	Dates, Times []Span
	Period       Period
	// Weekdays are those of Dates that were said by the name of a day.
	Weekdays []time.Weekday
}

// part is a stretch of the items of a text that go together.
type part struct {
	items []item
	apart bool // "ou" stands before or behind it
}

func (p *part) has(days bool) bool {
	for _, it := range p.items {
		if (it.kind == itemDay) == days {
			return true
		}
	}
	return false
}

func (p *part) whole() bool { return p.has(true) && p.has(false) }

// when is what a part says.
func (p *part) when() When {
	var w When
	for _, it := range p.items {
		if it.kind == itemPeriod {
			w.Period = it.period
		}
	}
	for _, it := range p.items {
		switch it.kind {
		case itemDay:
			w.Dates = appendNew(w.Dates, Span{it.span.from.String(), it.span.to.String()})
			if it.days.class == dayOfWeek {
				w.Weekdays = append(w.Weekdays, it.span.from.time().Weekday())
			}
		case itemClock:
			c := it.clock.within(it.open, w.Period)
			w.Times = appendNew(w.Times, Span{c.from.String(), c.to.String()})
		default:
		}
	}
	if len(w.Times) > 0 {
		w.Period = ""
	}
	return w
}

// eithers are days and hours any of which will do, where each has its own: "hoje depois das 16 ou amanhã até meio-dia",
// "de manhã ou no sábado"; nil where all hours go with all days.
func (r *reader) eithers() []When {
	parts := r.parts()
	if len(parts) < 2 {
		return nil
	}
	var list []When
	for i := range parts {
		if !parts[i].whole() && !parts[i].apart {
			return nil
		}
		list = append(list, parts[i].when())
	}
	return list
}

// parts puts together what goes together: days and the hours said with them.  Another part begins where days come behind
// days with hours, or hours behind hours with days; and where "ou" leads from days alone to hours, or back.
func (r *reader) parts() []part {
	var parts []part
	end := 0
	for _, it := range r.items {
		if it.dropped || it.kind == itemNothing || it.kind == itemBirth {
			continue
		}
		day := it.kind == itemDay
		either := len(parts) > 0 && it.start-end <= maxAround/2 && r.either(end, it.start)
		switch last := len(parts) - 1; {
		case last < 0, parts[last].whole() && day == (parts[last].items[0].kind == itemDay):
			parts = append(parts, part{})
		case either && !parts[last].has(day):
			parts[last].apart = true
			parts = append(parts, part{apart: true})
		}
		last := &parts[len(parts)-1]
		last.items, end = append(last.items, it), it.end
	}
	return parts
}

// refused are the days and hours that a text says will not do, each hour with the day before it, if that is wished
// otherwise.
func (r *reader) refused() []When {
	var list []When
	for n := range r.items {
		it := r.items[n]
		if it.kind == itemNothing || it.kind == itemBirth || !it.dropped || !r.refuses(n) {
			continue
		}
		p := part{items: []item{it}}
		if n+1 < len(r.items) && r.items[n+1].along {
			p.items = append(p.items, r.items[n+1])
		}
		if before := n - 1; before >= 0 && it.kind != itemDay && r.items[before].kind == itemDay && !r.denied(before) && it.start-r.items[before].end <= 2 {
			p.items = append(p.items, r.items[before]) // "quinta às 8 não"
		}
		list = append(list, p.when())
	}
	return list
}

// refuses tells whether item n is refused, and not only nothing that has to be.
func (r *reader) refuses(n int) bool {
	it := &r.items[n]
	return (it.alike || r.denied(n)) && !r.gone(it) && !r.around(it.start, it.start, pt.NotNeeded) && !r.around(it.start, it.start, pt.NotSaid)
}
