package pii

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// namesake is a name that is known, and its words, folded, particles among them.
type namesake struct {
	value string
	list  []string
}

// newNamesakes are the names that may be said again, longer and later ones first.
func newNamesakes(known []conversation.Mask, spans []span) []namesake {
	var all []namesake
	add := func(k kind, value string) {
		if list := wordsOf(value); k == person && len(list) > 0 {
			all = append(all, namesake{value, list})
		}
	}
	for _, m := range known {
		k, _ := nameOf(m)
		add(k, m.Value)
	}
	for _, s := range spans {
		add(s.kind, s.value)
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b namesake) int { return len(b.list) - len(a.list) })
	return all
}

// knownNames takes what of known names is said again, in full or in part, and lets names that were found count as
// the longer known one they are the beginning of.
func (r *reader) knownNames(all []namesake) {
	if len(all) == 0 {
		return
	}
	for n, s := range r.spans {
		if s.kind == person {
			r.spans[n].value = whole(s.value, all)
		}
	}
	byWord := map[string][]namesake{}
	for _, one := range all {
		for _, w := range one.list {
			again := slices.ContainsFunc(byWord[w], func(old namesake) bool { return old.value == one.value })
			if !again && !words.NameParticle.Has(w) {
				byWord[w] = append(byWord[w], one)
			}
		}
	}
	for i := 0; i < len(r.toks); i++ {
		candidates := byWord[r.toks[i].text]
		if r.taken(i) || len(candidates) == 0 {
			continue
		}
		if value, end := r.again(i, candidates); end > i {
			r.take(i, end, person, value)
			i = end - 1
		}
	}
}

// whole is the known name that a single word is the first of, or else the last.
func whole(value string, all []namesake) string {
	list := wordsOf(value)
	if len(list) != 1 {
		return value
	}
	for _, last := range []bool{false, true} {
		for _, one := range all {
			at := 0
			if last {
				at = len(one.list) - 1
			}
			if len(one.list) > 1 && one.list[at] == list[0] {
				return one.value
			}
		}
	}
	return value
}

// again is the longest part of a known name at a token: all of it, some words of it, or its first name or surname.
func (r *reader) again(i int, candidates []namesake) (value string, end int) {
	end = i
	for _, one := range candidates {
		if j := r.part(i, one.list); j > end {
			value, end = one.value, j
		}
	}
	list := textsOf(r.toks[i:end])
	inFull := func(one namesake) bool { return slices.Equal(one.list, list) }
	switch {
	case len(list) > 1 && (r.kept(list) || r.titled(i) && !slices.ContainsFunc(candidates, inFull)),
		len(list) == 1 && !r.sayable(i, value):
		return "", i
	}
	return value, end
}

// part is the index after the words at a token that stand in the same order in a name.
func (r *reader) part(i int, list []string) int {
	end := i
	for k := i; k < len(r.toks) && !r.taken(k) && (k == i || r.close(k)); k++ {
		at := slices.Index(list, r.toks[k].text)
		if at < 0 {
			break
		}
		list = list[at+1:]
		if !r.is(k, words.NameParticle) {
			end = k + 1
		}
	}
	return end
}

// sayable tells whether a single word of a known name is that name here, and no doctor's and no everyday word.
func (r *reader) sayable(i int, value string) bool {
	w, list := r.toks[i].text, wordsOf(value)
	if len(w) < minAlone || w != list[0] && w != list[len(list)-1] || r.titled(i) || r.kept([]string{w}) {
		return false
	}
	if r.ours { // and of no longer name, which is another one
		return r.capital(i) && (i+1 == len(r.toks) || !r.close(i+1) || !r.capital(i+1))
	}
	return !r.is(i, words.WordToo) || r.capital(i) && !r.firstWord(i)
}

// knownNumber takes the digits of a value, whatever signs are among them.
func (r *reader) knownNumber(k kind, value string) {
	if len(value) < minNumber {
		return
	}
	for i := range r.toks {
		end := r.digitsAt(i, value)
		if end == i && k == phone {
			end = r.digitsAt(i, strings.TrimPrefix(value, countryCode))
		}
		if end > i {
			r.take(i, end, k, value)
		}
	}
}

// digitsAt is the index after the groups at a token that are the given digits; i for none.
func (r *reader) digitsAt(i int, digits string) int {
	for k := i; k < min(i+maxGroups, len(r.toks)); k++ {
		t := r.toks[k]
		if r.taken(k) || !t.number || !strings.HasPrefix(digits, t.text) {
			return i
		}
		if digits = digits[len(t.text):]; digits == "" {
			return k + 1
		}
	}
	return i
}

// knownDay takes a birth date in figures or with its month in words.
func (r *reader) knownDay(value string) {
	day, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return
	}
	for i, t := range r.toks {
		if !t.number || r.taken(i) {
			continue
		}
		end := i + 3
		if !r.figures(i, day) {
			end = r.wordedEnd(i)
			if end > i && understand.Read("nascimento "+r.raw(i, end), day.AddDate(0, 0, 1)).BirthDate != value {
				continue
			}
		}
		if end > i && r.free(i, end) {
			r.take(i, end, birth, value)
		}
	}
}

// figures tells whether three groups at a token are a day: 05/03/1980, 5.3.80, 1980-03-05.
func (r *reader) figures(i int, day time.Time) bool {
	if !r.number(i+1) || !r.number(i+2) || len(r.gap(i+1)) > maxNameGap || len(r.gap(i+2)) > maxNameGap {
		return false
	}
	t, ok := r.dateAt(i, i+1, i+2)
	sameYear := t.y == day.Year() || t.y < 100 && t.y == day.Year()%100
	return ok && sameYear && t.d == day.Day() && t.m == int(day.Month())
}

// knownAddress takes an e-mail address.
func (r *reader) knownAddress(value string) {
	text, address := strings.ToLower(r.text), strings.ToLower(value)
	if value == "" || len(text) != len(r.text) {
		return
	}
	for at := 0; ; {
		n := strings.Index(text[at:], address)
		if n < 0 {
			return
		}
		from := at + n
		at = from + len(value)
		if i, j := r.tokensIn(from, at); i < j && r.free(i, j) {
			r.take(i, j, email, value)
		}
	}
}
