package newcomer

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/maphash"
	"strconv"
	"strings"
	"unicode"

	"atende/actors/journal"
)

// Marks are what a message has in common with others of the same caller: each a kind and a hash of sixteen bits, keyed
// with what the nodes share, so that the processes after this one know them again (memory.go) and no address can be read
// from them.  That of a phone means nothing outside this process.
type Marks []uint64

// kind is what a mark is about.
type kind uint64

const (
	ofID kind = iota
	ofAddress
	ofProgram
	ofFields
	ofPhone
	kinds

	kindBits = 3
)

// kindNames are those under which the journal keeps marks, by kind; "" for what is not kept.
var kindNames = [kinds]string{"id", "address", "program", "fields", ""}

// seed is of this process.
var seed = maphash.MakeSeed()

func mark(k kind, hash uint64) uint64 { return hash<<kindBits | uint64(k) }

// kindOf and hashOf take a mark apart.
func kindOf(m uint64) kind   { return kind(m & (1<<kindBits - 1)) }
func hashOf(m uint64) uint64 { return m >> kindBits }

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
func (d *Desk) marksOf(sessionID string, m journal.PatientMessage) Marks {
	marks := Marks{d.hashed(ofID, shapeOfID(sessionID))}
	if origin, err := hex.DecodeString(m.Origin); err == nil && len(origin) == 2*originLength {
		marks = append(marks, markOf(ofAddress, origin), markOf(ofProgram, origin[originLength:]))
	}
	if m.Fields != "" {
		marks = append(marks, d.hashed(ofFields, m.Fields))
	}
	if m.From != "" {
		marks = append(marks, mark(ofPhone, maphash.String(seed, m.From)))
	}
	return marks
}

// hashed is the mark of a value, markOf that of a hash of one.
func (d *Desk) hashed(k kind, value string) uint64 { return markOf(k, d.originOf(kindNames[k], value)) }

func markOf(k kind, hash []byte) uint64 { return mark(k, uint64(binary.BigEndian.Uint16(hash))) }

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
