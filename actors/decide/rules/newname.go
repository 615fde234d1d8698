package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/language"
	"atende/actors/understand"
)

// run is a name, or a part of one, in a text: some of its words.
type run struct {
	from, to int
	denied   bool // it is said not to be the name
}

// newName is the patient's name as a text puts it right, whole: "faltou o Moura", "é Mariana, não Maria", "Reys com y";
// "" where it says nothing of it that is not known.  It is sure where several words of it stand there together.
func (d *dialogue) newName(known, whose string, p *parsed) (right string, sure bool) {
	p.scan()
	name := strings.Fields(known)
	if len(name) == 0 {
		return "", false
	}
	best, most := "", 0
	wrong := slices.IndexFunc(name, func(of string) bool { return deniedWord(p, of) }) // once: a text may have many runs
	for _, r := range nameRuns(name, p) {
		words := wordsOf(p, r)
		right := ""
		switch {
		case r.denied || !tellsNews(name, p, r) || d.somebodyElses(whose, p, r) || d.joinedToYes(name, p, r):
		case content(words) > 1 && p.says(say.FamilyName) && likeWord(name[:1], language.Fold(words[0])) < 0:
			right = behindGiven(name, words)
		case content(words) > 1:
			right = aroundKnown(name, words)
		default:
			right = oneWordRight(name, wrong, p, r)
		}
		if right != "" && !slices.Equal(strings.Fields(right), name) && content(words) >= most {
			best, most = right, content(words)
		}
	}
	if best == "" {
		best = withoutDenied(name, p, nameRuns(name, p))
	}
	if best == "" {
		best = respelled(name, p)
	}
	return best, most > 1
}

// somebodyElses reports a name that is a doctor's, or of a relative who is not the patient: "com o Mendes", "minha irmã
// Neusa"; whose is what the patient is to the writer.
func (d *dialogue) somebodyElses(whose string, p *parsed, r run) bool {
	doctor := slices.ContainsFunc(d.clinic.Doctors, func(of conversation.Doctor) bool {
		return everyWord(p.tokens[r.from:r.to], of.Name)
	})
	for i := r.from - 1; i >= max(0, r.from-2); i-- {
		t := p.tokens[i]
		call := spaced(say.ToldBack.Value(t.Text))
		switch {
		case doctor && (t.Text == "com" || say.DoctorTitle.Has(t.Text)):
			return true
		case i == r.from-1 && call != "" && call != whose:
			return true
		}
	}
	return doctor && r.to-r.from > 1
}

// leaveRelative leaves out the data of a relative who is told of beside a yes to the read-back of somebody else.
func (d *dialogue) leaveRelative(s *conversation.State, r *reading) {
	if d.ofRelative || r.Name != "" && d.namesRelative(s, *r) {
		r.Name, r.BirthDate, r.CPF, r.NameStated = "", "", "", false
	}
}

// namesRelative reports a yes to a read-back, and beside it the name of a relative of whom it is not: "isso. minha esposa é a Rosa
// Prado Lima".  "Pode marcar, mas quem vai é minha vizinha Neuza" is no such yes.
func (d *dialogue) namesRelative(s *conversation.State, r reading) bool {
	return len(d.relativesNames(s, r)) > 0
}

// withoutRelativesName leaves a relative's name out of what wants something for them beside a yes, "sim. e a da minha esposa 14:30, Maria
// José Dias": they are asked for it when their turn comes.
func (d *dialogue) withoutRelativesName(s *conversation.State, text string) string {
	if d.ofRelative = false; !readingBack(s) { // the next message of a burst may have the data, when their turn is
		return text
	}
	p := d.parse(text)
	left := text
	for _, at := range slices.Backward(d.relativesNames(s, reading{parsed: p})) {
		d.ofRelative = true
		left = strings.TrimRight(left[:p.tokens[at.from].Start], " ,:") + left[p.tokens[at.to-1].End:]
	}
	return left
}

