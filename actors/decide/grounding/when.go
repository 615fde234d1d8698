package grounding

// checkDays looks at the days of a text.
func (c *checker) checkDays() {
	for i := range c.refs {
		one := &c.refs[i]
		if one.sort != aDay || !c.tellsToday(one) && (c.idle(one) || c.searching(one)) {
			continue
		}
		switch {
		case c.tellsToday(one):
			if !one.days[0].is(c.clock.today) {
				c.add("date", one.from, one.to)
			}
		case c.personalDate(one):
			if c.toneOf(one)&shows == 0 {
				c.add("identity", one.from, one.to)
			}
		case !c.coversDays(one):
			c.add("date", one.from, one.to)
		}
	}
}

// idle reports days that claim nothing: "Como posso ajudar hoje?", "Até amanhã!".
func (c *checker) idle(one *ref) bool {
	d := one.days[0]
	s := c.sentences[one.sentence]
	single := !d.first.IsZero() && d.first.Equal(d.last)
	if c.begun(one) || c.oneOf(one.from-1, "de") && c.oneOf(one.from-2, "agenda") && c.toneOf(one)&(available|offers) == 0 && d.first.Equal(c.clock.today) {
		return true
	}
	if single && c.word(one.from-1) == "ate" && s.to-s.from <= 6 {
		return true
	}
	if d.date == 0 && d.month == 0 && !single && c.generalQuestion(one) {
		return true
	}
	return single && d.first.Equal(c.clock.today) && c.toneOf(one)&available == 0 && !c.hourIn(one.sentence) && !c.oneOf(one.from-1, "para", "pra", "de", "ainda")
}

// tellsToday reports a ref that says which day today is: "hoje é segunda, 23/11".
func (c *checker) tellsToday(one *ref) bool {
	const reach = 4
	for k := one.from - 1; k >= 0 && k >= one.from-reach; k-- {
		switch {
		case c.oneOf(k, "hoje", "estamos"):
			return c.oneOf(k+1, "e", "eh") || c.word(k) == "estamos"
		case !c.oneOf(k, "e", "eh", "dia", "na", "no", "em", "a", "o"):
			return false
		}
	}
	return false
}

// begun reports a "hoje" of which the words behind it say which day it is.
func (c *checker) begun(one *ref) bool {
	return c.word(one.to-1) == "hoje" && c.oneOf(one.to, "e", "eh") && (c.refAtToken(one.to+1) >= 0 || c.refAtToken(one.to+2) >= 0)
}

// tellsNow reports an hour that says what time it is: "agora são 9:10".
func (c *checker) tellsNow(one *ref) bool {
	const slack = 10 // minutes
	if !c.oneOf(one.from-1, "sao", "agora", "e", "eh") || !c.oneOf(one.from-2, "agora", "ja", "sao") || c.toneOf(one)&available != 0 {
		return false
	}
	now := c.f.Now.Hour()*hourMinutes + c.f.Now.Minute()
	return one.hour.until < 0 && one.hour.at-now <= slack && now-one.hour.at <= slack
}

// generalQuestion reports a question for any day: "Algum dia da semana? Por exemplo, segunda ou terça?"
// Once times are known only their days may be named.
func (c *checker) generalQuestion(one *ref) bool {
	t := c.toneOf(one)
	if len(c.known) > 0 || t&asks == 0 || t&(proposes|available) != 0 || c.hourIn(one.sentence) {
		return false
	}
	return c.generic(one.sentence) || t&shows != 0 && one.sentence > 0 && c.generic(one.sentence-1)
}

var anyDay = words("dia dias semana")

// generic reports whether a sentence asks for days in general.
func (c *checker) generic(sentence int) bool {
	s := c.sentences[sentence]
	if s.tone&(asks|prefers) != asks|prefers {
		return false
	}
	for i := s.from; i < s.to; i++ {
		if c.in(i, anyDay) {
			return true
		}
	}
	return false
}

// hourIn reports whether a sentence names an hour.
func (c *checker) hourIn(sentence int) bool { return c.hourSentences[sentence] }

// personalDate reports a date that is long past, such as a birth date.
func (c *checker) personalDate(one *ref) bool {
	y := one.days[0].year
	return y != 0 && (y < c.clock.today.Year() || c.toneOf(one)&personal != 0 && c.toneOf(one)&booking == 0)
}

// coversDays reports whether each day of a ref is one that may be named.
func (c *checker) coversDays(one *ref) bool {
	for _, d := range one.days {
		if !c.hasDay(d) && !c.excusedFor(one, d) && !c.said(one, d) && !c.closed(one, d) {
			return false
		}
	}
	return true
}

