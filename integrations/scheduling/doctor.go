package scheduling

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// likeness is how an agenda's name compares to a doctor's.
type likeness int

const (
	otherDoctor   likeness = iota
	sameFirstName          // and further names that have nothing in common
	sameDoctor             // first name, and one more name in common if both have more
)

// titles stand before a first name, and what stands before them is no name ("Agenda Dra. Ana Souza");
// connectives between names tell nobody apart.
var (
	titles      = []string{"dr", "dra", "doutor", "doutora", "prof", "profa", "professor", "professora", "sr", "sra"}
	connectives = []string{"de", "da", "do", "das", "dos", "e"}
)

// matcher compares agenda names to one doctor's.  Case, accents and titles do not matter.  It is for
// one goroutine; an answer repeats the same few names for each day, so it remembers them.
type matcher struct {
	fold  transform.Transformer
	names []string
	known map[string]likeness
}

func newMatcher(doctor string) *matcher {
	m := &matcher{
		fold:  transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), cases.Fold()),
		known: map[string]likeness{},
	}
	m.names = namesOf(behindTitle(m.words(doctor)))
	return m
}

func (m *matcher) match(agenda string) likeness {
	found, ok := m.known[agenda]
	if !ok {
		words := m.words(agenda)
		found = max(m.compare(namesOf(words)), m.compare(namesOf(behindTitle(words))))
		m.known[agenda] = found
	}
	return found
}

func (m *matcher) compare(other []string) likeness {
	if len(other) == 0 || len(m.names) == 0 || other[0] != m.names[0] {
		return otherDoctor
	}
	mine, theirs := m.names[1:], other[1:]
	shared := func(name string) bool { return slices.Contains(mine, name) }
	if len(mine) > 0 && len(theirs) > 0 && !slices.ContainsFunc(theirs, shared) {
		return sameFirstName
	}
	return sameDoctor
}

// behindTitle begins with the first title that has a name behind it, because an agenda's name may
// begin with something else ("Cardiologia - Dra. Ana"); without one nothing changes.
func behindTitle(names []string) []string {
	i := slices.IndexFunc(names, isTitle)
	if i < 0 || !slices.ContainsFunc(names[i:], func(n string) bool { return !isTitle(n) && len(n) > 1 }) {
		return names
	}
	return names[i:]
}

func isTitle(name string) bool { return slices.Contains(titles, name) }

// words are the words of a name, folded.
func (m *matcher) words(name string) []string {
	folded, _, err := transform.String(m.fold, strings.ReplaceAll(name, "(a)", ""))
	if err != nil {
		folded = strings.ToLower(name)
	}
	return strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// namesOf leaves titles in front and connectives out: "Dr.ª Ana de Sousa" is ana, sousa.
func namesOf(words []string) []string {
	for len(words) > 1 && (isTitle(words[0]) || len(words[0]) == 1) {
		words = words[1:]
	}
	return slices.DeleteFunc(slices.Clone(words), func(n string) bool { return slices.Contains(connectives, n) })
}
