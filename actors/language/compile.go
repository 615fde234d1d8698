package language

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// phrase is one line of a file, compiled.
type phrase struct {
	group Group
	at    Position
	text  string
	steps []step
	hole  int // the step that is "_", -1 for none
	// examples contain the phrase, counters none of the group's.
	examples, counters []Example
}

// anchor is a place between words.
type anchor uint8

const (
	noAnchor      anchor = iota
	sentenceBegin        // ^
	sentenceEnd          // $
	textBegin            // ^^
	textEnd              // $$
	pauseHere            // ,
)

var anchors = map[string]anchor{"^": sentenceBegin, "$": sentenceEnd, "^^": textBegin, "$$": textEnd, ",": pauseHere}

// step is one place of a phrase: a word of a set, a run of words, or an anchor.
type step struct {
	set      int    // that a word must be in; anyWord for any
	most     uint8  // of a run, 0 for a single word
	optional bool   // a single word that may be missing
	anchor   anchor // instead of a word, or besides one
	bare     bool   // nothing but the anchor
	thing    bool   // a word that stands for as many words as its thing has
}

// anyWord is the set of all words, noWord that of none.
const (
	anyWord int = -1
	noWord  int = -2
)

// defaultRun is how many words ".." spans.
const defaultRun = 4

// hole stands for the words that a reader asks about; where nobody asks, for any.
const hole = "_"

func (c *compiler) group(g sourceGroup) {
	c.at = g.at
	id := c.called[g.name]
	for _, p := range g.phrases {
		c.at, p.group, p.hole = p.at, id, -1
		for field := range strings.FieldsSeq(p.text) {
			if field == hole && p.hole >= 0 {
				c.fail("%q has two places for what is asked about", p.text)
			}
			if field == hole {
				p.hole = len(p.steps)
			}
			p.steps = append(p.steps, c.step(field))
		}
		if p.ways() > maxWays {
			c.fail("%q may be laid over a text in too many ways: write fewer or shorter runs (\"..\")", p.text)
		}
		c.byGroup[id] = append(c.byGroup[id], len(c.phrases))
		c.phrases = append(c.phrases, p)
	}
}

// maxWays bounds in how many ways the runs of a phrase may be laid over a text.
const maxWays = 20_000

// ways is that number, or one above maxWays.
func (p *phrase) ways() int {
	n := 1
	for i := 0; i < len(p.steps) && n <= maxWays; i++ {
		n *= int(p.steps[i].most) + 1
	}
	return n
}

// step compiles one field of a phrase.
func (c *compiler) step(field string) step {
	if a := anchors[field]; a != noAnchor {
		return step{set: noWord, anchor: a, bare: true}
	}
	if field == hole {
		return step{set: anyWord, most: defaultRun}
	}
	s := step{set: anyWord, thing: field[0] == '@'}
	field, s.most = c.run(field)
	if field == "" && s.most > 0 {
		return s
	}
	if short, optional := strings.CutSuffix(field, "?"); optional && short != "" {
		field, s.optional = short, true
	}
	words := make([]string, 0, strings.Count(field, "|")+1)
	for alternative := range strings.SplitSeq(field, "|") {
		switch a := anchors[alternative]; {
		case a != noAnchor:
			s.anchor = a
		case alternative == "":
			c.fail("%q has an empty alternative", field)
		case strings.Contains(alternative, "?"):
			c.fail("%q: \"?\" stands at the end, and says it of all alternatives", field)
		default:
			words = append(words, alternative)
			c.write(alternative)
		}
	}
	s.set = c.set(words)
	return s
}

// write notes a word that a phrase writes out.
func (c *compiler) write(alternative string) {
	if alternative[0] != '#' && alternative[0] != '~' {
		c.written = append(c.written, alternative)
	}
}

// run cuts "..7" off a field.
func (c *compiler) run(field string) (kind string, most uint8) {
	kind, count, found := strings.Cut(field, "..")
	if !found {
		return field, 0
	}
	if count == "" {
		return kind, defaultRun
	}
	n, err := strconv.ParseUint(count, 10, 8)
	if err != nil || n == 0 {
		c.fail("%q: behind \"..\" stands how many words it spans", field)
		return kind, defaultRun
	}
	return kind, uint8(n)
}

