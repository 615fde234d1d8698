package event

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Own begins the ids of sessions that no gateway has (record.PhoneSession).
const Own = "atende:"

// Usable reports whether a session id can be taken as sent.  One with a control character, or with
// bytes that JSON cannot carry, would have to be changed to be stored or written into a path, and the
// result may be the id of somebody else.  Nor can one that climbs, or one that begins as those of our own sessions do.
//
// Any other character is one of ids: in a path "/", "?", "#" and "%" are escaped, so that the id stays one segment, and base64,
// of which some gateways make their ids, has "/".  Where a proxy undoes the escape the path is still one below the sessions.
func Usable(sessionID string) bool {
	unusable := func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }
	if strings.HasPrefix(sessionID, Own) {
		return false
	}
	return len(sessionID) <= MaxSessionID && !strings.ContainsFunc(sessionID, unusable) && !climbs(sessionID)
}

// maxUnescaped is how many programs on the way may each undo an escape.
const maxUnescaped = 3

// unescaped are the characters that climbs looks for, and the escape of escapes.
var unescaped = strings.NewReplacer("%2F", "/", "%2f", "/", "%5C", `\`, "%5c", `\`, "%2E", ".", "%2e", ".", "%3B", ";", "%3b", ";", "%25", "%")

// climbs reports an id with a part that is "." or ".." as some program on the way reads it: with "/" or its escape between
// parts, "\" (Windows), or ";" after them (Java).  It would lead out of the session's path, with our token, to any other call of
// the gateway.
func climbs(sessionID string) bool {
	for range maxUnescaped + 1 {
		for part := range strings.FieldsFuncSeq(sessionID, func(r rune) bool { return r == '/' || r == '\\' }) {
			if name, _, _ := strings.Cut(part, ";"); name == "." || name == ".." {
				return true
			}
		}
		plain := unescaped.Replace(sessionID)
		if plain == sessionID {
			return false
		}
		sessionID = plain
	}
	return true // nobody escapes an id so often by mistake
}
