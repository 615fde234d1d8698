package guard

import "slices"

// judge says what a text calls for.
func judge(text string) kind {
	r := read(text)
	var (
		verdict kind
		weaks   []int
	)
	for _, f := range r.found {
		if f.entry.sign < 0 || f.entry.unless || r.excused(f) {
			continue
		}
		s := &rules.signs[f.entry.sign]
		switch {
		case s.traits&weak != 0:
			if !slices.Contains(weaks, f.entry.sign) {
				weaks = append(weaks, f.entry.sign)
			}
		case s.traits&mind != 0:
			verdict = max(verdict, despair)
		case s.name == cry:
			verdict = max(verdict, name)
		default:
			verdict = max(verdict, emergency)
		}
	}
	for _, p := range rules.pairs {
		if slices.Contains(weaks, p[0]) && slices.Contains(weaks, p[1]) {
			verdict = max(verdict, emergency)
		}
	}
	if r.widely&errand == 0 && r.many() {
		verdict = max(verdict, emergency)
	}
	if verdict == name && !r.calls() {
		return nothing
	}
	return verdict
}

// manyWeak is the number of weak signs that are an emergency whatever they are: "babando, suando e
// tremendo".
const manyWeak = 3

// many reports that so many weak signs, each in words of its own, are of now.  What somebody is all
// life counts once, however it is said.
func (r *reading) many() bool {
	var seen [manyWeak]int
	count, end, lifelongSeen := 0, 0, false
	for _, f := range r.found { // in the order of their first words
		if f.entry.sign < 0 || f.entry.unless || f.start < end || slices.Contains(seen[:count], f.entry.sign) {
			continue
		}
		s := &rules.signs[f.entry.sign]
		if s.traits&weak == 0 || s.traits&lifelong != 0 && lifelongSeen || r.excused(f) {
			continue
		}
		lifelongSeen = lifelongSeen || s.traits&lifelong != 0
		seen[count] = f.entry.sign
		count, end = count+1, f.end
		if count == manyWeak {
			return true
		}
	}
	return false
}

// excused reports whether what stands around a sign takes its alarm away.
func (r *reading) excused(f found) bool {
	s := &rules.signs[f.entry.sign]
	here := r.parts[r.words[f.start].part]
	switch {
	case r.unless(f):
		return true
	case s.traits&loose != 0 && r.figurative(f):
		return true
	case s.traits&plea != 0:
		return r.negated(f) || r.widely&laughs != 0
	case r.negated(f):
		return true
	case s.traits&topical != 0 && r.topical(f):
		return true
	case s.traits&disease != 0 && !r.had(f):
		return true
	case here&now != 0 || s.traits&lifelong != 0:
		return false
	case s.traits&lasting == 0 && r.widely&(over|worse) == over:
		return true
	default:
		return s.excusedBy(here, r.widely) || r.hypothetical(f)
	}
}

// excusedBy judges by the time that is spoken of and by what is wanted.
func (s *sign) excusedBy(here, widely setting) bool {
	switch {
	case here&(past|news) != 0:
		return true
	case here&recent != 0 && s.traits&lasting == 0:
		return true
	case s.traits&chronic != 0 && here&habit != 0 && widely&worse == 0:
		return true
	default:
		return s.traits&soft != 0 && widely&errand != 0
	}
}

// unless reports a phrase that means something else.
func (r *reading) unless(f found) bool {
	return slices.ContainsFunc(r.found, func(u found) bool {
		return u.entry.unless && u.entry.sign == f.entry.sign && u.start < f.end && f.start < u.end
	})
}

// figurative reports that a loose word is used for fun.
func (r *reading) figurative(f found) bool {
	if r.widely&laughs != 0 {
		return true
	}
	s, part := &rules.signs[f.entry.sign], r.words[f.start].part
	return slices.ContainsFunc(r.found, func(c found) bool {
		after := f.end-1 <= c.start && c.start <= f.end+1
		switch c.entry.setting {
		case money:
			return r.words[c.start].part == part
		case thing:
			return s.traits&mind == 0 && c.start < f.end && r.words[c.start].part == part
		case fun:
			return after
		case strains: // a relative may faint of heat, "morrendo de fome" is nobody
			return after && !r.relative(f)
		default:
			return false
		}
	})
}

// relative reports that somebody else is spoken of, in the words up to the sign.
func (r *reading) relative(f found) bool {
	for i := f.end - 1; i >= 0 && r.words[i].part == r.words[f.start].part; i-- {
		if r.is(i, rules.atoms.kin) {
			return true
		}
	}
	return false
}

