package emergency

import (
	"slices"

	"atende/actors/language"
)

const (
	manyWeak = 3 // weak signs are an emergency whatever they are: "babando, suando e tremendo"
	maxBare  = 3 // words, polite ones left aside, are few enough that a disease needs nobody who has it
	minName  = 3 // letters may be the name of somebody
	reach    = 9 // words before a sign may govern it
)

// judge says what a message calls for, where conditions of the patient were told before; nil for none.
func (r *reading) judge(before []language.Group) kind {
	verdict := nothing
	var weaks []language.Match
	for _, m := range r.signs {
		switch traits := rules.groups[m.Group].traits; {
		case traits&weak != 0:
			weaks = append(weaks, m)
		case traits&mind != 0:
			verdict = max(verdict, despair)
		case traits&firstName != 0:
			verdict = max(verdict, name)
		default:
			verdict = max(verdict, emergency)
		}
	}
	if paired(weaks, before) || r.widely&errand == 0 && many(weaks) {
		verdict = max(verdict, emergency)
	}
	if verdict == name && !r.calls() {
		return nothing
	}
	return verdict
}

// paired reports that one weak sign makes another an emergency, of which one may have been told before.
func paired(weaks []language.Match, before []language.Group) bool {
	if len(weaks) == 0 {
		return false
	}
	groups := slices.Clone(before)
	for _, m := range weaks {
		if !slices.Contains(groups, m.Group) {
			groups = append(groups, m.Group)
		}
	}
	return slices.ContainsFunc(groups, func(g language.Group) bool {
		return slices.ContainsFunc(rules.groups[g].with, func(other language.Group) bool { return slices.Contains(groups, other) })
	})
}

// many reports that there are so many weak signs, each in words of its own.  What somebody is all life counts once,
// however it is said.
func many(weaks []language.Match) bool {
	var seen []language.Group
	end, lifelongSeen := 0, false
	for _, m := range weaks { // in the order of their first words
		traits := rules.groups[m.Group].traits
		always := traits&lifelong != 0
		if traits&beside != 0 || m.From < end || slices.Contains(seen, m.Group) || always && lifelongSeen {
			continue
		}
		lifelongSeen = lifelongSeen || always
		seen, end = append(seen, m.Group), m.To
	}
	return len(seen) >= manyWeak
}

// excused reports whether what stands around a sign takes its alarm away.
func (r *reading) excused(m language.Match) bool {
	traits := rules.groups[m.Group].traits
	here := r.parts[r.notes[m.From].part]
	switch {
	case r.unless(m):
		return true
	case traits&loose != 0 && r.figurative(m):
		return true
	case traits&plea != 0:
		return r.unheeded(m)
	case r.negated(m):
		return true
	case traits&topical != 0 && r.topical(m):
		return true
	case traits&slight != 0 && r.healed(here):
		return true
	case traits&disease != 0 && !r.had(m):
		return true
	case here&now != 0 || traits&lifelong != 0:
		return false
	case traits&lasting == 0 && r.gone(traits, here):
		return true
	default:
		if traits&ongoing != 0 && r.another(m) { // chest and breath, however often
			here &^= habit | days | months | long
		}
		if traits&ongoing != 0 && r.widely&seen == 0 {
			here &^= lately
		}
		return traits.excusedBy(here, r.widely) || r.hypothetical(m)
	}
}

// healed reports that the worst that came of a fall is a sore wrist, ankle or knee, that somebody has looked and nothing is broken, or that
// it was days ago and nothing is told that would be worse by now.
func (r *reading) healed(here setting) bool {
	switch {
	case r.widely&grave != 0:
		return false
	case r.widely&seen != 0:
		return true
	default:
		return r.widely&broken == 0 && (r.widely&minor != 0 || here&(past|days|long|months) != 0)
	}
}

// gone reports that it went away: chest and breath of yesterday only where somebody has looked at them.
func (r *reading) gone(t trait, here setting) bool {
	if r.widely&worse != 0 || r.widely&over == 0 {
		return false
	}
	return t&ongoing == 0 || here&lately == 0 || r.widely&seen != 0
}

// another reports a second sign of what is as dangerous however long it has been there: "às vezes falta de ar e dor no peito".
func (r *reading) another(m language.Match) bool {
	return slices.ContainsFunc(r.found, func(o language.Match) bool {
		g := &rules.groups[o.Group]
		return o.Group != m.Group && sounds(o) && g.traits&(ongoing|chronic) == ongoing|chronic && !r.unless(o) && !r.negated(o)
	})
}

// unheeded reports that a cry for help is none.
func (r *reading) unheeded(m language.Match) bool {
	return r.negated(m) || r.widely&laughs != 0 || rules.groups[m.Group].traits&firstName != 0 && r.fuss()
}

// fuss reports that what is cried about is a pimple or a forgotten number, and nothing else is wrong.
func (r *reading) fuss() bool {
	if !r.weighed {
		r.weighed, r.fussy = true, r.onlyTrifles()
	}
	return r.fussy
}

func (r *reading) onlyTrifles() bool {
	return r.widely&trifle != 0 && !slices.ContainsFunc(r.found, func(m language.Match) bool {
		return sounds(m) && rules.groups[m.Group].traits&plea == 0 && !r.excused(m)
	})
}

