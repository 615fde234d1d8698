package understand

import (
	"maps"
	"slices"
	"strings"
)

// set is a set of words.
type set struct {
	members map[string]struct{}
	shapes  *shapes
}

// shapes are the lengths of the words of a set, one bit each, by their first byte.  They tell of most words that
// they are not in it.
type shapes [64]uint64

func (s *shapes) add(w string)      { s[w[0]%64] |= shape(w) }
func (s *shapes) has(w string) bool { return s[w[0]%64]&shape(w) != 0 }

func shape(w string) uint64 { return 1 << min(len(w), 63) }

func words(lists ...string) set {
	s := set{members: map[string]struct{}{}, shapes: &shapes{}}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			s.add(w)
		}
	}
	return s
}

func (s set) add(w string) {
	s.members[w] = struct{}{}
	s.shapes.add(w)
}

// with adds a word that words would take for a space.
func (s set) with(w string) set {
	s.add(w)
	return s
}

func (s set) has(w string) bool {
	if w == "" || !s.shapes.has(w) {
		return false
	}
	_, ok := s.members[w]
	return ok
}

func sorted(s set) []string { return slices.Sorted(maps.Keys(s.members)) }
