package language

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is one word of a text as phrases see it.  Readers make them with Book.Word and set what stands around.
type Word struct {
	entry  *entry
	others []*entry // of its further readings

	// First says that a sentence begins with it, polite words aside; Last that one ends with it.
	First, Last bool
	// Breaks says that a sentence ends before it, Pause that a comma or the like stands there.
	Breaks, Pause bool
	// Span is how many words the thing has that begins here ("@number" of "vinte e nove"), 0 for one.
	Span uint8
}

// Word returns what a word is to the phrases, in any of its readings: as it is folded (and normal), as it is typed in
// lower case, as a thing ("@when").
func (b *Book) Word(readings ...string) Word {
	var w Word
	for _, reading := range readings {
		w = b.Reading(w, reading)
	}
	return w
}

// Reading adds one more reading to a word.
func (b *Book) Reading(w Word, reading string) Word {
	if reading == "" {
		return w
	}
	known := b.compiled()
	if len(reading) <= known.widest { // a table does not hash what it cannot have
		if e := known.words[reading]; e != nil {
			return w.with(e)
		}
	}
	before := w.entry
	for begin := range known.begins(reading) {
		if e := known.prefixes[begin]; e != nil {
			w = w.with(e)
		}
	}
	if w.entry == before && known.anyLetters != nil && beginsWithLetter(reading) {
		w = w.with(known.anyLetters)
	}
	return w
}

// begins are the beginnings of a word that may be a prefix, the shortest first: none that is longer than all prefixes, or a
// word of a megabyte, such as a row of digits, would be read as often as it has letters.
func (c *compiled) begins(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for end := c.shortest; end <= min(len(word), c.longest); end++ {
			if !yield(word[:end]) {
				return
			}
		}
	}
}

// Lookup is Word for one reading.  Whole says that a phrase or class has it as it is, and not only what begins so.
func (b *Book) Lookup(reading string) (w Word, whole bool) {
	if e := b.compiled().words[reading]; e != nil {
		return Word{entry: e}, true
	}
	return b.Reading(w, reading), false
}

// Form adds what a word is that another one is a form of, and reports whether a phrase or class has it.  What begins
// like it does not count.
func (b *Book) Form(w Word, base string) (Word, bool) {
	e := b.compiled().words[base]
	if e == nil {
		return w, false
	}
	if e.alone != nil {
		e = e.alone
	}
	return w.with(e), true
}

// Typed returns what a token is to the phrases, as it is typed and as it is folded.  It is Word without the work of
// joining the readings.
func (b *Book) Typed(t *Token) Word {
	raw, known := strings.ToLower(t.Raw), b.compiled()
	list := known.words
	if raw == t.Text {
		list = known.exact
	}
	if e := list[raw]; e != nil {
		return Word{entry: e}
	}
	return b.Reading(Word{}, t.Text)
}

func beginsWithLetter(text string) bool {
	if c := text[0]; c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z'
	}
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}

func (w Word) with(e *entry) Word {
	if w.entry == nil {
		w.entry = e
		return w
	}
	w.others = append(w.others[:len(w.others):len(w.others)], e)
	return w
}

// Known reports whether any phrase or class of the book has a word for it.
func (w *Word) Known() bool { return w.entry != nil }

// In reports whether a word is in a class; see Options.Sets.
func (w *Word) In(s Set) bool { return w.in(int(s)) }

func (w *Word) in(set int) bool {
	if w.entry == nil {
		return false
	}
	return w.entry.has(set) || len(w.others) > 0 && slices.ContainsFunc(w.others, func(e *entry) bool { return e.has(set) })
}

// Match is a phrase in a text.
type Match struct {
	Group    Group
	From, To int // words; To is behind the last one
	phrase   int
}

// Found is what one pass over a text found: the first match of every group.
type Found struct {
	has   []uint64
	first []Match
}

// Has reports whether one of the group's phrases occurs.
func (f *Found) Has(g Group) bool {
	return g >= 0 && int(g>>6) < len(f.has) && f.has[g>>6]&(1<<(g&63)) != 0
}

// First returns the first match of a group.
func (f *Found) First(g Group) (Match, bool) {
	i := slices.IndexFunc(f.first, func(m Match) bool { return m.Group == g })
	if i < 0 {
		return Match{}, false
	}
	return f.first[i], true
}

// Matches are the first matches of all groups that occur, in the order of their places.
func (f *Found) Matches() []Match { return f.first }

