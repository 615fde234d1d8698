package language

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Words of at least MinTypo letters are known in spite of one typo; none of more than MaxTypo is compared at all.
const (
	MinTypo = 5
	MaxTypo = 24
)

// OneTypo reports whether a and b are equal or one wrong, missing, extra or swapped letter apart.
func OneTypo(a, b string) bool {
	return oneTypo([]rune(a), []rune(b))
}

// oneTypo is OneTypo for letters, or for bytes where a letter is one byte.
func oneTypo[T rune | byte](a, b []T) bool {
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

// Typos finds the words one typo away without comparing with all of them: words one typo apart become equal when at
// most one letter is left out of each.
type Typos map[string][]string

// Add enters a word, unless it is too short.
func (t Typos) Add(word string) {
	letters := []rune(word)
	if len(letters) < MinTypo {
		return
	}
	for i := range letters {
		if key := string(letters[:i]) + string(letters[i+1:]); !slices.Contains(t[key], word) {
			t[key] = append(t[key], word)
		}
	}
	t[word] = append(t[word], word)
}

// Find returns the words at most one typo away from word, sorted, the ones of the same length first.
func (t Typos) Find(word string) []string {
	letters := []rune(word)
	if len(letters) < MinTypo-1 || len(letters) > MaxTypo {
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
	try(t[word])
	var left [MaxTypo * utf8.UTFMax]byte
	for i, r := range word {
		n := copy(left[:], word[:i])
		n += copy(left[n:], word[i+utf8.RuneLen(r):])
		try(t[string(left[:n])])
	}
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(lengthApart(a, word), lengthApart(b, word)), strings.Compare(a, b))
	})
	return found
}

func lengthApart(a, b string) int { return max(len(a)-len(b), len(b)-len(a)) }

// Squeeze makes one letter of any run of at least n equal ones.
func Squeeze(word string, n int) string {
	var b strings.Builder
	letters := []rune(word)
	for i := 0; i < len(letters); {
		j := i
		for j < len(letters) && letters[j] == letters[i] {
			j++
		}
		end := j
		if j-i >= n {
			end = i + 1
		}
		b.WriteString(string(letters[i:end]))
		i = j
	}
	return b.String()
}
