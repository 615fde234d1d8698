package pii

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

const (
	cpfLength = 11
	// minNumber is how many digits make a number that may be somebody's.
	minNumber = 7
	// minCalled is how many digits after the word CPF are an attempt at one.
	minCalled = 4
	// maxGap is how many characters may part the groups of one number.
	maxGap = 6
	// maxGroups bounds the groups of one number.
	maxGroups = 16
	// lastClock is the last of the hours that four digits write; years are below it, too.
	lastClock = "2359"

	countryCode    = "55"
	localLength    = 8 // of a phone without area code
	landlineLength = 10
	mobileLength   = 11
	maxPhone       = 15
)

// numbers goes over the chains of groups of digits that nothing but signs parts.  A group is the index of its token.
func (r *reader) numbers() {
	var all []int
	for i := range r.toks {
		if r.number(i) && !r.taken(i) {
			all = append(all, i)
		}
	}
	for _, chain := range runs(all, r.joined) {
		r.chain(chain)
	}
}

// joined tells whether the token at j may belong to the number that the token at i is of.
func (r *reader) joined(i, j int) bool {
	check := r.size(j) == 2 && (r.size(i) == 3 || r.size(i) == cpfLength-2) // "831 725 910 e 26"
	for k := i + 1; k <= j; k++ {
		sign := r.is(k, words.SaidSign) || check && r.is(k, words.CheckSign)
		if r.taken(k) || !r.number(k) && !sign || utf8.RuneCountInString(r.signs(k-1, k)) > maxGap {
			return false
		}
	}
	return j-i <= 2
}

// tight tells whether no space stands between two groups, only a sign or nothing.
func (r *reader) tight(a, b int) bool {
	between := r.text[r.toks[a].to:r.toks[b].from]
	return len(between) <= 3 && !strings.ContainsAny(between, " \n\t,;") && between == r.signs(a, b)
}

// finding is what was found in groups: in how many, of what kind.  Count 0 is nothing; kind passed says that the groups
// are no number of a person and stay.
type finding struct {
	count int
	kind  kind
	value string
}

// chain finds what is somebody's among groups, the surest first.
func (r *reader) chain(g []int) {
	r.find(g, r.alignedCPF)
	r.find(g, r.numericDate)
	for _, rest := range r.undecided(g) {
		r.find(rest, r.phoneOrCPF)
	}
	parted := func(a, b int) bool { return r.size(a) >= minNumber && r.size(b) >= minNumber } // numbers by themselves
	for _, rest := range r.undecided(g) {
		for _, number := range runs(rest, func(a, b int) bool { return !parted(a, b) }) {
			r.longNumber(number)
		}
	}
}

// undecided are the runs of groups that nothing was found in.
func (r *reader) undecided(g []int) [][]int {
	return runs(slices.DeleteFunc(slices.Clone(g), r.taken), r.free)
}

// find calls a finder at every group that is left.
func (r *reader) find(g []int, at func(g []int, i int) finding) {
	for i := range g {
		if r.taken(g[i]) {
			continue
		}
		f := at(g, i)
		if f.count > 0 && f.kind != passed {
			r.take(g[i], g[i+f.count-1]+1, f.kind, f.value)
			if f.kind == phone && r.dials(r.text[:r.toks[g[i]].from]) {
				r.spans[len(r.spans)-1].from-- // the sign belongs to the number
			}
			continue
		}
		for _, one := range g[i : i+f.count] {
			r.of[one] = noData
		}
	}
}

// alignedCPF reads eleven digits cut as a CPF is: after three, six and nine, or not at all.
func (r *reader) alignedCPF(g []int, i int) finding {
	if one := g[i:min(i+cpfLength, len(g))]; len(r.digits(one)) == len(one) && r.free(one[0], one[len(one)-1]+1) && understand.ValidCPF(r.digits(one)) {
		return finding{cpfLength, cpf, r.digits(one)} // "5 / 2 / 9 / …", before parts of it are days
	}
	count := 0
	for j := i; j < len(g) && j-i < 5 && !r.taken(g[j]); j++ {
		switch count += r.size(g[j]); count {
		case cpfLength:
			return r.cpfIf(g, i, j+1)
		case 3, 6, 9, 10:
		default:
			return finding{}
		}
	}
	return finding{}
}

