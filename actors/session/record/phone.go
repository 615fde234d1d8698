package record

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"atende/integrations/chat/phone"
)

// digitRuns are the digits of a text that no letter parts.
func digitRuns(text string) []string {
	return strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case '0' <= r && r <= '9':
			return r
		case strings.ContainsRune(" .-/()+|\n", r):
			return -1
		default:
			return ' '
		}
	}, text))
}

// namesPhone reports whether a phone stands in a text, alone between words.  A plus begins a number, whose country code is
// then what stands there.
func namesPhone(text, number string) bool {
	for n, part := range strings.Split(text, "+") {
		for i, run := range digitRuns(part) {
			if n > 0 && i == 0 {
				run = "+" + run
			}
			if phone.Same(phone.Number(run), number) {
				return true
			}
		}
	}
	return false
}

// WriterPhone is the phone by which the writer is known, digits with country code; "" for none.
func (r *Record) WriterPhone() string {
	if r.Writer == nil {
		return r.Phone
	}
	return *r.Writer
}

// SessionKey is a chat session as the journal's contacts know it, where no phone is known: a hash.
func SessionKey(id string) string {
	sum := sha256.Sum256([]byte("atende contact of session " + id))
	return hex.EncodeToString(sum[:16])
}

// PhoneKey is a phone, digits with country code, as the journal's contacts know it: a hash, the same with and without the
// ninth digit of a mobile phone (phone.Subscriber).
func PhoneKey(number string) string { return contactKey(phone.Subscriber(number)) }

func contactKey(subscriber string) string {
	sum := sha256.Sum256([]byte("atende contact " + subscriber))
	return hex.EncodeToString(sum[:16])
}
