package understand

import (
	"maps"
	"slices"
	"strings"
)

// set is a set of words.
type set map[string]struct{}

func words(lists ...string) set {
	s := set{}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			s[w] = struct{}{}
		}
	}
	return s
}

// with adds a word that words would take for a space.
func (s set) with(w string) set {
	s[w] = struct{}{}
	return s
}

func (s set) has(w string) bool {
	_, ok := s[w]
	return ok
}

func sorted(s set) []string { return slices.Sorted(maps.Keys(s)) }