// relativesNames are the names of relatives beside a yes to the read-back of somebody else, who is somebody else than they.
func (d *dialogue) relativesNames(s *conversation.State, r reading) (names []run) {
	if !readingBack(s) || !d.inClauses(s, r.parsed).agrees() || r.says(say.Objects) {
		return nil
	}
	r.scan()
	for _, at := range nameRuns(strings.Fields(s.Patient.Name), r.parsed) {
		if call := cmp.Or(calledSo(r.parsed, at), wantedFor(r.parsed, at)); call != "" && call != s.For {
			names = append(names, at)
		}
	}
	return names
}

// wantedFor is whose name it is, of two words and more, where what is wanted for a relative stands before it: "e a da minha esposa
// 14:30, Maria José Dias"; "" for nobody's.
func wantedFor(p *parsed, r run) string {
	if content(wordsOf(p, r)) < 2 {
		return ""
	}
	for i := r.from - 1; i > 0; i-- {
		if call := spaced(say.ToldBack.Value(p.tokens[i].Text)); call != "" {
			return call
		}
	}
	return ""
}

// calledSo is whose name it is, where a relative stands before it with nothing but words that join them: "minha irmã Neusa", "o
// meu pai é o Joaquim"; "" for nobody's.
func calledSo(p *parsed, r run) string {
	for i := r.from - 1; i >= max(0, r.from-maxJoining); i-- {
		if call := spaced(say.ToldBack.Value(p.tokens[i].Text)); call != "" || !say.JoinsName.Has(strings.ToLower(p.tokens[i].Raw)) {
			return call
		}
	}
	return ""
}

// maxJoining is how many words join a relative and the name: "meu pai que se chama Joaquim".
const maxJoining = 5

// joinedToYes reports a first name alone that is not like the known one, and that an "e" joins to a yes, or to whose something is:
// "sim e a Lara", "e o do Theo".  It is somebody else's.
func (d *dialogue) joinedToYes(known []string, p *parsed, r run) bool {
	words := wordsOf(p, r)
	if content(words) != 1 || likeWord(known, language.Fold(words[len(words)-1])) >= 0 {
		return false
	}
	at, whose := r.to-2, false
	for at > 0 && say.NameLead.Has(p.tokens[at].Text) && !strings.EqualFold(p.tokens[at].Raw, "e") {
		whose = whose || !say.Article.Has(p.tokens[at].Text)
		at--
	}
	joined := at >= 0 && strings.EqualFold(p.tokens[at].Raw, "e")
	return joined && (whose || d.said(p.text[:p.tokens[at].Start], say.Agreeing))
}

// everyWord reports that all of some words are of a name.
func everyWord(words []language.Token, name string) bool {
	return !slices.ContainsFunc(words, func(t language.Token) bool {
		return !slices.ContainsFunc(strings.Fields(name), func(of string) bool { return language.Fold(of) == t.Text })
	})
}

// nameRuns are the parts of a text that may be of a name.
func nameRuns(known []string, p *parsed) (runs []run) {
	for i := 0; i < len(p.tokens); i++ {
		if !beginsRun(known, p, i) {
			continue
		}
		r := run{from: i, to: i + 1}
		for r.from > 0 && r.from > lastEnd(runs) && capital(p.tokens[r.from-1]) && !begins(p, r.from-1) && goesOnName(p, r.from-1) {
			r.from--
		}
		if r.from > lastEnd(runs) && p.tokens[r.from-1].Kind == language.Letters && say.NameParticle.Has(p.tokens[r.from-1].Text) && particleBelongs(known, p, r.from-1) {
			r.from--
		}
		for r.to < len(p.tokens) && r.to-r.from < maxName {
			switch {
			case goesOnName(p, r.to) || beginsRun(known, p, r.to):
				r.to++
				continue
			case say.NameParticle.Has(p.tokens[r.to].Text) && p.tokens[r.to].Text != "e" && r.to+1 < len(p.tokens) && (goesOnName(p, r.to+1) || beginsRun(known, p, r.to+1)):
				r.to += 2
				continue
			}
			break
		}
		r.denied = deniedAt(p, r.from, r.to)
		runs = append(runs, r)
		i = r.to - 1
	}
	return runs
}

// lastEnd is where the last of some runs ends.
func lastEnd(runs []run) int {
	if len(runs) == 0 {
		return 0
	}
	return runs[len(runs)-1].to
}

