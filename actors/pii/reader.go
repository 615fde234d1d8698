package pii

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
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
	of    []int // of each token: 0 if it is undecided, the number of its span from 1, or noData
	ours  bool  // the text is ours: its names are written like names
}

// noData is said of tokens that are in no span and stay.
const noData = -1

func newReader(text string, o Options) *reader {
	toks := tokenize(text)
	r := &reader{source: source{text, toks}, o: o, of: make([]int, len(toks))}
	for _, name := range o.Keep {
		list := slices.DeleteFunc(wordsOf(name), func(w string) bool { return words.DoctorTitle.Has(w) || words.AnyParticle.Has(w) })
		if len(list) > 0 {
			r.keep = append(r.keep, list)
		}
	}
	return r
}

// read finds everything in a text of a patient.  Names that are known are found in part, too.
func read(text string, known []conversation.Mask, o Options) *reader {
	r := newReader(roundBrackets(strings.ToValidUTF8(text, "\uFFFD")), o)
	r.passFormat(formats.typed)
	r.emails()
	r.wordedDates()
	r.numbers()
	for i, j := range r.chunks {
		for n := 0; n < maxSpoken && r.spoken(i, j); {
			n++
		}
	}
	r.spelledNumbers()
	r.disguised()
	if !r.o.Names {
		r.names(known)
	}
	return r
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
func (r *reader) free(i, j int) bool { return i == j || !r.taken(i) && r.free(i+1, j) }

// tokensIn are the tokens between two bytes.
func (r *reader) tokensIn(from, to int) (i, j int) {
	i = sort.Search(len(r.toks), func(n int) bool { return r.toks[n].to > from })
	return i, i + sort.Search(len(r.toks)-i, func(n int) bool { return r.toks[i+n].from >= to })
}

// found are the spans among the tokens from i up to j, in the order of the text.
func (r *reader) found(i, j int) (list []span) {
	for ; i < j; i++ {
		if n := r.of[i]; n > 0 {
			list = append(list, r.spans[n-1])
			i = r.spans[n-1].end - 1
		}
	}
	return list
}

// replaced is the text from a byte on up to the token j with what stands for the spans behind the token i; "" leaves a
// span as it is.
func (r *reader) replaced(at, i, j int, by func(span) string) string {
	end := len(r.text)
	if j < len(r.toks) {
		end = r.toks[j-1].to
	}
	var b strings.Builder
	for _, s := range r.found(i, j) {
		if name := by(s); name != "" {
			b.WriteString(r.text[at:max(at, s.from)] + name)
			at = max(at, s.to)
		}
	}
	return b.String() + r.text[min(at, end):end]
}

// unread is the text of the tokens from i up to j with a semicolon where spans of some kinds are, or any.
func (r *reader) unread(i, j int, without ...kind) string {
	return r.replaced(r.toks[i].from, i, j, func(s span) string {
		if len(without) == 0 || slices.Contains(without, s.kind) {
			return " ; "
		}
		return ""
	})
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

// emails finds e-mail addresses, with spaces around their signs and with signs said in words, too.
func (r *reader) emails() {
	if strings.Contains(r.text, "@") {
		r.addresses(formats.spacedEmail)
		r.addresses(formats.email)
	}
	if strings.Contains(language.Fold(r.text), "arroba") {
		r.addresses(formats.spokenEmail)
	}
}

// addresses takes the addresses of a format.
func (r *reader) addresses(format *regexp.Regexp) {
	for _, at := range format.FindAllStringIndex(r.text, -1) {
		end := at[1] + len(formats.moreEmail.FindString(r.text[at[1]:]))
		to := at[0] + len(strings.TrimRight(r.text[at[0]:end], ".!?*_~'"))
		i, j := r.tokensIn(at[0], to)
		if i == j || !r.free(i, j) {
			continue
		}
		from := max(at[0], r.toks[i].from)
		address := r.text[from:to]
		if format == formats.spokenEmail {
			address = formats.emailSign.ReplaceAllStringFunc(address, func(sign string) string {
				return words.EmailSign.Value(strings.ToLower(strings.Trim(sign, ", ")))
			})
		}
		r.take(i, j, email, strings.ReplaceAll(address, " ", ""))
		s := &r.spans[len(r.spans)-1]
		s.from, s.to = from, max(to, s.to)
	}
}

const (
	maxSpoken   = 4  // numbers and dates in words, of one chunk
	spokenReach = 48 // words of one of them
)

// spoken takes between two tokens what is left and only package understand reads: a number or a birth date in words, as
// voices are written down; false when there is none.
func (r *reader) spoken(i, j int) bool {
	f := r.facts("", i, j)
	if f.BirthDate == "" && r.o.Asked == conversation.AskBirthDate && f.CPF+f.InvalidCPF+f.Phone == "" {
		f.BirthDate = r.facts("nascimento ", i, j).BirthDate
	}
	switch {
	case f.CPF != "":
		return r.locate(i, j, cpf, "cpf ", func(g understand.Facts) bool { return g.CPF == f.CPF }, f.CPF)
	case f.InvalidCPF != "":
		return r.locate(i, j, cpf, "cpf ", func(g understand.Facts) bool { return g.InvalidCPF == f.InvalidCPF }, f.InvalidCPF)
	case f.Phone != "":
		return r.locate(i, j, phone, "", func(g understand.Facts) bool { return g.Phone == f.Phone }, f.Phone)
	case f.BirthDate != "":
		return r.locate(i, j, birth, "nascimento ", func(g understand.Facts) bool { return g.BirthDate == f.BirthDate }, f.BirthDate)
	}
	return false
}

// facts is what is understood of the tokens from i up to j, those that are taken left out.
func (r *reader) facts(prefix string, i, j int) understand.Facts {
	return understand.Read(prefix+r.unread(i, j), r.o.Now)
}

// locate takes the fewest words in which a value is read.  The prefix stands for the words that announce it.
func (r *reader) locate(i, j int, k kind, prefix string, same func(understand.Facts) bool, value string) bool {
	has := func(i, j int) bool { return same(r.facts(prefix, i, j)) }
	end := i + 1 + sort.Search(j-i-1, func(n int) bool { return has(i, i+1+n) })
	for start := end - 1; start >= max(i, end-spokenReach) && !r.taken(start); start-- {
		if !has(start, end) {
			continue
		}
		inWords := slices.ContainsFunc(r.toks[start:end], func(t token) bool { return !t.number })
		if !inWords && (k != birth || end-start < len(r.toks)) {
			k = passed // no number, as was found before
		}
		r.take(start, end, k, value)
		return true
	}
	return false
}
