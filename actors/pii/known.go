package pii

import (
	"slices"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/understand"
)

// namesake is a name that is known, or in a history its placeholder, and its words, folded.
type namesake struct {
	value string
	list  []string
}

// knownNames takes what of known names, and of those that were found, is said again, in full or in part, and lets names
// that were found count as the longer known one they are the beginning of.  Longer and later names come first.
func (r *reader) knownNames(known []conversation.Mask) {
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
	for _, s := range r.spans {
		add(s.kind, s.value)
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b namesake) int { return len(b.list) - len(a.list) })
	for n, s := range r.spans {
		if s.kind == person {
			r.spans[n].value = whole(s.value, all)
		}
	}
	for i := 0; i < len(r.toks); i++ {
		if value, end := r.again(i, all); end > i {
			r.take(i, end, person, value)
			i = end - 1
		}
	}
}

// whole is the known name that a single word is the first of, or else the last.
func whole(value string, all []namesake) string {
	list := wordsOf(value)
	for _, last := range []bool{false, true} {
		for _, one := range all {
			at := 0
			if last {
				at = len(one.list) - 1
			}
			if len(list) == 1 && len(one.list) > 1 && one.list[at] == list[0] {
				return one.value
			}
		}
	}
	return value
}

// again is the longest part of a known name at a token: all of it, some words of it, or its first name or surname.
func (r *reader) again(i int, all []namesake) (value string, end int) {
	end = i
	if r.taken(i) || r.is(i, words.AnyParticle) {
		return "", i
	}
	for _, one := range all {
		if j := r.part(i, one.list); j > end {
			value, end = one.value, j
		}
	}
	list := textsOf(r.toks[i:end])
	inFull := func(one namesake) bool { return slices.Equal(one.list, list) }
	switch {
	case len(list) > 1 && (r.kept(list) || r.titled(i) && !slices.ContainsFunc(all, inFull)), len(list) == 1 && !r.sayable(i, value):
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
		if !r.is(k, words.AnyParticle) {
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

// knownValue takes a value other than a name wherever it stands.
func (r *reader) knownValue(k kind, value string) {
	day, err := time.Parse(time.DateOnly, value)
	for i := range r.toks {
		end := i
		switch {
		case r.taken(i) || value == "":
		case k == email:
			if to := r.toks[i].from + len(value); to <= len(r.text) && strings.EqualFold(r.text[r.toks[i].from:to], value) {
				_, end = r.tokensIn(r.toks[i].from, to)
			}
		case k == birth && err == nil && r.number(i):
			end = r.dayEnd(i, day)
		case k == birth || len(value) < minNumber:
		case k == phone:
			end = max(r.digitsEnd(i, value), r.digitsEnd(i, strings.TrimPrefix(value, countryCode)))
		default:
			end = r.digitsEnd(i, value)
		}
		if end > i && r.free(i, end) {
			r.take(i, end, k, value)
		}
	}
}

// digitsEnd is the index after the groups at a token that are the given digits, whatever signs are among them; i for
// none.
func (r *reader) digitsEnd(i int, digits string) int {
	for k := i; k < min(i+maxGroups, len(r.toks)) && r.number(k) && !r.taken(k); k++ {
		rest, ok := strings.CutPrefix(digits, r.toks[k].text)
		if digits = rest; !ok {
			return i
		}
		if digits == "" {
			return k + 1
		}
	}
	return i
}

// dayEnd is the index after a day at a token, in figures (05/03/1980, 5.3.80, 1980-03-05) or with its month in words; i
// for none.
func (r *reader) dayEnd(i int, day time.Time) int {
	iso := day.Format(time.DateOnly)
	if r.number(i+1) && r.number(i+2) && len(r.gap(i+1)) <= maxNameGap && len(r.gap(i+2)) <= maxNameGap {
		if t, ok := r.dateAt(i, i+1, i+2); ok && t.iso(day) == iso {
			return i + 3
		}
	}
	end := r.wordedEnd(i)
	if end > i && understand.Read("nascimento "+r.raw(i, end), day.AddDate(0, 0, 1)).BirthDate == iso {
		return end
	}
	return i
}
