package mask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
	"atende/actors/understand"
)

const (
	maxNames   = 8  // of one chunk that package understand reads
	maxGuesses = 64 // words of a text that are looked at for a name
	nameReach  = 10 // tokens of a name
)

// names hides names of people: those that are introduced or stand alone, those behind words like "minha filha",
// given names with a surname, and then whatever of a known name is said again.
func (h *hider) names(known []conversation.Mask) {
	h.chunks(func(i, j int) {
		h.readNames(i, j)
		h.answeredName(i, j)
	})
	h.relatedNames()
	h.surnames()
	h.knownNames(newNamesakes(known, h.spans))
}

// readNames hides what package understand reads as a name, once without and once with the numbers beside which
// whatever may be a name is one.
func (h *hider) readNames(i, j int) {
	passes := []func(kind) bool{anyKind, func(k kind) bool { return k == person || k == passed }}
	for _, without := range passes {
		for range maxNames {
			f := understand.Read(h.scratch(i, j, without), h.o.Now)
			if f.Name == "" || !h.readName(i, j, f) {
				break
			}
		}
	}
}

// readName hides one such name, or passes it; false when it was not found in the text.
func (h *hider) readName(i, j int, f understand.Facts) bool {
	list := wordsOf(f.Name)
	for ; i < j; i++ {
		end, ok := h.match(i, list)
		if !ok || h.titled(i) && !f.NameStated {
			continue
		}
		if !f.NameStated {
			i = h.fromName(i, end)
		}
		if !f.NameStated && !h.named(i, end) {
			h.pass(i, end)
			return true
		}
		h.takeName(i, end, f.NameStated)
		return true
	}
	return false
}

// fromName is where a name begins among words that stand alone: "coloca Maria Souza".
func (h *hider) fromName(i, j int) int {
	for i+2 < j && (beforeAnswer.has(h.toks[i].text) || !h.capital(i) && h.capital(i+1)) && !h.givenName(h.toks[i].text) {
		i++
	}
	return i
}

// named tells a name that stands alone from other words that might be one: by its given name, or by a surname that
// is no everyday word or is written as names are.
func (h *hider) named(i, j int) bool {
	last := h.toks[j-1].text
	return !noAnswer.has(h.toks[i].text) && (h.givenName(h.toks[i].text) || h.capital(j-1) || !commonToo.has(last))
}

func wordsOf(name string) []string {
	var list []string
	for _, t := range tokenize(name) {
		list = append(list, t.text)
	}
	return list
}

// maxNameGap is how many bytes part two words of a name: a space, an apostrophe, the point of an initial.
const maxNameGap = 3

// match tells whether the words stand at a token, none of them hidden, and where they end.
func (h *hider) match(i int, list []string) (end int, ok bool) {
	if i+len(list) > len(h.toks) {
		return i, false
	}
	for n, w := range list {
		if h.taken[i+n] || h.toks[i+n].text != w || n > 0 && !h.close(i+n) {
			return i, false
		}
	}
	return i + len(list), len(list) > 0
}

// close tells whether a token may go on with the name of the one before.
func (h *hider) close(i int) bool {
	gap := h.text[h.toks[i-1].to:h.toks[i].from]
	return len(gap) <= maxNameGap && !strings.ContainsAny(gap, "\n,;:!?()/*")
}

// takeName hides a name, or those of two people, with the family names that go on with it.
func (h *hider) takeName(i, j int, introduced bool) {
	j = h.rest(i, j)
	for k := i + 1; k+1 < j; k++ {
		if h.toks[k].text == "e" && h.givenName(h.toks[k+1].text) { // two people
			h.hideName(i, k, introduced) // and not the rest of it, which is the second one: "Maria e Clara"
			h.takeName(k+1, j, introduced)
			return
		}
	}
	h.hideName(i, j, introduced)
}

// hideName hides a name unless it is one to keep.
func (h *hider) hideName(i, j int, introduced bool) {
	list := h.folded(i, j)
	if h.keep.name(list) && (len(list) > 1 || !introduced) {
		h.pass(i, j)
		return
	}
	h.take(i, j, person, h.written(i, j))
}

// rest is the index after the family names that go on with a name: package understand stops at those that are
// colours and the like.
func (h *hider) rest(i, j int) int {
	end := j
	for k := j; k < len(h.toks) && k-i < nameReach && !h.taken[k] && (h.close(k) || h.nextLine(k)); k++ {
		switch w := h.toks[k].text; {
		case commonToo.has(w), understand.Surname(w):
			end = k + 1
		case !nameParticles.has(w):
			if !h.capital(end - 1) {
				return j // an everyday word, more likely
			}
			return end
		}
	}
	return end
}

// nextLine tells whether a surname goes on with a name in the next line.
func (h *hider) nextLine(k int) bool {
	gap := h.text[h.toks[k-1].to:h.toks[k].from]
	return h.o.Asked == conversation.AskName && gap == "\n" && understand.Surname(h.toks[k].text)
}

