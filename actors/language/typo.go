package language

import (
	"cmp"
	"iter"
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
func OneTypo(a, b string) bool { return oneTypo([]rune(a), []rune(b)) }

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

// Typos finds the words one typo away without comparing with all of them: words one typo apart become equal when at
// most one letter is left out of each.
type Typos map[string][]string

// Add enters a word, unless it is too short.
func (t Typos) Add(word string) {
	letters := []rune(word)
	if len(letters) < MinTypo || slices.Contains(t[word], word) {
		return
	}
	for i := range letters {
		if key := string(letters[:i]) + string(letters[i+1:]); !slices.Contains(t[key], word) {
			t[key] = append(t[key], word)
		}
	}
	t[word] = append(t[word], word)
}

// near are the words at most one typo away from word, some of them repeatedly: first those that have a letter more, then
// the others, each in the order in which they were added.
func (t Typos) near(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		letters := []rune(word)
		if len(letters) < MinTypo-1 || len(letters) > MaxTypo {
			return
		}
		try := func(near []string) bool {
			return !slices.ContainsFunc(near, func(w string) bool { return oneTypo(letters, []rune(w)) && !yield(w) })
		}
		goesOn := try(t[word])
		var left [MaxTypo * utf8.UTFMax]byte
		for i, r := range word {
			if !goesOn {
				return
			}
			n := copy(left[:], word[:i])
			n += copy(left[n:], word[i+utf8.RuneLen(r):])
			goesOn = try(t[string(left[:n])])
		}
	}
}

// Find returns the words at most one typo away from word, sorted, the ones of the same length first.
func (t Typos) Find(word string) []string {
	var found []string
	for w := range t.near(word) {
		if !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(lengthApart(a, word), lengthApart(b, word)), strings.Compare(a, b))
	})
	return found
}

func lengthApart(a, b string) int { return max(len(a)-len(b), len(b)-len(a)) }

// Tolerance says which words of a book Mend knows, by their length; a length of 0 stands for none.
type Tolerance struct {
	Marked int // words that are written with "%"
	All    int // all words
}

// allows reports whether a word is known in spite of a typo.
func (t Tolerance) allows(word string, marked bool) bool {
	return t.All > 0 && len(word) >= t.All || marked && t.Marked > 0 && len(word) >= t.Marked
}

// Mend returns the first word of the book that Find would find and that begins like text, "" for none: one with a letter
// more before others, and of these the first in the order of the files.
func (b *Book) Mend(text string) string {
	for word := range b.compiled().typos.near(text) {
		if word[0] == text[0] {
			return word
		}
	}
	return ""
}

// Words of at least minMisspelt letters, of which at least minConsonants are the first one or consonants, are known in spite of
// wrong vowels; from minLong letters on one typo more is forgiven.
const (
	minMisspelt   = 6
	minConsonants = 4
	minLong       = 10
	maxApart      = 2
)

// Misspelt reports whether typed is a word written as it is heard: at most two letters apart, and with the same first letter and
// the same consonants behind it, in a long word but for one typo: "unimdi", "genicologista", "demartologista".
func Misspelt(typed, word string) bool {
	if min(len(typed), len(word)) < minMisspelt || len(typed) > MaxTypo || lengthApart(typed, word) > maxApart || typed[0] != word[0] {
		return false
	}
	a, b := consonants(typed), consonants(word)
	same := a == b || len(word) >= minLong && OneTypo(a, b)
	return len(b) >= minConsonants && same && distance(typed, word) <= maxApart
}

// consonants are the first letter of a word and the consonants behind it, each once where it stands doubled.
func consonants(word string) string {
	return Squeeze(word[:1]+strings.Map(func(r rune) rune {
		if strings.ContainsRune("aeiouyh", r) {
			return -1
		}
		return r
	}, word[1:]), 2)
}

// distance is how many letters of a must be put in, left out or changed to make b of it.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Squeeze makes one letter of any run of at least n equal ones.
func Squeeze(word string, n int) string {
	if !doubles(word) {
		return word
	}
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

// doubles reports equal letters side by side, and letters with accents, which may be.
func doubles(word string) bool {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf || i > 0 && word[i] == word[i-1] {
			return true
		}
	}
	return false
}