// usualMatches are as many as most texts have at most; they are found in memory that is not kept.
const usualMatches = 32

// Scan finds in one pass which groups occur in a text, and where each occurs first.
func (b *Book) Scan(words []Word) Found {
	f := Found{has: make([]uint64, (len(b.groups)+63)/64)}
	var room [usualMatches]Match
	first := room[:0]
	b.each(words, (*Word).allBegins, f.Has, func(m Match) {
		f.has[m.Group>>6] |= 1 << (m.Group & 63)
		first = append(first, m)
	})
	f.first = slices.Clone(first)
	return f
}

// All finds every phrase at every word that it begins with, in the order of the text, there of the readings of the
// word, and there of the files.
func (b *Book) All(words []Word) []Match {
	var room [usualMatches]Match
	list := room[:0]
	b.each(words, (*Word).beginsInTurn, func(Group) bool { return false }, func(m Match) { list = append(list, m) })
	return slices.Clone(list)
}

// AllOf is All for the phrases of one group, at each word in the order of the files.  They are few beside all that may begin
// with a word.
func (b *Book) AllOf(g Group, words []Word) []Match {
	c := b.compiled()
	var list []Match
	for i := range words {
		for _, id := range c.byGroup[g] {
			if to := matchSteps(c.phrases[id].steps, words, i, i); to >= 0 {
				list = append(list, Match{Group: g, From: i, To: to, phrase: id})
			}
		}
	}
	return list
}

// Occurs reports whether a phrase of one group occurs.
func (b *Book) Occurs(g Group, words []Word) bool {
	found := false
	b.each(words, (*Word).allBegins, func(of Group) bool { return found || of != g }, func(Match) { found = true })
	return found
}

// At returns the word behind the first phrase of a group, in the order of the files, that begins at word i; 0 for none.
func (b *Book) At(g Group, words []Word, i int) int {
	_, end := b.AtAny(words, i, func(of Group) bool { return of == g })
	return end
}

// AtAny is At for all groups that are wanted; it also returns that of the phrase, None for no phrase.
func (b *Book) AtAny(words []Word, i int, wanted func(Group) bool) (g Group, end int) {
	g = None
	if i < 0 || i >= len(words) || words[i].entry == nil {
		return g, 0
	}
	phrases := b.compiled().phrases
	first := len(phrases)
	try := func(ids []int) {
		for _, id := range ids {
			p := &phrases[id]
			if id >= first {
				return
			}
			if !wanted(p.group) {
				continue
			}
			if to := matchSteps(p.steps, words, i, i); to > i {
				first, g, end = id, p.group, to
				return
			}
		}
	}
	try(words[i].entry.begins)
	for _, e := range words[i].others {
		try(e.begins)
	}
	return g, end
}

// Around reports whether a phrase of a group holds the words from from to to where it has its "_", and where it begins
// and ends: the first that fits, in the order of the file.
func (b *Book) Around(g Group, words []Word, from, to int) (begin, end int, ok bool) {
	known := b.compiled()
	for _, id := range known.byGroup[g] {
		p := &known.phrases[id]
		begin = from
		if p.hole > 0 {
			begin = matchBack(p.steps[:p.hole], words, min(from, len(words)))
		}
		if begin < 0 {
			continue
		}
		if end = matchSteps(p.steps[p.hole+1:], words, to, to); end >= 0 {
			return begin, end, true
		}
	}
	return 0, 0, false
}

// matchBack matches steps up to word end and returns where they begin, as near as they can; -1 for no match.  A thing
// is one word here.
func matchBack(steps []step, words []Word, end int) int {
	for n := len(steps) - 1; n >= 0; n-- {
		switch s := &steps[n]; {
		case s.most > 0 || s.optional:
			return matchRunBack(s, steps[:n], words, end)
		case s.bare && stands(s.anchor, words, end):
		case s.bare, end == 0, !s.takes(&words[end-1]):
			return -1
		default:
			end--
		}
	}
	return end
}

// matchRunBack matches words that may be missing, as few as can be, and the steps before them.
func matchRunBack(s *step, before []step, words []Word, end int) int {
	for n := 0; ; n++ {
		if begin := matchBack(before, words, end-n); begin >= 0 {
			return begin
		}
		if n == max(1, int(s.most)) || n == end || !s.takes(&words[end-n-1]) {
			return -1
		}
	}
}

// takes reports whether a word may stand at the step.
func (s *step) takes(w *Word) bool { return s.set == anyWord || w.in(s.set) }

