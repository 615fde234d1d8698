package newcomer

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
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

// originLength is that of each half of an origin, in bytes: 65,536 IPv4 addresses share one, so that who reads the journal
// and has the key learns none, and a stranger's address is as rarely taken for the gateway's.
const originLength = 2

// Origin is a caller as it stands in the journal beside the message (journal.PatientMessage), so that the node that reads
// the session, and a process after this one, tell it from others: the address, then the program, both hashed with what the
// nodes share (Config.Key).  Most messages come from the caller of the one before.
func (d *Desk) Origin(c Caller) string {
	if latest := d.latest.Load(); latest != nil && latest.of == c {
		return latest.hashed
	}
	hashed := hex.EncodeToString(append(d.originOf("address", c.Address), d.originOf("program", c.Program)...))
	d.latest.Store(&origin{c, hashed})
	return hashed
}

// origin is a caller with its Origin.
type origin struct {
	of     Caller
	hashed string
}

func (d *Desk) originOf(kind, value string) []byte {
	sum := hmac.New(sha256.New, d.config.Key)
	sum.Write([]byte("atende newcomer " + kind + "\x00" + value))
	return sum.Sum(nil)[:originLength]
}

// maxRuns bounds an id's shape.
const maxRuns = 12

// marksOf are the marks of a message.
func marksOf(sessionID string, m journal.PatientMessage) Marks {
	marks := Marks{mark("id", shapeOfID(sessionID))}
	if address := addressOf(m); address != "" {
		marks = append(marks, mark("address", address), mark("program", m.Origin[len(address):]))
	}
	if m.Fields != "" {
		marks = append(marks, mark("fields", m.Fields))
	}
	if m.From != "" {
		marks = append(marks, mark("phone", m.From))
	}
	return marks
}

// addressOf is the half of an origin that is about the address, "" where it is not known.
func addressOf(m journal.PatientMessage) string {
	if len(m.Origin) != 4*originLength { // two halves in hexadecimal digits
		return ""
	}
	return m.Origin[:2*originLength]
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
