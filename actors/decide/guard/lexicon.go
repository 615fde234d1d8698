package guard

import (
	"slices"
	"strings"
)

// atom is something a word can be to a phrase: itself, or a member of a class.
type atom uint16

// lexicon knows what each word is to the phrases.  It is built once and then only read.
type lexicon struct {
	names    map[string]atom     // of words, beginnings and classes
	exact    map[string][]atom   // by word
	begins   map[string][]atom   // by the beginning of a word
	shortest int                 // length of the shortest beginning
	typos    map[string][]string // words by what is left when one letter is left out
}

// minTypo is the length from which a key word is known in spite of one typo, minAnyTypo that from which
// every word of the tables is; shorter ones have too many neighbours.
const (
	minTypo    = 6
	minAnyTypo = 7
)

// maxTypo bounds the words that are compared.
const maxTypo = 20

func newLexicon() *lexicon {
	return &lexicon{
		names: map[string]atom{}, exact: map[string][]atom{}, begins: map[string][]atom{},
		shortest: maxTypo, typos: map[string][]string{},
	}
}

// name returns the atom of a class ("#kin") or of a word as tables write it; see add.
func (l *lexicon) name(written string) atom {
	a, known := l.names[written]
	if known {
		return a
	}
	a = atom(len(l.names))
	l.names[written] = a
	if !strings.HasPrefix(written, "#") {
		l.add(written, a)
	}
	return a
}

// add lets a word mean an atom.  "desmai*" is every word that begins so, "~infarto" also that word
// with one typo.
func (l *lexicon) add(written string, a atom) {
	stem, begins := strings.CutSuffix(written, "*")
	stem, tolerant := strings.CutPrefix(stem, "~")
	key := plain(stem)
	if key == "" {
		panic("guard: no word in " + written) // of our own tables, at start-up
	}
	if begins {
		l.begins[key] = append(l.begins[key], a)
		l.shortest = min(l.shortest, len(key))
		return
	}
	if !slices.Contains(l.exact[key], a) {
		l.exact[key] = append(l.exact[key], a)
	}
	if len(key) < minTypo || !tolerant && len(key) < minAnyTypo {
		return
	}
	for i := -1; i < len(key); i++ {
		left := key
		if i >= 0 {
			left = key[:i] + key[i+1:]
		}
		if !slices.Contains(l.typos[left], key) {
			l.typos[left] = append(l.typos[left], key)
		}
	}
}

// plain folds one word of a table like the words of a message.
func plain(text string) string {
	words := fold(text)
	if len(words) != 1 {
		return ""
	}
	return words[0].text
}

// look appends to list the atoms of a word.
func (l *lexicon) look(list []atom, text string) []atom {
	n := len(list)
	list = append(list, l.exact[text]...)
	exact := len(list) > n
	for end := l.shortest; end <= len(text); end++ {
		list = append(list, l.begins[text[:end]]...)
	}
	known := func(base string) bool {
		found := l.exact[base]
		list = append(list, found...)
		return len(found) > 0
	}
	if small(text, known) || exact || spoken(text, known) || len(text) < minTypo-1 || len(text) > maxTypo {
		return list
	}
	if meant := l.mend(text); meant != "" {
		list = append(list, l.exact[meant]...)
	}
	return list
}

// mend returns the key word that text is one typo after the first letter away from, "" for none.
func (l *lexicon) mend(text string) string {
	var left [maxTypo]byte
	for i := -1; i < len(text); i++ {
		n := copy(left[:], text)
		if i >= 0 {
			n = i + copy(left[i:], text[i+1:])
		}
		for _, key := range l.typos[string(left[:n])] {
			if text[0] == key[0] && oneTypo(text, key) {
				return key
			}
		}
	}
	return ""
}

// oneTypo reports whether a and b are one wrong, missing, extra or swapped letter apart.
func oneTypo(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		return i == len(a) || a[i+1:] == b[i+1:] ||
			i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	case 1:
		return a[i:] == b[i+1:]
	default:
		return false
	}
}