// each hands all matches to found, but for groups that skip leaves out; begins are the phrases that may begin with a
// word of several readings.
func (b *Book) each(words []Word, begins func(*Word) []int, skip func(Group) bool, found func(Match)) {
	c := b.compiled()
	var room [64]uint64
	held := c.held(room[:0], words)
	for i := range words {
		w := &words[i]
		try := func(ids []int) {
			for _, id := range ids {
				h := &c.heads[id]
				if held[h.need>>6]&(1<<(h.need&63)) == 0 || h.begin != noAnchor && !stands(h.begin, words, i) || skip(h.group) {
					continue
				}
				if to := matchSteps(c.phrases[id].steps, words, i, i); to >= 0 {
					found(Match{Group: h.group, From: i, To: to, phrase: id})
				}
			}
		}
		try(c.anywhere)
		if w.entry == nil {
			continue
		}
		if len(w.others) == 0 {
			try(w.entry.begins)
			continue
		}
		try(begins(w))
	}
}

// held appends the sets that some word of a text is in, of those that phrases need, one bit each, and noNeed.
func (c *compiled) held(sets []uint64, words []Word) []uint64 {
	sets = append(sets, make([]uint64, c.needs>>6+1)...)
	for i := range words {
		w := &words[i]
		if w.entry == nil {
			continue
		}
		w.entry.addTo(sets)
		for _, e := range w.others {
			e.addTo(sets)
		}
	}
	sets[0] |= 1 << noNeed
	return sets
}

// addTo adds the sets of an entry.
func (e *entry) addTo(sets []uint64) {
	for i, needed := range e.needed {
		sets[i] |= needed
	}
}

// allBegins are the phrases that may begin with any reading of a word, each once.
func (w *Word) allBegins() []int {
	list := slices.Clone(w.entry.begins)
	for _, e := range w.others {
		list = append(list, e.begins...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// beginsInTurn are the phrases that may begin with a word, each once, with those of its first reading first.
func (w *Word) beginsInTurn() []int {
	list := slices.Clone(w.entry.begins)
	for _, e := range w.others {
		for _, id := range e.begins {
			if !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
	}
	return list
}

// matchSteps matches the rest of a phrase that began at word start from word i on, and returns the word behind it, -1
// for no match.  The number of tries is bounded by the phrase, not by the text.
func matchSteps(steps []step, words []Word, start, i int) int {
	if len(steps) == 0 {
		return i
	}
	s, rest := &steps[0], steps[1:]
	switch {
	case s.bare:
		if stands(s.anchor, words, i) {
			return matchSteps(rest, words, start, i)
		}
		return -1
	case s.most > 0:
		return matchRun(s, rest, words, start, i)
	case inside(words, start, i) && words[i].in(s.set):
		next := i + 1
		if s.thing {
			next = i + max(1, int(words[i].Span))
		}
		if to := matchSteps(rest, words, start, next); to >= 0 {
			return to
		}
	}
	if s.optional || s.anchor != noAnchor && i > start && stands(s.anchor, words, i) {
		return matchSteps(rest, words, start, i)
	}
	return -1
}

// matchRun matches a run of words: the shortest first, the longest where nothing comes behind it.
func matchRun(s *step, rest []step, words []Word, start, i int) int {
	for n := 0; ; n++ {
		k := i + n
		ends := n == int(s.most) || !inside(words, start, k) || s.set != anyWord && !words[k].in(s.set)
		if len(rest) == 0 && !ends {
			continue
		}
		if to := matchSteps(rest, words, start, k); to >= 0 {
			return to
		}
		if ends {
			return -1
		}
	}
}

// inside reports whether there is a word i, in the sentence of word start.
func inside(words []Word, start, i int) bool {
	return i < len(words) && (i == start || !words[i].Breaks)
}

// stands reports whether an anchor is before word i.
func stands(a anchor, words []Word, i int) bool {
	switch a {
	case sentenceBegin:
		return i < len(words) && words[i].First
	case sentenceEnd:
		return i > 0 && words[i-1].Last
	case textBegin:
		return i == 0
	case textEnd:
		return i == len(words)
	case pauseHere:
		return i == len(words) || words[i].Pause || words[i].Breaks
	default:
		return false
	}
}

// Why tells which phrase matched, and where it stands.
func (b *Book) Why(m Match) (phrase string, at Position) {
	p := &b.compiled().phrases[m.phrase]
	return p.text, p.at
}