// cpfIf takes groups that have the shape of a CPF for one, unless they are rather something else.
func (r *reader) cpfIf(g []int, i, j int) finding {
	number := r.digits(g[i:j])
	f := finding{j - i, cpf, number}
	callable := national(number) != ""
	switch {
	case understand.ValidCPF(number):
		if callable && j-i == 1 && r.dialled(g[i]) {
			return finding{}
		}
	case r.announced(g[i], words.DocumentWord):
		f.kind = document
	case r.announced(g[i], words.CPFWord):
	case i > 0 && r.tight(g[i-1], g[i]), j < len(g) && r.tight(g[j-1], g[j]), callable && j-i <= 2 && !r.answersCPF(g[i]):
		return finding{}
	}
	return f
}

// answersCPF tells whether a number answers the question for a CPF.
func (r *reader) answersCPF(i int) bool { return r.o.Asked == conversation.AskCPF && !r.dialled(i) }

// dialled tells whether a number is said or written to be a phone: after a word, a plus sign or an opened bracket.
func (r *reader) dialled(i int) bool {
	return r.announced(i, words.PhoneWord) || r.dials(strings.TrimRight(r.text[:r.toks[i].from], " "))
}

// dials tells whether a text ends with what a phone begins with.
func (r *reader) dials(before string) bool {
	return strings.HasSuffix(before, "+") || strings.HasSuffix(before, "(")
}

// announced tells whether a word of a class leads to the number at a token.
func (r *reader) announced(i int, class *language.Class) bool {
	for k := i - 1; k >= max(0, i-8); k-- {
		switch {
		case r.is(k, class):
			return true
		case k+1 != i && strings.ContainsAny(r.gap(k+1), ".;!?"), !r.is(k, words.LeadsTo) && r.toks[k].text != countryCode:
			return false
		}
	}
	return false
}

// phoneOrCPF reads a phone, or eleven digits in any groups that pass the check, or whatever is called a CPF.
func (r *reader) phoneOrCPF(g []int, i int) (number finding) {
	if !r.announced(g[i], words.DocumentWord) {
		number = r.phone(g, i)
	}
	if number.count == 0 || !r.dialled(g[i]) {
		if f := r.looseCPF(g, i); f.count > 0 {
			return f
		}
	}
	return number
}

// looseCPF reads eleven digits in any groups that pass the check, or what stands behind the word CPF.
func (r *reader) looseCPF(g []int, i int) finding {
	count, small, j := 0, true, i
	for ; j < len(g) && count < cpfLength; j++ {
		count += r.size(g[j])
		small = small && r.size(g[j]) <= 2
	}
	number, called := r.digits(g[i:j]), r.announced(g[i], words.CPFWord)
	if called && count >= minCalled || understand.ValidCPF(number) && !(small && r.rising(g[i:j])) {
		return finding{j - i, cpf, number}
	}
	return finding{}
}

// rising tells whether every group is more than the one before, as in a list of days or options.
func (r *reader) rising(g []int) bool {
	return slices.IsSortedFunc(g, func(a, before int) int {
		return cmp.Or(cmp.Compare(r.size(a), r.size(before)), strings.Compare(r.toks[a].text, r.toks[before].text), -1)
	})
}

// national is area code and number of a phone with or without 55 and 0, "" for what is none.
func national(digits string) string {
	digits = strings.TrimPrefix(digits, "0")
	if len(digits) > mobileLength && strings.HasPrefix(digits, countryCode) {
		digits = strings.TrimPrefix(digits[len(countryCode):], "0")
	}
	if len(digits) < landlineLength || !words.AreaCodes.Has(digits[:2]) {
		return ""
	}
	if len(digits) == mobileLength && digits[2] == '9' || len(digits) == landlineLength && digits[2] >= '2' {
		return digits
	}
	return ""
}

