package guard

import "slices"

// kind is what a message calls for.
type kind uint8

const (
	nothing   kind = iota
	name           // only the word "socorro", which a doctor may be called
	emergency      // SAMU and a person
	despair        // the wish to die: CVV, SAMU and a person
)

// found is one match of a phrase.
type found struct {
	entry      *entry
	start, end int // words
}

// reading is one message and all that was found in it.
type reading struct {
	words  []word
	found  []found
	parts  []setting // of each part
	widely setting   // of the whole message
}

// read finds every sign and setting of a text; the settings only beside words of a sign, for most texts have none.
func read(text string) *reading {
	r := &reading{words: fold(text)}
	arena := make([]atom, 0, 8*len(r.words)+8)
	for i := range r.words {
		w, n := &r.words[i], len(arena)
		if c := w.text[0]; '0' <= c && c <= '9' {
			arena = rules.number(arena, w.text)
		}
		arena = rules.lexicon.look(arena, w.text)
		w.atoms = arena[n:len(arena):len(arena)]
	}
	if !slices.ContainsFunc(arena, alarming) {
		return r
	}
	r.divide()
	for i := range r.words {
		r.matchAt(i)
	}
	for _, f := range r.found {
		if f.entry.sign < 0 {
			r.parts[r.words[f.start].part] |= f.entry.setting
			r.widely |= f.entry.setting & wide
		}
	}
	return r
}

// alarming reports an atom that a sign can begin with.
func alarming(a atom) bool { return rules.alarms[a] }

// matchAt collects the phrases that begin at word i.
func (r *reading) matchAt(i int) {
	for _, a := range r.words[i].atoms {
		for _, e := range rules.byFirst[a] {
			entry := &rules.entries[e]
			if end := entry.phrase.match(r.words, i); end > 0 {
				r.found = append(r.found, found{entry: entry, start: i, end: end})
			}
		}
	}
}

// is reports whether word i is of one of the classes; there is none outside of the message.
func (r *reading) is(i int, classes ...atom) bool {
	if i < 0 || i >= len(r.words) {
		return false
	}
	for _, a := range r.words[i].atoms {
		if slices.Contains(classes, a) {
			return true
		}
	}
	return false
}

// divide numbers the parts of the message.  "Tive infarto em 2019 e agora estou com falta de ar" has
// two: what is said of one time does not speak for the other.
func (r *reading) divide() {
	k := &rules.atoms
	part, timeOnly := 0, true
	for i := range r.words {
		w := &r.words[i]
		if i > 0 && r.begins(i) && !(timeOnly && w.before != pauseEnd) {
			part++
			timeOnly = true
		}
		timeOnly = timeOnly && r.is(i, k.whenWord, k.num)
		w.part = part
	}
	r.parts = make([]setting, part+1)
}

// begins reports whether a part of the message begins with word i.
func (r *reading) begins(i int) bool {
	k := &rules.atoms
	switch {
	case r.words[i].before == pauseEnd, r.is(i, k.but):
		return true
	case r.is(i, k.nowWord) && r.is(i+1, k.present, k.have, k.subject) && !r.is(i+1, k.since): // not "agora há pouco"
		return true
	case r.words[i].before == pauseComma, r.is(i-1, k.conj):
		return r.is(i, k.nowWord, k.present, k.subject)
	default:
		return false
	}
}
