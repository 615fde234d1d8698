package grounding

// checker looks for claims that nothing covers.
type checker struct {
	*reading
	f       *Facts
	clock   calendar
	known   []slot
	offer   []slot
	booked  *slot
	wish    wish
	sayings *sayings
	found   []Violation

	pairs         []pair
	doctors       []mention
	hourSentences []bool // sentences that name an hour
	gists         []gist // of each sentence
	plain         bool   // the text has no accents at all
}

// pair is an hour with the days that it is said of; days are refs, any says that one of them will do.
type pair struct {
	hour int
	days []int
	any  bool
}

// add notes a violation from token from to before token to.
func (c *checker) add(reason string, from, to int) {
	c.found = append(c.found, c.violation(reason, from, to))
}

// tone is that of the sentence of a ref.
func (c *checker) toneOf(one *ref) tone { return c.sentences[one.sentence].tone }

// pairUp finds for each hour the days that it is said of: those before it in its sentence, those behind it where
// the sentence begins with the hour, or those of a sentence before.
func (c *checker) pairUp() {
	var heading []int
	for from := 0; from < len(c.refs); {
		to := from
		for to < len(c.refs) && c.refs[to].sentence == c.refs[from].sentence {
			to++
		}
		heading = c.pairSentence(from, to, heading)
		from = to
	}
}

// pairSentence pairs the refs from one to before another, all of one sentence, and returns the days that further
// sentences mean.
func (c *checker) pairSentence(from, to int, heading []int) []int {
	first := c.hoursFirst(from, to)
	var days, all []int
	if first {
		days = c.cluster(c.nextDay(from, to), to)
	}
	hours := false
	for i := from; i < to; i++ {
		one := &c.refs[i]
		if one.sort != aDay {
			hours = hours || one.sort == anHour
			c.pairs = append(c.pairs, c.pairOf(i, days, heading))
			continue
		}
		cluster := c.cluster(i, to)
		if first {
			if next := c.nextDay(cluster[len(cluster)-1]+1, to); next < to {
				days = c.cluster(next, to)
			}
		} else {
			days = cluster
		}
		if !c.excusedDay(one) {
			all = append(all, cluster...)
		}
		i = cluster[len(cluster)-1]
	}
	switch {
	case len(all) == 0:
		return heading
	case hours:
		return days
	}
	return all
}

func (c *checker) pairOf(i int, days, heading []int) pair {
	if len(days) > 0 {
		return pair{hour: i, days: days}
	}
	return pair{hour: i, days: heading, any: true}
}

// nextDay is the first day from ref i on, to for none.
func (c *checker) nextDay(i, to int) int {
	for i < to && c.refs[i].sort != aDay {
		i++
	}
	return i
}

var towardsDay = words("na no de da do em dia desta dessa nesta nessa deste desse para pra proxima neste nesse amanha hoje")

// hoursFirst reports whether a sentence names its hours before their days: "às 8h na terça".
func (c *checker) hoursFirst(from, to int) bool {
	next := c.nextDay(from, to)
	if c.refs[from].sort != anHour || next >= to || c.refs[next-1].sort != anHour && c.refs[next-1].sort != aPeriod {
		return false
	}
	gap := c.refs[next].from - c.refs[next-1].to
	if gap == 0 {
		return true
	}
	return gap <= 3 && (c.in(c.refs[next].from-1, towardsDay) || c.isMark(c.refs[next].from-1, ",", "(", "-", "|", "/") || c.in(c.refs[next].from, towardsDay))
}

// cluster are the days from ref i on that share what is said of them: "terça e quarta".
func (c *checker) cluster(i, to int) []int {
	list := []int{i}
	for i+1 < to && c.refs[i+1].sort == aDay && c.coordinated(c.refs[i].to, c.refs[i+1].from) {
		i++
		list = append(list, i)
	}
	return list
}

var coordinating = words("e ou a na no nas nos ate tambem para pra dia")

// coordinated reports whether nothing but "e", "ou" and signs is between two tokens.
func (c *checker) coordinated(from, to int) bool {
	if to-from > 4 {
		return false
	}
	for i := from; i < to; i++ {
		if !c.in(i, coordinating) && !c.isMark(i, ",", "/", "-", "(", ")") {
			return false
		}
	}
	return true
}

// hasDay reports whether some known time is on a day.
func (c *checker) hasDay(d day) bool {
	for _, s := range c.known {
		if d.is(s.day) {
			return true
		}
	}
	return false
}

// hasHour reports whether some known time is at an hour.
func (c *checker) hasHour(h hour) bool {
	for _, s := range c.known {
		if h.is(s.minute) {
			return true
		}
	}
	return false
}

// has reports whether a known time is at that hour of that day; doctors, if any, are those who must have it.
func (c *checker) has(d day, h hour, doctors []int) bool {
	for _, s := range c.known {
		if d.is(s.day) && h.is(s.minute) && (len(doctors) == 0 || contains(doctors, s.AgendaID)) {
			return true
		}
	}
	return false
}

func contains(list []int, id int) bool {
	for _, one := range list {
		if one == id {
			return true
		}
	}
	return false
}
