// Package nearest finds the name that somebody meant who misspelt it.
package nearest

import (
	"cmp"
	"slices"
	"strings"
)

// To is the name that takes the fewest edits to come to from name, an end that is missing being one; of several the first.
// There must be at least one.
func To(name string, known []string) string {
	return slices.MinFunc(known, func(a, b string) int { return cmp.Compare(distance(name, a), distance(name, b)) })
}

// Likely is To where few letters are wrong, at most a third of them or two; "" where nothing is that near.
func Likely(name string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	meant := To(name, known)
	if distance(name, meant) > max(2, len(name)/3) {
		return ""
	}
	return meant
}

func distance(name, to string) int {
	if strings.HasPrefix(to, name) {
		return 1
	}
	return edits(name, to)
}

// edits counts the letters that are put in, taken out or replaced on the way from a to b (Levenshtein).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
