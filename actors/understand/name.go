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
}

// name reads the patient's name, and tells whether it was introduced as one or stands next to a CPF or a birth date.
func (r *reader) name(d documents) (name string, stated bool) {
	run, stated := r.introducedName()
	if !stated {
		find := r.bareName
		if stated = d.any || slices.ContainsFunc(r.items, func(it item) bool { return it.kind == itemBirth }); stated {
			find = r.longestName
		}
		found, ok := find()
		if !ok {
			found, ok = r.leadingName()
		}
		if !ok {
			return "", false
		}
		run = found
	}
	r.take(run.start, run.end)
	return r.writeName(run), stated
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
		if r.full.words > 0 && r.full.start == run.start {
			run = r.full
		}
		switch {
		case run.words == 0, run.words == 1 && n == weakRank && !r.surelyName(run, start):
		case run.words > 1 && n == weakRank && !r.is(start, pt.Article) && !r.looksNamed(run): // "sou técnico de enfermagem"
		case n > rank, n == rank && r.corrected(i):
			best, rank = run, n
		}
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
	if r.keys(i, "nome") {
		return r.nameWord(i)
	}
	g, end := pt.grammar.AtAny(r.words, i, func(g language.Group) bool {
		return g == pt.Speaker || g == pt.OwnName || g == pt.TheirName
	})
	switch {
	case g == pt.Speaker && r.says(i-1, pt.DeniedName) == 0:
		return end, weakRank
	case g == pt.OwnName && r.says(i-1, pt.DeniedName) == 0:
		return end, selfRank
	case g == pt.TheirName && !r.is(i-1, pt.NotTheir):
		return end, othersRank
	}
	return i, 0
}

