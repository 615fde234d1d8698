// Package wire takes single values out of the gateway's JSON.  Every event and every session record
// has some thirty members of which a turn needs five, and they are read on the path of every message:
// encoding/json, which builds all of a struct and starts anew for each forgiving field, was a tenth
// of the CPU of a turn.
//
// The functions expect what json.Valid has approved, and decide nothing: what a value must look like
// is the caller's business.
package wire

import (
	"bytes"
	"encoding/json"
	"iter"
)

// Members lists the members of a JSON object in order: the key without its quotes, the value as it
// stands.  What is no object has none.
func Members(object []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		if !IsObject(object) {
			return
		}
		rest := trim(trim(object)[1:])
		for rest[0] != '}' {
			key := rest[:length(rest)]
			rest = trim(trim(rest[len(key):])[1:]) // the colon
			value := rest[:length(rest)]
			if !yield(name(key), value) {
				return
			}
			if rest = trim(rest[len(value):]); rest[0] == ',' {
				rest = trim(rest[1:])
			}
		}
	}
}

// Named reports whether a key is the given one, without regard to case.
func Named(key []byte, name string) bool { return bytes.EqualFold(key, []byte(name)) }

// IsObject reports a JSON object.
func IsObject(value []byte) bool { return bytes.HasPrefix(trim(value), []byte("{")) }

// IsNull reports the JSON value null.
func IsNull(value []byte) bool { return string(value) == "null" }

// Text is the string that value holds; false if it is no string.
func Text(value []byte) (string, bool) {
	switch {
	case len(value) == 0 || value[0] != '"':
		return "", false
	case verbatim(value):
		return string(value[1 : len(value)-1]), true
	}
	var text string
	err := json.Unmarshal(value, &text)
	return text, err == nil
}

// verbatim reports a quoted text whose characters stand for themselves: ASCII without escapes.
func verbatim(quoted []byte) bool {
	for _, c := range quoted {
		if c == '\\' || c > '~' {
			return false
		}
	}
	return true
}

func name(quoted []byte) []byte {
	if verbatim(quoted) {
		return quoted[1 : len(quoted)-1]
	}
	text, _ := Text(quoted)
	return []byte(text)
}

// length is how many bytes the value has that rest begins with.
func length(rest []byte) int {
	switch rest[0] {
	case '"':
		return quotedLength(rest)
	case '{', '[':
		return nestedLength(rest)
	}
	if end := bytes.IndexAny(rest, ",]} \t\r\n"); end >= 0 {
		return end
	}
	return len(rest)
}

func quotedLength(rest []byte) int {
	for i := 1; ; i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}

func nestedLength(rest []byte) int {
	depth := 0
	for i := 0; ; i++ {
		switch rest[i] {
		case '"':
			i += quotedLength(rest[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
}

// trim drops the white space before a value.
func trim(rest []byte) []byte {
	for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r' || rest[0] == '\n') {
		rest = rest[1:]
	}
	return rest
}
