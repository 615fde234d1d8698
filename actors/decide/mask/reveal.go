package mask

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
)

// bracketed is a placeholder, or what a model wrote like one.
var bracketed = regexp.MustCompile(`\[[^\[\]\n]{1,200}\]`)

// shown is what Reveal looks at: brackets with the marks of bold and italic around them, and a name's placeholder
// without brackets.
var shown = regexp.MustCompile(`[*_~]*\[[^\[\]\n]{1,200}\][*_~]*|\bNOME \d{1,4}\b`)

// Reveal fills the placeholders of a text for the patient: names in full, of other things no more than tells them
// apart.  What is not known is removed with the small words before it; unknown says that there was such a thing.
func Reveal(text string, known []conversation.Mask) (revealed string, unknown bool) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	out := make([]byte, 0, len(text))
	at := 0
	for _, m := range shown.FindAllStringIndex(text, -1) {
		if m[0] < at {
			continue
		}
		value, ok := reveal(text[m[0]:m[1]], text[m[1]:], known)
		out = append(out, text[at:m[0]]...)
		at = m[1]
		if ok {
			out = append(out, value...)
			continue
		}
		unknown = true
		out, at = without(out, text, at)
	}
	return string(append(out, text[at:]...)), unknown
}

// linkTarget follows the words of a link in Markdown.
var linkTarget = regexp.MustCompile(`^\((https?:|www\.|mailto:|tel:|/)`)

// reveal is what stands for a placeholder; false when nothing does.  Brackets that are no placeholder stay.
func reveal(found, after string, known []conversation.Mask) (string, bool) {
	inner := strings.Trim(found, "*_~")
	marks := strings.Index(found, inner)
	open, closing := found[:marks], found[marks+len(inner):]
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(strings.Trim(inner, "[]"), " *_"))
	if !unicode.IsLetter(first) || closing == "" && linkTarget.MatchString(after) {
		return found, true
	}
	m, ok := Resolve(inner, known)
	if !ok {
		return "", false
	}
	return open + forPatient(m) + closing, true
}

// lastShown is how many characters of a number tell it from others.
const lastShown = 2

// forPatient is what a patient may read of a value.
func forPatient(m conversation.Mask) string {
	switch k, _ := nameOf(m); {
	case k == person, k == email:
		return m.Value
	case k == birth && isDate(m.Value):
		return m.Value[8:] + "/" + m.Value[5:7] + "/" + m.Value[:4]
	case k == cpf && len(m.Value) == cpfLength:
		return "***.***.***-" + m.Value[cpfLength-lastShown:]
	}
	return "final " + m.Value[max(0, len(m.Value)-lastShown):]
}

var smallWords = regexp.MustCompile(`(?i)(^|[\s(])((o|a|ao|à|de|da|do|para|pra|com|em|no|na|sr\.?|sra\.?|é)\s+){1,2}$`)

// smallReach is how many bytes before a gap are looked at for small words.
const smallReach = 24

// without takes off what makes no sense around something that is gone: out stands before it, the text from at
// behind.
func without(out []byte, text string, at int) (head []byte, rest int) {
	tail := out[max(0, len(out)-smallReach):]
	if m := smallWords.FindSubmatchIndex(tail); m != nil {
		out = out[:len(out)-len(tail)+m[3]]
	}
	out = bytes.TrimRight(out, " ")
	next := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " "))
	first, _ := utf8.DecodeRuneInString(text[next:])
	switch {
	case bytes.HasSuffix(out, []byte("(")) && first == ')':
		return bytes.TrimRight(out[:len(out)-1], " "), next + 1
	case len(out) == 0, bytes.HasSuffix(out, []byte("\n")):
		return out, at + len(text[at:]) - len(strings.TrimLeft(text[at:], " ,;:"))
	case next == len(text), strings.ContainsRune(".!?,;:)\n", first):
		return bytes.TrimRight(out, " ,"), next
	case next == at:
		out = append(out, ' ')
	}
	return out, at
}
