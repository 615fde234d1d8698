package chat

import "strings"

// Digits keeps the digits of a phone: "+55|11987654321" becomes "5511987654321".  A country code that
// is missing is not added: that is done once, where a phone is read (package phone).
func Digits(phone string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone)
}