// said reports whether a day stands in the clinic's own words and is not offered here.
func (c *checker) said(one *ref, d day) bool {
	return c.toneOf(one)&offers == 0 && c.itemAt(one.from) == 0 && c.sayings.day(d)
}

// closed reports whether a day is named as one on which the clinic is closed, and its own words do not name it.
func (c *checker) closed(one *ref, d day) bool {
	return c.sayings.weekdays != [7]bool{} && c.toneOf(one)&opens != 0 && c.toneOf(one).denied() && d.named && d.date == 0 && !c.sayings.weekdays[d.weekday]
}

// excusedDay reports whether a ref only repeats what the patient wished.
func (c *checker) excusedDay(one *ref) bool {
	for _, d := range one.days {
		if !c.excusedFor(one, d) {
			return false
		}
	}
	return true
}

func (c *checker) excusedFor(one *ref, d day) bool {
	return c.wishful(one) && c.wish.day(d) || c.clock.exists(d) && c.denied(one)
}

// wishful reports whether the sentence of a ref may repeat a wish: it denies, asks, or says what is wished.
func (c *checker) wishful(one *ref) bool {
	t := c.toneOf(one)
	return t.denied() || t&echoes != 0 && t&proposes == 0 || t&asks != 0 && t&proposes == 0
}

// checkHours looks at the hours of a text and the days they are said of.
func (c *checker) checkHours() {
	for _, p := range c.pairs {
		one := &c.refs[p.hour]
		if one.sort == aPeriod {
			c.checkPeriod(p)
			continue
		}
		if c.tellsNow(one) || c.denied(one) || c.searching(one) || c.wishful(one) && c.wish.hour(one.hour) || c.saidHour(one, p) {
			continue
		}
		if c.opening(one) || !c.hasHour(one.hour) {
			c.add("hour", one.from, one.to)
			continue
		}
		c.checkPair(p)
	}
}

// searching reports whether a sentence asks for leave to look for other times: "Posso procurar na semana que vem?"
func (c *checker) searching(one *ref) bool {
	t := c.toneOf(one)
	return t&(asks|searches) == asks|searches && t&(available|offers) == 0
}

// opening reports whether a sentence says when the clinic is open, which its own words alone can say.
func (c *checker) opening(one *ref) bool {
	t := c.toneOf(one)
	return t&opens != 0 && (one.hour.until >= 0 || one.hour.before || one.hour.after) && t&offers == 0
}

// saidHour reports whether an hour stands in the clinic's own words and is not offered here.
func (c *checker) saidHour(one *ref, p pair) bool {
	if c.toneOf(one)&offers != 0 || c.itemAt(one.from) != 0 || !c.sayings.hour(one.hour) {
		return false
	}
	for _, i := range p.days {
		for _, d := range c.refs[i].days {
			if !p.any && !c.sayings.day(d) {
				return false
			}
		}
	}
	return true
}

// checkPeriod looks at a claim that there are times in a part of the day.
func (c *checker) checkPeriod(p pair) {
	one := &c.refs[p.hour]
	t := c.toneOf(one)
	if t&available == 0 || t&asks != 0 || t&opens != 0 && t&offers == 0 || t.denied() || c.wishful(one) && c.wish.hour(one.hour) {
		return
	}
	if !c.hasHour(one.hour) {
		c.add("hour", one.from, one.to)
	} else if !p.any {
		c.checkPair(p)
	}
}

// checkPair looks whether the hour of a pair is free on its days.
func (c *checker) checkPair(p pair) {
	if len(p.days) == 0 {
		return
	}
	one := &c.refs[p.hour]
	good := 0
	for _, i := range p.days {
		if c.onDays(i, one.hour) {
			good++
		}
	}
	if good == len(p.days) || p.any && good > 0 || c.wishedDays(p) {
		return
	}
	c.add("slot", one.from, one.to)
}

// onDays reports whether an hour is free on each day of a ref that has any time at all; the other days are
// found by checkDays.
func (c *checker) onDays(i int, h hour) bool {
	for _, d := range c.refs[i].days {
		if c.hasDay(d) && !c.has(d, h, nil) {
			return false
		}
	}
	return true
}

// wishedDays reports whether all days of a pair only repeat a wish.
func (c *checker) wishedDays(p pair) bool {
	for _, i := range p.days {
		if !c.excusedDay(&c.refs[i]) {
			return false
		}
	}
	return true
}
