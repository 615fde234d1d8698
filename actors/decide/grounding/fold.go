package grounding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// role is what a character does in a text.
type role uint8

const (
	nothing    role = iota // invisible, or part of the character before it
	space                  // parts words
	decoration             // bold marks, quotes, emojis
	letter
	digit
	breakLine
	sign
)

// folded is a character as it is compared.
type folded struct {
	role   role
	text   string
	accent bool
	upper  bool
}

// foldRune returns how a character is compared.  The common ones are looked up.
func foldRune(r rune) folded {
	if r < tableEnd {
		return table[r]
	}
	return foldWide(r)
}

// tableEnd is behind the letters of European languages, which are folded once.
const tableEnd = 0x180

var table = func() (t [tableEnd]folded) {
	for i := range t {
		t[i] = foldWide(rune(i))
	}
	return t
}()

// foldWide is foldRune for any character.
func foldWide(r rune) folded {
	upper := unicode.IsUpper(r)
	if as, ok := lookalikes[r]; ok {
		return folded{role: letter, text: as, upper: upper}
	}
	if as, ok := sameSign[r]; ok {
		r = as
	}
	switch {
	case r == '\n' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
		return folded{role: breakLine, text: "\n"}
	case r == '\t' || unicode.IsSpace(r):
		return folded{role: space}
	case r == utf8.RuneError, unicode.IsControl(r), unicode.IsMark(r), unicode.Is(unicode.Cf, r), isFiller(r):
		return folded{role: nothing}
	case boxed(r) != 0:
		return folded{role: letter, text: string(boxed(r)), upper: true}
	case unicode.Is(unicode.Nd, r):
		return folded{role: digit, text: string('0' + digitOf(r))}
	}
	return foldParts(r, upper)
}

// foldParts folds what is made of several characters: letters with accents, ligatures, letters of mathematics.
func foldParts(r rune, upper bool) folded {
	whole := norm.NFKD.String(string(r))
	var b strings.Builder
	f := folded{role: sign, upper: upper}
	for _, d := range whole {
		if unicode.IsMark(d) {
			f.accent = true
			continue
		}
		if as, ok := lookalikes[d]; ok {
			b.WriteString(as)
			continue
		}
		b.WriteRune(unicode.ToLower(d))
		f.upper = f.upper || unicode.IsUpper(d)
	}
	f.text = b.String()
	first, _ := utf8.DecodeRuneInString(f.text)
	switch {
	case f.text == "":
		return folded{role: nothing}
	case unicode.IsLetter(first):
		f.role = letter
	case '0' <= first && first <= '9':
		f.role = digit
	case strings.ContainsRune("*_~`'\"|<>#{}", first), first >= utf8.RuneSelf && !unicode.Is(unicode.Sc, first):
		f.role = decoration
	}
	return f
}

// digitOf is the value of a digit of any script: its tables begin at a zero.
func digitOf(r rune) rune {
	for zero := r; zero > r-10; zero-- {
		if !unicode.Is(unicode.Nd, zero-1) {
			return r - zero
		}
	}
	return (r - '\U0001D7CE') % 10 // the digits of mathematics stand without a gap
}

// boxed is the letter of a sign like 🅰 or 🇦, 0 for another character.
func boxed(r rune) rune {
	for _, first := range []rune{0x1F130, 0x1F150, 0x1F170, 0x1F1E6} {
		if first <= r && r < first+26 {
			return 'a' + r - first
		}
	}
	return 0
}

// isFiller reports characters that show nothing although they are letters.
func isFiller(r rune) bool {
	return r == 'ㅤ' || r == '\u115f' || r == '\u1160' || r == '\uffa0' || r == '⠀'
}

// sameSign maps signs that keyboards vary to the plain one.
var sameSign = map[rune]rune{
	'–': '-', '—': '-', '−': '-', '‐': '-', '‑': '-', '―': '-', '’': '\'', '‘': '\'', '´': '\'', '“': '"', '”': '"', '«': '"', '»': '"',
	'…': '.', '？': '?', '！': '!', '；': ';', '：': ':', '，': ',', '。': '.', '／': '/', '∕': '/', '⁄': '/', '．': '.', '·': '.', '•': '\n', '▪': '\n', '‣': '\n',
	'⁉': '?', '❓': '?', '❔': '?', '‼': '!', '❗': '!',
}

// lookalikes are letters of other scripts that look like Latin ones.
var lookalikes = func() map[rune]string {
	m := map[rune]string{}
	for latin, others := range map[string]string{
		"a": "аАαΑɑⱭᴀ", "b": "вВβΒЬʙ", "c": "сСϲᴄ", "d": "ԁԀᴅ", "e": "еЕεΕёЁᴇ", "f": "ƒꜰ", "g": "ɡꞬɢ", "h": "һНнΗʜ", "i": "іІιΙıїЇɪ", "j": "јЈᴊ",
		"k": "кКκΚᴋ", "l": "ӏʟ", "m": "мМΜᴍ", "n": "ηΝпɴ", "o": "оОοΟσөᴏ", "p": "рРρΡᴘ", "q": "ԛ", "r": "гʀ", "s": "ѕЅꜱ", "t": "тТτΤᴛ", "u": "υцᴜ", "v": "νѵᴠ",
		"w": "ԝωᴡ", "x": "хХχΧ", "y": "уУγΥʏ", "z": "ᴢΖ",
	} {
		for _, r := range others {
			m[r] = latin
		}
	}
	return m
}()
