package persona

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// style is how somebody types.
type style struct {
	typos   float64 // of the longer words
	noMarks bool    // no accents, no capitals, no punctuation
	short   bool    // vc, pq, tb
	upper   bool
	pieces  bool // several messages for one thought
	twice   bool // everything is sent two times
	words   bool // words rather than numbers
	plain   bool // digits without signs
	foreign bool
	prefix  []string // before what is said
	suffix  []string // after it
}

// typed is a message as it is sent: one text, or several.
func (s style) typed(r *rand.Rand, m message) []string {
	text := m.text
	if !m.exact {
		text = s.garnished(r, text)
		if s.foreign {
			text = foreign.Replace(text)
		}
		if s.short {
			text = short.Replace(" " + text + " ")
		}
		if s.typos > 0 {
			text = s.misspelled(r, text)
		}
	}
	text = strings.TrimSpace(text)
	if s.noMarks {
		text = unmarked(text, m.exact)
	}
	if s.upper {
		text = strings.ToUpper(text)
	}
	texts := []string{text}
	if s.pieces && !m.exact {
		texts = pieces(text)
	}
	if s.twice {
		texts = append(texts, texts...)
	}
	return texts
}

// garnished puts something around what is said.
func (s style) garnished(r *rand.Rand, text string) string {
	if len(s.prefix) > 0 {
		text = pick(r, s.prefix) + text
	}
	if len(s.suffix) > 0 {
		text += pick(r, s.suffix)
	}
	return text
}

// date is the layout of birth dates.
func (s style) date(r *rand.Rand) string {
	if s.plain {
		return "02/01/2006"
	}
	return pick(r, []string{"02/01/2006", "02-01-2006", "2/1/2006", "02.01.2006"})
}

// misspelled exchanges, drops or doubles one letter of some longer words.  Names of people and plans
// begin with a capital and stay.
func (s style) misspelled(r *rand.Rand, text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		letters := []rune(word)
		if len(letters) < 6 || unicode.IsUpper(letters[0]) || !chance(r, s.typos) || strings.ContainsFunc(word, unicode.IsDigit) {
			continue
		}
		at := 1 + r.IntN(len(letters)-3)
		switch r.IntN(3) {
		case 0:
			letters[at], letters[at+1] = letters[at+1], letters[at]
		case 1:
			letters = append(letters[:at], letters[at+1:]...)
		default:
			letters = append(letters[:at+1], letters[at:]...)
		}
		words[i] = string(letters)
	}
	return strings.Join(words, " ")
}

// unmarked is how a telephone writes down what it hears: small letters, and neither accents nor stops.
func unmarked(text string, exact bool) string {
	text = bare.Replace(strings.ToLower(text))
	if exact {
		return text
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(",.!?;", r) {
			return -1
		}
		return r
	}, text)
}

var (
	short = strings.NewReplacer(" você ", " vc ", " vocês ", " vcs ", " porque ", " pq ", " também ", " tb ", " para ", " p/ ", " quero ", " qro ",
		" com ", " c/ ", " consulta ", " consult ", " por favor", " pfv", " que ", " q ", " não ", " n ", " hoje ", " hj ", " amanhã ", " amanha ",
		" obrigada", " obg", " obrigado", " obg", " beleza ", " blz ", " quando ", " qnd ", " de manhã", " d manha", " à tarde", " a tarde")
	foreign = strings.NewReplacer("quero marcar", "yo quero marcar", "uma consulta", "una consulta", "não", "no", "com ", "con ", "obrigado", "gracias",
		"horários", "horarios", "por favor", "por favor", "meu", "mi", "minha", "mi", "sim", "sí", "bom dia", "buen dia", " e ", " y ", "pra mim", "para mí")
)

// pieces parts a text at commas and greetings, as people do who press the button too early.
func pieces(text string) []string {
	var list []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;", r) }) {
		words := strings.Fields(part)
		if len(words) > 4 && !strings.ContainsFunc(part, unicode.IsUpper) {
			list = append(list, strings.Join(words[:3], " "), strings.Join(words[3:], " "))
			continue
		}
		if len(words) > 0 {
			list = append(list, strings.Join(words, " "))
		}
	}
	return list
}
