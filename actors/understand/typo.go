package understand

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// minTypo is the length, in letters, from which a key word is known in spite of one typo.
const minTypo = 5

// maxTypo bounds the words that are compared at all, in letters.
const maxTypo = 24

// oneTypo tells whether a and b are equal or one wrong, missing, extra or swapped letter apart.
func oneTypo(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return slices.Equal(a[i:], b[i+1:])
	}
	if i == len(a) || slices.Equal(a[i+1:], b[i+1:]) {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
}

// typoIndex finds the words one typo away without comparing with all of them: words one typo apart
// become equal when at most one letter is left out of each.
type typoIndex map[string][]string

func (x typoIndex) add(word string) {
	letters := []rune(word)
	if len(letters) < minTypo {
		return
	}
	for i := range letters {
		if key := without(letters, i); !slices.Contains(x[key], word) {
			x[key] = append(x[key], word)
		}
	}
	x[word] = append(x[word], word)
}

// find returns the words at most one typo away from word, sorted, the ones of the same length
// first.
func (x typoIndex) find(word string) []string {
	letters := []rune(word)
	if len(letters) < minTypo-1 || len(letters) > maxTypo {
		return nil
	}
	var found []string
	try := func(near []string) {
		for _, w := range near {
			if oneTypo(letters, []rune(w)) && !slices.Contains(found, w) {
				found = append(found, w)
			}
		}
	}
	try(x[word])
	var left [maxTypo * utf8.UTFMax]byte
	for i, r := range word {
		n := copy(left[:], word[:i])
		n += copy(left[n:], word[i+utf8.RuneLen(r):])
		try(x[string(left[:n])])
	}
	slices.SortFunc(found, func(a, b string) int {
		da, db := abs(len(a)-len(word)), abs(len(b)-len(word))
		if da != db {
			return da - db
		}
		return strings.Compare(a, b)
	})
	return found
}

// slip ranks how likely a typo turns meant into typed: swapped letters or one missing, one wrong, one
// too many.
func slip(typed, meant string) int {
	switch d := len(meant) - len(typed); {
	case d > 0:
		return 0
	case d < 0:
		return 2
	}
	for i := range len(typed) - 1 {
		if typed[i] != meant[i] {
			if typed[i] == meant[i+1] && typed[i+1] == meant[i] {
				return 0
			}
			break
		}
	}
	return 1
}

func without(letters []rune, i int) string {
	return string(letters[:i]) + string(letters[i+1:])
}

func abs(n int) int { return max(n, -n) }
