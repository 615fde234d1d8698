// Package phone writes a patient's phone the one way everybody needs it: digits with country code
// (contract, "The patient's phone").  Gateways mostly write it so, with signs in between, but what a
// person typed into a contact may lack the country or carry the prefixes of the telephone network.
package phone

import "strings"

// brazil is the country code of the clinics' patients.
const brazil = "55"

// Number is a phone as digits with country code, "" when there are none: "+55|11 91234-5678",
// "(11) 91234-5678", "011 91234-5678" and "00 55 11 91234-5678" are all 5511912345678.
//
// After a plus sign or the international prefix 00, and before a bar, the country is known to be there.  Else ten or
// eleven digits are an area code and a number in Brazil.  Everything else is left as it is.  Apply
// it once, to what was written: the result has lost the plus sign.
func Number(written string) string {
	number := Digits(written)
	country, _, barred := strings.Cut(written, "|")
	known := strings.HasPrefix(strings.TrimSpace(written), "+") || barred && Digits(country) != ""
	if !known {
		number, known = strings.CutPrefix(number, "00")
	}
	if !known {
		number = strings.TrimPrefix(number, "0") // before an area code
		if len(number) == 10 || len(number) == 11 {
			number = brazil + number
		}
	}
	if rest, trunk := strings.CutPrefix(number, brazil+"0"); trunk {
		number = brazil + rest // +55 (011): no area code begins with 0
	}
	return number
}

// Filler reports what stands where a gateway hides a number: one digit again and again, with or without the country code.
func Filler(number string) bool {
	return oneDigit(number) || oneDigit(strings.TrimPrefix(number, brazil))
}

func oneDigit(digits string) bool {
	return digits != "" && strings.Trim(digits, digits[:1]) == ""
}

// Digits keeps the digits of a phone: "+55|11987654321" becomes "5511987654321".  A country code that is
// missing is not added: Number does that, once, where a phone is read.
func Digits(written string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, written)
}
