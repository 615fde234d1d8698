package pii

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lastMinute is the most that is said of an hour.
const lastMinute = "59"

// maxJoints is how many words may join two words of one number: "ponto e".
const maxJoints = 2

// spelledNumbers takes what is left of long numbers that are spelled out, whole or in part: phones without an area code, RG, and
// CPFs that do not check.  No sum is understood of them, their length is enough.
func (r *reader) spelledNumbers() {
	var all []int
	for i := range r.toks {
		if !r.taken(i) && (r.number(i) || r.is(i, words.NumberWord)) {
			all = append(all, i)
		}
	}
	for _, run := range runs(all, r.saidTogether) {
		inWords := slices.ContainsFunc(run, func(i int) bool { return !r.number(i) })
		number := strings.Join(r.groups(run), "")
		if inWords && len(number) >= minNumber && !r.saidList(run) {
			r.take(run[0], run[len(run)-1]+1, document, number)
		}
	}
}

// saidTogether tells whether nothing but signs and words that join numbers part two tokens.
func (r *reader) saidTogether(i, j int) bool {
	for k := i + 1; k <= j; k++ {
		if r.taken(k) || k < j && !r.is(k, words.NumberJoint) || utf8.RuneCountInString(r.signs(k-1, k)) > maxGap {
			return false
		}
	}
	return j-i <= maxJoints+1
}

// groups are the numbers of a run in digits: "vinte e cinco" is one, "dois cinco" two.
func (r *reader) groups(run []int) (groups []string) {
	last := 0 // of words, to which a smaller one may be added
	for n, i := range run {
		value, said := spelledValue(r.toks[i].text)
		added := n > 0 && i == run[n-1]+2 && r.toks[i-1].text == "e"
		switch size := len(strconv.Itoa(value)); {
		case !said:
			groups, last = append(groups, r.toks[i].text), 0
		case value%1000 == 0 && 0 < last && last < value && i == run[n-1]+1: // "dois mil"
			last *= value
			groups[len(groups)-1] = strconv.Itoa(last)
		case added && last > 0 && len(strconv.Itoa(last)) > size && last%pow10(size) == 0:
			last += value
			groups[len(groups)-1] = strconv.Itoa(last)
		default:
			groups, last = append(groups, strconv.Itoa(value)), value
		}
	}
	return groups
}

func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// spelledValue is the number that a word of words.NumberWord says.
func spelledValue(word string) (value int, said bool) {
	digits := words.NumberWord.Value(word)
	value, err := strconv.Atoi(digits)
	return value, err == nil
}

// saidList tells whether a run is a list of choices, days or hours: each more than the one before, or apart and not digit
// by digit.
func (r *reader) saidList(run []int) bool {
	groups := r.groups(run)
	if slices.IsSortedFunc(groups, func(a, before string) int {
		return cmp.Or(cmp.Compare(len(a), len(before)), strings.Compare(a, before), -1)
	}) {
		return true
	}
	listed, longest, most := 0, 0, "00"
	for n := 1; n < len(run); n++ {
		if strings.ContainsAny(r.signs(run[n-1], run[n]), ",;:/)") {
			listed++
		}
	}
	for _, g := range groups {
		longest = max(longest, len(g))
		if len(g) == 2 {
			most = max(most, g)
		}
	}
	clock := longest == 2 && most <= lastMinute && 3*listed >= len(groups)-1 // "dez e trinta, onze e trinta"
	return clock || longest > 1 && 2*listed >= len(groups)-1
}
