package pii

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
)

// Options say how a text is read.
type Options struct {
	// Names lets names of people through.
	Names bool
	// Asked is the open question, in whose light a text is read: after AskName two words are a name.
	Asked conversation.Question
	// Keep are names that are no patient's: doctors, the clinic, plans.
	Keep []string
	// Now is the time by which dates are read.
	Now time.Time
}

// span is a stretch of the text, in bytes, that is somebody's; its last token is before end.
type span struct {
	from, to, end int
	kind          kind
	value         string
}

// reader finds personal data in one text.
type reader struct {
	source
	o     Options
	keep  [][]string // Options.Keep in folded words
	spans []span
	of    []int           // of each token: 0 if it is undecided, the number of its span from 1, or noData
	given map[string]bool // words asked about so far
	ours  bool            // the text is ours: its names are written like names
}

// noData is said of tokens that are in no span and stay.
const noData = -1

func newReader(text string, o Options) *reader {
	toks := tokenize(text, mode{})
	r := &reader{source: source{text, toks}, o: o, of: make([]int, len(toks)), given: map[string]bool{}}
	for _, name := range o.Keep {
		list := slices.DeleteFunc(wordsOf(name), func(w string) bool { return words.DoctorTitle.Has(w) || words.NameParticle.Has(w) })
		if len(list) > 0 {
			r.keep = append(r.keep, list)
		}
	}
	return r
}

// read finds everything.  Names that are known are found in part, too.
func (r *reader) read(known []conversation.Mask) {
	r.passFormat(formats.typed)
	r.emails()
	r.wordedDates()
	r.numbers()
	r.spoken()
	if !r.o.Names {
		r.names(known)
	}
}

// take says that the tokens from i up to j are data.
func (r *reader) take(i, j int, k kind, value string) {
	r.spans = append(r.spans, span{r.toks[i].from, r.toks[j-1].to, j, k, value})
	for ; i < j; i++ {
		r.of[i] = len(r.spans)
	}
}

// pass leaves tokens as they are and out of what is read from now on.
func (r *reader) pass(i, j int) { r.take(i, j, passed, "") }

// passFormat passes whatever has a format.
func (r *reader) passFormat(format *regexp.Regexp) {
	for _, at := range format.FindAllStringIndex(r.text, -1) {
		if i, j := r.tokensIn(at[0], at[1]); i < j {
			r.pass(i, j)
		}
	}
}

// taken tells whether a token is decided on.
func (r *reader) taken(i int) bool { return r.of[i] != 0 }

// free tells whether no token from i up to j is decided on.
func (r *reader) free(i, j int) bool {
	return !slices.ContainsFunc(r.of[i:j], func(n int) bool { return n != 0 })
}

// tokensIn are the tokens between two bytes.
func (r *reader) tokensIn(from, to int) (i, j int) {
	i, _ = slices.BinarySearchFunc(r.toks, from, func(t token, at int) int { return t.to - at - 1 })
	j = i
	for j < len(r.toks) && r.toks[j].from < to {
		j++
	}
	return i, j
}

// written puts into the text what stands for the spans.
func (r *reader) written(name func(kind, string) string) string {
	slices.SortFunc(r.spans, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, s := range r.spans {
		if s.kind != passed {
			b.WriteString(r.text[at:s.from])
			b.WriteString(name(s.kind, s.value))
			at = s.to
		}
	}
	return b.String() + r.text[at:]
}

// unread is the text of the tokens from i up to j with a semicolon where spans of the given kinds are.
func (r *reader) unread(i, j int, without func(kind) bool) string {
	at, end := r.toks[i].from, r.toks[j-1].to
	if j == len(r.toks) {
		end = len(r.text)
	}
	var b strings.Builder
	for i < j {
		n := r.of[i]
		if i++; n <= 0 || !without(r.spans[n-1].kind) {
			continue
		}
		s := r.spans[n-1]
		b.WriteString(r.text[at:max(at, s.from)] + " ; ")
		at, i = max(at, s.to), max(i, s.end)
	}
	return b.String() + r.text[min(at, end):end]
}

// chunkSize bounds what is read at once, in bytes.
const chunkSize = 4 << 10

// chunks cuts the tokens into stretches that can be read one by one.
func (r *reader) chunks(yield func(i, j int) bool) {
	for i := 0; i < len(r.toks); {
		j := i + 1
		for j < len(r.toks) && r.toks[j].to-r.toks[i].from <= chunkSize {
			j++
		}
		if !yield(i, j) {
			return
		}
		i = j
	}
}

func anyKind(kind) bool { return true }