// pass leaves tokens as they are and out of what is read from now on.
func (h *hider) pass(i, j int) {
	h.take(i, j, passed, h.text[h.toks[i].from:h.toks[j-1].to])
}

func (h *hider) folded(i, j int) []string {
	var list []string
	for _, t := range h.toks[i:j] {
		list = append(list, t.text)
	}
	return list
}

// written is a name in the patient's own writing, its words parted by one space; a name all in small or all in
// capital letters is written as names are.
func (h *hider) written(i, j int) string {
	var b strings.Builder
	for k := i; k < j; k++ {
		if k > i {
			b.WriteString(nameGap(h.text[h.toks[k-1].to:h.toks[k].from]))
		}
		b.WriteString(strings.Map(letter, h.text[h.toks[k].from:h.toks[k].to]))
	}
	name := b.String()
	if name != strings.ToLower(name) && name != strings.ToUpper(name) {
		return name
	}
	return titleCase(name)
}

// nameGap is what parts two words of a name: an apostrophe, a hyphen, or a space.
func nameGap(gap string) string {
	switch gap = plainGap(gap); gap {
	case "'", "’", "-":
		return gap
	case ".":
		return ". "
	}
	return " "
}

// letter drops what cannot be seen.
func letter(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// titleCase writes words with a capital letter, particles without.
func titleCase(name string) string {
	fresh := true
	list := strings.Fields(strings.ToLower(name))
	for n, w := range list {
		if n > 0 && nameParticles.has(foldText(w)) {
			continue
		}
		fresh = true
		list[n] = strings.Map(func(r rune) rune {
			if fresh {
				fresh = false
				return unicode.ToUpper(r)
			}
			fresh = r == '\'' || r == '’' || r == '-'
			return r
		}, w)
	}
	return strings.Join(list, " ")
}

// titled tells whether a doctor's title stands before a token.
func (h *hider) titled(i int) bool {
	if i > 0 && nameParticles.has(h.toks[i-1].text) {
		i--
	}
	return i > 0 && titles.has(h.toks[i-1].text) && plainGap(h.text[h.toks[i-1].to:h.toks[i].from]) != ","
}

// givenName tells whether a word, whatever its case, is a common given name.
func (h *hider) givenName(word string) bool {
	given, asked := h.given[word]
	if !asked {
		given = understand.Read("sou "+word, h.o.Now).Name != ""
		h.given[word] = given
	}
	return given
}

// nameFrom is the index after the name that begins at a token; i for none.
func (h *hider) nameFrom(i int) int {
	j := min(i+nameReach, len(h.toks))
	for k := i; k < j; k++ {
		if h.toks[k].number || h.taken[k] || k > i && !h.close(k) {
			j = k
		}
	}
	if i >= j {
		return i
	}
	name := understand.Read("meu nome é "+h.text[h.toks[i].from:h.toks[j-1].to], h.o.Now).Name
	end, ok := h.match(i, wordsOf(name))
	if !ok {
		return i
	}
	return end
}

var beforeAnswer = words("sim claro ok oi ola opa bom boa dia tarde noite e eh o a sou pode ser por colocar coloca coloque poe ponha bota anota no nome de")

// answeredName hides what answers the question for a name although nothing says so: "wanderleia", "sim, krupski".
func (h *hider) answeredName(i, j int) {
	if h.o.Asked != conversation.AskName || slices.ContainsFunc(h.spans, func(s span) bool { return s.kind == person }) {
		return
	}
	start := min(h.skip(i, 6, beforeAnswer), j-1)
	end := h.nameFrom(start)
	if end > start && h.answersName(start, end, j) {
		h.takeName(start, end, true)
	}
}

// noAnswer are words that are in no list of words and yet no name, as the first of an answer.
var noAnswer = words("sinto sentindo senti esquece aff affe afff ue uai hein nossa credo oxe eita xi putz opa vish poxa ata ah hum hmm aham sul golden")

// answersName tells whether words that can be a name are one, as the answer to the question for it: two and more,
// or one that is all there is or a given name.
func (h *hider) answersName(start, end, j int) bool {
	first := h.toks[start].text
	given := h.givenName(first)
	switch {
	case noAnswer.has(first), commonToo.has(first) && !h.capital(start) && !understand.Surname(h.toks[end-1].text):
		return false
	case end-start >= 2:
		return !given || h.standsAlone(start, end)
	}
	return given || end == j && len(first) >= minAlone && !laughs(first)
}

// laughs tells sounds from words: "kkkkk", "rsrs", "hahaha", "hmm".
func laughs(w string) bool {
	different := map[rune]bool{}
	for _, r := range w {
		different[r] = true
	}
	return len(different) < 3 || !strings.ContainsAny(w, "aeiouy")
}

var (
	relatives = words("mae pai filho filha filhos filhas esposa esposo marido mulher avo vo vovo sogra sogro neto neta bebe irmao irma tia tio",
		"sobrinho sobrinha prima primo namorada namorado noiva noivo cunhada cunhado amiga amigo enteado enteada paciente titular",
		"dependente responsavel beneficiario beneficiaria segurado segurada")
	signing       = words("att atte atenciosamente abraco abracos abs ass assinado obrigado obrigada grato grata")
	callings      = words("sra sr srta senhora senhor dona seu crianca menina menino")
	abbreviations = words("sr sra srta att atte abs ass")
	toNames       = words("para pra pro p")
	toName        = words("se chama chamo chamada chamado e eh nome o a dele dela do da")
)

// relatedNames hides names behind words that only people's names follow.
func (h *hider) relatedNames() {
	guesses := maxGuesses
	for i, t := range h.toks {
		if guesses == 0 || h.taken[i] {
			continue
		}
		related := relatives.has(t.text) || signing.has(t.text) || callings.has(t.text)
		if !related && !toNames.has(t.text) && !h.presents(i) {
			continue
		}
		start := h.skip(i+1, 4, toName)
		if start >= len(h.toks) || h.taken[start] || h.toks[start].number || h.across(i, start) && !abbreviations.has(t.text) {
			continue
		}
		guesses--
		if !h.givenName(h.toks[start].text) && !(related && h.capital(start)) || commonToo.has(h.toks[start].text) && !h.capital(start) {
			continue
		}
		if end := h.nameFrom(start); end > start {
			h.takeName(start, end, false)
		}
	}
}

// presents tells whether a sentence begins at a token as one does who says who it is: "é a Maria".
func (h *hider) presents(i int) bool {
	w := h.toks[i].text
	return (w == "e" || w == "eh") && h.firstWord(i) && i+1 < len(h.toks) && (h.toks[i+1].text == "a" || h.toks[i+1].text == "o")
}

// across tells whether a sentence ends between two tokens.
func (h *hider) across(i, j int) bool {
	return strings.ContainsAny(h.text[h.toks[i].to:h.toks[j].from], ".!?;")
}

// capital tells whether a word is written as a name is, with one capital letter, and not because a text is shouted.
func (h *hider) capital(i int) bool {
	raw := h.text[h.toks[i].from:h.toks[i].to]
	first, size := utf8.DecodeRuneInString(raw)
	return unicode.IsUpper(first) && raw[size:] == strings.ToLower(raw[size:])
}

// firstWord tells whether a sentence begins with a token.
func (h *hider) firstWord(i int) bool {
	return i == 0 || strings.ContainsAny(h.text[h.toks[i-1].to:h.toks[i].from], ".!?\n")
}

// places are words behind which a name is that of a place or of a thing, and com and em those of somebody or
// somewhere else.
var (
	places = words("rua avenida av praca bairro cidade hospital clinica edificio predio shopping santa santo sao colegio escola estado",
		"municipio rodovia alameda travessa jardim vila parque maternidade centro laboratorio farmacia instituto fundacao ponto convenio plano")
	elsewhere = words("com em moro")
)

// surnames hides a given name that a surname follows, wherever it stands.
func (h *hider) surnames() {
	guesses := maxGuesses
	for j, t := range h.toks {
		if guesses == 0 || h.taken[j] || t.number || len(t.text) < 3 || !understand.Surname(t.text) {
			continue
		}
		guesses--
		for i := h.runStart(j); i < j; i++ {
			if !h.givenName(h.toks[i].text) || nameParticles.has(h.toks[i].text) {
				continue
			}
			if end := h.nameFrom(i); end > j && !h.placed(i) && h.standsAlone(i, end) {
				h.takeName(i, end, false)
			}
			break
		}
	}
}

// standsAlone tells whether words would be a name if nothing else was said; a city's name would not.
func (h *hider) standsAlone(i, j int) bool {
	return understand.Read(h.text[h.toks[i].from:h.toks[j-1].to], h.o.Now).Name != ""
}

// maxBefore is how many words of a name stand before a surname.
const maxBefore = 5

// runStart is the first of the words before a token that may be of one name with it.
func (h *hider) runStart(j int) int {
	i := j
	for i > 0 && j-i < maxBefore && !h.taken[i-1] && !h.toks[i-1].number && h.close(i) {
		i--
	}
	return i
}

// placed tells whether the name at a token is rather a doctor's, a street's or that of somebody who is not here.
func (h *hider) placed(i int) bool {
	if h.titled(i) {
		return true
	}
	for steps := 0; i > 0 && steps < 2; steps++ {
		i--
		if places.has(h.toks[i].text) || elsewhere.has(h.toks[i].text) {
			return true
		}
		if !nameParticles.has(h.toks[i].text) && !callings.has(h.toks[i].text) {
			return false
		}
	}
	return false
}
