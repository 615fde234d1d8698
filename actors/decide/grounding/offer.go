package grounding

import "atende/actors/conversation"

// Lists reports whether a text shows every time of an offer beside its number, so that a number alone is an
// answer.
func Lists(text string, offer []conversation.Slot) bool {
	if len(offer) == 0 {
		return false
	}
	c := &checker{f: &Facts{Offer: offer}}
	c.knows(c.f)
	if len(c.offer) != len(offer) {
		return false
	}
	c.clock = calendar{c.offer[0].day}
	c.prepare(text)
	shown := map[int]bool{}
	for _, p := range c.pairs {
		if n := c.itemAt(c.refs[p.hour].from); n > 0 && n <= len(offer) && c.isOffer(p, n) {
			shown[n] = true
		}
	}
	return len(shown) == len(offer)
}

// isOffer reports whether a pair is the time behind a number of the offer.
func (c *checker) isOffer(p pair, n int) bool {
	if n > len(c.offer) {
		return false
	}
	s := c.offer[n-1]
	one := &c.refs[p.hour]
	if !one.hour.is(s.minute) {
		return false
	}
	for _, i := range p.days {
		for _, d := range c.refs[i].days {
			if d.is(s.day) {
				return true
			}
		}
	}
	return len(p.days) == 0
}

// checkNumbers looks for numbered times that are not those behind the numbers.
func (c *checker) checkNumbers() {
	numbered := map[int]bool{} // days that an hour goes with
	for _, p := range c.pairs {
		for _, i := range p.days {
			numbered[i] = true
		}
		one := &c.refs[p.hour]
		n := c.numbered(one.from)
		if n == 0 || one.sort != anHour || one.hour.until >= 0 || c.isOffer(p, n) || c.wishful(one) && c.wish.hour(one.hour) {
			continue
		}
		c.add("number", one.from, one.to)
	}
	for i := range c.refs {
		one := &c.refs[i]
		n := c.numbered(one.from)
		if n == 0 || one.sort != aDay || numbered[i] || len(c.offer) == 0 || c.wishful(one) {
			continue
		}
		if n > len(c.offer) || !one.days[0].is(c.offer[n-1].day) {
			c.add("number", one.from, one.to)
		}
	}
}

// numbered is the number of the item or the label of token i, 0 for none.
func (c *checker) numbered(i int) int {
	if n := c.itemAt(i); n > 0 || len(c.offer) == 0 {
		return n
	}
	return c.labelAt(i)
}