// excusedBy judges by the time that is spoken of and by what is wanted.
func (t trait) excusedBy(here, widely setting) bool {
	if t&ongoing != 0 {
		here &^= long | days | months
		if here&since != 0 { // "desde o mês passado" is not over
			here &^= past
		}
	}
	switch {
	case here&(past|news|long) != 0:
		return true
	case here&(recent|lately|days) != 0 && t&lasting == 0:
		return true
	case t&chronic != 0 && here&(habit|months) != 0 && widely&worse == 0:
		return true
	default:
		return t&soft != 0 && widely&errand != 0
	}
}

// unless reports a phrase that means something else.
func (r *reading) unless(m language.Match) bool {
	return slices.ContainsFunc(r.near(m.From-r.longest, m.To), func(u language.Match) bool {
		g := &rules.groups[u.Group]
		return g.unless && g.sign == m.Group && u.From < m.To && m.From < u.To
	})
}

// figurative reports that a loose word is used for fun.
func (r *reading) figurative(m language.Match) bool {
	here := &r.firsts[r.notes[m.From].part]
	if r.widely&laughs != 0 || here.money || here.thing < m.To && rules.groups[m.Group].traits&mind == 0 {
		return true
	}
	return slices.ContainsFunc(r.near(m.To-1, m.To+2), func(c language.Match) bool {
		switch rules.groups[c.Group].setting {
		case fun:
			return true
		case strains: // a relative may faint of heat, "morrendo de fome" is nobody
			return here.kin >= m.To
		default:
			return false
		}
	})
}

// hypothetical reports a condition or a question before the sign, in the same part.
func (r *reading) hypothetical(m language.Match) bool {
	return r.firsts[r.notes[m.From].part].what < m.From
}

// negated reports a "não" or "sem" that governs the sign.
func (r *reading) negated(m language.Match) bool {
	k := &rules.kinds
	return r.before(m, func(i int) (settled, answer bool) {
		switch {
		case r.is(i, k.No): // "não, dor no peito" denies something else
			return true, r.joined(i+1) && !r.superlative(m)
		case r.is(i, k.Present, k.Have, k.Wish):
			governed := r.denies(i-1) || r.is(i-1, k.Light) && r.denies(i-2)
			doubt := r.is(i, k.Is) && r.notes[i].asked
			return true, governed && !doubt && !r.superlative(m)
		case r.is(i, k.With):
			return !r.is(i-1, k.No, k.Present, k.Have, k.Wish), false
		default:
			return !r.is(i, k.Glue, k.Ill), false
		}
	})
}

// denies reports a "não" that denies what follows, not what came before ("não tá bem não, tá gelado").
func (r *reading) denies(i int) bool {
	k := &rules.kinds
	if !r.is(i, k.No) || !r.joined(i+1) {
		return false
	}
	for b := max(0, i-3); b < i; b++ {
		if r.is(b, k.Not) && r.is(i, k.Not) {
			return false
		}
	}
	return true
}

// superlative reports that a negation makes it worse: "nunca senti uma dor tão forte".
func (r *reading) superlative(m language.Match) bool {
	for i := m.From; i < m.To+3; i++ {
		if r.is(i, rules.kinds.Such) {
			return true
		}
	}
	return false
}

// topical reports that the sign is what a document, a question or a fear is about.
func (r *reading) topical(m language.Match) bool {
	k := &rules.kinds
	return r.before(m, func(i int) (settled, answer bool) {
		switch {
		case !r.joined(i + 1):
			return true, false
		case r.is(i, k.Topic), r.is(i, k.After) && rules.groups[m.Group].traits&disease != 0:
			return true, true
		default:
			return !r.is(i, k.Glue, k.With, k.Ill) && !rules.about.Has(r.notes[i].text), false
		}
	})
}

// had reports that somebody has the disease that is named.
func (r *reading) had(m language.Match) bool {
	k := &rules.kinds
	if r.parts[r.notes[m.From].part]&(now|worse) != 0 || r.bare(m) {
		return true
	}
	return r.before(m, func(i int) (settled, answer bool) {
		switch {
		case r.is(i, k.Having, k.Present):
			return true, true
		case r.is(i, k.Weakly) && !(r.is(i, k.Is) && r.is(i-1, k.Having, k.Present)):
			return true, r.widely&errand == 0
		default:
			return !r.is(i, k.Between, k.Glue, k.Light), false
		}
	})
}

// bare reports a message that is little more than the name of the disease: "AVC!", "minha mãe avc".
func (r *reading) bare(m language.Match) bool {
	k := &rules.kinds
	return r.told <= maxBare && r.widely&errand == 0 &&
		(m.From == 0 || r.is(m.From-1, k.Having, k.Weakly, k.Present, k.Kin, k.Known, k.Polite))
}

// calls reports that a message whose only sign is a first name is a call: no word beside it may be a name.
func (r *reading) calls() bool {
	for i, n := range r.notes {
		if rules.call.Has(n.text) && (r.strange(i+1) && r.joined(i+1) || r.strange(i-1) && r.joined(i)) {
			return false
		}
	}
	return true
}

// strange reports a word that may be a name because no table knows it.
func (r *reading) strange(i int) bool {
	return i >= 0 && i < len(r.words) && len(r.notes[i].text) >= minName && !r.words[i].Known()
}

// kept are the names of the signs that count in later messages, too.
func (r *reading) kept() (names []string) {
	for _, m := range r.signs {
		if name := rules.book.Name(m.Group); rules.groups[m.Group].traits&kept != 0 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
