package pii

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/understand"
)

const (
	maxNames   = 8  // of one chunk that package understand reads
	maxGuesses = 64 // words of a text that are looked at for a name
	nameReach  = 10 // tokens of a name
	maxBefore  = 5  // words of a name before a surname
	maxNameGap = 3  // bytes between two words of a name: a space, an apostrophe, the point of an initial
	minAlone   = 3  // letters of a name that is known when it is said alone
)

// names finds names of people: those that are introduced or stand alone, those behind words like "minha filha", given
// names with a surname, and then whatever of a known name is said again.
func (r *reader) names(known []conversation.Mask) {
	for i, j := range r.chunks {
		r.readNames(i, j)
		r.readNames(i, j, person, passed) // with the numbers, beside which whatever may be a name is one
		r.answeredName(i, j)
	}
	r.relatedNames()
	r.surnames()
	r.knownNames(known)
}

// readNames finds what package understand reads as a name.
func (r *reader) readNames(i, j int, without ...kind) {
	for range maxNames {
		f := understand.Read(r.unread(i, j, without...), r.o.Now)
		if f.Name == "" || !r.readName(i, j, f) {
			return
		}
	}
}

// readName takes one such name, or passes it: false when it was not found in the text.  A name that stands alone is told
// from other words by its given name, or by a surname that is no everyday word or is written as names are.
func (r *reader) readName(i, j int, f understand.Facts) bool {
	list := wordsOf(f.Name)
	for ; i < j; i++ {
		end := r.match(i, list)
		if end == i || r.titled(i) && !f.NameStated {
			continue
		}
		for !f.NameStated && i+2 < end && r.leadsIn(i) {
			i++
		}
		named := r.givenName(i) || r.capital(end-1) || !r.is(end-1, words.WordToo)
		if f.NameStated || named && !r.is(i, words.NoName) {
			r.takeName(i, end, f.NameStated)
		} else {
			r.pass(i, end)
		}
		return true
	}
	return false
}

// leadsIn tells whether a word is rather said before a name than the first of it: "coloca Maria Souza".
func (r *reader) leadsIn(i int) bool {
	return (r.is(i, words.BeforeName) || !r.capital(i) && r.capital(i+1)) && !r.givenName(i)
}

// match is the index after words that stand at a token, none of them taken; i for none.
func (r *reader) match(i int, list []string) int {
	for n, w := range list {
		if i+n >= len(r.toks) || r.taken(i+n) || r.toks[i+n].text != w || n > 0 && !r.close(i+n) {
			return i
		}
	}
	return i + len(list)
}

// close tells whether a token may go on with the name of the one before.
func (r *reader) close(i int) bool {
	return len(r.gap(i)) <= maxNameGap && !strings.ContainsAny(r.gap(i), "\n,;:!?()/*")
}

// takeName takes a name, or those of two people, with the family names that go on with it, unless it is one to keep.
func (r *reader) takeName(i, j int, introduced bool) {
	j = r.rest(i, j)
	k := i + 1 // where two people are parted: "Maria e Clara"
	for k < j && (k+1 >= j || r.toks[k].text != "e" || !r.givenName(k+1)) {
		k++
	}
	if list := textsOf(r.toks[i:k]); r.kept(list) && (len(list) > 1 || !introduced) {
		r.pass(i, k)
	} else {
		r.take(i, k, person, r.nameAsWritten(i, k))
	}
	if k < j {
		r.takeName(k+1, j, introduced)
	}
}

// kept tells whether all words, particles aside, stand in one of the names to keep, in its order.
func (r *reader) kept(list []string) bool {
	return slices.ContainsFunc(r.keep, func(name []string) bool {
		for _, w := range list {
			at := slices.Index(name, w)
			if words.AnyParticle.Has(w) {
				continue
			}
			if at < 0 {
				return false
			}
			name = name[at+1:]
		}
		return true
	})
}

// rest is the index after the family names that go on with a name, of an answer also in the next line: package
// understand stops at those that are colours and the like.
func (r *reader) rest(i, j int) int {
	end := j
	for k := j; k < min(i+nameReach, len(r.toks)) && !r.taken(k); k++ {
		surname := understand.Surname(r.toks[k].text)
		if !r.close(k) && (r.o.Asked != conversation.AskName || r.gap(k) != "\n" || !surname) {
			break
		}
		switch {
		case surname, r.is(k, words.WordToo):
			end = k + 1
		case r.is(k, words.AnyParticle):
		case !r.capital(end - 1):
			return j // an everyday word, more likely
		default:
			return end
		}
	}
	return end
}

// nameAsWritten is a name in the patient's own writing, its words parted by one space, an apostrophe or a hyphen; a name
// all in small or all in capital letters is written as names are, its particles small.
func (r *reader) nameAsWritten(i, j int) string {
	name := r.raw(i, i+1)
	for k := i + 1; k < j; k++ {
		switch sign := r.signs(k-1, k); sign {
		case "'", "’", "-":
			name += sign
		case ".":
			name += ". "
		default:
			name += " "
		}
		name += r.raw(k, k+1)
	}
	name = dropped(name, unicode.Cf)
	if name != strings.ToLower(name) && name != strings.ToUpper(name) {
		return name
	}
	list := strings.Fields(strings.ToLower(name))
	for n, w := range list {
		if n == 0 || !words.AnyParticle.Has(foldText(w)) {
			list[n] = formats.initial.ReplaceAllStringFunc(w, strings.ToUpper)
		}
	}
	return strings.Join(list, " ")
}

