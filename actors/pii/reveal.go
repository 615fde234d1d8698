package pii

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"atende/actors/conversation"
)

// Resolve finds what a model means by a placeholder; case, spaces and brackets are forgiven, and a missing number
// where there is only one of the kind.
func Resolve(text string, known []conversation.Mask) (found conversation.Mask, ok bool) {
	m := formats.loose.FindStringSubmatch(foldText(text))
	if m == nil {
		return found, false
	}
	k, number := kind(words.Called.Value(strings.ReplaceAll(m[1], " ", "-"))), strings.TrimLeft(m[2], "0")
	count := 0
	for _, one := range known {
		switch of, n := nameOf(one); {
		case k == "" || of != k:
		case n == number && number != "":
			return one, true
		default:
			found, count = one, count+1
		}
	}
	if number != "" || count != 1 {
		return conversation.Mask{}, false
	}
	return found, true
}

// Reveal fills the placeholders of a text for the patient: names in full, of other things no more than tells them
// apart.  What is not known is removed with the small words before it; unknown says that there was such a thing.
func Reveal(text string, known []conversation.Mask) (revealed string, unknown bool) {
	text = strings.ToValidUTF8(text, "\uFFFD")
	out := make([]byte, 0, len(text))
	at := 0
	for _, m := range formats.shown.FindAllStringIndex(text, -1) {
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

// reveal is what stands for a placeholder; false when nothing does.  Brackets that are no placeholder stay.
func reveal(found, after string, known []conversation.Mask) (string, bool) {
	inner := strings.Trim(found, "*_~")
	opening, closing, _ := strings.Cut(found, inner)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(strings.Trim(inner, "[]"), " *_"))
	if !unicode.IsLetter(first) || closing == "" && formats.linkTarget.MatchString(after) {
		return found, true
	}
	m, ok := Resolve(inner, known)
	if !ok {
		return "", false
	}
	return opening + forPatient(m) + closing, true
}

// lastShown is how many characters of a number tell it from others.
const lastShown = 2

// forPatient is what a patient may read of a value.
func forPatient(m conversation.Mask) string {
	last := m.Value[max(0, len(m.Value)-lastShown):]
	switch k, _ := nameOf(m); {
	case k == person, k == email:
		return m.Value
	case k == birth && dayWritten(m.Value) != "":
		return dayWritten(m.Value)
	case k == cpf && len(m.Value) == cpfLength:
		return "***.***.***-" + last
	}
	return "final " + last
}

// without takes off what makes no sense around something that is gone, small words among it: out stands before it, the
// text from at behind.
func without(out []byte, text string, at int) (head []byte, rest int) {
	out = bytes.TrimRight(formats.smallWords.ReplaceAll(out, []byte("$1")), " ")
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
