package understand

import (
	"cmp"
	"maps"
	"slices"

	"atende/actors/language"
)

// Term is one thing that can be named in a text: a doctor, a specialty, a procedure, a plan. Names are its official
// name and its aliases; titles (Dr., Dra.) do not count.
type Term struct {
	ID    int
	Names []string
	// Person lets every single name of a person be enough ("Ana", "Souza", "Ana Souza").
	Person bool
}

// Hit is a Term found in a text.
type Hit struct {
	ID int
	// Start and End are byte offsets of the naming words in the text as given.
	Start, End int
	// Score orders hits of one text: more and better matching words first.  A hit on the full name beats a hit on a
	// part of it.
	Score int
}

// Lexicon finds the things of a clinic's catalogue in texts.  It is safe for concurrent use.
type Lexicon struct {
	names  []lexName
	byWord map[string][]int // names that contain the word
	typos  language.Typos
	// misspelt are words that are known also as they are heard, nil for none.
	misspelt []string
}

// lexName is one name of a term, folded, without titles and particles.
type lexName struct {
	id     int
	words  []string
	person bool
}

// Scores of a matching word, and of a name that was written in full.
const (
	scoreWord = 10
	scoreTypo = 8
	scoreFull = 5
)

// maxNameGap is how many particles may stand between two words of a name.
const maxNameGap = 2

// NewLexicon prepares the terms of a catalogue.  Names without a word are ignored.
func NewLexicon(terms []Term) *Lexicon {
	l := &Lexicon{byWord: map[string][]int{}, typos: language.Typos{}}
	for _, term := range terms {
		for _, name := range term.Names {
			l.add(term, name)
		}
	}
	return l
}

// Misspelt makes words of names known also where they are written as they are heard, "genicologista", "unimdi".  It is for names
// that sound like no other word: those of specialties and plans.
func (l *Lexicon) Misspelt() *Lexicon {
	l.misspelt = slices.Sorted(maps.Keys(l.byWord))
	return l
}

// spelt returns the one word of names that a token may stand for as it is heard, "" for none or several.
func (l *Lexicon) spelt(t language.Token) string {
	found := ""
	for _, word := range l.misspelt {
		if !language.Misspelt(t.Text, word) {
			continue
		}
		if found != "" {
			return ""
		}
		found = word
	}
	if found == "" || t.Kind != language.Letters || pt.personName(t.Text) || pt.everyday(t.Text) {
		return ""
	}
	return found
}

func (l *Lexicon) add(term Term, name string) {
	n := lexName{id: term.ID, person: term.Person}
	for _, t := range language.Tokenize(name) {
		if t.Kind != language.Mark && !pt.NameParticles.Has(t.Text) && !(term.Person && pt.Titles.Has(t.Text)) {
			n.words = append(n.words, t.Text)
		}
	}
	if len(n.words) == 0 {
		return
	}
	l.names = append(l.names, n)
	for i, w := range n.words {
		if slices.Contains(n.words[:i], w) {
			continue
		}
		if _, known := l.byWord[w]; !known {
			l.typos.Add(w)
		}
		l.byWord[w] = append(l.byWord[w], len(l.names)-1)
	}
}

// Find returns the terms that text names, each once, the best hit first.  Case, accents, titles and particles do not
// matter, and one typo in a word of five letters or more does not either, unless the word is one of everyday
// Portuguese.
func (l *Lexicon) Find(text string) []Hit {
	var few [fewTokens]language.Token
	return l.FindIn(AppendWords(few[:0], text))
}

// Words are those of a text in which terms are looked for.
type Words []language.Token

// AppendWords takes a text into its words, for several lexicons; toks is an empty list that has room.
func AppendWords(toks Words, text string) Words {
	toks = language.AppendTokens(toks, cut(text))
	return slices.DeleteFunc(toks, func(t language.Token) bool { return t.Kind == language.Mark })
}