// hypothetical reports a condition or a question before the sign, in the same part.
func (r *reading) hypothetical(f found) bool {
	return slices.ContainsFunc(r.found, func(c found) bool {
		return c.entry.setting == what && c.start < f.start && r.words[c.start].part == r.words[f.start].part
	})
}

// reach bounds how far before a sign a word is looked for that governs it.
const reach = 9

// negated reports a "não" or "sem" that governs the sign.
func (r *reading) negated(f found) bool {
	k := &rules.atoms
	for i := f.start - 1; i >= max(0, f.start-reach) && r.words[i+1].before != pauseEnd; i-- {
		switch {
		case r.is(i, k.no): // "não, dor no peito" denies something else
			return r.words[i+1].before == pauseNone && !r.superlative(f)
		case r.is(i, k.present, k.have, k.wish):
			governed := r.denies(i-1) || r.is(i-1, k.light) && r.denies(i-2)
			doubt := r.is(i, k.eh) && r.words[i].asked
			return governed && !doubt && !r.superlative(f)
		case r.is(i, k.with):
			if !r.is(i-1, k.no, k.present, k.have, k.wish) {
				return false
			}
		case !r.is(i, k.glue, k.ill):
			return false
		}
	}
	return false
}

// denies reports a "não" that denies what follows, not what came before ("não tá bem não, tá gelado").
func (r *reading) denies(i int) bool {
	k := &rules.atoms
	if !r.is(i, k.no) || r.words[i+1].before != pauseNone {
		return false
	}
	for b := max(0, i-3); b < i; b++ {
		if r.is(b, k.not) && r.is(i, k.not) {
			return false
		}
	}
	return true
}

// superlative reports that a negation makes it worse: "nunca senti uma dor tão forte".
func (r *reading) superlative(f found) bool {
	for i := f.start; i < min(f.end+3, len(r.words)); i++ {
		if r.is(i, rules.atoms.such) {
			return true
		}
	}
	return false
}

// topical reports that the sign is what a document, a question or a fear is about.
func (r *reading) topical(f found) bool {
	k := &rules.atoms
	for i := f.start - 1; i >= max(0, f.start-reach) && r.words[i+1].before == pauseNone; i-- {
		switch {
		case r.is(i, k.topic), r.is(i, k.after) && rules.signs[f.entry.sign].traits&disease != 0:
			return true
		case !r.is(i, k.glue, k.with, k.ill) && !slices.Contains(aboutWords, r.words[i].text):
			return false
		}
	}
	return false
}

var aboutWords = []string{"sinais", "sintomas", "sinal", "curativo", "para", "pra", "pro", "por", "ao", "a", "se", "quem", "que"}

// had reports that somebody has the disease that is named.
func (r *reading) had(f found) bool {
	k := &rules.atoms
	here := r.parts[r.words[f.start].part]
	if here&(now|worse) != 0 || r.bare(f) {
		return true
	}
	for i := f.start - 1; i >= max(0, f.start-reach) && r.words[i+1].before != pauseEnd; i-- {
		switch {
		case r.is(i, k.having, k.present):
			return true
		case r.is(i, k.weakly) && !(r.is(i, k.eh) && r.is(i-1, k.having, k.present)):
			return r.widely&errand == 0
		case !r.is(i, k.between, k.glue, k.light):
			return false
		}
	}
	return false
}

// maxBare is the number of words, polite ones left aside, up to which the name of a disease needs
// nobody who has it.
const maxBare = 3

// bare reports a message that is little more than the name of the disease: "AVC!", "minha mãe avc".
func (r *reading) bare(f found) bool {
	k := &rules.atoms
	words := 0
	for i := 0; i < len(r.words) && words <= maxBare; i++ {
		if !r.is(i, k.polite) {
			words++
		}
	}
	before := f.start - 1
	return words <= maxBare && r.widely&errand == 0 &&
		(before < 0 || r.is(before, k.having, k.weakly, k.present, k.kin, k.known, k.polite))
}

// calls reports that a message whose only sign is "socorro" is a call and no name: the words beside it
// are ones that the tables know.
func (r *reading) calls() bool {
	for i, w := range r.words {
		if w.text == help && (r.strange(i+1) && r.words[i+1].before == pauseNone || r.strange(i-1) && w.before == pauseNone) {
			return false
		}
	}
	return true
}

// help is "socorro" without its doubled letters.
const help = "socoro"

// minName is the length from which an unknown word may be somebody's name.
const minName = 3

// strange reports a word that may be a name because no table knows it.
func (r *reading) strange(i int) bool {
	return i >= 0 && i < len(r.words) && len(r.words[i].text) >= minName && len(r.words[i].atoms) == 0
}

// cry is the sign that is also a name.
const cry = "cry"
