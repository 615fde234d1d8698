package rules

import (
	"math/bits"
	"regexp"
	"regexp/syntax"
)

// pattern is a regular expression that tells of most texts at a glance that it does not match: each of its ways
// to match takes letters, and pairs of letters side by side, that the text must have.  Its methods are those of
// regexp.Regexp and say the same.
type pattern struct {
	*regexp.Regexp
	ways []way
	// fewest is how many different letters the shortest way takes.
	fewest int
}

// phrase compiles a pattern that does not tell upper from lower case.
func phrase(expression string) *pattern { return compile(`(?i)` + expression) }

func compile(expression string) *pattern {
	p := &pattern{Regexp: regexp.MustCompile(expression)}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		panic(err) // which MustCompile would have found
	}
	p.fewest = alphabet
	for _, spelled := range spellings(tree) {
		w := newWay(spelled)
		p.ways, p.fewest = append(p.ways, w), min(p.fewest, bits.OnesCount32(w.letters))
	}
	return p
}

// fits reports whether a text with these letters may match.
func (p *pattern) fits(g *glance) bool {
	if bits.OnesCount32(g.letters) < p.fewest {
		return false
	}
	for i := range p.ways {
		if g.has(&p.ways[i]) {
			return true
		}
	}
	return false
}

// may reports whether a text may match.
func (p *pattern) may(text string) bool {
	g := glanceAt(text)
	return p.fits(&g)
}

// MatchString is regexp.Regexp's.
func (p *pattern) MatchString(text string) bool { return p.may(text) && p.Regexp.MatchString(text) }

// FindString is regexp.Regexp's.
func (p *pattern) FindString(text string) string {
	if !p.may(text) {
		return ""
	}
	return p.Regexp.FindString(text)
}

// FindStringIndex is regexp.Regexp's.
func (p *pattern) FindStringIndex(text string) []int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringIndex(text)
}

// FindStringSubmatch is regexp.Regexp's.
func (p *pattern) FindStringSubmatch(text string) []string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringSubmatch(text)
}

// FindAllString is regexp.Regexp's.
func (p *pattern) FindAllString(text string, n int) []string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllString(text, n)
}

// FindAllStringIndex is regexp.Regexp's.
func (p *pattern) FindAllStringIndex(text string, n int) [][]int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllStringIndex(text, n)
}

// ReplaceAllString is regexp.Regexp's.
func (p *pattern) ReplaceAllString(text, with string) string {
	if !p.may(text) {
		return text
	}
	return p.Regexp.ReplaceAllString(text, with)
}

// ReplaceAllStringFunc is regexp.Regexp's.
func (p *pattern) ReplaceAllStringFunc(text string, with func(string) string) string {
	if !p.may(text) {
		return text
	}
	return p.Regexp.ReplaceAllStringFunc(text, with)
}