// beginsRun reports a word that is by itself one of a name: of the known one, a common name that is no everyday word, or
// one with a capital letter that nobody has written yet.
func beginsRun(known []string, p *parsed, i int) bool {
	t := p.tokens[i]
	if t.Kind != language.Letters || i > 0 && say.DoctorTitle.Has(p.tokens[i-1].Text) || len(t.Text) < 2 {
		return false
	}
	if of := likeWord(known, t.Text); of >= 0 && (language.Fold(known[of]) == t.Text || !everyday().Has(t.Text)) {
		return true
	}
	switch {
	case say.NoName.Has(t.Text), callsDatum(p, i):
		return false
	case understand.PersonName(t.Text) && (!everyday().Has(t.Text) || capital(t) && !begins(p, i)):
		return true
	case everyday().Has(t.Text):
		return false
	default:
		return capital(t) && t.Raw != strings.ToUpper(t.Raw) && !heardOf(t.Text) && len(t.Text) >= minUnheard
	}
}

// callsDatum reports "nascimento" where it is a datum and no surname: "data de nascimento da Emilly", and not "faltou o Nascimento".
func callsDatum(p *parsed, i int) bool {
	return slices.ContainsFunc(p.matches(say.NamesDatum), func(m language.Match) bool { return m.From <= i && i < m.To })
}

// begins reports the first word of a sentence, which has a capital letter whatever it is.
func begins(p *parsed, i int) bool {
	return i == 0 || p.tokens[i-1].Kind == language.Mark && p.tokens[i-1].Text != ","
}

// goesOnName reports a word that belongs to a name beside it: "Reis", "Rosa", "Filho".
func goesOnName(p *parsed, i int) bool {
	t := p.tokens[i]
	if t.Kind != language.Letters || len(t.Text) < 2 || say.NoName.Has(t.Text) {
		return false
	}
	unusual := capital(t) && t.Raw != strings.ToUpper(t.Raw) && !everyday().Has(t.Text)
	return understand.PersonName(t.Text) || say.NameSuffix.Has(t.Text) || unusual
}

// particleBelongs reports a particle that is of the name behind it: "das Dores", "de Fátima", and not "o nome do Pedro".
func particleBelongs(known []string, p *parsed, i int) bool {
	if i+1 >= len(p.tokens) || likeWord(known, p.tokens[i+1].Text) == 0 {
		return false
	}
	return i > 0 && say.BeforePart.Has(p.tokens[i-1].Text)
}

// likeWord is the word of a name that a word is, or is nearly; -1 for none.
func likeWord(name []string, word string) int {
	for i, of := range name {
		if folded := language.Fold(of); folded == word || min(len(folded), len(word)) >= minMistyped && language.OneTypo(folded, word) {
			return i
		}
	}
	return -1
}

// deniedAt reports that what stands at a place is said to be wrong: "não é Maria", "Maria não", "botaram Maria".
func deniedAt(p *parsed, from, to int) bool {
	for i := from - 1; i >= 0 && i >= from-4; i-- {
		t := p.tokens[i].Text
		if say.WrongAhead.Has(t) {
			return true
		}
		if !say.BesideDenied.Has(t) {
			break
		}
	}
	apart := to < len(p.tokens) && p.tokens[to].Text == ","
	if apart {
		to++
	}
	if to >= len(p.tokens) || !say.Denial.Has(p.tokens[to].Text) || p.tokens[to].Text == "sem" {
		return false
	}
	if to+1 < len(p.tokens) && p.tokens[to+1].Kind == language.Digits { // "78, não 79"
		return false
	}
	return to+1 == len(p.tokens) || p.pauses(to+1) || !apart && !say.AfterDenial.Has(p.tokens[to+1].Text)
}

// wordsOf are the words of a run as they are typed.
func wordsOf(p *parsed, r run) []string {
	return strings.Fields(capitalisedName(strings.Join(each(p.tokens[r.from:r.to], func(t language.Token) string { return t.Raw }), " ")))
}

