package grounding

import (
	"slices"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// pair is an hour with its days, as the text has them together.
type pair struct {
	days     []string // none where no day was named
	hour     string
	number   int // of the item, 0 for none
	from, to int // tokens
}

// momentsIn are the moments of a sentence.
func (c *checker) momentsIn(s sentence) []moment {
	from, _ := slices.BinarySearchFunc(c.moments, s.from, func(m moment, at int) int { return m.from - at })
	to, _ := slices.BinarySearchFunc(c.moments, s.to, func(m moment, at int) int { return m.from - at })
	return c.moments[from:to]
}

// pairs joins the hours of a sentence with their days: the one before, the one behind where the sentence begins with an
// hour, or those of the heading.  whole is false where an hour is left without its day.
func pairsOf(list []moment, heading []string) (pairs []pair, days []string, whole bool) {
	hoursFirst := hourLeads(list)
	days, ended := nil, true // whether the next day begins others
	number, waiting := 0, 0
	for _, m := range list {
		switch m.kind {
		case anItem:
			if last := len(pairs) - 1; m.behind && last >= 0 && pairs[last].number == 0 {
				pairs[last].number = m.number
				continue
			}
			number = m.number
		case aDay:
			if ended {
				days = nil
			}
			days, ended = append(days, m.value), false
			for ; hoursFirst && waiting < len(pairs); waiting++ {
				pairs[waiting].days = days
			}
			ended = ended || hoursFirst
		case anHour:
			if m.bound != 0 || m.until != "" {
				continue
			}
			one := pair{hour: m.value, number: number, from: m.from, to: m.to}
			if !hoursFirst {
				one.days = days
				if days == nil {
					one.days = heading
				}
			}
			pairs, number, ended = append(pairs, one), 0, true
		case aPart:
		}
	}
	return pairs, days, !hoursFirst || waiting == len(pairs)
}

// hourLeads reports that the hours of a sentence stand before their days.
func hourLeads(list []moment) bool {
	first := slices.IndexFunc(list, func(m moment) bool { return m.kind == anHour || m.kind == aDay })
	return first >= 0 && list[first].kind == anHour && slices.ContainsFunc(list, func(m moment) bool { return m.kind == aDay })
}

// checkMoments refuses days, hours, pairs of both and numbers that are none of the known times.
func (c *checker) checkMoments() {
	var heading []string
	for n := range c.sentences {
		s := &c.sentences[n]
		list := c.momentsIn(*s)
		list = c.checkDenied(*s, c.withoutNow(*s, list))
		pairs, days, whole := pairsOf(list, heading)
		s.pairs, s.moments = pairs, slices.DeleteFunc(slices.Clone(list), func(m moment) bool { return m.kind > anHour })
		for _, m := range list {
			c.checkMoment(*s, m, days)
		}
		if !whole {
			c.refuse("slot", s.from, s.to)
		}
		for _, p := range pairs {
			c.checkPair(*s, p)
		}
		if len(pairs) == 0 {
			c.checkNumbers(list)
		}
		if days != nil {
			heading = days
		}
	}
}

// known reports whether a time that is known has all that is asked for; "" for anything.
func (c *checker) known(day, hour string, agendas []int) bool {
	return slices.ContainsFunc(c.f.Slots, func(s conversation.Slot) bool {
		if s.Date == "" || day != "" && s.Date != day || hour != "" && s.Hour != hour {
			return false
		}
		return agendas == nil || slices.Contains(agendas, s.AgendaID)
	})
}

// checkMoment refuses what is no day, hour or part of the day of a known time.
func (c *checker) checkMoment(s sentence, m moment, days []string) {
	wished := phrase(s, lex.Wish)
	switch m.kind {
	case aDay:
		asked := s.question && c.has(s, lex.Search) && len(s.pairs) == 0
		if !asked && !c.mayNameDay(m, wished) {
			c.refuse("date", m.from, m.to)
		}
	case anHour:
		if !c.mayNameHour(m, days, wished) {
			c.refuse("hour", m.from, m.to)
		}
	case aPart:
		if (!s.question || len(days) > 0) && !wished && !c.knownPart(m.value, days) {
			c.refuse("hour", m.from, m.to)
		}
	case anItem:
	}
}

// mayNameDay reports a day that is known or was wished, or a range between two known ones.
func (c *checker) mayNameDay(m moment, wished bool) bool {
	if m.value == "" || m.until != "" && !c.known(m.until, "", nil) {
		return false
	}
	return c.known(m.value, "", nil) || wished && c.wishesDay(m.value)
}

// mayNameHour reports an hour that is known, was wished, or is the bound of a known one.
func (c *checker) mayNameHour(m moment, days []string, wished bool) bool {
	switch {
	case m.bound != 0 && c.beyond(m, days):
		return true
	case m.value == "", m.until != "" && !c.known("", m.until, nil):
		return false
	default:
		return c.known("", m.value, nil) || wished && c.wishesHour(m.value)
	}
}

// beyond reports whether a known time lies on the side of an hour that is meant, on one of the days if there are any.
func (c *checker) beyond(m moment, days []string) bool {
	return slices.ContainsFunc(c.f.Slots, func(s conversation.Slot) bool {
		within := m.bound > 0 && s.Hour >= m.value || m.bound < 0 && s.Hour <= m.value
		return within && s.Date != "" && (len(days) == 0 || slices.Contains(days, s.Date))
	})
}

// knownPart reports whether a known time lies in a part of the day, on one of the days if there are any.
func (c *checker) knownPart(part string, days []string) bool {
	return slices.ContainsFunc(c.f.Slots, func(s conversation.Slot) bool {
		period := understand.Morning
		switch {
		case s.Hour >= "18:00":
			period = understand.Evening
		case s.Hour >= "12:00":
			period = understand.Afternoon
		}
		return s.Date != "" && string(period) == part && (len(days) == 0 || slices.Contains(days, s.Date))
	})
}

// checkPair refuses an hour on another day than its own, with another doctor, or under another number.
func (c *checker) checkPair(s sentence, p pair) {
	if p.hour == "" || phrase(s, lex.Wish) && c.wishesHour(p.hour) {
		return
	}
	agendas := c.doctorOf(s, p.from)
	for _, day := range p.days {
		if !c.known(day, p.hour, agendas) {
			c.refuse("slot", p.from, p.to)
			return
		}
	}
	if len(p.days) == 0 && !c.known("", p.hour, agendas) {
		c.refuse("slot", p.from, p.to)
	}
	if p.number > 0 && !numbers(p, c.f.Offer) {
		c.refuse("number", p.from, p.to)
	}
}

// numbers reports whether a pair is the time that its number has in the offer.
func numbers(p pair, offer []conversation.Slot) bool {
	if p.number < 1 || p.number > len(offer) || offer[p.number-1].Hour != p.hour {
		return false
	}
	return len(p.days) == 1 && offer[p.number-1].Date == p.days[0] || len(p.days) == 0
}

// doctorOf are the agendas of the doctor whom an hour belongs to: the only one of its sentence, else the last one named
// before it; nil for any.
func (c *checker) doctorOf(s sentence, at int) []int {
	var within, before []int
	count := 0
	for _, p := range c.people {
		if p.from >= s.from && p.to <= s.to {
			within = p.agendas
			count++
		}
		if p.from < at {
			before = p.agendas
		}
	}
	if count == 1 {
		return within
	}
	return before
}

// checkNumbers refuses the numbers of days that are others in the offer, and of options that there are not.
func (c *checker) checkNumbers(list []moment) {
	number := 0
	for _, m := range list {
		switch {
		case m.kind == anItem && (m.named && len(c.f.Offer) > 0 && (m.number < 1 || m.number > len(c.f.Offer))):
			c.refuse("number", m.from, m.to)
		case m.kind == anItem:
			number = m.number
		case m.kind == aDay && number > 0 && (number > len(c.f.Offer) || c.f.Offer[number-1].Date != m.value):
			c.refuse("number", m.from, m.to)
		}
	}
}

func (c *checker) wishesDay(day string) bool {
	return slices.ContainsFunc(c.f.Wished.Dates, func(s conversation.Span) bool { return s.From <= day && day <= s.To })
}

func (c *checker) wishesHour(hour string) bool {
	return slices.ContainsFunc(c.f.Wished.Times, func(s conversation.Span) bool { return s.From <= hour && hour <= s.To })
}

// checkDenied looks at what a sentence says that there is not, and returns the moments behind it.  Only what was looked
// for and is not there may be denied, and that there is more than what was offered.
func (c *checker) checkDenied(s sentence, list []moment) []moment {
	closed := c.has(s, lex.Closing) && !c.timed(s)
	if !c.denies(s) || !closed && len(c.f.Slots) == 0 && c.f.Wished.Empty() {
		return list
	}
	turn := s.from
	for turn < s.to && !c.in(turn, lex.Turns) {
		turn++
	}
	at, _ := slices.BinarySearchFunc(list, turn, func(m moment, at int) int { return m.from - at })
	switch {
	case at == 0 && turn == s.to && c.deniesAll(s), at > 0 && !c.onlyDenies(s.from, turn):
		c.refuse("slot", s.from, s.to)
	case at > 0 && !closed && !c.has(s, lex.Other) && c.free(list[:at], c.doctorOf(s, list[0].from)):
		c.refuse("slot", list[0].from, list[at-1].to)
	}
	return list[at:]
}

// denies reports that a sentence says that there is nothing.
func (c *checker) denies(s sentence) bool {
	return slices.ContainsFunc(c.matchesIn(c.wordOf(s.from), c.wordOf(s.to)), func(m language.Match) bool {
		return m.Group == lex.Denies && !c.calms(m.From)
	})
}

// deniesAll reports that a sentence says that there is no time, though some of the offer was looked for.
func (c *checker) deniesAll(s sentence) bool {
	return c.has(s, lex.Times) && !phrase(s, lex.Special) && !c.unmet()
}

// unmet reports that times were looked for, and none of the offer is one of those.
func (c *checker) unmet() bool {
	return !c.f.Wished.Empty() && !slices.ContainsFunc(c.f.Offer, c.f.Wished.Allows)
}

// onlyDenies reports that nothing between two tokens limits what is denied: no "só", no "antes de".
func (c *checker) onlyDenies(from, to int) bool {
	for i := from; i < to; i++ {
		if c.in(i, lex.Except) || c.in(i, lex.Bounding) {
			return false
		}
	}
	return true
}

// free reports that there is a known time in some moments.
func (c *checker) free(list []moment, agendas []int) bool {
	pairs, days, _ := pairsOf(list, nil)
	for _, p := range pairs {
		if p.hour == "" || len(p.days) == 0 && c.known("", p.hour, agendas) {
			return true
		}
		for _, day := range p.days {
			if day == "" || c.known(day, p.hour, agendas) {
				return true
			}
		}
	}
	for _, m := range list {
		if m.kind == aPart && c.knownPart(m.value, days) {
			return true
		}
	}
	return len(pairs) == 0 && slices.ContainsFunc(days, func(day string) bool { return day == "" || c.known(day, "", agendas) }) &&
		!slices.ContainsFunc(list, func(m moment) bool { return m.kind == aPart })
}

// withoutNow leaves out the days and hours of a phrase that says which day or how late it is.
func (c *checker) withoutNow(s sentence, list []moment) []moment {
	today := c.f.Now.Format(time.DateOnly)
	for _, m := range c.matchesIn(c.wordOf(s.from), c.wordOf(s.to)) {
		from, to := c.spans[m.From].from, c.spans[m.To-1].to
		if m.Group != lex.Today {
			continue
		}
		saysToday := slices.ContainsFunc(list, func(one moment) bool { return one.from == from && one.value == today && one.to < to })
		list = slices.DeleteFunc(slices.Clone(list), func(one moment) bool {
			now := one.value == today || one.value == c.f.Now.Format("15:04")
			weekday := one.to == one.from+1 || c.is(one.to-1, "feira")
			if day, err := time.Parse(time.DateOnly, one.value); err == nil && weekday {
				now = day.Weekday() == c.f.Now.Weekday()
			}
			inside := one.from >= from && one.to <= to
			if inside && !now && saysToday {
				c.refuse("date", one.from, one.to)
			}
			return now && inside
		})
	}
	if !c.has(s, lex.Offer) {
		list = slices.DeleteFunc(slices.Clone(list), func(one moment) bool { return one.value == today })
	}
	return list
}

// Lists reports whether a text shows every time of an offer under its own number, so that a number alone is an answer.
func Lists(text string, offer []conversation.Slot) bool {
	if len(offer) == 0 {
		return false
	}
	now, err := time.Parse(time.DateOnly, offer[0].Date)
	if err != nil {
		return false
	}
	f := Facts{Offer: offer, Now: now}
	c := read(text, &f)
	if slices.ContainsFunc(c.moments, func(m moment) bool { return m.kind == anItem && c.in(m.to-1, lex.Letters) }) {
		return false // whose items have letters or words is answered with these
	}
	shown := make([]bool, len(offer))
	var heading []string
	for _, s := range c.sentences {
		pairs, days, whole := pairsOf(c.momentsIn(s), heading)
		if days != nil {
			heading = days
		}
		for _, p := range pairs {
			if !whole || p.number > 0 && (len(p.days) != 1 || !numbers(p, offer)) {
				return false
			}
			if p.number > 0 {
				shown[p.number-1] = true
			}
		}
	}
	return !slices.Contains(shown, false)
}