// FindIn is Find for the words of a text.
func (l *Lexicon) FindIn(toks Words) []Hit {
	var hits []Hit
	for i := range toks {
		for _, w := range l.meant(toks[i]) {
			for _, n := range l.byWord[w] {
				if h, ok := l.match(l.names[n], toks, i); ok {
					hits = append(hits, h)
				}
			}
		}
	}
	return ranked(hits)
}

// AddPhrase adds to the hits of a text terms that a phrase names from start to end, in so many words.  It counts as a
// name in full of that length.
func AddPhrase(hits []Hit, ids []int, start, end, words int) []Hit {
	if len(ids) == 0 {
		return hits
	}
	for _, id := range ids {
		hits = append(hits, Hit{ID: id, Start: start, End: end, Score: words*scoreWord + scoreFull})
	}
	return ranked(hits)
}

// ranked are hits with the best first, each term once.
func ranked(hits []Hit) []Hit {
	if len(hits) < 2 {
		return hits
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID), cmp.Compare(b.End, a.End))
	})
	seen := map[int]struct{}{}
	return slices.DeleteFunc(hits, func(h Hit) bool {
		_, again := seen[h.ID]
		seen[h.ID] = struct{}{}
		return again
	})
}

// fewTokens is how many tokens most texts have at most.
const fewTokens = 16

// meant returns the words of names that a token may stand for.
func (l *Lexicon) meant(t language.Token) []string {
	if _, ok := l.byWord[t.Text]; ok {
		return []string{t.Text}
	}
	if pt.lexis().knows(t.Text) {
		return nil
	}
	if near := l.typos.Find(t.Text); len(near) > 0 {
		return near
	}
	if word := l.spelt(t); word != "" {
		return []string{word}
	}
	return nil
}

// match reads name from token i on: all words of a thing, one or more of a person, in their order.
func (l *Lexicon) match(name lexName, toks Words, i int) (Hit, bool) {
	hit := Hit{ID: name.id, Start: toks[i].Start}
	matched, next := 0, i
	for _, word := range name.words {
		k := next
		for gap := 0; matched > 0 && gap < maxNameGap && k < len(toks) && pt.NameParticles.Has(toks[k].Text); gap++ {
			k++
		}
		score := 0
		if k < len(toks) {
			score = l.wordScore(word, toks[k], name.person)
		}
		switch {
		case score > 0:
			hit.Score, hit.End = hit.Score+score, toks[k].End
			matched, next = matched+1, k+1
		case !name.person:
			return hit, false
		}
	}
	if matched == len(name.words) {
		hit.Score += scoreFull
	}
	common := !pt.GivenNames.Has(toks[i].Text) && pt.everyday(toks[i].Text) // "dias", "leite"
	return hit, matched > 1 || matched == 1 && !(name.person && common && !called(toks, i))
}

// wordScore judges how well a token of the text fits a word of a name; 0 is not at all.
func (l *Lexicon) wordScore(word string, t language.Token, person bool) int {
	if t.Text == word {
		return scoreWord
	}
	if len(l.misspelt) > 0 && language.Misspelt(t.Text, word) && !pt.lexis().knows(t.Text) && l.spelt(t) == word {
		return scoreTypo
	}
	if t.Kind != language.Letters || len(word) < language.MinTypo || len(t.Text) > language.MaxTypo || pt.lexis().knows(t.Text) || !language.OneTypo(word, t.Text) {
		return 0
	}
	if !person && len(word) < minOtherFirst && t.Text[0] != word[0] {
		return 0 // "oração" is no "coração"
	}
	return scoreTypo
}

// minOtherFirst is how many letters a word has, but for names of people, that is known with another first letter, which hardly anybody
// mistypes: most words of a language that look alike differ there.
const minOtherFirst = 8

// called tells whether what stands before a word says that it is a person: "dr. Leite", "com Abril".
func called(toks []language.Token, i int) bool {
	return i > 0 && (pt.Titles.Has(toks[i-1].Text) || toks[i-1].Text == "com" && pt.TemporalWords.Has(toks[i].Text))
}