// set returns the number of the set of some alternatives, and enters it at all words that are in it.
func (c *compiler) set(alternatives []string) int {
	name := strings.Join(alternatives, "|")
	if id, known := c.named[name]; known {
		return id
	}
	id := len(c.named)
	c.named[name] = id
	for _, alternative := range alternatives {
		c.enter(alternative, id)
	}
	return id
}

// enter puts what an alternative stands for into a set.
func (c *compiler) enter(alternative string, set int) {
	switch alternative[0] {
	case '#':
		for _, written := range c.wholeClass(alternative) {
			word, _ := member(written)
			c.enterWord(word, set)
		}
	case '~':
		c.mark(c.words, alternative, set)
		forms := c.formsOf[alternative[1:]]
		for _, form := range forms {
			c.enterWord(form, set)
		}
		if len(forms) == 0 {
			c.fail("there is no verb %s: enter it as a line of its own in verbs.phrases, or at the head of this file", alternative)
		}
	default:
		c.enterWord(alternative, set)
	}
}

// wholeClass are the words of a class with those of the classes that it takes in.
func (c *compiler) wholeClass(name string) []string {
	if words, known := c.whole[name]; known {
		return words
	}
	wrong := len(c.errs)
	words := c.members([]string{name}, "")
	if len(c.errs) == wrong { // or the next phrase with it would not be told of
		c.whole[name] = words
	}
	return words
}

// enterWord puts a word, the words with a prefix, or a thing into a set.
func (c *compiler) enterWord(word string, set int) {
	if word == anyLetters {
		c.mark(c.prefixes, "", set)
		return
	}
	stem, prefix := strings.CutSuffix(word, "*")
	stem, tolerant := strings.CutSuffix(stem, "%")
	if c.forgiving {
		stem = Fold(stem)
	}
	unquoted := strings.Trim(stem, `"`)
	if Fold(unquoted) == "" && stem != `"` {
		c.fail("%q is no word", word)
		return
	}
	if unquoted != stem && unquoted != "" {
		c.mark(c.exact, unquoted, set)
		return
	}
	key := c.key(stem)
	if prefix {
		c.mark(c.prefixes, key, set)
		return
	}
	c.mark(c.words, key, set)
	if key[0] != '@' && c.tolerance.allows(key, tolerant) {
		c.typos.Add(key)
	}
}

// key is a word as it is looked up.
func (c *compiler) key(word string) string {
	if word[0] == '@' || word != Fold(word) || c.normal == nil {
		return word
	}
	return c.normal(word)
}

func (c *compiler) mark(list map[string]*entry, key string, set int) {
	e := list[key]
	if e == nil {
		e = &entry{}
		list[key] = e
	}
	e.mark(set)
}

func (e *entry) mark(set int) { e.fits = withBit(e.fits, set) }

func withBit(list []uint64, i int) []uint64 {
	if more := i>>6 + 1 - len(list); more > 0 {
		list = append(list, make([]uint64, more)...)
	}
	list[i>>6] |= 1 << (i & 63)
	return list
}

func (e *entry) has(set int) bool {
	i := set >> 6
	return i < len(e.fits) && e.fits[i]&(1<<(set&63)) != 0
}

// part remembers what the entry is before it inherits.
func (e *entry) part() {
	if e.alone == nil {
		e.alone = &entry{fits: slices.Clone(e.fits)}
	}
}

// join adds what another entry is, if there is one.
func (e *entry) join(other *entry) {
	if other == nil {
		return
	}
	if more := len(other.fits) - len(e.fits); more > 0 {
		e.fits = append(e.fits, make([]uint64, more)...)
	}
	for i, more := range other.fits {
		e.fits[i] |= more
	}
}

// anyLetters stands in phrases for any word of letters.
const anyLetters = "*"

