package understand

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/language"
)

const (
	minBareName = 2 // words, particles left aside
	maxBareName = 7
	maxName     = 12 // tokens that are part of a name
)

// nameRun is a run of words that may be a name.
type nameRun struct {
	start, end int
	words      int // without particles
	tokens     []int
}

// name reads the patient's name, and tells whether it was introduced as one or stands next to a CPF or a birth date.
func (r *reader) name(d documents) (string, bool) {
	if run, ok := r.introducedName(); ok {
		return r.writeName(run), true
	}
	identified := len(d.places) > 0
	for _, it := range r.items {
		identified = identified || it.kind == itemBirth
	}
	if identified {
		if run, ok := r.longestName(); ok {
			return r.writeName(run), true
		}
		return "", false
	}
	if run, ok := r.bareName(); ok {
		return r.writeName(run), false
	}
	return "", false
}

// introducedName looks for "meu nome é", "me chamo" and the like.  Who speaks ("aqui é") counts less than who the
// appointment is for ("o nome dele é").
func (r *reader) introducedName() (nameRun, bool) {
	best, rank := nameRun{}, 0
	for i := range r.toks {
		start, n := r.introduction(i)
		if n == 0 {
			continue
		}
		run := r.nameAt(r.skip(start, 3, pt.TitlesAndArticles))
		switch {
		case run.words == 0, run.words == 1 && n == weakRank && !r.surelyName(run, start):
		case n > rank, n == rank && r.corrected(i):
			best, rank = run, n
		}
	}
	if rank > 0 {
		r.take(best.start, best.end)
	}
	return best, rank > 0
}

// Ranks of introductions.
const (
	weakRank   = 1 // sou, aqui é
	selfRank   = 2 // meu nome é, me chamo
	othersRank = 3 // o nome dele é, no nome de
)

// introduction tells whether words that introduce a name stand at i, where the name begins and what they are worth; 0
// for none.
func (r *reader) introduction(i int) (start, rank int) {
	switch t := r.at(i); {
	case t.key == "nome":
		return r.nameWord(i)
	case t.key == "chamo" && (r.keys(i-1, "nao") || r.keys(i-2, "nao")), t.key == "chama" && r.is(i-2, pt.NotTheir):
		return i, 0
	case t.key == "chamo" && (r.keys(i-1, "me") || r.keys(i+1, "me")), r.keys(i, "chamo", "-", "me"):
		start = i + 1
		for r.isAny(start, "-", "me") {
			start++
		}
		return start, selfRank
	case t.key == "chama" && r.is(i-1, pt.WhoIsCalled):
		return i + 1, othersRank
	case r.keys(i, "chamar", "de") && r.keys(i-1, "me"):
		return i + 2, selfRank
	case pt.ForOthers.Has(t.key) && r.isAny(i-1, "minha", "meu") && (r.keys(i-2, "para") || r.is(i-2, pt.Article) && r.keys(i-3, "para")):
		return r.skipAny(i+1, 1, ",", "-", ":"), weakRank
	case t.key == "sou" && !r.keys(i-1, "nao"):
		return i + 1, weakRank
	case r.keys(i, "aqui", "e"), r.keys(i, "fala", "e"):
		return i + 2, weakRank
	case r.keys(i, "aqui", "quem", "fala", "e"):
		return i + 4, weakRank
	case t.key == "paciente" && (r.isAny(i+1, ":", "-") || r.keys(i+1, "e") && r.is(i-1, pt.Article)):
		return i + 2, othersRank
	}
	return i, 0
}

// nameWord judges the word "nome" at i and skips to the name behind it.
func (r *reader) nameWord(i int) (start, rank int) {
	if r.is(i-1, pt.Yours) {
		return i, 0
	}
	rank, start = selfRank, i+1
	if r.isAny(i-1, "no", "em") {
		rank = othersRank
	}
	for steps := 0; steps < 8 && r.is(start, pt.NameFill); steps++ {
		if r.is(start, pt.ForOthers) {
			rank = othersRank
		}
		start++
	}
	if r.is(start, pt.NotTheir) && !pt.Titles.Has(r.at(start).Text) || r.is(i+2, pt.NotTheir) && r.isAny(i+1, "do", "da") {
		return i, 0
	}
	return start, rank
}

// surelyName tells whether one word after "sou" is a name and not what the patient is.
func (r *reader) surelyName(run nameRun, start int) bool {
	t := r.at(run.start)
	first, _ := utf8.DecodeRuneInString(t.Raw)
	capital := unicode.IsUpper(first) && t.Raw != strings.ToUpper(t.Raw)
	return pt.GivenNames.Has(t.Text) || capital || r.is(start, pt.Article) && !pt.specialist(t.Text)
}

// nameAt collects the words of a name from token i on.
func (r *reader) nameAt(i int) nameRun {
	run := nameRun{start: i, end: i}
	for k := i; len(run.tokens) < maxName; {
		next, ok := r.namePart(k, run)
		if !ok {
			break
		}
		for ; k < next; k++ {
			run.tokens = append(run.tokens, k)
		}
		run.words++
		run.end = next
	}
	return r.beforeBirth(run)
}

// beforeBirth takes "nascimento" off the end of a name where it announces the date behind it: "Ana Paula nascimento
// 05/03/1980", but "Ana do Nascimento 05/03/1980".
func (r *reader) beforeBirth(run nameRun) nameRun {
	if run.words < 2 || !r.keys(run.end-1, "nascimento") || pt.NameParticles.Has(r.at(run.end-2).Text) {
		return run
	}
	date := r.skip(run.end, 2, pt.BirthFill)
	for _, it := range r.items {
		if it.kind == itemBirth && it.start == date {
			run.words, run.end, run.tokens = run.words-1, run.end-1, run.tokens[:len(run.tokens)-1]
			return run
		}
	}
	return run
}

