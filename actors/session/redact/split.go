package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// atom is a word, a run of digits, or a placeholder of a text.
type atom struct {
	from, to int    // bytes
	word     string // lower case without accents; ASCII digits
	number   bool
	held     bool // a placeholder
	plain    bool // written in letters of western Europe
	traits   traits
}

// is reports a word that has one of some traits.
func (a *atom) is(some traits) bool { return a.traits&some != 0 }

// split finds the atoms of a text.  held says that brackets with a placeholder's name are one.
func split(text string, held bool) []atom {
	s := splitter{atoms: make([]atom, 0, len(text)/4+1)}
	s.folded.Grow(len(text))
	for i := 0; i < len(text); {
		if held && text[i] == '[' {
			if end := placeholderEnd(text[i:]); end > 0 {
				s.close(i)
				s.atoms = append(s.atoms, atom{from: i, to: i + end, held: true})
				i += end
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		s.take(i, r)
		i += size
	}
	s.close(len(text))
	return s.atoms
}

// splitter is the work on one text.
type splitter struct {
	atoms  []atom
	folded strings.Builder // the words, one after the other
	start  int             // of the open atom's word in them
	open   bool            // the last atom may go on
}

func (s *splitter) take(i int, r rune) {
	folded, number, ok := fold(r)
	switch {
	case ok && s.open && s.atoms[len(s.atoms)-1].number == number:
	case ok:
		s.close(i)
		s.atoms = append(s.atoms, atom{from: i, number: number, plain: true})
		s.start, s.open = s.folded.Len(), true
	case s.open && unicode.In(r, unicode.M, unicode.Cf): // decorates the last character
	default:
		s.close(i)
		return
	}
	s.folded.WriteString(folded)
	if r > unicode.MaxLatin1 || number && r >= utf8.RuneSelf {
		s.atoms[len(s.atoms)-1].plain = false
	}
}

// close ends the open atom before a byte.
func (s *splitter) close(end int) {
	if s.open {
		a := &s.atoms[len(s.atoms)-1]
		a.to, a.word, s.open = end, s.folded.String()[s.start:], false
	}
}

// placeholderEnd is the length of a placeholder at the start of a text, 0 for none.
func placeholderEnd(text string) int {
	end := strings.IndexByte(text, ']')
	if end < 0 || end > len("[NASCIMENTO 9999]") {
		return 0
	}
	kind, number, _ := strings.Cut(text[1:end], " ")
	if !kinds[kind] || strings.Trim(number, "0123456789") != "" {
		return 0
	}
	return end + 1
}

// kinds are those of package mask.
var kinds = set("NOME CPF NASCIMENTO TELEFONE EMAIL DOCUMENTO OMITIDO")

// accents are the letters of Portuguese beyond ASCII.
const accents = "áaàaâaãaäaéeèeêeëeíiìiîiïióoòoôoõoöoúuùuûuüuçcñnÁaÀaÂaÃaÄaÉeÈeÊeËeÍiÌiÎiÏiÓoÒoÔoÕoÖoÚuÙuÛuÜuÇcÑn"

var unaccented = func() map[rune]string {
	list := []rune(accents)
	m := map[rune]string{}
	for i := 0; i < len(list); i += 2 {
		m[list[i]] = string(list[i+1])
	}
	return m
}()

// ascii are the folded letters and digits, so that none has to be made.
var ascii = func() (list [128]string) {
	for c := range list {
		list[c] = strings.ToLower(string(rune(c)))
	}
	return list
}()

// fold is a letter or a digit as ASCII writes it, in lower case; ok is false for everything else.  A letter that
// ASCII does not have stays itself, and is in no list.
func fold(r rune) (folded string, number, ok bool) {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return ascii[r], false, true
	case '0' <= r && r <= '9':
		return ascii[r], true, true
	case r < utf8.RuneSelf:
		return "", false, false
	}
	if plain, known := unaccented[r]; known {
		return plain, false, true
	}
	if !unicode.IsLetter(r) && !unicode.IsNumber(r) || r == 'º' || r == 'ª' {
		return "", false, false
	}
	return foldWide(r)
}

// foldWide folds what is neither ASCII nor Portuguese: 𝟓, ５, ①, ﬁ.
func foldWide(r rune) (folded string, number, ok bool) {
	if unicode.Is(unicode.Nd, r) {
		return string('0' + digitOf(r)), true, true
	}
	var b strings.Builder
	number = true
	for _, d := range norm.NFKD.String(string(r)) {
		if unicode.In(d, unicode.M) {
			continue
		}
		number = number && '0' <= d && d <= '9'
		b.WriteRune(unicode.ToLower(d))
	}
	return b.String(), number && b.Len() > 0, b.Len() > 0
}

// digitOf is the value of a decimal digit of any script, which stand in rows of ten.
func digitOf(r rune) rune {
	if folded := norm.NFKD.String(string(r)); len(folded) == 1 && '0' <= folded[0] && folded[0] <= '9' {
		return rune(folded[0] - '0')
	}
	first := r
	for first > 0 && r-first < 9 && unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return (r - first) % 10
}

// joined are the words of atoms with one space between them.
func joined(atoms []atom) string {
	var b strings.Builder
	for i := range atoms {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(atoms[i].word)
	}
	return b.String()
}

func firstWord(folded string) string {
	first, _, _ := strings.Cut(folded, " ")
	return first
}

// isSign reports a character that is no letter, digit or space.
func isSign(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsSpace(r) && unicode.IsGraphic(r)
}
