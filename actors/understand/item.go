package understand

import (
	"slices"
	"strings"

	"atende/actors/language"
)

// itemKind tells what an item says something about.
type itemKind uint8

const (
	itemNothing itemKind = iota // read, and says nothing: the past, a duration, money
	itemDay
	itemClock
	itemPeriod
	itemBirth // a full date in the past
)

// item is one thing read in a text, in the order said.
type item struct {
	kind       itemKind
	start, end int // tokens
	dropped    bool
	retracted  bool // dropped for what was said behind it at once
	aside      bool // it is a wish only where no other is said
	along      bool // it is refused with the day before it
	alike      bool // it is refused as the day is that stands beside it in a list
	list       bool // reads on from a list or range that began before it ("10, 11 e 12")

	days   dayExpr
	open   openness
	bound  int     // where the words of open begin
	span   stretch // days, once resolved
	birth  day
	clock  clockSpan
	work   workHour
	period Period
}

// sameAs tells whether two items say the same.
func (it *item) sameAs(other *item) bool {
	return it.kind == other.kind && it.span == other.span && it.clock == other.clock && it.period == other.period
}

// oneDay tells whether an item is a single day: "não é maio é junho" refuses one month and names another.
func (it *item) oneDay() bool { return it.kind == itemDay && it.span.from == it.span.to }

// openness is a bound said before a day or a time.
type openness uint8

const (
	closed openness = iota
	from            // a partir de
	after           // depois de
	until           // até
	before          // antes de
)

func (o openness) lower() bool { return o == from || o == after }
func (o openness) upper() bool { return o == until || o == before }

// token is a token of a text, and what mend makes of it.
type token struct {
	language.Token
	key   string // the word meant: stretched letters, short forms and typos mended
	lemma string // for a form of a known verb its infinitive, else ""

	taken  bool     // part of a document, a phone or a name
	said   bool     // part of an item that says something
	begins itemKind // what was read from here on, itemNothing for nothing
	ends   int      // the end of the longest thing read from here on, 0 for none
}

func (t *token) isLetter() bool { return t.Kind == language.Letters && len(t.Text) == 1 }

func (t token) isDigits() bool { return t.Kind == language.Digits }

// reads notes what was read; it is true, for readers that end so.
func (r *reader) reads(it item) bool {
	r.items = append(r.items, it)
	return true
}

// saysDay notes a day.
func (r *reader) saysDay(start, end int, e dayExpr) bool {
	return r.reads(item{kind: itemDay, start: start, end: end, days: e})
}

// saysNothing notes words that are read and mean no date and no time.
func (r *reader) saysNothing(start, end int) bool {
	return r.reads(item{start: start, end: end})
}

func tokenize(text string) []token { return appendTokens(nil, text) }

// appendTokens is tokenize into an empty list that may have room.
func appendTokens(toks []token, text string) []token {
	var few [fewTokens]language.Token
	plain := language.AppendTokens(few[:0], text)
	toks = slices.Grow(toks, len(plain))
	for i := range plain {
		toks = append(toks, token{Token: plain[i]})
	}
	return toks
}

// reader holds one text while it is read.
type reader struct {
	toks    []token
	words   []language.Word // the tokens, to phrases
	outside token           // an empty sign
	speech  speech
	today   day
	items   []item
	times   bool // times are spoken of
	born    bool // a word of birth is in the text
	// lengths is set when the text asks or tells how long something takes.
	lengths bool
	// moving is set when the text moves an appointment.
	moving bool
	full   nameRun // the name behind "meu nome é" that holds other words, too
	// part is the part of the day said somewhere in the text.
	part Period

	corrections []place // words after which the last word counts
}

// at returns token i, or an empty one outside of the text.
func (r *reader) at(i int) *token {
	if uint(i) >= uint(len(r.toks)) {
		return &r.outside
	}
	return &r.toks[i]
}

// digitsAt tells whether token i is a number in digits.
func (r *reader) digitsAt(i int) bool { return r.at(i).Kind == language.Digits }

// grave tells whether the word at i is "à", the article with its preposition.
func (r *reader) grave(i int) bool {
	return r.at(i).Text == "a" && strings.ContainsAny(r.at(i).Raw, "àÀ\u0300")
}

// keys tells whether the words from token i on are these.
func (r *reader) keys(i int, words ...string) bool {
	for k, w := range words {
		if r.at(i+k).key != w {
			return false
		}
	}
	return true
}

// says returns the index after a phrase of the group that begins at i; 0 for none.
func (r *reader) says(i int, g language.Group) (end int) { return pt.grammar.At(g, r.words, i) }

// past returns the index after a phrase of the group that begins at i; i for none.
func (r *reader) past(i int, g language.Group) int { return max(i, r.says(i, g)) }

// around tells whether a phrase of the group holds the words from start to end where it has its "_".
func (r *reader) around(start, end int, g language.Group) bool {
	_, _, ok := pt.grammar.Around(g, r.words, start, end)
	return ok
}

// is tells whether the word at i is in the set.
func (r *reader) is(i int, s *language.Class) bool { return s.Has(r.at(i).key) }

// isAny tells whether the word at i is one of these.
func (r *reader) isAny(i int, words ...string) bool {
	return slices.Contains(words, r.at(i).key)
}

// skipAny returns the index after one of these words, if one stands at i.
func (r *reader) skipAny(i int, words ...string) int {
	if r.isAny(i, words...) {
		return i + 1
	}
	return i
}

// skip returns the index after the words of the set that stand at i, at most limit of them.
func (r *reader) skip(i, limit int, s *language.Class) int {
	for ; limit > 0 && r.is(i, s); limit-- {
		i++
	}
	return i
}

// ends tells whether the text or a sentence ends before token i.
func (r *reader) ends(i int) bool {
	return i < 0 || i >= len(r.toks) || pt.SentenceEnds.Has(r.toks[i].key)
}

// take marks tokens as part of something that later stages leave alone.
func (r *reader) take(start, end int) {
	for i := start; i < end; i++ {
		r.toks[i].taken = true
	}
}
