package decide

import (
	"strings"
	"unicode"
)

// Bounds of one message, in characters.
const (
	// MaxText is what of it is read: two pages, more than anybody needs for an appointment.  The patient is told where
	// something was left.
	MaxText = 4_000
	// MaxRest is how far an emergency is looked for behind that: to the end of the longest message that WhatsApp sends.
	MaxRest = 65_536 - MaxText
)

// Shorten leaves of a long message what is read; the rest, up to a bound, is where emergencies are looked for.
func (m *Message) Shorten() {
	var rest string
	m.Text, rest = parted(m.Text, MaxText)
	if rest != "" {
		m.Rest, _ = parted(rest, MaxRest)
	}
}

// Whole is all of a message that is looked at for emergencies.
func (m Message) Whole() string { return m.Text + m.Rest }

// parted is the begin of a text of at most so many characters, up to the end of a word where there is one not far before,
// and what comes behind.
func parted(text string, most int) (begin, rest string) {
	const longestWord = 64
	if len(text) <= most { // bytes, so that it has no more characters
		return text, ""
	}
	n := 0
	for i := range text {
		if n++; n > most {
			if space := strings.LastIndexFunc(text[:i], unicode.IsSpace); space > i-longestWord {
				i = space
			}
			return text[:i], text[i:]
		}
	}
	return text, ""
}
