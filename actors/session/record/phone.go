package record

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// digitRuns are the digits of a text that no letter parts.
func digitRuns(text string) []string {
	return strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case '0' <= r && r <= '9':
			return r
		case strings.ContainsRune(" .-/()+\n", r):
			return -1
		default:
			return ' '
		}
	}, text))
}

// SamePhone reports whether two phones, digits with or without country code and ninth digit, are one.  No phone
// is none.
func SamePhone(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return a == b || national(a) != "" && national(a) == national(b)
}

// spellings are the ways in which the marks of a history may know a phone: with country code, and with and without
// the ninth digit where it may have one.
func spellings(phone string) []string {
	n := national(phone)
	if n == "" {
		return []string{phone}
	}
	const country = "55"
	return []string{phone, country + n, country + n[:2] + "9" + n[2:]}
}

// national is a Brazilian phone as area code and the last eight digits, "" for what is none.
func national(digits string) string {
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > 11 {
		digits = strings.TrimPrefix(digits, "55")
	}
	switch {
	case len(digits) == 10:
		return digits
	case len(digits) == 11 && digits[2] == '9':
		return digits[:2] + digits[3:]
	default:
		return ""
	}
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

// PhoneKey is a phone as the journal's contacts know it: a hash, the same with and without country code and ninth digit.
func PhoneKey(phone string) string {
	sum := sha256.Sum256([]byte("atende contact " + cmp.Or(national(phone), phone)))
	return hex.EncodeToString(sum[:16])
}
