package grounding

import (
	"strconv"
	"strings"
)

// element is one place of a phrase.
type element struct {
	words    set
	optional bool
	gap      int  // up to so many tokens of any kind, 0 for a word
	when     bool // a day or an hour
	start    bool // the sentence begins here, or a part of it behind a sign
	end      bool // the sentence ends here
}

// phrase is a list of places that tokens of one sentence fill.
type phrase struct {
	elements []element
	traits   trait
}

// phrases are found by their first words.
type phrases struct {
	byWord map[string][]*phrase
}

// compile makes phrases of lines: words are parted by spaces, alternatives by "|", "?" behind them makes them
// optional, "~3" stands for up to three tokens, "é" for the verb alone, "<when>" for a day or an hour, "@name" for one of lists, "^" and "$" for
// the ends of a sentence.
func compile(lists map[string]set, tables map[trait]string) phrases {
	p := phrases{byWord: map[string][]*phrase{}}
	for traits, table := range tables {
		for text := range strings.Lines(table) {
			if fields := strings.Fields(text); len(fields) > 0 {
				p.add(&phrase{elements: elementsOf(fields, lists), traits: traits})
			}
		}
	}
	return p
}

func (p *phrases) add(one *phrase) {
	for _, e := range one.elements {
		if e.start {
			continue
		}
		for w := range e.words {
			p.byWord[w] = append(p.byWord[w], one)
		}
		return
	}
}

func elementsOf(fields []string, lists map[string]set) []element {
	var list []element
	for _, field := range fields {
		if gap, ok := strings.CutPrefix(field, "~"); ok {
			n, _ := strconv.Atoi(gap) // digits
			list = append(list, element{gap: n})
			continue
		}
		if field == "^" || field == "$" {
			list = append(list, element{start: field == "^", end: field == "$"})
			continue
		}
		plain, optional := strings.CutSuffix(field, "?")
		e := element{words: set{}, optional: optional}
		for _, w := range strings.Split(plain, "|") {
			switch {
			case w == "<when>":
				e.when = true
			case strings.HasPrefix(w, "@"):
				for one := range lists[w] {
					e.words[one] = struct{}{}
				}
			default:
				e.words[w] = struct{}{}
			}
		}
		list = append(list, e)
	}
	return list
}

// found is a phrase in a text.
type found struct {
	*phrase
	from, to int
	sentence int
}

// find returns the phrases that stand in a text.
func (p *phrases) find(c *checker) []found {
	var list []found
	for n, s := range c.sentences {
		for i := s.from; i < s.to; i++ {
			for _, one := range p.byWord[c.word(i)] {
				elements := one.elements
				if elements[0].start {
					if !c.begins(i, c.sentences[n]) {
						continue
					}
					elements = elements[1:]
				}
				if to := c.fill(elements, i, s.to); to > i {
					list = append(list, found{one, i, to, n})
				}
			}
		}
	}
	return list
}

// begins reports whether no word stands before token i in its sentence or since a sign.
func (c *checker) begins(i int, s sentence) bool {
	return i == s.from || c.toks[i-1].kind == mark
}

// fill returns the token behind the last one that elements take from token i on, -1 for no match.
func (c *checker) fill(elements []element, i, end int) int {
	if len(elements) == 0 {
		return i
	}
	e := elements[0]
	if e.end {
		if c.finishes(i, end) {
			return i
		}
		return -1
	}
	if e.gap > 0 {
		for skip := 0; skip <= e.gap && i+skip < end; skip++ {
			if to := c.fill(elements[1:], i+skip, end); to >= 0 {
				return to
			}
		}
		return -1
	}
	if i < end {
		if e.when { // a sign may stand before it
			if at := c.refNear(i); at >= 0 {
				return c.fill(elements[1:], c.refs[at].to, end)
			}
		}
		if c.toks[i].kind == word && (e.words.has(c.toks[i].text) || (c.toks[i].accent || c.plain) && c.toks[i].is("e") && e.words.has("é")) {
			if to := c.fill(elements[1:], i+1, end); to >= 0 {
				return to
			}
		}
	}
	if e.optional {
		return c.fill(elements[1:], i, end)
	}
	return -1
}

// refNear is the ref that begins at token i or behind a sign and an "às" there, -1 for none.
func (c *checker) refNear(i int) int {
	if c.isMark(i, ",", "(", "-", ":") {
		i++
	}
	if c.word(i) == "as" {
		i++
	}
	return c.refAtToken(i)
}

// finishes reports whether nothing but signs stands from token i on.
func (c *checker) finishes(i, end int) bool {
	for ; i < end; i++ {
		if c.toks[i].kind != mark && c.toks[i].kind != line || c.isMark(i, ",", ":") {
			return false
		}
	}
	return true
}

// refAtToken is the ref that begins at token i, -1 for none.
func (c *checker) refAtToken(i int) int {
	low := c.firstRef(i)
	if low < len(c.refs) && c.refs[low].from == i && c.refs[low].sort != aPeriod {
		return low
	}
	return -1
}
