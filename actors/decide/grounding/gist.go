package grounding

// gist is what the stages ask again and again of a whole sentence; it is found once, so that a long sentence with many
// claims takes no more than its length.
type gist struct {
	known    bool
	farewell bool // asks only whether there is anything else
	leave    bool // asks or names leave to book
	words    bool
	summary  bool // an appointment without a verb
	missing  bool // says what an appointment still needs
	sending  int  // the last token that asks to send it, -1 for none
}

// gistOf is the gist of a sentence.
func (c *checker) gistOf(n int) *gist {
	if c.gists == nil {
		c.gists = make([]gist, len(c.sentences))
	}
	g := &c.gists[n]
	if g.known {
		return g
	}
	s := c.sentences[n]
	*g = gist{known: true, farewell: c.farewell(s), leave: c.asksLeaveIn(s), words: c.hasWords(s), summary: c.summary(s), sending: -1}
	for k := s.from; k < s.to; k++ {
		g.missing = g.missing || c.in(k, lacking) && !c.oneOf(k-1, "nao") || s.tone&asks != 0 && c.in(k, missing)
		if c.in(k, sending) && (c.near(k, missing) || c.near(k, needed)) {
			g.sending = k
		}
	}
	return g
}
