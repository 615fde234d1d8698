package logging

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
)

// Attributes with rules of their own: the id of a chat session, and the trace of a message, which package tracing
// computes.
const (
	sessionKey = "session"
	traceKey   = "trace"
	pageKey    = "page" // the address of a session's page, its id at the end
)

// namer names sessions in a log.
type namer struct{ key []byte }

// value is the value of an attribute with a rule of its own; false for all others.
func (n namer) value(a slog.Attr) (slog.Value, bool) {
	if a.Value.Kind() != slog.KindString {
		return slog.Value{}, false
	}
	switch text := a.Value.String(); a.Key {
	case sessionKey:
		return slog.StringValue(n.session(text)), true
	case traceKey:
		return a.Value, len(text) == 32 && isHex(text) // the mask would see phone numbers in one of five
	case pageKey:
		return slog.StringValue(n.page(text)), true
	default:
		return slog.Value{}, false
	}
}

// page is the address of a session's page, if the id in it may stand in a log, else what stands for the id.
func (n namer) page(address string) string {
	escaped := address[strings.LastIndexByte(address, '/')+1:]
	id, err := url.PathUnescape(escaped)
	if err != nil {
		return Mask(address)
	}
	if named := n.session(id); named != id {
		return named
	}
	return address
}

// mask masks a text, which may be the address of a session's actor.
func (n namer) mask(text string) string {
	if node, id, found := strings.Cut(text, "session/"); found && isNode(node) {
		return Mask(node) + "session/" + n.session(id)
	}
	return Mask(text)
}

// isNode reports what stands before "session/ID" in the address of a session's actor, as the library of actors
// writes it into its own lines: nothing, or a node and a slash.
func isNode(text string) bool {
	return text == "" || strings.IndexByte(text, '/') == len(text)-1 && !strings.ContainsAny(text, " \n\t")
}

// session is the id of a chat session as it may stand in a log.  The gateway makes it, and can make it of a phone
// number or a name, which no mask recognises: an id that is not of a form that machines make is replaced by the
// beginning of its keyed hash.  That still joins all lines of the session on every node with the key, and without
// the key nobody can try phone numbers until one fits.
func (n namer) session(id string) string {
	if opaque(id) {
		return id
	}
	mac := hmac.New(sha256.New, n.key)
	mac.Write([]byte(id))
	return "h-" + hex.EncodeToString(mac.Sum(nil)[:8])
}

// numbered is a usual word, or none, and a number too short to be anybody's.
var numbered = regexp.MustCompile(`^(?i:s|c|t|sess|session|chat|conv|conversation|id|test)?[-_.]?[0-9]{0,7}$`)

// opaque reports an id that says nothing about anybody: a UUID, hexadecimal digits, a random text of 26 letters and
// digits, or a number.  Words are in none of them, and no number as long as a phone's.
func opaque(id string) bool {
	switch {
	case isUUID(id):
		return !longRun(id, 11) // random ones have eight digits in a row now and then, and hardly ever those of a CPF
	case !harmless(id):
		return false
	case isHex(id):
		return strings.ContainsAny(id, "0123456789") // Ada
	case len(id) == 26:
		return isToken(id)
	default:
		return len(id) < 26 && numbered.MatchString(id)
	}
}

func isUUID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i := range len(id) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (id[i] == '-') || !dash && !hexadecimal(id[i]) {
			return false
		}
	}
	return true
}

func isHex(text string) bool {
	for i := range len(text) {
		if !hexadecimal(text[i]) {
			return false
		}
	}
	return text != ""
}

func hexadecimal(c byte) bool {
	return decimal(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func decimal(c byte) bool { return '0' <= c && c <= '9' }

// isToken reports letters of one case with at least two digits among them.
func isToken(id string) bool {
	digits, lower, upper := 0, 0, 0
	for i := range len(id) {
		switch c := id[i]; {
		case decimal(c):
			digits++
		case 'a' <= c && c <= 'z':
			lower++
		case 'A' <= c && c <= 'Z':
			upper++
		default:
			return false
		}
	}
	return digits >= 2 && (lower == 0 || upper == 0)
}

// longRun reports n digits in a row.
func longRun(text string, n int) bool {
	run := 0
	for i := range len(text) {
		if run++; !decimal(text[i]) {
			run = 0
		}
		if run == n {
			return true
		}
	}
	return false
}
