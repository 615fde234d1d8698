package emergency

import (
	"math"
	"slices"

	"atende/actors/language"
)

// reading is one message and all that was found in it.
type reading struct {
	words  []language.Word
	notes  []note
	found  []language.Match // none where there is no sign
	signs  []language.Match // of these the signs that nothing excuses
	parts  []setting        // of each part
	widely setting          // of the whole message

	// What is asked for each sign is counted once, or the work would grow with the square of the length.
	firsts  []firsts // of each part
	longest int      // words of a match
	told    int      // words, polite ones left aside; maxBare+1 for more than maxBare
	fussy   bool     // see fuss, once it was weighed
	weighed bool
}

// firsts are the words of a part of the message at which what is asked about begins first, none where it does not.
type firsts struct {
	what, thing, kin int
	money            bool
}

// none is behind every word.
const none = math.MaxInt

// read finds every sign and setting of a text.
func read(text string) *reading {
	r := &reading{}
	r.words, r.notes = rules.split(text)
	r.found = rules.book.All(r.words)
	if !slices.ContainsFunc(r.found, sounds) {
		r.found = nil
		return r
	}
	r.divide()
	r.count()
	for _, m := range r.found {
		if s := &rules.groups[m.Group]; s.setting != 0 {
			r.parts[r.notes[m.From].part] |= s.setting
			if s.traits&wide != 0 {
				r.widely |= s.setting
			}
		}
	}
	for _, m := range r.found {
		if sounds(m) && !r.excused(m) {
			r.signs = append(r.signs, m)
		}
	}
	return r
}

// count notes what is asked for each sign.
func (r *reading) count() {
	r.firsts = make([]firsts, len(r.parts))
	for i := range r.firsts {
		r.firsts[i] = firsts{what: none, thing: none, kin: none}
	}
	for i := range r.words {
		if here := &r.firsts[r.notes[i].part]; r.is(i, rules.kinds.Kin) {
			here.kin = min(here.kin, i)
		}
		if r.told <= maxBare && !r.is(i, rules.kinds.Polite) {
			r.told++
		}
	}
	for _, m := range r.found {
		here := &r.firsts[r.notes[m.From].part]
		r.longest = max(r.longest, m.To-m.From)
		switch rules.groups[m.Group].setting {
		case what:
			here.what = min(here.what, m.From)
		case thing:
			here.thing = min(here.thing, m.From)
		case money:
			here.money = true
		default:
		}
	}
}

// near are the matches that begin at a word from from on and before to.
func (r *reading) near(from, to int) []language.Match {
	at := func(word int) int {
		i, _ := slices.BinarySearchFunc(r.found, word, func(m language.Match, word int) int { return m.From - word })
		return i
	}
	return r.found[at(from):at(to)]
}

// sounds reports a sign, be it excused or not.
func sounds(m language.Match) bool {
	g := &rules.groups[m.Group]
	return g.setting == 0 && !g.unless
}

// is reports whether word i is of one of the classes; there is none outside of the message.
func (r *reading) is(i int, classes ...language.Set) bool {
	return i >= 0 && i < len(r.words) && slices.ContainsFunc(classes, r.words[i].In)
}

// joined reports that nothing but space stands before word i.
func (r *reading) joined(i int) bool { return !r.words[i].Breaks && !r.words[i].Pause }

// divide numbers the parts of the message.  "Tive infarto em 2019 e agora estou com falta de ar" has two: what is said
// of one time does not speak for the other.
func (r *reading) divide() {
	part, timeOnly := 0, true
	for i := range r.words {
		if i > 0 && r.begins(i) && (r.words[i].Breaks || !timeOnly) {
			part++
			timeOnly = true
		}
		timeOnly = timeOnly && r.is(i, rules.kinds.WhenWord, rules.kinds.Num)
		r.notes[i].part = part
	}
	r.parts = make([]setting, part+1)
}

// begins reports whether a part of the message begins with word i.
func (r *reading) begins(i int) bool {
	k := &rules.kinds
	switch {
	case r.words[i].Breaks, r.is(i, k.But):
		return true
	case r.is(i, k.NowWord) && r.is(i+1, k.Present, k.Have, k.Subject) && !r.is(i+1, k.Since): // not "agora há pouco"
		return true
	case r.words[i].Pause, r.is(i-1, k.Conj):
		return r.is(i, k.NowWord, k.Present, k.Subject)
	default:
		return false
	}
}

// before walks over the words before a match, nearest first, at most reach of them, and stops behind the end of a
// sentence.  It hands each to rule, which tells whether that settles the question, and how.
func (r *reading) before(m language.Match, rule func(i int) (settled, answer bool)) bool {
	for i := m.From - 1; i >= max(0, m.From-reach) && !r.words[i+1].Breaks; i-- {
		if settled, answer := rule(i); settled {
			return answer
		}
	}
	return false
}
