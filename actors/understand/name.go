package understand

import (
	"strings"
	"unicode"
	"unicode/utf8"
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

// name reads the patient's name, and tells whether it was introduced as one or stands next to a CPF
// or a birth date.
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

// introducedName looks for "meu nome é", "me chamo" and the like.  Who speaks ("aqui é") counts less
// than who the appointment is for ("o nome dele é").
func (r *reader) introducedName() (nameRun, bool) {
	best, rank := nameRun{}, 0
	for i := range r.toks {
		start, n := r.introduction(i)
		if n == 0 {
			continue
		}
		run := r.nameAt(r.skip(start, 3, titlesAndArticles))
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

var (
	titlesAndArticles = words("a o dr dra sr sra doutor doutora senhor senhora seu dona .")
	nameFill          = words(`completo e : - de da do dele dela paciente o a ser seria minha meu mae pai filho filha esposa
		marido . , = dos das nome titular sera esta avo irma irmao inteiro ( )`)
	forOthers = words("dele dela paciente mae pai filho filha esposa marido avo irma irmao")
	notTheir  = words("medico medica doutor doutora dentista plano convenio clinica hospital profissional empresa")
	yours     = words("seu teu qual que")
)

// introduction tells whether words that introduce a name stand at i, where the name begins and what
// they are worth; 0 for none.
func (r *reader) introduction(i int) (start, rank int) {
	switch t := r.at(i); {
	case t.key == "nome":
		return r.nameWord(i)
	case t.key == "chamo" && (r.keys(i-1, "nao") || r.keys(i-2, "nao")), t.key == "chama" && r.is(i-2, notTheir):
		return i, 0
	case t.key == "chamo" && (r.keys(i-1, "me") || r.keys(i+1, "me")), r.keys(i, "chamo", "-", "me"):
		start = i + 1
		for r.isAny(start, "-", "me") {
			start++
		}
		return start, selfRank
	case t.key == "chama" && r.isAny(i-1, "se", "ele", "ela", "filho", "filha", "mae", "pai", "esposa", "marido", "paciente"):
		return i + 1, othersRank
	case r.keys(i, "chamar", "de") && r.keys(i-1, "me"):
		return i + 2, selfRank
	case forOthers.has(t.key) && r.isAny(i-1, "minha", "meu") && (r.keys(i-2, "para") || r.is(i-2, article) && r.keys(i-3, "para")):
		return r.skipAny(i+1, 1, ",", "-", ":"), weakRank
	case t.key == "sou" && !r.keys(i-1, "nao"):
		return i + 1, weakRank
	case r.keys(i, "aqui", "e"), r.keys(i, "fala", "e"):
		return i + 2, weakRank
	case r.keys(i, "aqui", "quem", "fala", "e"):
		return i + 4, weakRank
	case t.key == "paciente" && (r.isAny(i+1, ":", "-") || r.keys(i+1, "e") && r.is(i-1, article)):
		return i + 2, othersRank
	}
	return i, 0
}

// nameWord judges the word "nome" at i and skips to the name behind it.
func (r *reader) nameWord(i int) (start, rank int) {
	if r.is(i-1, yours) {
		return i, 0
	}
	rank, start = selfRank, i+1
	if r.isAny(i-1, "no", "em") {
		rank = othersRank
	}
	for steps := 0; steps < 8 && r.is(start, nameFill); steps++ {
		if r.is(start, forOthers) {
			rank = othersRank
		}
		start++
	}
	if r.is(start, notTheir) && !titles.has(r.at(start).text) || r.is(i+2, notTheir) && r.isAny(i+1, "do", "da") {
		return i, 0
	}
	return start, rank
}

// surelyName tells whether one word after "sou" is a name and not what the patient is.
func (r *reader) surelyName(run nameRun, start int) bool {
	t := r.at(run.start)
	first, _ := utf8.DecodeRuneInString(t.raw)
	capital := unicode.IsUpper(first) && t.raw != strings.ToUpper(t.raw)
	return givenNames.has(t.text) || capital || r.is(start, article) && !specialist(t.text)
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

// beforeBirth takes "nascimento" off the end of a name where it announces the date behind it: "Ana
// Paula nascimento 05/03/1980", but "Ana do Nascimento 05/03/1980".
func (r *reader) beforeBirth(run nameRun) nameRun {
	if run.words < 2 || !r.keys(run.end-1, "nascimento") || nameParticles.has(r.at(run.end-2).text) {
		return run
	}
	date := r.skipAny(run.end, 2, ":", "em", "dia", "-")
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
	for steps := 0; run.words > 0 && steps < 2 && nameParticles.has(r.at(k).text); steps++ {
		if r.at(k).text == "e" && (run.words < 2 || r.at(k).raw == "é") {
			return i, false
		}
		k++
	}
	if !r.nameLike(k) && !(run.words > 0 && k == i && generations.has(r.at(k).text) && r.ends(k+1)) {
		return i, false
	}
	k++
	if len(r.at(k-1).text) == 1 && r.keys(k, ".") && r.at(k).glued {
		return k + 1, true
	}
	for (r.keys(k, "'") || r.keys(k, "-")) && r.at(k).glued && r.at(k+1).glued && r.at(k+1).kind == kindWord && r.nameLike(k+1) {
		k += 2
	}
	return k, true
}

const maxNameLetters = 24

// generations close a name: "Marcio Segundo".
var generations = words("segundo terceiro")

// nameLike tells whether the word at i may be part of a name.
func (r *reader) nameLike(i int) bool {
	t := r.at(i)
	if i >= len(r.toks) || t.kind != kindWord || r.taken[i] || r.said[i] || len(t.text) > maxNameLetters {
		return false
	}
	if givenNames.has(t.text) || familyNames.has(t.text) {
		return true
	}
	if len(t.text) == 1 {
		return r.keys(i+1, ".") || t.text == "d" && r.keys(i+1, "'")
	}
	if functionWords.has(t.text) || functionWords.has(t.key) || commonWords.has(t.text) || vocabulary.lemma[t.text] != "" {
		return false
	}
	if temporalWords.has(t.text) {
		return false
	}
	_, ordinal := ordinals[t.text]
	_, short := shortForms[t.text]
	return !ordinal && !short && !titles.has(t.text) && !specialist(t.text) && !noName.has(t.text)
}

// noName are words of the phrases that no name is made of.
var noName = func() set {
	all := words("aniversario")
	for _, class := range []string{"person", "machine", "visit", "slot", "care", "plan", "ack", "yes", "thank", "topic", "asked"} {
		for w := range classes[class].members {
			all.add(w)
		}
	}
	for w := range birthWords.members {
		all.add(w)
	}
	return all
}()

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
	return titles.has(r.at(k).text) || r.keys(k, "com") || r.is(k, article) && r.keys(k-1, "com")
}

// bareName accepts a text that is nothing but a name.
func (r *reader) bareName() (nameRun, bool) {
	start := 0
	for r.isAny(start, `"`, "'", "*", "_", "-") {
		start++
	}
	run := r.nameAt(start)
	for k := run.end; k < len(r.toks); k++ {
		polite := r.isAny(k, "obrigado", "obrigada") && r.is(run.end, commas)
		if r.toks[k].kind != kindMark && !polite || r.toks[k].key == "?" {
			return run, false
		}
	}
	if run.words < minBareName || run.words > maxBareName || !r.looksNamed(run) {
		return run, false
	}
	r.take(run.start, run.end)
	return run, true
}

// looksNamed tells a name from other words: by its first name, or by the names in it, or by capital
// letters.
func (r *reader) looksNamed(run nameRun) bool {
	first := r.at(run.start)
	if _, city := cityNames[r.foldedName(run)]; city {
		return false
	}
	if givenNames.has(first.text) {
		return true
	}
	if quarters.has(first.text) {
		return false
	}
	capitals, known := true, false
	for n, k := range run.tokens {
		t := r.at(k)
		if t.kind != kindWord || nameParticles.has(t.text) {
			continue
		}
		letters := []rune(t.raw)
		capitals = capitals && unicode.IsUpper(letters[0]) && len(letters) > 1 && !unicode.IsUpper(letters[1]) && !abstract(t.text)
		known = known || n > 0 && (familyNames.has(t.text) || givenNames.has(t.text))
		if cities.has(t.text) && !familyNames.has(t.text) && !givenNames.has(t.text) || cities.has(t.text) && n > 0 && run.words == 2 && !known {
			return false
		}
	}
	return known && !abstract(first.text) || capitals
}

// abstract tells whether a word ends like a noun that no name is made of.
func abstract(w string) bool {
	for _, end := range []string{"cao", "coes", "mento", "mentos", "dade", "agem", "encia", "ancia", "ico", "ica", "oso", "osa", "avel", "ivel"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

func (r *reader) foldedName(run nameRun) string {
	var parts []string
	for _, k := range run.tokens {
		parts = append(parts, r.at(k).text)
	}
	return strings.Join(parts, " ")
}

// writeName writes a name as a person does: words capitalised, particles small.
func (r *reader) writeName(run nameRun) string {
	var b strings.Builder
	for n, k := range run.tokens {
		t := r.at(k)
		if n > 0 && !t.glued {
			b.WriteByte(' ')
		}
		if n > 0 && nameParticles.has(t.text) {
			b.WriteString(strings.ToLower(t.raw))
			continue
		}
		letters := []rune(strings.ToLower(t.raw))
		letters[0] = unicode.ToUpper(letters[0])
		b.WriteString(string(letters))
	}
	return b.String()
}