// namePart returns the index after the name word at i, particles before it included.
func (r *reader) namePart(i int, run nameRun) (int, bool) {
	k := i
	for steps := 0; run.words > 0 && steps < 2 && pt.NameParticles.Has(r.at(k).Text); steps++ {
		if r.at(k).Text == "e" && (run.words < 2 || r.at(k).Raw == "é") {
			return i, false
		}
		k++
	}
	if !r.nameLike(k) && !(run.words > 0 && k == i && pt.Generations.Has(r.at(k).Text) && r.ends(k+1)) {
		return i, false
	}
	k++
	if len(r.at(k-1).Text) == 1 && r.keys(k, ".") && r.at(k).Glued {
		return k + 1, true
	}
	for (r.keys(k, "'") || r.keys(k, "-")) && r.at(k).Glued && r.at(k+1).Glued && r.at(k+1).Kind == language.Letters && r.nameLike(k+1) {
		k += 2
	}
	return k, true
}

const maxNameLetters = 24

// nameLike tells whether the word at i may be part of a name.
func (r *reader) nameLike(i int) bool {
	t := r.at(i)
	if i >= len(r.toks) || t.Kind != language.Letters || r.taken[i] || r.said[i] || len(t.Text) > maxNameLetters {
		return false
	}
	if pt.personName(t.Text) {
		return true
	}
	if len(t.Text) == 1 {
		return r.keys(i+1, ".") || t.Text == "d" && r.keys(i+1, "'")
	}
	if pt.FunctionWords.Has(t.Text) || pt.FunctionWords.Has(t.key) || pt.CommonWords.Has(t.Text) || pt.verbs[t.Text] != "" {
		return false
	}
	if pt.TemporalWords.Has(t.Text) {
		return false
	}
	if pt.Ordinals.Has(t.Text) || pt.ShortForms.Has(t.Text) || pt.Titles.Has(t.Text) || pt.specialist(t.Text) {
		return false
	}
	return t.Text != "aniversario" && !slices.ContainsFunc(pt.noName, func(c *language.Class) bool { return c.Has(t.Text) })
}

// longestName returns the longest run of name words, two at least, that is no doctor's.
func (r *reader) longestName() (nameRun, bool) {
	best := nameRun{}
	for i := 0; i < len(r.toks); {
		run := r.nameAt(i)
		if run.words == 0 {
			i++
			continue
		}
		if run.words > best.words && run.words >= minBareName && !r.doctor(i) {
			best = run
		}
		i = run.end
	}
	if best.words > 0 {
		r.take(best.start, best.end)
	}
	return best, best.words > 0
}

// doctor tells whether the name at i is that of a doctor: a title or "com" stands before it.
func (r *reader) doctor(i int) bool {
	k := i - 1
	if r.keys(k, ".") {
		k--
	}
	return pt.Titles.Has(r.at(k).Text) || r.keys(k, "com") || r.is(k, pt.Article) && r.keys(k-1, "com")
}

// bareName accepts a text that is nothing but a name.
func (r *reader) bareName() (nameRun, bool) {
	start := 0
	for r.is(start, pt.Quotes) {
		start++
	}
	run := r.nameAt(start)
	for k := run.end; k < len(r.toks); k++ {
		polite := r.isAny(k, "obrigado", "obrigada") && r.is(run.end, pt.Commas)
		if r.toks[k].Kind != language.Mark && !polite || r.toks[k].key == "?" {
			return run, false
		}
	}
	if run.words < minBareName || run.words > maxBareName || !r.looksNamed(run) {
		return run, false
	}
	r.take(run.start, run.end)
	return run, true
}

// looksNamed tells a name from other words: by its first name, or by the names in it, or by capital letters.
func (r *reader) looksNamed(run nameRun) bool {
	first := r.at(run.start)
	if pt.CityNames.Has(r.foldedName(run)) {
		return false
	}
	if pt.GivenNames.Has(first.Text) {
		return true
	}
	if pt.Quarters.Has(first.Text) {
		return false
	}
	capitals, known := true, false
	for n, k := range run.tokens {
		t := r.at(k)
		if t.Kind != language.Letters || pt.NameParticles.Has(t.Text) {
			continue
		}
		letters := []rune(t.Raw)
		capitals = capitals && unicode.IsUpper(letters[0]) && len(letters) > 1 && !unicode.IsUpper(letters[1]) && !pt.abstract(t.Text)
		known = known || n > 0 && (pt.FamilyNames.Has(t.Text) || pt.GivenNames.Has(t.Text))
		if pt.Cities.Has(t.Text) && !pt.FamilyNames.Has(t.Text) && !pt.GivenNames.Has(t.Text) || pt.Cities.Has(t.Text) && n > 0 && run.words == 2 && !known {
			return false
		}
	}
	return known && !pt.abstract(first.Text) || capitals
}

func (r *reader) foldedName(run nameRun) string {
	var parts []string
	for _, k := range run.tokens {
		parts = append(parts, r.at(k).Text)
	}
	return strings.Join(parts, "_")
}

// writeName writes a name as a person does: words capitalised, particles small.
func (r *reader) writeName(run nameRun) string {
	var b strings.Builder
	for n, k := range run.tokens {
		t := r.at(k)
		if n > 0 && !t.Glued {
			b.WriteByte(' ')
		}
		if n > 0 && pt.NameParticles.Has(t.Text) {
			b.WriteString(strings.ToLower(t.Raw))
			continue
		}
		letters := []rune(strings.ToLower(t.Raw))
		letters[0] = unicode.ToUpper(letters[0])
		b.WriteString(string(letters))
	}
	return b.String()
}