// content is how many words of a name are no particles.
func content(words []string) (n int) {
	for _, word := range words {
		if !say.NameParticle.Has(language.Fold(word)) {
			n++
		}
	}
	return n
}

// tellsNews reports a run that is not just a part of the known name.
func tellsNews(known []string, p *parsed, r run) bool {
	words := wordsOf(p, r)
	at := 0
	for _, word := range words {
		of := slices.IndexFunc(known[at:], func(of string) bool { return language.Fold(of) == language.Fold(word) })
		if of < 0 || accented(word) && !accented(known[at+of]) {
			return true
		}
		if of > 0 && at > 0 && p.says(say.AboutName) { // "só Maria Reis" leaves something out
			return true
		}
		if accented(known[at+of]) && !accented(word) && p.says(say.NoAccent) {
			return true
		}
		at += of + 1
	}
	return false
}

func accented(word string) bool { return language.Fold(word) != strings.ToLower(word) }

// aroundKnown is the whole name that a run of several words means: a family name follows the known given names, given
// names are followed by the known family name.
func aroundKnown(known, words []string) string {
	given := givenNames(known)
	family := known[len(given):]
	isFamily := func(word string) bool {
		return understand.Surname(word) || say.NameSuffix.Has(language.Fold(word)) || likeWord(family, language.Fold(word)) >= 0
	}
	first := words[0]
	if say.NameParticle.Has(language.Fold(first)) {
		first = words[1]
	}
	startsGiven := !isFamily(first) || likeWord(given, language.Fold(first)) >= 0
	switch {
	case say.NameParticle.Has(language.Fold(words[0])) && startsGiven: // "de Fátima"
		return strings.Join(slices.Concat(given, words, family), " ")
	case !startsGiven:
		return strings.Join(slices.Concat(given, words), " ")
	case slices.ContainsFunc(words[1:], isFamily):
		return strings.Join(words, " ")
	case understand.PersonName(language.Fold(words[len(words)-1])) && slices.ContainsFunc(words, func(word string) bool {
		return likeWord(given, language.Fold(word)) >= 0 // else it is another person, "o nome é Tânia Conceição"
	}):
		return strings.Join(slices.Concat(words, family), " ")
	default:
		return strings.Join(words, " ")
	}
}

// behindGiven is the known name up to where a family name goes on that is told: "o sobrenome é Aparecido de Oliveira Prado".
func behindGiven(known, words []string) string {
	given := givenNames(known)
	if at := likeWord(known, language.Fold(words[0])); at > 0 {
		given = known[:at]
	}
	return strings.Join(slices.Concat(given, words), " ")
}

// oneWordRight is the known name with one word put in, where a text says so, or else in place of the one that it is like
// or that is denied: wrong, -1 for none.
func oneWordRight(known []string, wrong int, p *parsed, r run) string {
	words := wordsOf(p, r)
	word := words[len(words)-1]
	folded := language.Fold(word)
	given := givenNames(known)
	family := understand.Surname(word) || say.NameSuffix.Has(folded)
	switch at := likeWord(known, folded); {
	case at >= 0:
		right := slices.Clone(known)
		right[at] = word
		return strings.Join(right, " ")
	default:
	}
	if at, ok := placeFor(known, p, r); ok {
		return strings.Join(slices.Insert(slices.Clone(known), at, words...), " ")
	}
	if say.NameSuffix.Has(folded) {
		return strings.Join(append(slices.Clone(known), word), " ")
	}
	if wrong >= 0 { // "não é Oliveira, é Olivieri"
		return strings.Join(slices.Concat(known[:wrong], words, known[wrong+1:]), " ")
	}
	switch {
	case strings.HasPrefix(folded, language.Fold(known[0])[:min(4, len(language.Fold(known[0])))]): // "Mariana" for Maria
		return strings.Join(append(slices.Clone(words), known[1:]...), " ")
	case p.says(say.NameAdds) && family:
		return strings.Join(slices.Concat(known, words), " ")
	case p.says(say.NameAdds):
		return strings.Join(slices.Concat(known[:1], words, known[1:]), " ")
	case family || p.says(say.FamilyName):
		return strings.Join(slices.Concat(given, words), " ")
	case understand.PersonName(folded):
		return strings.Join(slices.Concat(words, known[len(given):]), " ")
	}
	return ""
}

