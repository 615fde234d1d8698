package understand

import "atende/actors/language"

// fullName looks behind "meu nome é" and the like for a name that holds words of other kinds, "Eduardo Nantes
// Bolsonaro", "Celso Janeiro Costa", and takes it before days are read.
func (r *reader) fullName() {
	for i := range r.toks {
		start, rank := r.introduction(i)
		if rank < selfRank {
			continue
		}
		start = r.behindTitle(r.skip(start, 3, pt.TitlesAndArticles))
		plain := r.nameAt(start).words
		run := r.writtenName(start)
		if run.words <= plain {
			run = r.spokenName(start)
		}
		if run.words > max(plain, r.full.words) {
			r.full = run
		}
	}
	r.take(r.full.start, r.full.end)
}

// writtenName is the words from token i on that are written as names are, with a capital, and mean no wish.
func (r *reader) writtenName(i int) nameRun {
	return r.nameOf(i, func(k int) bool { return capitalized(r.at(k).Raw) && (r.surname(k) || !r.saysOther(k)) })
}

// spokenName is the words from token i up to the end of what is said there, if all of them may be part of a name: names,
// everyday words that are family names, and unknown words though they are near to another one.
func (r *reader) spokenName(i int) nameRun {
	if !r.nameLike(i) {
		return nameRun{}
	}
	named := func(k int) bool { return r.nameLike(k) || r.surname(k) }
	if run := r.nameOf(i, func(k int) bool { return named(k) || r.unknown(k) }); r.nameEnds(run.end) {
		return run
	}
	run := r.nameOf(i, named)
	if r.nameEnds(run.end) || r.saysOther(run.end) {
		return run
	}
	return nameRun{}
}

// nameEnds tells whether nothing that may be part of a name stands at i.
func (r *reader) nameEnds(i int) bool {
	return i >= len(r.toks) || r.at(i).taken || r.at(i).Kind != language.Letters || r.is(i, pt.CpfWords) || r.is(i, pt.BirthWords)
}

// nameOf collects the words from token i on that fit, with the particles between them; no word of time ends a name.
func (r *reader) nameOf(i int, fits func(k int) bool) nameRun {
	run, open := nameRun{start: i, end: i}, 0 // open counts the words of time at the end
	for k := i; k < min(i+maxName, len(r.toks)); k++ {
		t := r.at(k)
		switch {
		case run.words > 0 && r.particle(k) && (run.words >= minBareName || t.Text != "e"): // "Maria e Rosa" are two
		case t.taken, t.Kind != language.Letters, !fits(k), r.greets(k):
			return run
		case pt.TemporalWords.Has(t.Text) && !r.surname(k):
			open++
		default:
			run.words, run.end, open = run.words+open+1, k+1, 0
		}
	}
	return run
}

// particle tells whether a small word of names stands at i.
func (r *reader) particle(i int) bool {
	return pt.NameParticles.Has(r.at(i).Text) && r.at(i).Raw != "é" && !r.keys(i, "e", "deus") // "e Deus te abençoe"
}

// greets tells whether "boa tarde" or the like stands at i.
func (r *reader) greets(i int) bool { return r.is(i, pt.GreetWords) && r.is(i+1, pt.PartsOrDays) }

// surname tells whether the word at i is a name, or an everyday word that is a family name, too.
func (r *reader) surname(i int) bool {
	return pt.personName(r.at(i).Text) || pt.FamilyNouns.Has(r.at(i).Text)
}

// unknown tells whether the word at i is none that is known, though it is near to one: "Nantes" is no "antes".
func (r *reader) unknown(i int) bool {
	t := r.at(i)
	return t.Text != t.key && t.lemma == "" && !pt.lexis().knows(t.Text) && !pt.ShortForms.Has(t.Text) && !r.saysOther(i)
}

// saysOther tells whether the word at i is one of a wish, of a birth, of grammar or of politeness, which no name has.
func (r *reader) saysOther(i int) bool {
	return pt.lexis().wishful.Has(r.at(i).Text) || r.is(i, pt.BirthVerbs) || r.is(i, pt.PoliteWords) || r.is(i, pt.Thank)
}