// phone reads the longest phone at a group.  Its value has the country code, if it has an area code.
func (r *reader) phone(g []int, i int) (found finding) {
	said, plus := r.dialled(g[i]), strings.HasSuffix(strings.TrimRight(r.text[:r.toks[g[i]].from], " "), "+")
	count, longest := 0, 0
	for j := i; j < min(i+maxGroups, len(g)); j++ {
		count, longest = count+r.size(g[j]), max(longest, r.size(g[j]))
		if count > maxPhone {
			break
		}
		last := j+1 == len(g)
		if longest < 4 && !said || !last && r.size(g[j]) < 3 && r.size(g[j+1]) < 3 {
			continue
		}
		digits := r.digits(g[i : j+1])
		if number := understand.PhoneAbroad(digits, plus); number != "" {
			found = finding{j + 1 - i, phone, number}
		} else if number := national(digits); number != "" {
			found = finding{j + 1 - i, phone, countryCode + number}
		} else if found.count == 0 && r.local(g[i:j+1], said) && (last || !r.tight(g[j], g[j+1])) {
			found = finding{j + 1 - i, phone, digits}
		}
	}
	return found
}

// local tells whether groups are a phone without an area code: 98765-4321, 3456-7890.
func (r *reader) local(g []int, said bool) bool {
	digits := r.digits(g)
	if len(digits) != localLength && (len(digits) != localLength+1 || digits[0] != '9') || digits[0] < '2' {
		return false
	}
	return said || len(g) == 2 && r.size(g[1]) == 4 && strings.ContainsAny(r.signs(g[0], g[1]), "-‐‑–.") && digits[:2] != "20"
}

// longNumber takes what is left and long: RG, card of a plan, an attempt at a CPF.
func (r *reader) longNumber(g []int) {
	whole := slices.ContainsFunc(g, func(i int) bool { return r.size(i) >= minNumber })
	if whole && !r.answersCPF(g[0]) { // a choice or a day before or behind it stays
		for len(g) > 1 && r.size(g[0]) <= 2 && !r.tight(g[0], g[1]) {
			g = g[1:]
		}
		for n := len(g) - 1; n > 0 && r.size(g[n]) <= 2 && !r.tight(g[n-1], g[n]); n-- {
			g = g[:n]
		}
	}
	number := r.digits(g)
	if !whole && (len(number) < minNumber || r.small(g) || r.clockLike(g)) {
		return
	}
	k, end := document, g[len(g)-1]+1
	if len(number) < 15 && r.answersCPF(g[0]) {
		k = cpf
	}
	if end < len(r.toks) && r.toks[end].text == "x" && len(r.signs(end-1, end)) <= 1 {
		end++ // an RG may end with X
	}
	r.take(g[0], end, k, number)
}

// small tells whether groups of one or two digits are nobody's number: a list of them, or too few.
func (r *reader) small(g []int) bool {
	single, listed := true, 0
	for n, i := range g {
		if r.size(i) > 2 {
			return false
		}
		single = single && r.size(i) == 1
		if n > 0 && strings.ContainsAny(r.signs(g[n-1], i), ",;:/)") {
			listed++
		}
	}
	return 2*listed >= len(g)-1 || r.rising(g) || !single && len(r.digits(g)) < cpfLength
}

// clockLike tells whether all groups are years or hours in four digits, with a short one among them.
func (r *reader) clockLike(g []int) bool {
	whole := 0
	for n, i := range g {
		if r.size(i) == 4 && r.toks[i].text <= lastClock {
			whole++
		} else if r.size(i) > 2 {
			return false
		}
		if n > 0 && r.size(g[n-1]) == 4 && r.tight(g[n-1], i) && !strings.ContainsAny(r.signs(g[n-1], i), ":/") {
			return false
		}
	}
	return whole == len(g) || whole > 0 && len(r.digits(g)) < cpfLength
}