// deniedWord reports that a word of the known name is said to be wrong.
func deniedWord(p *parsed, of string) bool {
	for i, t := range p.tokens {
		if t.Text == language.Fold(of) && deniedAt(p, i, i+1) {
			return true
		}
	}
	return false
}

// placeFor is where among the words of the known name another one is put: "no final", "antes do Oliveira", "no meio".
func placeFor(known []string, p *parsed, r run) (at int, ok bool) {
	for i := r.to; i < len(p.tokens) && i < r.to+nearPlace; i++ {
		of := -1
		for k := i + 1; k < len(p.tokens) && k <= i+2; k++ {
			if is := slices.IndexFunc(known, func(word string) bool { return language.Fold(word) == p.tokens[k].Text }); is >= 0 {
				of = is
			}
		}
		switch where := say.NamePlace.Value(p.tokens[i].Text); {
		case where == "behind" && of >= 0:
			return of + 1, true
		case where == "before" && of >= 0:
			return of, true
		case where == "last":
			return len(known), true
		case where == "first":
			return 0, true
		case where == "middle":
			return 1, true
		}
	}
	if p.says(say.MiddleName) {
		return 1, true
	}
	return 0, false
}

// nearPlace is how many words behind a part of a name it may be said where that stands.
const nearPlace = 8

// withoutDenied is the known name without the words that it has not: "tira o Reis"; at least two stay.
func withoutDenied(known []string, p *parsed, runs []run) string {
	if !p.says(say.NameWithout) {
		return ""
	}
	left := slices.DeleteFunc(slices.Clone(known), func(word string) bool {
		return slices.ContainsFunc(runs, func(r run) bool {
			return r.denied && r.to == r.from+1 && p.tokens[r.from].Text == language.Fold(word)
		})
	})
	if len(left) == len(known) || len(left) < 2 {
		return ""
	}
	return strings.Join(left, " ")
}

// respelled is the known name with a letter put right that is named: "com dois enes", "com y no lugar do i", "sem acento";
// "" where it is not clear which.
func respelled(known []string, p *parsed) string {
	if p.says(say.NoAccent) {
		plain := each(known, unaccented)
		if !slices.Equal(plain, known) {
			return strings.Join(plain, " ")
		}
	}
	at := slices.IndexFunc(p.matches(say.Spells), func(m language.Match) bool { return spelling(p, m) })
	if at < 0 {
		return ""
	}
	m := p.matches(say.Spells)[at]
	letter := letterOf(p.tokens[m.To-1].Text)
	twice := slices.ContainsFunc(p.tokens[m.From:m.To], func(t language.Token) bool { return t.Text == "dois" || t.Text == "duas" || t.Text == "2" })
	of := known
	for _, t := range p.tokens {
		if at := slices.IndexFunc(known, func(word string) bool { return language.Fold(word) == t.Text }); at >= 0 {
			of = known[at : at+1]
		}
	}
	old := say.LikeLetter.Value(letter)
	if twice {
		old = letter
	}
	if old == "" || strings.Count(language.Fold(strings.Join(of, "")), old) != 1 || len(letter) != 1 && letter != "ph" {
		return ""
	}
	right := letter
	if twice {
		right += letter
	}
	return strings.Join(each(known, func(word string) string {
		if !slices.Contains(of, word) || !strings.Contains(language.Fold(word), old) {
			return word
		}
		if strings.Contains(word, strings.ToUpper(old)) {
			return strings.Replace(word, strings.ToUpper(old), capitalised(right), 1)
		}
		return strings.Replace(word, old, right, 1)
	}), " ")
}

// letterOf is the letter that a word names: "ene", "ípsilon".
func letterOf(word string) string {
	if letter := say.LetterName.Value(word); letter != "" {
		return letter
	}
	return word
}

// unaccented is a word of a name without accents.
func unaccented(word string) string {
	plain := language.Fold(word)
	if strings.EqualFold(word, plain) || strings.ContainsAny(word, "'’-") {
		return word
	}
	return capitalised(plain)
}
