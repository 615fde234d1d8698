package guard

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// pause is what stands between a word and the one before it.
type pause uint8

const (
	pauseNone  pause = iota
	pauseComma       // , : ( ) and dashes
	pauseEnd         // . ; ! and line breaks
)

// word is a run of letters or of digits of a message.
type word struct {
	text   string // lower case, no accents, no doubled letters
	before pause
	asked  bool   // the sentence it stands in ends with a question mark
	part   int    // of the message: what one context word speaks for
	atoms  []atom // what package lexicon knows of it
}

// laughter is the word that stands for laughing emoji, alarm the one for emoji that call for help.
const (
	laughter = "kkk"
	alarm    = "sos"
)

var emoji = map[rune]string{'😂': laughter, '🤣': laughter, '😅': laughter, '😆': laughter, '😹': laughter,
	'🆘': alarm, '🚨': alarm, '🚑': alarm}

// folder cuts a message into words.
type folder struct {
	buf   []byte // all words, one after the other
	ends  []int  // of each word in buf
	words []word
	open  bool // the last word may grow
	digit bool // and is a number
	next  pause
	first int // first word of the sentence
}

// fold returns the words of a text.  Letters lose case and accents, runs of one letter are one
// ("socorrooo" and "socoro" are the same word), everything else separates.
func fold(text string) []word {
	f := folder{buf: make([]byte, 0, len(text)), words: make([]word, 0, len(text)/5+2)}
	for i, r := range text {
		switch {
		case r < utf8.RuneSelf:
			f.ascii(text, i, byte(r))
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) || unicode.Is(unicode.Cf, r):
			// decorates the letter before
		case emoji[r] != "":
			f.whole(emoji[r])
		case r == '…' || r == '\u2028' || r == '\u2029':
			f.stop(pauseEnd)
		case unicode.Is(unicode.Pd, r):
			f.stop(pauseComma)
		default:
			f.rune(r)
		}
	}
	all := string(f.buf)
	start := 0
	for i, end := range f.ends {
		f.words[i].text = all[start:end]
		start = end
	}
	return f.words
}

func (f *folder) ascii(text string, i int, c byte) {
	switch {
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		f.put(c|0x20, false)
	case '0' <= c && c <= '9':
		f.put(c, true)
	case c == '.' || c == ',':
		switch {
		case f.open && f.digit && i+1 < len(text) && '0' <= text[i+1] && text[i+1] <= '9':
			f.open = false // 39,5 and 52.998
		case c == ',':
			f.stop(pauseComma)
		case f.title():
			f.open = false
		default:
			f.stop(pauseEnd)
		}
	case c == '\n' || c == ';' || c == '!':
		f.stop(pauseEnd)
	case c == '?':
		f.ask()
		f.stop(pauseEnd)
	case c == ':' || c == '(' || c == ')':
		f.stop(pauseComma)
	default:
		f.open = false
	}
}

// rune folds what is not ASCII: é is e, ª is a, 𝐒 is s, ç is c.
func (f *folder) rune(r rune) {
	var raw [utf8.UTFMax]byte
	var plain [32]byte
	n := utf8.EncodeRune(raw[:], r)
	kept := false
	for _, c := range norm.NFKD.Append(plain[:0], raw[:n]...) {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			f.put(c|0x20, false)
			kept = true
		case '0' <= c && c <= '9':
			f.put(c, true)
			kept = true
		}
	}
	if !kept {
		f.open = false
	}
}

func (f *folder) put(c byte, digit bool) {
	if !f.open || f.digit != digit {
		f.words = append(f.words, word{before: f.next})
		f.ends = append(f.ends, len(f.buf))
		f.open, f.digit, f.next = true, digit, pauseNone
	}
	last := len(f.ends) - 1
	start := 0
	if last > 0 {
		start = f.ends[last-1]
	}
	if !digit && len(f.buf) > start && f.buf[len(f.buf)-1] == c {
		return
	}
	f.buf = append(f.buf, c)
	f.ends[last] = len(f.buf)
}

// title reports whether the last word is one whose full stop ends no sentence.
func (f *folder) title() bool {
	n := len(f.ends)
	if !f.open || n == 0 {
		return false
	}
	start := 0
	if n > 1 {
		start = f.ends[n-2]
	}
	switch string(f.buf[start:]) {
	case "dr", "dra", "sr", "sra", "prof":
		return true
	default:
		return false
	}
}

// whole adds a word of its own.
func (f *folder) whole(text string) {
	f.open = false
	for i := range len(text) {
		f.put(text[i], false)
	}
	f.open = false
}

func (f *folder) stop(p pause) {
	f.open = false
	if len(f.words) > 0 {
		f.next = max(f.next, p)
	}
	if p == pauseEnd {
		f.first = len(f.words)
	}
}

// ask marks the sentence that a question mark ends.
func (f *folder) ask() {
	for i := f.first; i < len(f.words); i++ {
		f.words[i].asked = true
	}
}