// nameWord judges the word "nome" at i and skips to the name behind it.
func (r *reader) nameWord(i int) (start, rank int) {
	rank, start = selfRank, r.skip(i+1, 8, pt.NameFill)
	if r.keys(start, "tem", "que", "ser") || r.keys(start, "deve", "ser") { // "o nome tem que ser da minha sogra, Rosa Prado"
		start = r.skip(r.skipAny(start+1, "que"), 8, pt.NameFill)
	}
	others := slices.ContainsFunc(r.toks[i+1:start], func(t token) bool { return pt.ForOthers.Has(t.key) })
	if others || r.isAny(i-1, "no", "em") {
		rank = othersRank
	}
	notTheir := r.is(start, pt.NotTheir) && !pt.Titles.Has(r.at(start).Text)
	if notTheir || r.is(i-1, pt.Yours) || r.is(i+2, pt.NotTheir) && r.isAny(i+1, "do", "da") {
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
	i = r.behindTitle(i)
	run := nameRun{start: i, end: i}
	if r.keys(i, "nascimento") && (r.isAny(i-1, "de") && r.isAny(i-2, "data") || i == 0 && r.isAny(1, "da", "do")) {
		return run // "data de nascimento da Emilly"
	}
	for run.end-i < maxName {
		next, ok := r.namePart(run.end, run)
		if !ok {
			break
		}
		run.end = next
		run.words++
	}
	// "Ana Paula nascimento 05/03/1980", but "Ana do Nascimento 05/03/1980"
	if run.words > 1 && r.keys(run.end-1, "nascimento") && !pt.NameParticles.Has(r.at(run.end-2).Text) {
		date := r.skip(run.end, 2, pt.BirthFill)
		if slices.ContainsFunc(r.items, func(it item) bool { return it.kind == itemBirth && it.start == date }) {
			run.words, run.end = run.words-1, run.end-1
		}
	}
	return run
}

// behindTitle skips a title at i that stands before a whole name: "Diretora Marta Bezerra", "D. Zulmira Costa".
func (r *reader) behindTitle(i int) int {
	if !pt.Honorifics.Has(r.at(i).Text) || r.at(i).Text == "d" && !r.keys(i+1, ".") {
		return i
	}
	k := i + 1
	if r.keys(k, ".") {
		k++
	}
	if pt.GivenNames.Has(r.at(k).Text) || r.at(k).Kind == language.Letters && r.nameLike(k) && r.nameLike(k+1) {
		return k
	}
	return i
}

// namePart returns the index after the name word at i, particles before it included.
func (r *reader) namePart(i int, run nameRun) (int, bool) {
	k := i
	for steps := 0; run.words > 0 && steps < 2 && r.particle(k); steps++ {
		if r.at(k).Text == "e" && run.words < 2 {
			return i, false
		}
		k++
	}
	if !r.closesName(k, run) && !r.nameLike(k) {
		return i, false
	}
	k++
	if len(r.at(k-1).Text) == 1 && r.keys(k, ".") && r.at(k).Glued {
		return k + 1, true
	}
	for r.isAny(k, "'", "-") && r.at(k).Glued && r.at(k+1).Glued && r.nameLike(k+1) {
		k += 2
	}
	return k, true
}

// closesName tells whether "segundo" or "filha" stands directly behind the words of a name, and ends it.
func (r *reader) closesName(i int, run nameRun) bool {
	word := r.at(i).Text
	if run.end != i {
		return false
	}
	if pt.Descents.Has(word) {
		return run.words >= minBareName && r.nameEnds(i+1)
	}
	return run.words > 0 && pt.Generations.Has(word) && r.ends(i+1)
}

const maxNameLetters = 24

// nameLike tells whether the word at i may be part of a name.
func (r *reader) nameLike(i int) bool {
	t := r.at(i)
	switch {
	case t.Kind != language.Letters, t.taken, t.said, len(t.Text) > maxNameLetters:
		return false
	case pt.personName(t.Text):
		return true
	case t.Text == "s" && r.keys(i+1, "."): // "s. Lucia Fontes" says yes
		return false
	case len(t.Text) == 1:
		return r.keys(i+1, ".") || t.Text == "d" && r.keys(i+1, "'")
	}
	return !pt.BirthVerbs.Has(t.key) && !pt.lexis().noName.Has(t.Text) && !pt.FunctionWords.Has(t.key) && !pt.specialist(t.Text)
}

// longestName returns the longest run of name words, two at least, that is no doctor's.
func (r *reader) longestName() (nameRun, bool) {
	best := nameRun{}
	for i := 0; i < len(r.toks); {
		run := r.nameAt(i)
		if run.words > best.words && run.words >= minBareName && !r.around(i, i, pt.DoctorsName) && r.hasName(run) {
			best = run
		}
		i = max(i+1, run.end)
	}
	return best, best.words > 0
}

// hasName tells whether one of the words at least is a name, or all are written as names are, or nothing is said but
// them and the data: "pode fazer as contas rs, 14/01/1973" has none, "kleyslane thawanny 14/01/1973" has.
func (r *reader) hasName(run nameRun) bool {
	given := func(t token) bool { return pt.GivenNames.Has(t.Text) }
	if r.looksNamed(run) || slices.ContainsFunc(r.toks[run.start:run.end], given) {
		return true
	}
	for k, t := range r.toks {
		data := t.taken || t.Kind != language.Letters || r.is(k, pt.CpfWords) || r.is(k, pt.BirthWords) || r.is(k, pt.BirthFill)
		if (k < run.start || k >= run.end) && !data {
			return false
		}
	}
	return true
}

// leadingName accepts a given and a family name that a text begins with and that a comma, a line or "aqui" ends: "Lourdes
// Pereira Dias, quero dermatologista"; and any that is said to be one behind it.
func (r *reader) leadingName() (nameRun, bool) {
	run := r.nameAt(r.skip(0, len(r.toks), pt.Quotes))
	if run.words < minBareName || run.words > maxBareName || run.end >= len(r.toks) || r.around(run.start, run.start, pt.DoctorsName) {
		return run, false
	}
	if r.calledBehind(run.end) {
		return run, r.looksNamed(run)
	}
	ends := r.isAny(run.end, ",", "-", ";", "aqui") || r.toks[run.end].Text == "\n"
	first, last := r.toks[run.start].Text, r.toks[run.end-1].Text
	return run, ends && pt.GivenNames.Has(first) && pt.FamilyNames.Has(last) && !pt.CityNames.Has(folded(r.toks[run.start:run.end]))
}

// calledBehind tells whether what stands before i is said to be a name: "… é o nome dele".
func (r *reader) calledBehind(i int) bool {
	if !r.isAny(i, "é", "e", "eh") {
		return false
	}
	for i++; r.isAny(i, "o", "meu"); {
		i++
	}
	return r.isAny(i, "nome") && r.toks[i-1].Text != "e"
}

// bareName accepts a text that is nothing but a name.
func (r *reader) bareName() (nameRun, bool) {
	run := r.nameAt(r.skip(0, len(r.toks), pt.Quotes))
	for k := run.end; k < len(r.toks); k++ {
		polite := r.isAny(k, "obrigado", "obrigada") && r.is(run.end, pt.Commas)
		if r.toks[k].Kind != language.Mark && !polite || r.toks[k].key == "?" {
			return run, false
		}
	}
	return run, minBareName <= run.words && run.words <= maxBareName && r.looksNamed(run)
}

// looksNamed tells a name from other words: by its first name, or by the names in it, or by capital letters.
func (r *reader) looksNamed(run nameRun) bool {
	toks := r.toks[run.start:run.end]
	first := toks[0].Text
	switch {
	case pt.CityNames.Has(folded(toks)):
		return false
	case pt.GivenNames.Has(first), pt.Quarters.Has(first):
		return pt.GivenNames.Has(first)
	}
	capitals, known := true, false
	for n, t := range toks {
		if t.Kind != language.Letters || pt.NameParticles.Has(t.Text) {
			continue
		}
		capitals = capitals && capitalized(t.Raw) && !pt.abstract(t.Text)
		known = known || n > 0 && pt.personName(t.Text)
		if pt.Cities.Has(t.Text) && (!pt.personName(t.Text) || n > 0 && run.words == 2 && !known) {
			return false
		}
	}
	return known && !pt.abstract(first) || capitals
}

// capitalized tells whether a word of two letters or more begins with a capital, and with one only.
func capitalized(raw string) bool {
	letters := []rune(raw)
	return len(letters) > 1 && unicode.IsUpper(letters[0]) && !unicode.IsUpper(letters[1])
}

// folded are tokens as names of several words stand in a class.
func folded(toks []token) string {
	var parts []string
	for _, t := range toks {
		parts = append(parts, t.Text)
	}
	return strings.Join(parts, "_")
}

// writeName writes a name as a person does: words capitalised, particles small.
func (r *reader) writeName(run nameRun) string {
	var b strings.Builder
	for n, t := range r.toks[run.start:run.end] {
		letters := []rune(strings.ToLower(t.Raw))
		if n > 0 && !t.Glued {
			b.WriteByte(' ')
		}
		if n == 0 || !pt.NameParticles.Has(t.Text) {
			letters[0] = unicode.ToUpper(letters[0])
		}
		b.WriteString(string(letters))
	}
	return b.String()
}
