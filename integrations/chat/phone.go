package chat

import "strings"

// Digits keeps the digits of a phone: "+55|11987654321" becomes "5511987654321".  The gateway writes
// phones with their country code, so none is added.
func Digits(phone string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone)
}
