package grounding

import "strings"

// set is a number of words.
type set map[string]struct{}

// words makes a set of words that are parted by spaces.
func words(lists ...string) set {
	s := set{}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			s[w] = struct{}{}
		}
	}
	return s
}

func (s set) has(w string) bool { _, ok := s[w]; return ok }