// finish lets words inherit from their prefixes and their plain spelling, and indexes the phrases by what they may
// begin with.
func (c *compiler) finish() {
	c.anyLetters = c.prefixes[""]
	delete(c.prefixes, "")
	c.shortest = 1 << 10
	for prefix, e := range c.prefixes {
		c.shortest, c.longest = min(c.shortest, len(prefix)), max(c.longest, len(prefix))
		e.join(c.anyLetters)
	}
	for word, e := range c.words {
		if word[0] != '@' && word[0] != '~' {
			c.inherit(word, e)
		}
	}
	for word, e := range c.words {
		if plain := Fold(word); plain != word && word[0] != '@' && word[0] != '~' {
			c.inherit(c.key(plain), e)
			e.join(c.words[c.key(plain)])
		}
	}
	for word, e := range c.exact {
		c.inherit(c.key(word), e)
		e.join(c.words[c.key(word)])
	}
	for word := range c.words {
		c.widest = max(c.widest, len(word))
	}
	bySet := c.bySet()
	numbers := map[int]int{}
	for i := range c.phrases {
		c.index(i, bySet)
		h := head{need: noNeed, group: c.phrases[i].group}
		if set := c.need(i, bySet); set != noWord {
			h.need = number(numbers, set, bySet[set])
		}
		if steps := c.phrases[i].steps; len(steps) > 0 && steps[0].bare {
			h.begin = steps[0].anchor
		}
		c.heads = append(c.heads, h)
	}
	c.needs = len(numbers) + 1
}

// noNeed is the number that stands for no set, of which every text has a word.
const noNeed = 0

// number is that of a set among those that phrases need, by which its entries know it.
func number(numbers map[int]int, set int, entries []*entry) int {
	n, again := numbers[set]
	if !again {
		n = len(numbers) + 1
		numbers[set] = n
		for _, e := range entries {
			e.needed = withBit(e.needed, n)
		}
	}
	return n
}

// inherit adds to an entry what the prefixes of a word are.
func (c *compiler) inherit(word string, e *entry) {
	for end := c.shortest; end <= len(word); end++ {
		if p := c.prefixes[word[:end]]; p != nil {
			e.part()
			e.join(p)
		}
	}
	if c.anyLetters != nil && beginsWithLetter(word) {
		e.part()
		e.join(c.anyLetters)
	}
}

// bySet lists the entries of each set.
func (c *compiler) bySet() [][]*entry {
	lists := make([][]*entry, len(c.named))
	add := func(e *entry) {
		for ; e != nil; e = e.alone {
			e.eachSet(func(set int) { lists[set] = append(lists[set], e) })
		}
	}
	for _, all := range []map[string]*entry{c.words, c.prefixes, c.exact} {
		for _, e := range all {
			add(e)
		}
	}
	if c.anyLetters != nil {
		add(c.anyLetters)
	}
	return lists
}

// eachSet calls f with all sets that the entry is in.
func (e *entry) eachSet(f func(set int)) {
	for i, left := range e.fits {
		for ; left != 0; left &= left - 1 {
			f(i<<6 + bits.TrailingZeros64(left))
		}
	}
}

// index enters a phrase at all that it may begin with.
func (c *compiler) index(i int, bySet [][]*entry) {
	sets, anywhere := c.phrases[i].firsts()
	if anywhere || c.phrases[i].hole >= 0 { // At does not look for what stands around something
		c.anywhere = append(c.anywhere, i)
		return
	}
	for _, set := range sets {
		for _, e := range bySet[set] {
			if n := len(e.begins); n == 0 || e.begins[n-1] != i {
				e.begins = append(e.begins, i)
			}
		}
	}
}

// need returns the rarest set that a word behind the first one must be in for a phrase to match, noWord for none.
func (c *compiler) need(i int, bySet [][]*entry) int {
	need, fewest := noWord, -1
	sets, _ := c.phrases[i].firsts()
	for _, s := range c.phrases[i].steps {
		required := s.set >= 0 && !s.bare && !s.optional && s.most == 0 && s.anchor == noAnchor
		if !required || slices.Contains(sets, s.set) {
			continue
		}
		if n := len(bySet[s.set]); fewest < 0 || n < fewest {
			need, fewest = s.set, n
		}
	}
	return need
}

// firsts are the sets that the first word of a phrase may be in: of the first step that may not be missing, and of
// those before it.
func (p *phrase) firsts() (sets []int, anywhere bool) {
	for _, s := range p.steps {
		switch {
		case s.bare:
			continue
		case s.set == anyWord:
			return nil, true
		}
		sets = append(sets, s.set)
		if s.most == 0 && !s.optional {
			return sets, false
		}
	}
	return nil, true
}
