package newcomer

import (
	"context"
	"hash/maphash"
	"strconv"
	"strings"
	"unicode"

	"atende/actors/journal"
)

// Marks are what a message has in common with others of the same caller, each a hash that means nothing outside this
// process: no address and no phone can be read from it.
type Marks []uint64

// seed is of this process.
var seed = maphash.MakeSeed()

func mark(kind, value string) uint64 { return maphash.String(seed, kind+"\x00"+value) }

// Caller is who brought a message, as far as the public listener knows.
type Caller struct {
	Address string // of the connection, an IPv6 one by its network; that of a proxy, if there is one
	Program string // what its headers say of the program
}

type callerKey struct{}

// WithCaller lets Door know who brought a message.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// maxRuns bounds an id's shape.
const maxRuns = 12

// marksOf are the marks of a message.  caller is known only to the node that took it.
func marksOf(ctx context.Context, sessionID string, m journal.PatientMessage) Marks {
	marks := Marks{mark("id", shapeOfID(sessionID))}
	if c, known := ctx.Value(callerKey{}).(Caller); known {
		marks = append(marks, mark("address", c.Address), mark("program", c.Program))
	}
	if m.Fields != "" {
		marks = append(marks, mark("fields", m.Fields))
	}
	if m.From != "" {
		marks = append(marks, mark("phone", m.From))
	}
	return marks
}

// shapeOfID is an id without what differs between the ids of one maker: words stay, runs with digits are their length,
// and signs stay.
func shapeOfID(id string) string {
	var b strings.Builder
	rest, runs := id, 0
	for rest != "" && runs < maxRuns {
		end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		switch {
		case end == 0:
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		case end < 0:
			end = len(rest)
		}
		run := rest[:end]
		if digits := strings.ContainsFunc(run, unicode.IsDigit); digits || len(run) > 16 || isHex(run) {
			run = "#" + strconv.Itoa(len(run))
		}
		b.WriteString(run)
		rest = rest[end:]
		runs++
	}
	return b.String()
}

// isHex reports a run that may be of a random number although it has no digit.
func isHex(run string) bool { return len(run) >= 4 && strings.Trim(run, "abcdefABCDEF") == "" }
