package understand

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"atende/actors/language"
)

// lexis is what is made of the words of all stages: what mend knows, and some classes.
type lexis struct {
	words map[string]lexeme
	verbs map[string]string // form → infinitive
	typos language.Typos    // key words that are known in spite of a typo
	signs *language.Class   // the signs and emoji that say something; all others only decorate
	// noName are words that no name is made of; wishful those of them that tell a wish or hold a sentence together.
	noName, wishful              *language.Class
	specialistEnds, abstractEnds []string
}

// lexeme is what a folded word means.
type lexeme struct {
	key   string // the word itself, or the one that a short form stands for
	lemma string // the infinitive of a key that is the form of a verb
	known bool   // the word stays as it is, but for short forms
	rank  int    // of known words, the more important first
}

// newLexis collects the words of all stages.
func newLexis(p *portuguese) *lexis {
	var classed []string
	for _, name := range p.book.Classes() {
		classed = append(classed, p.book.Class(name).Words()...)
	}
	written, verbs := p.book.Written(), p.book.Verbs()
	x := &lexis{words: map[string]lexeme{}, verbs: verbs, typos: language.Typos{}}
	x.signs = language.NewClass(strings.Join(slices.DeleteFunc(slices.Concat(classed, written), isASCII), " "))
	wishful := slices.Collect(maps.Keys(verbs))
	for _, c := range []*language.Class{
		p.Person, p.Machine, p.Visit, p.Slot, p.Care, p.Plan, p.Ack, p.Yes, p.Thank, p.Topic, p.Asked,
	} {
		wishful = append(wishful, c.Words()...)
	}
	x.wishful = language.NewClass(strings.Join(slices.Concat(wishful, p.FunctionWords.Words()), " "))
	x.noName = language.NewClass(strings.Join(slices.Concat(wishful, p.NeverNames.Words()), " "))
	x.specialistEnds, x.abstractEnds = p.SpecialistEnds.Words(), p.AbstractEnds.Words()
	keep := func(word string) bool {
		_, again := x.words[word]
		if !again {
			x.words[word] = lexeme{key: word, lemma: verbs[word], known: true, rank: len(x.words)}
		}
		return !again
	}
	forms := slices.Sorted(maps.Keys(verbs))
	keyForms := slices.DeleteFunc(slices.Clone(forms), func(form string) bool { return !p.KeyVerbs.Has(verbs[form]) })
	for _, word := range slices.Concat(p.TemporalWords.Words(), keyForms, classed, slices.DeleteFunc(slices.Clone(written), isNoWord)) {
		if keep(word) {
			x.typos.Add(word)
		}
	}
	short := p.ShortForms.Words()
	for _, word := range slices.Concat(p.KnownWords.Words(), forms) {
		keep(word)
	}
	for _, word := range short {
		keep(p.ShortForms.Value(word))
	}
	for _, word := range short {
		one := x.words[word]
		one.key = p.ShortForms.Value(word)
		one.lemma = verbs[one.key]
		x.words[word] = one
	}
	return x
}

// mend fills keys and lemmas, and takes away the slash of "p/" and "c/".
func mend(toks []token) []token {
	kept := toks[:0]
	for i, t := range toks {
		switch t.Kind {
		case language.Letters:
			t.key, t.lemma = pt.lexis().meaning(t.Text)
			if t.Text == "num" && i+1 < len(toks) && !deniable(toks[i+1]) {
				t.key, t.lemma = "em", ""
			}
		default:
			t.key = t.Text
		}
		if t.Text == "no" && strings.HasSuffix(t.Raw, "º") { // nº
			t.Text, t.key = "numero", "numero"
		}
		if n, word := acronym(kept, t); n > 0 {
			first := len(kept) - n
			t.Start, t.Glued = kept[first].Start, kept[first].Glued
			t.Raw, t.Text, t.key, t.lemma = word, word, word, ""
			kept = append(kept[:first], t)
			continue
		}
		slash := t.key == "/" && t.Glued && len(kept) > 0 && (kept[len(kept)-1].Text == "p" || kept[len(kept)-1].Text == "c")
		if !slash {
			kept = append(kept, t)
		}
	}
	return kept
}

// deniable tells whether "num" before t is "não", as in "num posso", and not "em um", as in "num sábado".
func deniable(t token) bool {
	if t.Kind != language.Letters {
		return true
	}
	key, lemma := pt.lexis().meaning(t.Text)
	return pt.AfterNot.Has(key) || lemma != ""
}

// meaning returns the word meant by a folded one, and its infinitive when it is the form of a verb.
func (x *lexis) meaning(word string) (key, lemma string) {
	if one, ok := x.words[word]; ok {
		return one.key, one.lemma
	}
	plain := language.Squeeze(word, 3)
	for _, w := range []string{plain, language.Squeeze(word, 2)} {
		if one, ok := x.words[w]; ok {
			return one.key, one.lemma
		}
	}
	key = x.nearest(plain)
	return key, x.verbs[key]
}

// nearest returns the key word one typo away: of several the one with the likeliest slip, of these the most
// important; the word itself without any.
func (x *lexis) nearest(word string) string {
	best := ""
	for _, w := range x.typos.Find(word) {
		if best == "" || cmp.Or(slip(word, w)-slip(word, best), x.words[w].rank-x.words[best].rank) < 0 {
			best = w
		}
	}
	return cmp.Or(best, word)
}

func (x *lexis) knows(word string) bool {
	return x.words[word].known
}

// slip ranks how likely a typo turns meant into typed: swapped letters or one missing, one wrong, one too many.
func slip(typed, meant string) int {
	switch d := len(meant) - len(typed); {
	case d > 0:
		return 0
	case d < 0:
		return 2
	}
	i := 0
	for i < len(typed)-1 && typed[i] == meant[i] {
		i++
	}
	if i < len(typed)-1 && typed[i] == meant[i+1] && typed[i+1] == meant[i] {
		return 0
	}
	return 1
}

// acronym returns how many of the last tokens make an acronym with t, and which: "C.P.F"; 0 for none.
func acronym(kept []token, t token) (n int, word string) {
	letters, next := t.Text, t
	for k := len(kept) - 2; k >= max(0, len(kept)-4); k -= 2 {
		if !next.isLetter() || !next.Glued || kept[k+1].Text != "." || !kept[k+1].Glued || !kept[k].isLetter() {
			break
		}
		next = kept[k]
		if letters = next.Text + letters; pt.Acronyms.Has(letters) {
			n, word = len(kept)-k, letters
		}
	}
	return n, word
}
