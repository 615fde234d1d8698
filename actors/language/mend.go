package language

import "slices"

// Tolerance says which words of a book Mend knows, by their length; a length of 0 stands for none.
type Tolerance struct {
	Marked int // words that are written with "%"
	All    int // all words
}

// maxMended bounds the words that are mended.
const maxMended = 20

// typos finds the words of a book that a text is one typo away from.
type typos struct {
	tolerance Tolerance
	left      map[string][]string // words by what is left without one letter, or with all
	filter    [1 << 10]uint64     // sums of what is in left, one bit each
}

// add lets a word be found, unless it is too short.
func (t *typos) add(word string, tolerant bool) {
	long := t.tolerance.All > 0 && len(word) >= t.tolerance.All
	marked := tolerant && t.tolerance.Marked > 0 && len(word) >= t.tolerance.Marked
	if !long && !marked || len(word) > maxMended+1 {
		return
	}
	if t.left == nil {
		t.left = map[string][]string{}
	}
	sum := letterSum(word)
	for i := -1; i < len(word); i++ {
		left, s := word, sum
		if i >= 0 {
			left, s = word[:i]+word[i+1:], sum-letterValue(word[i])
		}
		if slices.Contains(t.left[left], word) {
			continue
		}
		t.left[left] = append(t.left[left], word)
		at, bit := filterBit(s)
		t.filter[at] |= bit
	}
}

// letterSum is the same for all orders of the same letters, so that that of a word without a letter is a subtraction.
func letterSum(word string) uint32 {
	var sum uint32
	for i := range len(word) {
		sum += letterValue(word[i])
	}
	return sum
}

func letterValue(c byte) uint32 {
	v := uint32(c) * 0x9e3779b1
	return v ^ v>>15
}

// filterBit is the place of a sum in the filter.
func filterBit(sum uint32) (at int, bit uint64) {
	h := sum * 0x85ebca6b >> 16
	return int(h >> 6), 1 << (h & 63)
}

// Mend returns the first word of the book, in the order of the files, that a text is one wrong, missing, extra or
// swapped letter away from, "" for none.  The first letter must be right.  A letter that may be missing from the text
// is tried before others.
func (b *Book) Mend(text string) string {
	t := &b.typos
	if t.left == nil || len(text) > maxMended {
		return ""
	}
	var left [maxMended]byte
	sum := letterSum(text)
	for i := -1; i < len(text); i++ {
		s := sum
		if i >= 0 {
			s -= letterValue(text[i])
		}
		if at, bit := filterBit(s); t.filter[at]&bit == 0 {
			continue
		}
		n := copy(left[:], text)
		if i >= 0 {
			n = i + copy(left[i:], text[i+1:])
		}
		for _, word := range t.left[string(left[:n])] {
			if text[0] == word[0] && oneTypo([]byte(text), []byte(word)) {
				return word
			}
		}
	}
	return ""
}
