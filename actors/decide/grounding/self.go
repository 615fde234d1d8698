package grounding

import (
	"slices"
	"strings"

	"atende/actors/language"
)

// checkSelf refuses what the writer says of itself and a program cannot: here the words that may stand are known, and not
// those that may not.  A program is one, has nothing but what it searches and says, and did nothing but search and hear:
// "sou nova aqui", "meu expediente", "apaguei os seus dados", "eu nasci aqui".
func (c *checker) checkSelf(s sentence) {
	if s.question || s.quoted {
		return
	}
	for i := s.from; i < s.to; i++ {
		if c.toks[i].Kind == language.Letters && !c.deniedBefore(i, s) && c.posesAt(i, s) {
			c.posed = c.posed || c.is(i, "sou", "meu", "minha", "meus", "minhas", "vou", "irei")
			c.refuse("human", i, i+1)
		}
	}
}

// posesAt reports a word at token i by which the writer is, has or did what no program does.
func (c *checker) posesAt(i int, s sentence) bool {
	switch {
	case c.is(i, "sou"):
		const few = 6
		return !slices.ContainsFunc(c.toks[i:min(i+few, s.to)], func(t language.Token) bool { return lex.IAm.Has(t.Text) })
	case c.is(i, "meu", "minha", "meus", "minhas"):
		return i+1 < s.to && c.toks[i+1].Kind == language.Letters && !c.in(i+1, lex.MyOwn)
	case c.is(i, "eu"):
		next := c.verbBehind(i, s)
		if next == s.to || c.toks[next].Kind != language.Letters || c.is(next, "nao", "nunca", "nem", "e") {
			return false
		}
		wished := slices.ContainsFunc([]string{"ar", "er", "ir", "sse", "ndo"}, func(end string) bool { return strings.HasSuffix(c.toks[next].Text, end) })
		return !wished && !c.in(next, lex.IMay)
	case c.is(i, "vou", "irei"):
		next := c.verbBehind(i, s)
		return next < s.to && len(c.toks[next].Text) > 2 && strings.HasSuffix(c.toks[next].Text, "r") && !c.in(next, lex.IWill)
	default:
		return c.did(i, s) && !c.in(i, lex.MyDeeds)
	}
}

// verbBehind is the first token behind one that may be the verb: behind "eu", "já te", "não".
func (c *checker) verbBehind(i int, s sentence) int {
	next := i + 1
	for next < s.to && c.in(next, lex.BesideMe) {
		next++
	}
	return next
}

// did reports a verb of the first person that tells what was done or will be: "apaguei", "lembrarei".
func (c *checker) did(i int, s sentence) bool {
	const shortest = 5                  // "lei", "rei", "sei"
	named := i > s.from && c.capital(i) // "Sirlei"
	return len(c.toks[i].Text) >= shortest && strings.HasSuffix(c.toks[i].Text, "ei") && !named
}