// titled tells whether a doctor's title stands before a token.
func (r *reader) titled(i int) bool {
	if r.is(i-1, words.AnyParticle) {
		i--
	}
	return r.is(i-1, words.DoctorTitle) && r.signs(i-1, i) != ","
}

// givenName tells whether a word, whatever its case, is a common given name.
func (r *reader) givenName(i int) bool {
	word := r.toks[i].text
	return understand.PersonName(word) && !understand.Surname(word)
}

// standsAlone tells whether words would be a name if nothing else was said; a city's name would not.
func (r *reader) standsAlone(i, j int) bool {
	return understand.Read(r.raw(i, j), r.o.Now).Name != ""
}

// nameFrom is the index after the name that begins at a token; i for none.
func (r *reader) nameFrom(i int) int {
	j := i
	for j < min(i+nameReach, len(r.toks)) && !r.number(j) && !r.taken(j) && (j == i || r.close(j)) {
		j++
	}
	if i == j {
		return i
	}
	return r.match(i, wordsOf(understand.Read("meu nome é "+r.raw(i, j), r.o.Now).Name))
}

// answeredName takes what answers the question for a name although nothing says so ("wanderleia", "sim, krupski"): two
// words and more, or one that is all there is or a given name.
func (r *reader) answeredName(i, j int) {
	if r.o.Asked != conversation.AskName || slices.ContainsFunc(r.spans, func(s span) bool { return s.kind == person }) {
		return
	}
	start := min(r.skip(i, 6, words.BeforeName), j-1)
	end, given := r.nameFrom(start), r.givenName(start)
	if end == start || r.is(start, words.NoName) || r.is(start, words.WordToo) && !r.capital(start) && !understand.Surname(r.toks[end-1].text) {
		return
	}
	named := given || end == j && r.size(start) >= minAlone && !laughs(r.toks[start].text)
	if end-start > 1 {
		named = !given || r.standsAlone(start, end)
	}
	if named {
		r.takeName(start, end, true)
	}
}

// laughs tells sounds from words: "kkkkk", "rsrs", "hahaha", "hmm".
func laughs(w string) bool {
	letters := []rune(w)
	slices.Sort(letters)
	return len(slices.Compact(letters)) < 3 || !strings.ContainsAny(w, "aeiouy")
}

// relatedNames takes names behind words that only people's names follow.
func (r *reader) relatedNames() {
	guesses := maxGuesses
	for i := range r.toks {
		related := r.is(i, words.Relative) || r.is(i, words.Signing) || r.is(i, words.FormOfAddress)
		if guesses == 0 || r.taken(i) || !related && !r.presents(i) && !r.is(i, words.ForWhom) {
			continue
		}
		start := r.skip(i+1, 4, words.LeadsToName)
		if start >= len(r.toks) || r.taken(start) || r.number(start) || r.across(i, start) && !r.is(i, words.Abbreviation) {
			continue
		}
		guesses--
		named := r.capital(start) || r.givenName(start) && !r.is(start, words.WordToo)
		if end := r.nameFrom(start); end > start && named && (related || r.givenName(start)) {
			r.takeName(start, end, false)
		}
	}
}

// presents tells whether a sentence begins at a token as one does who says who it is: "é a Maria".
func (r *reader) presents(i int) bool {
	return r.is(i, words.Presents) && r.firstWord(i) && r.is(i+1, words.NameArticle)
}

// across tells whether a sentence ends between two tokens.
func (r *reader) across(i, j int) bool {
	return strings.ContainsAny(r.text[r.toks[i].to:r.toks[j].from], ".!?;")
}

// capital tells whether a word is written as a name is, with one capital letter, and not because a text is shouted.
func (r *reader) capital(i int) bool {
	raw := r.raw(i, i+1)
	first, size := utf8.DecodeRuneInString(raw)
	return unicode.IsUpper(first) && raw[size:] == strings.ToLower(raw[size:])
}

// firstWord tells whether a sentence begins with a token.
func (r *reader) firstWord(i int) bool { return i == 0 || strings.ContainsAny(r.gap(i), ".!?\n") }

// surnames takes a given name that a surname follows, wherever it stands.
func (r *reader) surnames() {
	guesses := maxGuesses
	for j, t := range r.toks {
		if guesses == 0 || r.taken(j) || t.number || len(t.text) < 3 || !understand.Surname(t.text) {
			continue
		}
		guesses--
		i := j
		for i > 0 && j-i < maxBefore && !r.taken(i-1) && !r.number(i-1) && r.close(i) {
			i--
		}
		for i < j && (!r.givenName(i) || r.is(i, words.AnyParticle)) {
			i++
		}
		if i == j || r.placed(i) {
			continue
		}
		if end := r.nameFrom(i); end > j && r.standsAlone(i, end) {
			r.takeName(i, end, false)
		}
	}
}

// placed tells whether the name at a token is rather a doctor's, a street's or that of somebody who is not here.
func (r *reader) placed(i int) bool {
	k := i - 1
	if r.is(k, words.AnyParticle) || r.is(k, words.FormOfAddress) {
		k--
	}
	return r.titled(i) || r.is(i-1, words.Place) || r.is(k, words.Place)
}
